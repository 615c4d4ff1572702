import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#server/platform/database.ts'
import { api } from '#web/platform/api.ts'
import type { TestBrowser } from './app.ts'
import { aCustomer } from './factories/customers.ts'
import { offerAddress, openPartners, orderOf, paidWith, seller, sessionAddress, site } from './partners.ts'

export const redirectUri = 'https://fitfinder.example/callback'
const bookingScopes = 'openid openactive-openbooking offline_access openactive-identity'
const verifier = randomBytes(32).toString('base64url')

export type Fields = Record<string, string>
export type TestClient = { id: number; clientId: string; key: string }

/** What an ID token says. */
export const claimsOf = (idToken = '') =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as Fields

/** `openPartners` with one more partner, GymApp, and what it and supervisors do with OpenID Connect. */
export const openIdPartners = async (db: Database, now: Date) => {
  const world = await openPartners(db, { now, startsAt: new Date('2027-03-03T18:00:00Z'), price: 650 })
  const { app } = world

  const register = async (name = 'GymApp'): Promise<TestClient> => {
    const { partner, key } = await world.desk.send(api.openBooking.registerPartner, {
      name,
      agreement: '',
      redirectUris: [redirectUri],
    })
    return { id: partner.id, clientId: partner.clientId, key }
  }

  const registered = await register()

  /** A call by the partner's own server, which names no origin. */
  const callFromServer = (path: string, init: RequestInit): Promise<Response> =>
    Promise.resolve(
      app.app.request(
        new Request(`${site}${path}`, {
          ...init,
          headers: { ...(init.headers as Fields), host: new URL(site).host },
        }),
      ),
    )

  const post = async (path: string, fields: Fields, client: TestClient = registered) => {
    const response = await callFromServer(`/api/openid${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${client.clientId}:${client.key}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields).toString(),
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Fields }
  }

  const clientToken = async (scope: string, client = registered) => {
    const { body } = await post('/token', { grant_type: 'client_credentials', scope }, client)
    return body['access_token'] ?? ''
  }

  /** A call of the Open Booking API, its status and the type of its failure. */
  const callWith = async (token: string, method: string, path: string, body?: object) => {
    const response = await app.browser().fetch(`/api/open-booking${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, type: text === '' ? '' : (JSON.parse(text) as Fields)['@type'] }
  }

  const anOrder = (at = seller) =>
    orderOf('Order', [[sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)]], {
      ...paidWith(6.5),
      seller: at,
    })

  const authorisationOf = (more: Fields = {}, clientId = registered.clientId): string =>
    `/api/openid/auth?${new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: bookingScopes,
      state: 'basket-7',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    }).toString()}`

  /** Follows redirects within the site until a page or an address of the partner. */
  const follow = async (browser: TestBrowser, path: string, init: RequestInit = {}) => {
    let response = await browser.fetch(path, init)
    let at = path
    for (let hops = 0; hops < 6 && response.status === 303; hops += 1) {
      at = response.headers.get('location') ?? ''
      if (at.startsWith(redirectUri)) return { at: new URL(at), page: '', status: 303 }
      at = at.replace(site, '')
      response = await browser.fetch(at)
    }
    return { at: new URL(at, site), page: await response.text(), status: response.status }
  }

  const aSupervisorsBrowser = async (operatorId = world.operator.id): Promise<TestBrowser> => {
    const browser = app.browser()
    const { id } = await aCustomer(db, operatorId, { role: 'staff', staffLevel: 'supervisor' })
    await browser.logIn(id)
    return browser
  }

  const answer = (browser: TestBrowser, { at }: { at: URL }, step: string, form: Fields = {}) =>
    follow(browser, `${at.pathname}/${step}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })

  const tokensFor = async (at: URL, client = registered) =>
    (
      await post(
        '/token',
        {
          grant_type: 'authorization_code',
          code: at.searchParams.get('code') ?? '',
          redirect_uri: redirectUri,
          code_verifier: verifier,
        },
        client,
      )
    ).body

  /** What a partner has after a supervisor has let it sell. */
  const granted = async (client = registered) => {
    const browser = await aSupervisorsBrowser()
    const question = await follow(browser, authorisationOf({}, client.clientId))
    const { at } = await answer(browser, question, 'allow')
    return tokensFor(at, client)
  }

  return {
    ...world,
    registered,
    register,
    callFromServer,
    post,
    clientToken,
    callWith,
    anOrder,
    authorisationOf,
    follow,
    aSupervisorsBrowser,
    answer,
    tokensFor,
    granted,
  }
}
