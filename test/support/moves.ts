import { expect } from 'vitest'
import { reconcileRefunds } from '#server/bookings/refunds.ts'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { api } from '#web/platform/api.ts'
import { wrongWithUses } from './allowances.ts'
import type { TestBrowser } from './app.ts'
import { authorise, billing, complete, typeCard } from './buying.ts'
import { aCentre, on } from './centre.ts'
import { wrongWithCredit } from './credits.ts'
import { emptyTables, testDatabase } from './database.ts'
import { aPricingOption } from './factories/activities.ts'
import { anOccurrence } from './factories/occurrences.ts'
import { wrongWithMoney } from './money.ts'
import { wrongWithPlaces } from './places.ts'
import { wrongWithWaitlists } from './waitlists.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** Yoga at £8.45 on Thursday at ten, with other times: at the same price, cheaper (£6.95) and dearer (£9.45). */
export const aMovableClass = async (db: Database) => {
  const centre = await aCentre(db)
  const { activity, studio } = await centre.yoga({ price: 845, freeCancelMinutes: 240 })
  await aPricingOption(db, activity.id, { slug: 'early', price: 695, band: 'early' })
  await aPricingOption(db, activity.id, { slug: 'late', price: 945, band: 'late' })
  const classAt = (
    time: string,
    date?: string,
    more: { band?: string; capacity?: number; name?: string } = {},
  ) =>
    anOccurrence(
      db,
      { activity, locationId: studio.id, startsAt: on(time, date) },
      { name: 'Yoga', capacity: 10, ...more },
    )
  const [ten, noon, early, late, friday] = await Promise.all([
    classAt('10:00'),
    classAt('12:00'),
    classAt('07:00', undefined, { band: 'early' }),
    classAt('18:00', undefined, { band: 'late' }),
    classAt('10:00', '2027-03-05'),
  ])
  return { ...centre, activity, studio, classAt, ten, noon, early, late, friday, ...withBuyers(centre, db) }
}

const withBuyers = ({ app }: Awaited<ReturnType<typeof aCentre>>, db: Database) => ({
  /** Buys a class by card, or with what covers it, and answers its only booking. */
  buy: async (browser: TestBrowser, session: { publicId: string }, more: object = {}) => {
    const basket = await browser.send(api.baskets.add, { items: [{ id: session.publicId, ...more }] })
    const paid = basket.balance === 0 ? undefined : (await authorise(browser)).transactionUuid
    const { completeOrderId } = await complete(browser, paid)
    const { bookings } = await browser.send(api.bookings.order, { completeOrderId })
    const [booking] = bookings
    if (booking === undefined) throw new Error('Nothing was booked.')
    return booking
  },
  /** Asks for what was authorised for a move. */
  complete: (browser: TestBrowser, transactionUuid: string, moveId: number) =>
    browser.send(api.checkout.complete, { transactionUuid, source: 'booking-move', moveId }),
  sendMails: async () => {
    const services = { ...app.services, mail: null }
    await runDueJobs(db, jobHandlers({ db, clock: app.clock, log: quiet, services }), app.clock.now(), quiet)
  },
  /** The books of places, money, credit, uses and waitlists all agree. */
  audit: async () => {
    expect(await wrongWithPlaces(db, app.clock.now())).toEqual([])
    expect(await wrongWithMoney(db)).toEqual([])
    expect(await wrongWithCredit(db)).toEqual([])
    expect(await wrongWithUses(db, app.clock.now())).toEqual([])
    expect(await wrongWithWaitlists(db, app.clock.now())).toEqual([])
  },
  orderOf: (browser: TestBrowser, completeOrderId: number) =>
    browser.send(api.bookings.order, { completeOrderId }),
  bookingOf: (id: number) =>
    db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  placesOf: async ({ id }: { id: number }): Promise<number> =>
    (await db.selectFrom('occurrence').select('placesTaken').where('id', '=', id).executeTakeFirstOrThrow())
      .placesTaken,
})

export type MovableClass = Awaited<ReturnType<typeof aMovableClass>>

/** The class in an empty database, and a customer who books it. */
export const aMovableClassWithAnn = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const world = await aMovableClass(db)
  return { db, world, ann: await world.customer({ email: 'ann@example.test' }) }
}

export const move = (browser: TestBrowser, bookingId: number, to: { publicId: string }, price = 845) =>
  browser.send(api.moves.move, { bookingId, to: to.publicId, price })

/** Holds a dearer time for a booking. */
export const beginMove = (browser: TestBrowser, bookingId: number, to: { publicId: string }, price = 945) =>
  browser.send(api.moves.begin, { bookingId, to: to.publicId, price })

/** What the page of a move does: a card is typed in and authorised, and the booking moved. */
export const payForMove = async (
  browser: TestBrowser,
  moveId: number,
  card?: string,
  { isCompleted = true, ...more }: { isCompleted?: boolean; saveCard?: boolean } = {},
) => {
  const what = { source: 'booking-move', moveId } as const
  const authorised = await browser.send(api.checkout.authorise, {
    ...billing,
    email: 'ann@example.test',
    ...(await typeCard(browser, card, what)),
    ...what,
    ...more,
  })
  const { transactionUuid } = authorised
  return {
    authorised,
    completed: isCompleted ? await browser.send(api.checkout.complete, { transactionUuid, ...what }) : null,
  }
}

/** Lets time pass with the jobs of payments and refunds running, until none is due. */
export const driveMoves = async ({ db, app }: Pick<MovableClass, 'db' | 'app'>): Promise<void> => {
  const services = { db, cards: app.services.cards.provider, log: quiet }
  for (let turns = 0; turns < 40; turns += 1) {
    await reconcilePayments(services, app.clock.now())
    await reconcileRefunds(services, app.clock.now())
    app.clock.forward(60_000)
  }
}

/** What the card company has of each payment, in the order in which they began: `captured 845`. */
export const companyPayments = async (db: Database): Promise<string[]> => {
  const payments = await db
    .selectFrom('paymentTransaction as t')
    .innerJoin('demoCardPayment as d', 'd.reference', 't.providerReference')
    .select(['d.state', 'd.captured', 'd.refunded'])
    .orderBy('t.id')
    .execute()
  return payments.map(({ state, captured, refunded }) => `${state} ${captured - refunded}`)
}
