import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { checkout } from '#contract/checkout.ts'
import type { Body } from '#contract/endpoint.ts'
import { holdItems } from '#server/baskets/add/service.ts'
import { authorise } from '#server/checkout/authorisation/service.ts'
import { complete } from '#server/checkout/completion/service.ts'
import { reconcilePayments } from '#server/checkout/reconciliation/service.ts'
import { prepare } from '#server/checkout/service.ts'
import type { CheckoutServices } from '#server/checkout/service.ts'
import { createHolds } from '#server/holds/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Tables } from '#server/platform/tables.ts'
import { createDemoCompany } from '#server/providers/cards/demo/company.ts'
import type { DemoCompany } from '#server/providers/cards/demo/company.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import { clockAt } from './clock.ts'
import type { TestClock } from './clock.ts'
import { anActivity } from './factories/activities.ts'
import { aCustomer } from './factories/customers.ts'
import { anOccurrence } from './factories/occurrences.ts'
import { anOperator } from './factories/operators.ts'
import { aLocation, aVenue } from './factories/venues.ts'

/** The endings that cards of the demo company have (wire §9). */
export const cardEnding = {
  accepted: '4000000000000006',
  declined: '4000000000000002',
  challengedAndPassed: '4000000000000003',
  challengedAndFailed: '4000000000000004',
  pending: '4000000000000005',
} as const

export const site = 'http://bookings.onside.localhost:3000'

export type Shop = {
  db: Database
  clock: TestClock
  cards: DemoCompany
  services: CheckoutServices
  logged: { level: string; fields: object; message: string }[]
  operatorId: number
  occurrences: { id: number }[]
  /** Somebody who has put these of the shop's classes into a basket. */
  buyer: (options?: { customer?: boolean; of?: readonly number[] }) => Promise<Actor>
  /** Puts these of the shop's classes into somebody's basket; a new one after an order. */
  add: (actor: Actor, of: readonly number[]) => Promise<Actor>
}

/** A shop of classes that take cards of the demo company. */
export const openShop = async (
  db: Database,
  options: {
    now: Date
    /** Of the operator, where the database has one already. */
    slug?: string
    classes?: readonly {
      capacity?: number
      price?: number
      allowsAnonymousBookings?: boolean
      vatRate?: number
      printReceipt?: boolean
    }[]
  },
): Promise<Shop> => {
  const clock = clockAt(options.now)
  const { slug } = options
  const operator = await anOperator(db, slug === undefined ? {} : { slug })
  const venue = await aVenue(db, { operatorId: operator.id })
  const occurrences: { id: number }[] = []
  for (const [index, { capacity = 10, ...more }] of (options.classes ?? [{}]).entries()) {
    const activity = await anActivity(db, venue.id, {
      slug: `class-${index}`,
      name: `Class ${index}`,
      ...more,
    })
    const studio = await aLocation(db, venue.id)
    const startsAt = new Date(options.now.getTime() + (24 + 2 * index) * 3_600_000)
    occurrences.push(await anOccurrence(db, { activity, locationId: studio.id, startsAt }, { capacity }))
  }
  const cards = createDemoCompany({ db, clock })
  const logged: Shop['logged'] = []
  const keep = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields, message })
  const log: Log = { info: keep('info'), warn: keep('warn'), error: keep('error'), debug: keep('debug') }
  const holds = createHolds(db, clock.now)

  const add: Shop['add'] = async (actor, of) => {
    const items = of.map((index) => ({
      id: occurrences[index]?.id ?? 0,
      quantity: 1,
      applyBenefit: true,
      applyPackage: true,
      activityRestrictionIds: [],
    }))
    const basket = await holdItems({ db, holds }, actor, { items }, clock.now())
    return actor.person === null ? { ...actor, basketUuid: basket.uuid } : actor
  }

  const buyer: Shop['buyer'] = async ({ customer = false, of = [0] } = {}) => {
    const customerId = customer ? (await aCustomer(db, operator.id)).id : null
    const actor: Actor = {
      operator: {
        id: operator.id,
        slug: operator.slug,
        name: 'Demo Leisure',
        currencySymbol: '£',
        timezone: 'Europe/London',
        migrationDate: null,
        basketHoldSeconds: 600,
        frameOrigins: [],
        bearerTokenEnabled: false,
        billingAddress: 'postcode',
      },
      person:
        customerId === null
          ? null
          : {
              id: customerId,
              operatorId: operator.id,
              role: 'customer',
              staffLevel: null,
              linkedIds: [],
              isVerified: true,
              tokenDigest: randomBytes(32),
            },
      customerId,
      isStaff: false,
      basketUuid: null,
      orderSecrets: [],
      address: `test-${randomBytes(6).toString('hex')}`,
      site,
    }
    return of.length === 0 ? actor : add(actor, of)
  }

  return {
    db,
    clock,
    cards,
    services: { db, cards, log },
    logged,
    operatorId: operator.id,
    occurrences,
    buyer,
    add,
  }
}

