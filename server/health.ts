import type { Hono } from 'hono'
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
