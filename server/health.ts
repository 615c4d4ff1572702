import type { Hono } from 'hono'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { Metrics } from '#server/operations/metrics.ts'
import { isAnswering } from '#server/platform/database.ts'
import type { Database } from '#server/platform/database.ts'

/** `/healthz`: the process is alive. `/readyz`: it can serve and is not stopping. */
export const mountHealth = (app: Hono, db: Database, health: { stopping: boolean }): void => {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (health.stopping) return c.json({ status: 'stopping' }, 503)
    return (await isAnswering(db)) ? c.json({ status: 'ready' }) : c.json({ status: 'no database' }, 503)
  })
}

/**
 * Serves `/metrics` on a port of its own, so that the port that visitors reach never has it. It asks for no
 * log-in and belongs behind the firewall (docs/operations).
 */
export const serveMetrics = (metrics: Metrics, port: number, host: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      if (request.url !== '/metrics' || request.method !== 'GET') {
        response.writeHead(404).end()
        return
      }
      metrics.read().then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      )
    })
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