type AuthoriseBody = Body<typeof checkout.authorise>
type CompleteBody = Body<typeof checkout.complete>

const settled = {
  payments: [],
  completedWaivers: [],
  source: 'activity-booking' as const,
  terms: [],
  termsAccepted: true,
}
const email = 'visitor@example.test'

/** A card that has been typed into the card form, ready to be sent. */
export const typedCard = async (
  shop: Shop,
  actor: Actor,
  number: string = cardEnding.accepted,
): Promise<{ sessionKey: string; cardIdentifier: string }> => {
  const { sessionKey } = await prepare(
    shop.services,
    actor,
    { source: 'activity-booking', kiosk: false, selectedUserId: undefined },
    shop.clock.now(),
  )
  const card = await shop.cards.identifyCard(sessionKey, {
    cardholderName: 'A Example',
    cardNumber: number,
    expiryDate: '0940',
    securityCode: '123',
  })
  if (card === null || 'errors' in card) throw new Error('The test card was not taken.')
  return { sessionKey, cardIdentifier: card.cardIdentifier }
}

/** What the checkout page sends with a card. */
export const authoriseBody = (
  card: { sessionKey: string; cardIdentifier: string },
  more: Partial<AuthoriseBody> = {},
): AuthoriseBody => ({
  ...settled,
  billingFirstName: 'Ann',
  billingLastName: 'Example',
  billingAddressLineOne: '1 Example Road',
  billingCity: 'Exampleton',
  billingPostcode: 'ZZ1 1ZZ',
  email,
  saveCard: false,
  kiosk: false,
  ...card,
  ...more,
})

export const completeBody = (transactionUuid?: string, more: Partial<CompleteBody> = {}): CompleteBody => ({
  ...settled,
  email,
  ...(transactionUuid === undefined ? {} : { transactionUuid }),
  ...more,
})

/** Types a card in and asks the bank. */
export const payWith = async (
  shop: Shop,
  actor: Actor,
  number: string = cardEnding.accepted,
  services: CheckoutServices = shop.services,
  more: Partial<AuthoriseBody> = {},
) => authorise(services, actor, authoriseBody(await typedCard(shop, actor, number), more), shop.clock.now())

export const completeWith = (
  shop: Shop,
  actor: Actor,
  transactionUuid?: string,
  services: CheckoutServices = shop.services,
) => complete(services, actor, completeBody(transactionUuid), shop.clock.now())

/** The person presses Continue on the bank's page. */
export const answerBank = async (
  shop: Shop,
  data: readonly { name: string; value: string }[] | null,
): Promise<void> => {
  await shop.cards.answerQuestion(data?.find(({ name }) => name === 'creq')?.value ?? '')
}

/** Lets time pass with the driver running, until every payment has come to its end. */
export const driveToTheEnd = async (
  shop: Shop,
  services: CheckoutServices = shop.services,
): Promise<void> => {
  for (let turns = 0; turns < 400; turns += 1) {
    await reconcilePayments(services, shop.clock.now())
    const { rows } = await sql`select 1 from payment_transaction where next_attempt_at is not null`.execute(
      shop.db,
    )
    if (rows.length === 0) return
    shop.clock.forward(15_000)
  }
  throw new Error('Some payment never came to its end.')
}

/** The process died: nothing it would have done after is done. */
export class Killed extends Error {}

/**
 * Services that die at a step: before or after one of their transactions or of their calls to the card company.
 * What was done before stays done; whatever they are asked after is not done.
 */
export const mortal = (
  services: CheckoutServices,
  diesAt: number,
): { services: CheckoutServices; steps: () => number } => {
  let step = 0
  let isDead = false
  const live = (): void => {
    if (isDead) throw new Killed()
  }
  const tick = (): void => {
    live()
    step += 1
    if (step !== diesAt) return
    isDead = true
    throw new Killed()
  }
  const around = async (run: () => Promise<unknown>): Promise<unknown> => {
    tick()
    const outcome = await run()
    tick()
    return outcome
  }
  const db = new Proxy(services.db, {
    get: (target, key) => {
      live()
      if (key === 'transaction') {
        return () => ({
          execute: (run: (tx: Transaction<Tables>) => Promise<unknown>) =>
            around(() => target.transaction().execute(run)),
        })
      }
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const cards = new Proxy(services.cards, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function'
        ? (...args: unknown[]) => around(() => (value as (...all: unknown[]) => Promise<unknown>)(...args))
        : value
    },
  })
  return { services: { ...services, db, cards }, steps: () => step }
}

/** The company cannot be reached: `lost` calls are carried out and their answer is lost. */
export const unreachable = (
  cards: CardProvider,
  failing: (call: string) => 'before' | 'after' | null,
  error: () => Error,
): CardProvider =>
  new Proxy(cards, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        const fails = failing(String(key))
        if (fails === 'before') throw error()
        const outcome = await (value as (...all: unknown[]) => Promise<unknown>)(...args)
        if (fails === 'after') throw error()
        return outcome
      }
    },
  })

