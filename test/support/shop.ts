import { randomBytes } from 'node:crypto'
import { holdItems } from '#server/baskets/add.ts'
import type { CheckoutServices } from '#server/checkout/payment.ts'
import { createHolds } from '#server/holds/places.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { createDemoCompany } from '#server/providers/cards/demo/company.ts'
import type { DemoCompany } from '#server/providers/cards/demo/company.ts'
import { clockAt } from './clock.ts'
import type { TestClock } from './clock.ts'
import { anActivity } from './factories/activities.ts'
import { aCustomer } from './factories/customers.ts'
import { anOccurrence } from './factories/occurrences.ts'
import { anOperator } from './factories/operators.ts'
import { aLocation, aVenue } from './factories/venues.ts'

const site = 'http://bookings.onside.localhost:3000'

export type Shop = {
  db: Database
  clock: TestClock
  cards: DemoCompany
  services: CheckoutServices
  logged: { level: string; fields: object; message: string }[]
  operatorId: number
  occurrences: { id: number }[]
  /** A visitor whose basket holds these of the shop's classes. */
  buyer: (options?: { customer?: boolean; of?: readonly number[] }) => Promise<Actor>
  /** Puts these of the shop's classes into a visitor's basket; a new one after an order. */
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
    const { basket } = await holdItems({ db, holds }, actor, { items }, clock.now())
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
              rights: [],
              linkedIds: [],
              isVerified: true,
              language: null,
              tokenDigest: randomBytes(32),
            },
      customerId,
      isStaff: false,
      basketUuid: null,
      orderSecrets: [],
      address: `test-${randomBytes(6).toString('hex')}`,
      site,
      messages: operatorMessages(),
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
