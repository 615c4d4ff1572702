import { randomBytes } from 'node:crypto'
import { addToBasket } from '#server/baskets/adding/service.ts'
import { createLookups } from '#server/baskets/asking/service.ts'
import { lockBasketFor } from '#server/baskets/service.ts'
import { markAttendance } from '#server/attendance/service.ts'
import { payAtDesk } from '#server/checkout/desk/service.ts'
import { linesSold } from '#server/checkout/selling/service.ts'
import { createHolds } from '#server/holds/service.ts'
import type { Actor, Operator, Person } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import type { SaleFile } from './layout.ts'
import * as rows from './queries.ts'

/** People buy so long before their session, and come so long before it begins. */
const soldBeforeMs = 90 * 60_000
const comeBeforeMs = 10 * 60_000
/** Whoever has not come by then is not coming. */
const absentAfterMs = 15 * 60_000

/**
 * Sells over the counter what the files say was sold today, by the calls of the desk, and marks who came. Once a day:
 * where something has been taken at the venue today, nothing is done. What the desk would refuse is not sold.
 */
export const sellToday = async (
  db: Database,
  { operator, sales }: { operator: Operator; sales: readonly SaleFile[] },
  touch: (venueId: number) => void,
  now: Date,
): Promise<void> => {
  const busy = await rows.venuesWithTakings(db, operator.id, now)
  const people = new Map(
    (await rows.knownPeople(db, operator.id)).map((person) => [person.reference, person]),
  )
  let sold = 0
  for (const sale of sales) {
    if (busy.has(sale.venue)) continue
    try {
      if (await sellOne({ db, touch }, actorOf(operator, people, sale), sale, sold, now)) sold += 1
    } catch (error) {
      // Sessions lie where the hour puts them: whoever would be in two at once, or comes too late, buys nothing.
      if (!(error instanceof Refusal)) throw error
    }
  }
}

const sellOne = async (
  { db, touch }: { db: Database; touch: (venueId: number) => void },
  actor: Actor & { person: Person },
  sale: SaleFile,
  number: number,
  now: Date,
): Promise<boolean> => {
  const session = await rows.sessionToSell(db, actor.operator.id, sale, now)
  if (session === undefined) return false
  const at = new Date(Math.min(now.getTime(), session.startsAt.getTime()) - soldBeforeMs + number * 60_000)
  const { tokenDigest } = actor.person
  const holds = createHolds(db, () => at)
  const added = { db, holds, lookups: createLookups(db), touch }
  await addToBasket(added, actor, wanted(session.id), at)
  const bookingId = await transact(db, async (tx) => {
    const basket = await lockBasketFor(tx, actor)
    if (basket === null) throw new Error('A sale has no basket.')
    const { total } = (await linesSold(tx, actor, basket, undefined, at)).sale
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
    const { completeOrderId } = await payAtDesk(tx, actor, body, touch, at)
    await rows.closeAtTill(tx, tokenDigest)
    return rows.bookingOfOrder(tx, completeOrderId)
  })
  const { attendance } = sale
  if (attendance === undefined) return true
  const { startsAt } = session
  const marked =
    attendance === 'attended'
      ? new Date(Math.min(now.getTime(), Math.max(at.getTime(), startsAt.getTime() - comeBeforeMs)))
      : new Date(startsAt.getTime() + absentAfterMs)
  // Nobody is absent from what has not begun.
  if (marked <= now) await transact(db, (tx) => markAttendance(tx, actor, bookingId, attendance, marked))
  return true
}

const wanted = (id: number) => ({
  items: [{ id, quantity: 1, applyBenefit: true, applyPackage: true, activityRestrictionIds: [] }],
})

type Known = Awaited<ReturnType<typeof rows.knownPeople>>[number]

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
