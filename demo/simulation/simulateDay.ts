import { randomBytes } from 'node:crypto'
import { markAttendance } from '#server/attendance/mark.ts'
import { holdItems } from '#server/baskets/add.ts'
import { lockBasketOf } from '#server/baskets/find.ts'
import { cancelBookings } from '#server/bookings/cancel.ts'
import { payAtDesk } from '#server/checkout/payAtDesk.ts'
import { soldLines } from '#server/checkout/sale.ts'
import { createHolds } from '#server/holds/places.ts'
import type { SimulatedDay } from '#server/import/demo.ts'
import type { SaleFile, SessionReference, WaitlistFile } from '#server/import/files/types.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { operatorById } from '#server/operator/find.ts'
import type { Actor, Operator, Person } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { rightsOf } from '#server/platform/rights.ts'
import { transact } from '#server/platform/transact.ts'
import { joinWaitlist } from '#server/waitlists/join.ts'
import {
  backdateAccount,
  deleteTillSession,
  firstBookingOf,
  occurrenceAt,
  occurrenceToday,
  openTillSession,
  peopleOf,
  venuesWithTakingsToday,
} from './sql.ts'

/** People buy this long before their session, and arrive this long before it begins. */
const soldBeforeMs = 90 * 60_000

const arriveBeforeMs = 10 * 60_000

/** People on a waitlist joined it this long ago. */
const joinedBeforeMs = 10 * 60_000

/** People who have not arrived by then are marked as absent. */
const absentAfterMs = 15 * 60_000

/**
 * Fills the demo with a day of trade: sells over the counter what sales.json lists, through the services of the desk,
 * and marks attendance; puts people on waitlists; and cancels bookings, which may bring one of them an offer. Once a
 * day: a venue whose tills have taken something today is left alone. What the product refuses is skipped.
 */
export const simulateDay = async (db: Database, payload: unknown, now: Date): Promise<void> => {
  const { operatorId, sales, waiting } = payload as SimulatedDay
  const operator = await operatorById(db, operatorId)
  const busy = await venuesWithTakingsToday(db, operator.id, now)
  const people = new Map((await peopleOf(db, operator.id)).map((person) => [person.reference, person]))
  let sold = 0
  const cancelled: { bookingId: number; actor: Actor }[] = []
  for (const sale of sales) {
    if (busy.has(sale.venue)) continue
    await ignoreRefusal(async () => {
      const bookingId = await sellOne(db, staffActor(operator, people, sale), sale, sold, now)
      if (bookingId === null) return
      sold += 1
      if (sale.cancelled && sale.to !== null)
        cancelled.push({ bookingId, actor: customerActor(operator, people, sale.to) })
    })
  }
  for (const entry of waiting) {
    if (busy.has(entry.venue)) continue
    for (const reference of entry.people)
      await ignoreRefusal(() => joinOne(db, customerActor(operator, people, reference), entry, now))
  }
  for (const { bookingId, actor } of cancelled)
    await ignoreRefusal(() => transact(db, (tx) => cancelBookings(tx, actor, [bookingId], now)))
}