/**
 * What is wrong with the books of money, in sentences (I2): what an order says was paid is what the card
 * company has taken, to the penny; nothing is taken without an order or a refund; every place that is bought
 * has its booking.
 */
export const wrongWithMoney = async (db: Tx): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    select format('order %s comes to %s and was paid %s', o.id, o.total, coalesce(sum(p.amount), 0)) as wrong
      from customer_order o left join order_payment p on p.order_id = o.id
      group by o.id having o.total <> coalesce(sum(p.amount), 0)
    union all
    select format('order %s comes to %s, its bookings to %s and its penalties to %s', o.id, o.total, b.sum, p.sum)
      from customer_order o
      cross join lateral (select coalesce(sum(price + move_refund), 0) as sum from booking where order_id = o.id) b
      cross join lateral (select coalesce(sum(amount), 0) as sum from penalty where order_id = o.id) p
      where o.total <> b.sum + p.sum and o.source <> 'online-joining'
    union all
    select format('order %s comes to %s and is of %s joinings that come to %s', o.id, o.total, count(j.id), sum(j.joining_fee + j.first_days_price))
      from customer_order o left join joining j on j.order_id = o.id
      where o.source = 'online-joining'
      group by o.id having o.total <> coalesce(sum(j.joining_fee + j.first_days_price), -1)
    union all
    select format('payment %s of %s stands at %s and the company has taken %s', t.uuid, t.amount, t.status, d.captured - d.refunded)
      from payment_transaction t join demo_card_payment d on d.reference = t.provider_reference
      where d.captured - d.refunded <> case when t.status = 'completed' and d.state <> 'authorised' then t.amount - (
          select coalesce(sum(r.amount), 0) from refund r join order_payment p on p.id = r.payment_id
            where p.transaction_id = t.id and r.destination = 'card' and r.status = 'done'
        ) else 0 end
    union all
    select format('payment %s says taken and the company says %s', t.uuid, d.state)
      from payment_transaction t join demo_card_payment d on d.reference = t.provider_reference
      where t.captured_at is not null and d.state <> 'captured' and d.captured <> d.refunded
    union all
    select format('the company has taken %s for %s, of which nothing is known', d.captured - d.refunded, d.reference)
      from demo_card_payment d
      where d.captured > d.refunded
        and not exists (select 1 from payment_transaction t where t.provider_reference = d.reference)
        and not exists (select 1 from membership_collection c where c.method = 'card' and d.reference like c.key || ':%')
    union all
    select format('payment %s is complete and order %s has not its amount', t.uuid, t.order_id)
      from payment_transaction t
      where t.status = 'completed' and t.amount > 0
        and not exists (select 1 from order_payment p where p.transaction_id = t.id and p.order_id = t.order_id and p.amount = t.amount)
    union all
    select format('hold %s is bought and has no booking', h.id)
      from hold h where h.state = 'confirmed' and not exists (select 1 from booking b where b.hold_id = h.id)
    union all
    select format('booking %s has a hold that is %s', b.id, h.state)
      from booking b join hold h on h.id = b.hold_id where b.status = 'booked' and h.state <> 'confirmed'
    union all
    select format('basket %s is %s and has %s orders', b.id, b.status, count(o.id))
      from basket b left join customer_order o on o.basket_id = b.id
      group by b.id having (b.status = 'paymentComplete') <> (count(o.id) = 1)
    union all
    select format('order %s has %s confirmations', o.id, count(n.id))
      from customer_order o left join notice n on n.kind in ('booking_confirmed', 'membership_joined') and n.about = 'order:' || o.id
      where o.email is not null group by o.id having count(n.id) <> 1`.execute(db)
  return rows.map((row) => row.wrong)
}

/** What is left open although every payment has come to its end: money set aside, baskets that cannot be changed. */
export const leftOpen = async (db: Tx): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    select format('the company still has %s at %s', d.reference, d.state) as wrong
      from demo_card_payment d where d.state in ('challenge', 'pending', 'authorised')
    union all
    select format('payment %s stands at %s', t.uuid, t.status) from payment_transaction t
      where t.status in ('started', 'challenge', 'pending', 'authorised', 'voiding')
        or (t.status = 'completed' and t.captured_at is null)
    union all
    select format('basket %s is still being paid', b.id) from basket b where b.status = 'paymentProcessing'
    union all
    select format('payment %s was let go for want of a place and nobody was told', t.uuid) from payment_transaction t
      where t.status in ('voided', 'refunded')
        and not exists (select 1 from notice n where n.kind = 'payment_voided' and n.about = 'payment:' || t.uuid)`.execute(
    db,
  )
  return rows.map((row) => row.wrong)
}
