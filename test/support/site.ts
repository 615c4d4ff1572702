import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { browserDigestOf, createHandover } from '#server/sessions/handover.ts'
import { createSession, digestOf } from '#server/sessions/tokens.ts'
import type { PageRequest } from '#server/site.ts'
import { clockAt } from './app.ts'
import { emptyTables, testDatabase } from './database.ts'
import { aCustomer } from './factories/customers.ts'
import { anOperator } from './factories/operators.ts'

export const now = new Date('2027-02-28T10:00:00Z')
export const host = 'http://bookings.onside.localhost:3000'

/**
 * A server whose page requests the logged-in person, with a customer and a town that embeds the site. Created once
 * for a file, since it compresses the build's files.
 */
export const aSite = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const { id: operatorId } = await anOperator(db, { frameOrigins: ['https://town.example'] })
  const { id: customerId } = await aCustomer(db, operatorId)
  const clock = clockAt(now)
  const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
  let rendered = 0
  let renderedCookie = ''
  const render = async ({ fetchApi, cookie }: PageRequest) => {
    rendered += 1
    const answer = await fetchApi(new Request(`${host}/api/auth/user`))
    renderedCookie = cookie
    return { status: 200, headers: [], html: `<p>${answer.status}</p>`, styleHashes: [], scriptHashes: [] }
  }
  const serve = (settings: Record<string, string> = {}) =>
    createApp({
      db,
      clock,
      config: readConfig({ NODE_ENV: 'test', ...settings }),
      log,
      render,
    }).app
  const app = serve()
  const visit = (path: string, headers: Record<string, string> = {}) =>
    app.request(new Request(host + path, { headers: { host: new URL(host).host, ...headers } }))
  return {
    db,
    operatorId,
    customerId,
    app,
    serve,
    visit,
    clock,
    rendered: () => rendered,
    /** What script would see of the cookies, on the page rendered last. */
    renderedCookie: () => renderedCookie,
    /** A hand-over code of a person who is logged in; without a device, of a client that is no browser. */
    aHandover: async (id: number, device: string | null = null): Promise<string> => {
      const { token } = await createSession(db, id, now)
      const browserDigest = device === null ? null : browserDigestOf(device)
      return (await createHandover(db, { id, tokenDigest: digestOf(token) }, browserDigest, now)).token
    },
  }
}

export type Site = Awaited<ReturnType<typeof aSite>>

export const cookiesOf = (response: Response): string[] => response.headers.getSetCookie()