/** When sessions are depends on the hour: people who would be in two at once, or come too late, are skipped. */
const ignoreRefusal = async (run: () => Promise<unknown>): Promise<void> => {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

const findOccurrence = (
  db: Database,
  operatorId: number,
  { venue, activity, session, on, at }: SessionReference,
  now: Date,
  isFull = false,
) => {
  if (session !== undefined) return occurrenceToday(db, operatorId, { venue, activity, session }, now, isFull)
  return occurrenceAt(db, operatorId, { venue, activity, on: on ?? '', at: at ?? '' })
}

const joinOne = async (db: Database, actor: Actor, entry: WaitlistFile, now: Date): Promise<void> => {
  const occurrence = await findOccurrence(db, actor.operator.id, entry, now, true)
  const { customerId } = actor
  if (occurrence === undefined || customerId === null) return
  const since = new Date(now.getTime() - joinedBeforeMs)
  await transact(db, (tx) => joinWaitlist(tx, actor, { id: occurrence.id, personId: customerId }, since))
}

const sellOne = async (
  db: Database,
  actor: Actor & { person: Person },
  sale: SaleFile,
  number: number,
  now: Date,
): Promise<number | null> => {
  const occurrence = await findOccurrence(db, actor.operator.id, sale, now)
  if (occurrence === undefined) return null
  const at = new Date(Math.min(now.getTime(), occurrence.startsAt.getTime()) - soldBeforeMs + number * 60_000)
  const { tokenDigest } = actor.person
  if (actor.customerId !== null) await backdateAccount(db, actor.customerId, at)
  const holds = createHolds(db, () => at)
  await holdItems({ db, holds }, actor, oneOf(occurrence.id), at)
  const bookingId = await transact(db, async (tx) => {
    const basket = await lockBasketOf(tx, actor)
    if (basket === null) throw new Error('A sale has no basket.')
    const { total } = (await soldLines(tx, actor, basket, {}, at)).sale
    if (sale.till !== null) {
      const { venue, till } = sale
      await openTillSession(tx, { customerId: actor.person.id, venue, till, tokenDigest }, at)
    }
    const payment = {
      tenderType: sale.tender,
      amount: total,
      amountTendered: sale.tendered === undefined ? undefined : Math.max(sale.tendered, total),
      reference: sale.number,
    }
    const paid = { payments: [payment], terms: [], termsAccepted: true, completedWaivers: [] }
    const body = { ...paid, source: 'front-of-house' as const, printReceipt: false }
    const { completeOrderId } = await payAtDesk(tx, actor, body, at)
    await deleteTillSession(tx, tokenDigest)
    return firstBookingOf(tx, completeOrderId)
  })
  const { attendance } = sale
  if (attendance === undefined) return bookingId
  const { startsAt } = occurrence
  const marked =
    attendance === 'attended'
      ? new Date(Math.min(now.getTime(), Math.max(at.getTime(), startsAt.getTime() - arriveBeforeMs)))
      : new Date(startsAt.getTime() + absentAfterMs)
  // Attendance is not marked before the session begins.
  if (marked <= now)
    await transact(db, (tx) => markAttendance(tx, actor, { bookingId, status: attendance }, marked))
  return bookingId
}

const oneOf = (id: number) => ({
  items: [{ id, quantity: 1, applyBenefit: true, applyPackage: true, activityRestrictionIds: [] }],
})

type PersonRow = Awaited<ReturnType<typeof peopleOf>>[number]

/** A customer who uses the site for themselves. */
const customerActor = (
  operator: Operator,
  people: ReadonlyMap<string, PersonRow>,
  reference: string,
): Actor => {
  const customer = people.get(reference)
  if (customer === undefined) throw new Error(`There is no customer ${reference}.`)
  return {
    operator,
    person: {
      id: customer.id,
      operatorId: operator.id,
      role: 'customer',
      rights: [],
      linkedIds: [],
      isVerified: true,
      language: null,
      tokenDigest: randomBytes(32),
    },
    customerId: customer.id,
    isStaff: false,
    basketUuid: null,
    orderSecrets: [],
    address: '',
    site: '',
    messages: operatorMessages(),
  }
}

/** A member of staff who serves a customer, or a walk-in. */
const staffActor = (
  operator: Operator,
  people: ReadonlyMap<string, PersonRow>,
  { by, to }: SaleFile,
): Actor & { person: Person } => {
  const seller = people.get(by)
  if (seller === undefined) throw new Error(`There is no member of staff ${by}.`)
  return {
    operator,
    person: {
      id: seller.id,
      operatorId: operator.id,
      role: 'staff',
      rights: rightsOf(seller.roles),
      linkedIds: [],
      isVerified: true,
      language: null,
      // Names the session at the till; no token has it.
      tokenDigest: randomBytes(32),
    },
    customerId: to === null ? null : (people.get(to)?.id ?? null),
    isStaff: true,
    basketUuid: null,
    orderSecrets: [],
    address: '',
    site: '',
    messages: operatorMessages(),
  }
}
