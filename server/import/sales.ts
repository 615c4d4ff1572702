import { randomBytes } from 'node:crypto'
import { createLookups, holdItems } from '#server/baskets/add/service.ts'
import { lockBasketOf } from '#server/baskets/service.ts'
import { markAttendance } from '#server/attendance/service.ts'
import { payAtDesk } from '#server/checkout/desk/service.ts'
import { soldLines } from '#server/checkout/sale/service.ts'
import { createHolds } from '#server/holds/service.ts'
import type { Actor, Operator, Person } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { cancelBookings } from '#server/bookings/cancellation/service.ts'
import { join } from '#server/waitlists/service.ts'
import type { SaleFile, WaitingFile, WhichSession } from './layout.ts'
import * as rows from './queries.ts'
import type { SellToday } from './today.ts'

/** People buy so long before their session, and come so long before it begins. */
const soldBeforeMs = 90 * 60_000
const comeBeforeMs = 10 * 60_000
/** They wait for a place since then. */
const joinedBeforeMs = 10 * 60_000
/** Whoever has not come by then is not coming. */
const absentAfterMs = 15 * 60_000

/**
 * Sells over the counter what the files say was sold today, by the calls of the desk, and marks who came; puts those
 * who wait on their waitlists; and cancels what was cancelled, which may bring one of them an offer. Once a day:
 * where something has been taken at the venue today, nothing is done. What the desk or the site would refuse is not
 * done either.
 */
export const sellToday = async (
  db: Database,
  { operator, sales, waiting }: { operator: Operator } & Omit<SellToday, 'operatorId'>,
  now: Date,
): Promise<void> => {
  const busy = await rows.venuesWithTakings(db, operator.id, now)
  const people = new Map(
    (await rows.knownPeople(db, operator.id)).map((person) => [person.reference, person]),
  )
  let sold = 0
  const cancelled: { bookingId: number; actor: Actor }[] = []
  for (const sale of sales) {
    if (busy.has(sale.venue)) continue
    await unlessRefused(async () => {
      const bookingId = await sellOne({ db }, actorOf(operator, people, sale), sale, sold, now)
      if (bookingId === null) return
      sold += 1
      if (sale.cancelled && sale.to !== null)
        cancelled.push({ bookingId, actor: customerOf(operator, people, sale.to) })
    })
  }
  for (const wait of waiting) {
    if (busy.has(wait.venue)) continue
    for (const reference of wait.people)
      await unlessRefused(() => waitFor({ db }, customerOf(operator, people, reference), wait, now))
  }
  for (const { bookingId, actor } of cancelled)
    await unlessRefused(() => transact(db, (tx) => cancelBookings(tx, actor, [bookingId], now)))
}

/** Sessions lie where the hour puts them: whoever would be in two at once, or comes too late, does nothing. */
const unlessRefused = async (doing: () => Promise<unknown>): Promise<void> => {
  try {
    await doing()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

const sessionOf = (
  db: Database,
  operatorId: number,
  { venue, activity, session, on, at }: WhichSession,
  now: Date,
  isFull = false,
) => {
  if (session !== undefined)
    return rows.sessionOfToday(db, operatorId, { venue, activity, session }, now, isFull)
  return rows.sessionAt(db, operatorId, { venue, activity, on: on ?? '', at: at ?? '' })
}

const waitFor = async (
  { db }: { db: Database },
  actor: Actor,
  wait: WaitingFile,
  now: Date,
): Promise<void> => {
  const session = await sessionOf(db, actor.operator.id, wait, now, true)
  const { customerId } = actor
  if (session === undefined || customerId === null) return
  const since = new Date(now.getTime() - joinedBeforeMs)
  await transact(db, (tx) => join(tx, actor, { id: session.id, personId: customerId }, since))
}

const sellOne = async (
  { db }: { db: Database },
  actor: Actor & { person: Person },
  sale: SaleFile,
  number: number,
  now: Date,
): Promise<number | null> => {
  const session = await sessionOf(db, actor.operator.id, sale, now)
  if (session === undefined) return null
  const at = new Date(Math.min(now.getTime(), session.startsAt.getTime()) - soldBeforeMs + number * 60_000)
  const { tokenDigest } = actor.person
  const holds = createHolds(db, () => at)
  const added = { db, holds, lookups: createLookups(db) }
  await holdItems(added, actor, wanted(session.id), at)
  const bookingId = await transact(db, async (tx) => {
    const basket = await lockBasketOf(tx, actor)
    if (basket === null) throw new Error('A sale has no basket.')
    const { total } = (await soldLines(tx, actor, basket, undefined, at)).sale
    if (sale.till !== null) {
      const { venue, till } = sale
      await rows.openAtTill(tx, { customerId: actor.person.id, venue, till, tokenDigest }, at)
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
    await rows.closeAtTill(tx, tokenDigest)
    return rows.bookingOfOrder(tx, completeOrderId)
  })
  const { attendance } = sale
  if (attendance === undefined) return bookingId
  const { startsAt } = session
  const marked =
    attendance === 'attended'
      ? new Date(Math.min(now.getTime(), Math.max(at.getTime(), startsAt.getTime() - comeBeforeMs)))
      : new Date(startsAt.getTime() + absentAfterMs)
  // Nobody is absent from what has not begun.
  if (marked <= now) await transact(db, (tx) => markAttendance(tx, actor, bookingId, attendance, marked))
  return bookingId
}

const wanted = (id: number) => ({
  items: [{ id, quantity: 1, applyBenefit: true, applyPackage: true, activityRestrictionIds: [] }],
})

type Known = Awaited<ReturnType<typeof rows.knownPeople>>[number]

/** Somebody who looks after themselves on the site. */
const customerOf = (operator: Operator, people: ReadonlyMap<string, Known>, reference: string): Actor => {
  const known = people.get(reference)
  if (known === undefined) throw new Error(`${reference} was not made.`)
  return {
    operator,
    person: {
      id: known.id,
      operatorId: operator.id,
      role: 'customer',
      staffLevel: null,
      linkedIds: [],
      tokenDigest: randomBytes(32),
    },
    customerId: known.id,
    isStaff: false,
    basketUuid: null,
    address: '',
    site: '',
  }
}

const actorOf = (
  operator: Operator,
  people: ReadonlyMap<string, Known>,
  { by, to }: SaleFile,
): Actor & { person: Person } => {
  const seller = people.get(by)
  if (seller === undefined) throw new Error(`${by} was not made.`)
  return {
    operator,
    person: {
      id: seller.id,
      operatorId: operator.id,
      role: 'staff',
      staffLevel: seller.staffLevel === 'supervisor' ? 'supervisor' : 'desk',
      linkedIds: [],
      // Of no token: it names the log-in at the drawer.
      tokenDigest: randomBytes(32),
    },
    customerId: to === null ? null : (people.get(to)?.id ?? null),
    isStaff: true,
    basketUuid: null,
    address: '',
    site: '',
  }
}
