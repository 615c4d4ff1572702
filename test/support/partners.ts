import { validate } from '@openactive/data-model-validator'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { betaNamespace } from '#bin/openactiveVocabulary.mjs'
import { publishOrders } from '#server/open-booking/readOrders.ts'
import { publishFeeds } from '#server/openactive/publish.ts'
import { conceptSchemes } from '#server/openactive/rules.ts'
import type { Database } from '#server/platform/database.ts'
import { api } from '#web/platform/api.ts'
import { testApp } from './app.ts'
import type { TestApp, TestBrowser } from './app.ts'
import { aBookableClass } from './factories/bookableClass.ts'
import { aCustomer } from './factories/customers.ts'

/** What the bookings site publishes under. */
export const site = 'http://bookings.onside.localhost:3000'
export const seller = `${site}/api/openactive/demo`

// oxlint-disable-next-line typescript/no-explicit-any -- JSON of the standard, of which each test reads a part
export type Body = Record<string, any>
export type Answer = { status: number; text: string; body: Body }

/** A booking partner with its key. */
export type TestPartner = {
  id: number
  send: (method: string, path: string, body?: object) => Promise<Answer>
  /** The whole of a feed of orders, from the start. */
  feed: (name?: 'orders-rpde' | 'order-proposals-rpde') => Promise<Body[]>
}

export const aPartner = async (app: TestApp, desk: TestBrowser, name = 'FitFinder'): Promise<TestPartner> => {
  const { partner, key } = await desk.send(api.openBooking.registerPartner, {
    name,
    agreement: '',
    callsPerMinute: 100_000,
  })
  const send: TestPartner['send'] = async (method, at, body) => {
    const response = await app.browser().fetch(`/api/open-booking${at}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/vnd.openactive.booking+json; version=1',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, text, body: text === '' ? {} : (JSON.parse(text) as Body) }
  }
  const feed: TestPartner['feed'] = async (name = 'orders-rpde') => {
    const items: Body[] = []
    for (let at = `/${name}`; ;) {
      const { body } = await send('GET', at)
      const page = body as { items: Body[]; next: string }
      items.push(...page.items)
      if (page.items.length === 0) return items
      at = page.next.split('/api/open-booking')[1] ?? ''
    }
  }
  return { id: partner.id, send, feed }
}

/** A class of an operator that sells through partners, one of which is `fitFinder`; it has all that the standard asks. */
export const openPartners = async (
  db: Database,
  options: { now: Date; startsAt: Date; capacity?: number; price?: number },
) => {
  const world = await aBookableClass(db, options)
  await db
    .updateTable('operator')
    .set({
      openBooking: true,
      legalName: 'Demo Leisure Limited',
      bookingTermsUrl: 'https://demo.example/terms',
    })
    .execute()
  await db
    .updateTable('activity')
    .set({
      vatRate: 2000,
      freeCancelMinutes: 120,
      conceptIds: ['https://openactive.io/activity-list#bf1a5e00-cdcf-465d-8c5a-6f57040b7f7e'],
    })
    .execute()
  await db.updateTable('venue').set({ region: 'Greater Manchester', lat: 51.5, lng: -0.1 }).execute()
  const app = testApp(db, { now: options.now })
  const desk = app.browser({ site: 'desk' })
  const supervisor = await aCustomer(db, world.operator.id, { role: 'staff', staffLevel: 'supervisor' })
  await desk.logIn(supervisor.id)
  await publishFeeds(db, site, app.clock.now())
  return {
    ...world,
    app,
    desk,
    supervisor,
    fitFinder: await aPartner(app, desk),
    publish: () => publishOrders(db, app.clock.now()),
  }
}

export const sessionAddress = (id: number) => `${seller}/scheduled-sessions/${id}`
export const offerAddress = (id: number) => `${seller}/offers/${id}`

/** The body of C1, C2 or B for places at an offer. */
export const orderOf = (
  type: 'OrderQuote' | 'Order' | 'OrderProposal',
  places: readonly (readonly [session: string, offer: string])[],
  more: object = {},
) => ({
  '@context': 'https://openactive.io/',
  '@type': type,
  brokerRole: 'https://openactive.io/AgentBroker',
  broker: { '@type': 'Organization', name: 'FitFinder', url: 'https://fitfinder.example' },
  seller,
  orderedItem: places.map(([orderedItem, acceptedOffer], position) => ({
    '@type': 'OrderItem',
    position,
    acceptedOffer,
    orderedItem,
  })),
  ...more,
})

export const ann = {
  '@type': 'Person',
  email: 'ann@example.test',
  givenName: 'Ann',
  familyName: 'Lee',
  telephone: '07700 900123',
}

/** What B needs besides the items; pounds. */
export const paidWith = (price: number) => ({
  customer: ann,
  totalPaymentDue: { '@type': 'PriceSpecification', price, priceCurrency: 'GBP' },
  ...(price === 0 ? {} : { payment: { '@type': 'Payment', identifier: 'pi_12345' } }),
})

export const aUuid = () => randomUUID()

/** What the standard's validator finds wrong with an answer. */
export const failuresOf = async (answer: object, validationMode: string): Promise<string[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'concept-schemes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const documents = [
    ...conceptSchemes().map((data) => [data.id, data] as const),
    ...Object.entries(betaNamespace),
    ['https://openactive.io/ns-extension', { '@context': {}, '@graph': [] }] as const,
  ]
  for (const [url, data] of documents) {
    const name = createHash('sha256').update(url).digest('hex')
    const stored = { errorCode: 'error_none', statusCode: 200, contentType: 'application/ld+json' }
    const file = { ...stored, url, exception: null, fetchTime: Date.now() * 2, data }
    writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(file))
  }
  const lists = { loadRemoteJson: true, remoteJsonCachePath: folder, remoteJsonCacheTimeToLive: 1e9 }
  const found = await validate(answer, { ...lists, validationMode })
  return found
    .filter(({ severity }) => severity === 'failure')
    .map(({ path: at, message }) => `${at}: ${message}`)
}
