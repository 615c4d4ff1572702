import type { Hono } from 'hono'
import type { Endpoint, Received, Sent } from '#contract/endpoint.ts'
import { createApp } from '#server/app.ts'
import type { FurtherApis, Services } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { ResponseCache } from '#server/platform/responseCache.ts'
import { createSession } from '#server/sessions/tokens.ts'
import type { RenderPage } from '#server/site.ts'
import { createClient } from '#web/platform/api.ts'
import type { SendOptions } from '#web/platform/api.ts'
import type { Call } from '#web/platform/call.ts'
import { clockAt } from './clock.ts'
import { writesLate } from './database.ts'
import type { TestClock } from './clock.ts'

export { clockAt } from './clock.ts'
export type { TestClock } from './clock.ts'

export type TestApp = {
  app: Hono
  clock: TestClock
  config: Config
  services: Services
  responseCache: ResponseCache
  /** Lines the server logged. */
  logged: { fields: object; message: string }[]
  /** A browser of its own: the web's own client, with a cookie jar, over the real app without a socket. */
  browser: (options?: BrowserOptions) => TestBrowser
}

/** `site`: which of our sites it looks at; bookings by default. */
type BrowserOptions = {
  site?: 'bookings' | 'account' | 'desk'
  origin?: string
  headers?: Record<string, string>
}

export type TestBrowser = {
  send: <E extends Endpoint>(call: Call<E>, args: Sent<E>, options?: SendOptions) => Promise<Received<E>>
  /** Any request, with the jar's cookies; paths begin with `/api`. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  cookies: Map<string, string>
  /** Logs this browser in without a password. */
  logIn: (customerId: number) => Promise<string>
}

/** The whole application on a test's database, with a clock that stands at `now`. */
export const testApp = (
  db: Database,
  options: {
    now: Date
    settings?: Record<string, string>
    /** Those that the operator offers; English alone by default. */
    languages?: Config['languages']
    furtherApis?: FurtherApis
    render?: RenderPage
  },
): TestApp => {
  const clock = clockAt(options.now)
  const settings = readConfig({ NODE_ENV: 'test', ...options.settings })
  const config = { ...settings, languages: options.languages ?? settings.languages }
  const logged: TestApp['logged'] = []
  const keep = (fields: object, message: string) => void logged.push({ fields, message })
  const log: Log = { info: keep, warn: keep, error: keep, debug: keep }
  const { app, services, responseCache } = createApp({
    db,
    clock,
    config,
    log,
    furtherApis: options.furtherApis ?? [],
    ...(options.render === undefined ? {} : { render: options.render }),
  })
  writesLate(db, services.securityLog)
  return {
    app,
    clock,
    config,
    services,
    responseCache,
    logged,
    browser: (more = {}) => browserOn(app, db, clock, more),
  }
}

const browserOn = (
  app: Hono,
  db: Database,
  clock: TestClock,
  { site = 'bookings', origin, headers = {} }: BrowserOptions,
): TestBrowser => {
  const host = `http://${site}.onside.localhost:3000`
  const cookies = new Map<string, string>()
  const go = async (request: Request): Promise<Response> => {
    request.headers.set('host', new URL(host).host)
    if (request.method !== 'GET') request.headers.set('origin', origin ?? host)
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    if (cookies.size > 0 && !request.headers.has('cookie')) {
      request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const response = await app.request(request)
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return response
  }
  const client = createClient({ base: `${host}/api`, fetch: go })
  return {
    send: (call, args, options) => client.send(call, args, options),
    fetch: (path, init) => go(new Request(host + path, init)),
    cookies,
    logIn: async (customerId) => {
      const { token } = await createSession(db, customerId, clock.now())
      cookies.set('authToken', token)
      return token
    },
  }
}

const keepCookie = (jar: Map<string, string>, line: string): void => {
  const [pair = '', ...attributes] = line.split(';')
  const [name = '', ...value] = pair.split('=')
  const isGone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
  if (isGone) jar.delete(name.trim())
  else jar.set(name.trim(), value.join('='))
}
