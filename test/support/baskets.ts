import type { Basket, BasketItem, baskets } from '#contract/baskets.ts'
import type { Sent } from '#contract/endpoint.ts'
import { fromWire, requestToWire } from '#contract/wire.ts'
import { raisePenalty } from '#server/penalties/owed.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { api } from '#web/platform/api.ts'
import type { TestBrowser } from './app.ts'
import { monday } from './centre.ts'
import type { Centre } from './centre.ts'
import { aPricingOption } from './factories/activities.ts'
import type { OccurrenceRow } from './factories/occurrences.ts'

/*
 * A basket and what is done to it, for the tests of each of its doings.
 */

export const minute = 60_000
export const hour = 60 * minute

/** Ten minutes after everything in these tests is added, unless they turn the clock. */
export const heldUntil = '2027-03-01T09:10:00Z'

export type Wanted = Sent<typeof baskets.add>['items'][number]
export type Options = Sent<typeof baskets.update>['options']

export const put = (browser: TestBrowser, ...items: Wanted[]) => browser.send(api.baskets.add, { items })
export const read = (browser: TestBrowser) => browser.send(api.baskets.read, {})
export const change = (browser: TestBrowser, { id }: Pick<BasketItem, 'id'>, options: Options) =>
  browser.send(api.baskets.update, { cartItemId: id, options })
export const remove = (browser: TestBrowser, ...lines: Pick<BasketItem, 'id'>[]) =>
  browser.send(api.baskets.remove, { cartItemIds: lines.map(({ id }) => id) })

/** The one line of a basket that must have one. */
export const lineOf = ({ items, lapsedItems }: Basket): BasketItem => {
  const [line, ...others] = [...items, ...lapsedItems]
  if (line === undefined || others.length > 0) throw new Error('The basket has not one line.')
  return line
}

/** A call as programs make it that send no idempotency key. @throws the answer where it is refused */
const sendUnkeyed = async (browser: TestBrowser, path: string, body: object): Promise<Basket> => {
  const answer = await browser.fetch(`/api/activities/cart/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requestToWire(body)),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const { data } = (await answer.json()) as { data: unknown }
  return fromWire(data) as Basket
}

export const putUnkeyed = (browser: TestBrowser, ...items: Wanted[]) => sendUnkeyed(browser, 'add', { items })
export const removeUnkeyed = (browser: TestBrowser, ...lines: Pick<BasketItem, 'id'>[]) =>
  sendUnkeyed(browser, 'remove', { cartItemIds: lines.map(({ id }) => id) })

const places = new WeakMap<Centre, ReturnType<Centre['yoga']>>()

/** A class of yoga; what the activity is like is said with the first. */
export const aClass = async (
  centre: Centre,
  time = '10:00',
  more: Parameters<Centre['yoga']>[0] = {},
  capacity = 10,
) => {
  const place = places.get(centre) ?? centre.yoga(more)
  places.set(centre, place)
  return centre.aClassOf(await place, time, { capacity })
}

export const takenOf = async (db: Database, { id }: Pick<OccurrenceRow, 'id'>): Promise<number> =>
  (await db.selectFrom('occurrence').select('placesTaken').where('id', '=', id).executeTakeFirstOrThrow())
    .placesTaken

export const callOff = (db: Database, { id }: Pick<OccurrenceRow, 'id'>) =>
  db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', id).execute()

/** A swim with an adult's ticket that may be had at the usual £6.00 and at £3.50. */
export const aSwim = async (centre: Centre) => {
  const swim = await centre.swim()
  const { id } = await aPricingOption(centre.db, swim.activity.id, {
    slug: 'concession',
    name: 'Concession',
    price: 350,
    ticketTypeId: swim.adult.id,
  })
  const [session] = swim.sessions
  if (session === undefined) throw new Error('There is no session.')
  const ticket = (quantity = 1, more: Partial<Wanted> = {}): Wanted => ({
    id: session.publicId,
    ticketId: swim.adult.publicId,
    quantity,
    ...more,
  })
  return { ...swim, session, ticket, concession: { pricingOptionId: id } }
}

/** A customer who owes for having missed something, at an operator who lets no one book who does. */
export const aDebtor = async (centre: Centre) => {
  const { db } = centre
  await db.updateTable('operator').set({ outstandingPenalties: 'block' }).execute()
  const someone = await centre.customer()
  const owe = async () =>
    (await transact(db, (tx) =>
      raisePenalty(
        tx,
        { operatorId: centre.operatorId, customerId: someone.id, amount: 300, description: 'Missed: Yoga' },
        monday,
      ),
    )) ?? 0
  return { ...someone, owe }
}

export const oweFirst = 'You have an unpaid penalty. Add it to your basket to pay it with your booking.'

/** A way to be refused, and what is said then. */
export type Refused = {
  asking: Promise<unknown>
  message: string
  availableAt?: string
  /** Sentences by field, where there are some. */
  errors?: Record<string, string[]>
}
