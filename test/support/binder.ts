import { fromWire } from '#contract/wire.ts'
import { isCustomerOf } from '#server/customers/desk.ts'
import type { Operator } from '#server/platform/actor.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { createHttp } from '#server/platform/http.ts'
import { createLog } from '#server/platform/log.ts'
import type { HttpDeps } from '#server/platform/requestContext.ts'
import { createIdentify, createSession } from '#server/sessions/tokens.ts'
import { emptyTables, testDatabase } from './database.ts'
import { aCustomer } from './factories/customers.ts'
import { anOperator } from './factories/operators.ts'
import { sampleEndpoints, sampleRoutes } from './sampleNoun.ts'

/*
 * The binder with the real authenticator, database and log beneath it, and above it a noun made for the purpose.
 */

/** What the clock says until a test turns it. */
export const now = new Date('2027-02-28T10:00:00Z')

/** Two of our sites, and a page that may show them in a frame. */
export const bookings = 'https://bookings.town.example'
export const account = 'https://account.town.example'
export const frame = 'https://council.example'

/** The noun bound, its operator and its callers. */
export type World = {
  db: Database
  operator: Operator
  /** What was logged. */
  lines: string[]
  /** How many marks there are. */
  runs: () => Promise<number>
  /** Lets what is slow go on. */
  release: () => void
  now: () => Date
  /** Turns the clock on. */
  turn: (ms: number) => void
  call: (path: string, init?: RequestInit & { method?: string }) => Promise<Response>
  fetch: (request: Request, env?: object) => Response | Promise<Response>
}

/** Empties the database and binds the noun, under these settings. */
export const aWorld = async (settings: Record<string, string> = {}, nodeId?: string): Promise<World> => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const row = await anOperator(db, { frameOrigins: [frame] })
  const operator: Operator = {
    ...row,
    name: 'Demo Leisure',
    currencySymbol: '£',
    migrationDate: null,
    basketHoldSeconds: 600,
    frameOrigins: [frame],
    bearerTokenEnabled: false,
    billingAddress: 'postcode',
  }
  const config = readConfig({
    NODE_ENV: 'test',
    SITE_BOOKINGS: bookings,
    SITE_ACCOUNT: account,
    SITE_JOIN: 'https://join.town.example',
    SITE_DESK: 'https://desk.town.example',
    ...settings,
  })
  let at = now
  const lines: string[] = []
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  const deps: HttpDeps = {
    db,
    config,
    log,
    clock: { now: () => at },
    nodeId,
    authenticator: {
      identify: createIdentify({ db, log }),
      operatorFor: () => Promise.resolve(operator),
      identifyKey: () => Promise.resolve(null),
      subjectsOf: () => Promise.resolve([]),
      isCustomerOf: (customerId, operatorId) => isCustomerOf(db, customerId, operatorId),
    },
  }
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const http = createHttp(deps)
  http.bind(sampleEndpoints, sampleRoutes(gate))
  http.finish()
  return {
    db,
    operator,
    lines,
    release,
    runs: async () => (await db.selectFrom('tag').select('id').execute()).length,
    now: () => at,
    turn: (ms) => {
      at = new Date(at.getTime() + ms)
    },
    fetch: http.app.fetch,
    call: async (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (!headers.has('host')) headers.set('host', 'bookings.town.example')
      return http.app.request(new Request(`https://bookings.town.example${path}`, { ...init, headers }))
    },
  }
}

/** What a call was refused with. */
export const failure = async (response: Response) =>
  (await response.json()) as {
    status: number
    code: string
    message: string
    errors?: Record<string, string[]>
  }

/** What a call was answered, in our names. */
export const data = async (response: Response) =>
  (fromWire(await response.json()) as { data: Record<string, unknown> }).data

/** A call that sends this, as JSON or as the text it is. */
export const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** A person who has logged in, and how a call says so. */
export const aLogIn = async (world: World, more: Parameters<typeof aCustomer>[2] = {}) => {
  const customer = await aCustomer(world.db, world.operator.id, more)
  const { token } = await createSession(world.db, customer.id, now)
  return {
    ...customer,
    token,
    bearer: { authorization: `Bearer ${token}` },
    cookie: { cookie: `authToken=${token}` },
  }
}
