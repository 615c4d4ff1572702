import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RangeService = {
  url: string
  /** The paths and the padding that were requested. */
  requests: { path: string; padding: string | undefined }[]
  /** How it answers from now on. */
  answer: (how: 'well' | 'error' | 'never' | 'otherwise' | 'redirect') => void
  close: () => Promise<void>
}

/**
 * Answers on this machine as the range API of Have I Been Pwned does: `SUFFIX:COUNT` lines that end with CR and LF, and
 * where padding is requested some made-up ones with the count 0, among them the one that was looked for.
 */
export const aRangeService = async (breached: Readonly<Record<string, number>>): Promise<RangeService> => {
  const requests: RangeService['requests'] = []
  let how: Parameters<RangeService['answer']>[0] = 'well'
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const padding = request.headers['add-padding']
    requests.push({ path, padding: typeof padding === 'string' ? padding : undefined })
    const prefix = /^\/range\/([\dA-F]{5})$/.exec(path)?.[1]
    if (how === 'never') return
    if (how === 'redirect') {
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
      return
    }
    if (how === 'error' || prefix === undefined) {
      response.writeHead(how === 'error' ? 503 : 400).end('The hash prefix was not in a valid format')
      return
    }
    if (how === 'otherwise') {
      response.end('<!doctype html><title>Sign in to this Wi-Fi</title>')
      return
    }
    const lines = Object.entries(breached).flatMap(([password, count]) => {
      const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
      return digest.startsWith(prefix) ? [`${digest.slice(5)}:${count}`] : []
    })
    for (let i = 0; i < 800; i += 1) {
      const end = randomBytes(18).toString('hex').toUpperCase().slice(0, 35)
      lines.push(`${end}:${padding === 'true' && i % 2 === 0 ? 0 : 3}`)
    }
    response.end(lines.toSorted().join('\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (next) => {
      how = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
}
