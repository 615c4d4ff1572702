import type { CalledOffBooking, FollowUp, Informed, Reach } from '#contract/bookings.ts'
import { formatted, money } from '#contract/money.ts'
import { date, instant, time } from '#contract/time.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import {
  calledOffBookings,
  closeFollowUp,
  contactsOf,
  followUpById,
  insertFollowUps,
  insertPeopleToRing,
  insertUndeliveredFollowUps,
  openFollowUps,
} from './sql/followUps.ts'
import { saveNotices } from './sql/bookings.ts'
import type { CalledOffRow, ContactRow, FollowUpReason, FollowUpRow } from './sql/followUps.ts'

/** What people were to be told. `message` is in the venue's words; '' where the reason says it all. */
export type FollowUpCause = { reason: FollowUpReason; message: string }

/**
 * Puts the people on the list to ring whom e-mail cannot reach, one entry a buyer and session. A booking partner writes to
 * its own customers.
 * @param bookingIds whose buyers were written to
 * @returns who gets an e-mail, who is written to by a partner, and who is to be rung
 */
export const addFollowUps = async (
  tx: Tx,
  bookingIds: readonly number[],
  cause: FollowUpCause,
  now: Date,
): Promise<Informed> => {
  const { emailed, byPartner, unreachable } = groupByReach(await contactsOf(tx, bookingIds))
  const ids = await insertFollowUps(
    tx,
    unreachable.map(({ bookingId }) => ({ bookingId, ...cause })),
    now,
  )
  return {
    emailed: namesOf(emailed),
    byPartner: namesOf(byPartner),
    toRing: unreachable.flatMap(({ bookingId, name, phone }) => {
      const id = ids.get(bookingId)
      return id === undefined ? [] : [{ id, name, phone }]
    }),
  }
}

/** How many people a message about bookings would reach, and how: what a button says before it is pressed. */
export const countReach = async (tx: Tx, bookingIds: readonly number[]): Promise<Reach> => {
  const { emailed, byPartner, unreachable } = groupByReach(await contactsOf(tx, bookingIds))
  return { emailed: emailed.length, byPartner: byPartner.length, toRing: unreachable.length }
}

/** Buyers by how they are reached, each once. */
const groupByReach = (contacts: readonly ContactRow[]) => {
  const reachedBy = (way: Buyer['reachedBy']) => contacts.filter((contact) => reachOf(contact) === way)
  return {
    emailed: firstOfEach(reachedBy('email'), ({ email }) => email.toLowerCase()),
    byPartner: firstOfEach(reachedBy('partner'), ({ orderId }) => String(orderId)),
    unreachable: firstOfEach(
      reachedBy('phone'),
      ({ customerId, orderId, occurrenceId }) => `${customerId ?? `order ${orderId}`} ${occurrenceId}`,
    ),
  }
}

/** A person who has bought bookings, with theirs of those that were given, in their order. */
export type Buyer = Pick<ContactRow, 'name' | 'firstName' | 'email'> & {
  bookingIds: readonly [number, ...number[]]
  /** A booking partner writes to its own customers; a buyer without an address is rung. */
  reachedBy: 'email' | 'partner' | 'phone'
}

const reachOf = ({ soldByPartner, email }: ContactRow): Buyer['reachedBy'] => {
  if (soldByPartner) return 'partner'
  return email === '' ? 'phone' : 'email'
}

/** Those who bought these bookings, each person once: an account, else an address, else an order. */
export const findBuyers = async (tx: Tx, bookingIds: readonly number[]): Promise<Buyer[]> => {
  const buyers = new Map<string, Buyer>()
  for (const contact of await contactsOf(tx, bookingIds)) {
    const { bookingId, orderId, customerId, name, firstName, email } = contact
    const reachedBy = reachOf(contact)
    const person = email === '' ? (customerId ?? `order ${orderId}`) : email.toLowerCase()
    const key = reachedBy === 'partner' ? `partner's order ${orderId}` : `${person}`
    const before = buyers.get(key)
    buyers.set(key, {
      ...(before ?? { name, firstName, email, reachedBy }),
      bookingIds: before === undefined ? [bookingId] : [...before.bookingIds, bookingId],
    })
  }
  return [...buyers.values()]
}

/**
 * Writes a message on the bookings of buyers: a partner reads it with its orders and writes to its customers, and a buyer
 * without an address is put on the list to ring, once. A mail that comes back leads there too.
 */
export const informBuyers = async (
  tx: Tx,
  buyers: readonly (Pick<Buyer, 'bookingIds' | 'reachedBy'> & { message: string })[],
  now: Date,
): Promise<void> => {
  await saveNotices(
    tx,
    buyers.flatMap(({ bookingIds, message: notice }) =>
      bookingIds.map((bookingId) => ({ bookingId, notice })),
    ),
  )
  const toRing = buyers.flatMap(({ bookingIds: [bookingId], reachedBy, message }) =>
    reachedBy === 'phone' ? { bookingId, reason: 'message' as const, message } : [],
  )
  await insertFollowUps(tx, toRing, now)
}

/** Somebody who is to be rung about no booking. `noticeId`: the message that was not delivered. */
export type PersonToRing = {
  venueId: number
  customerId: number | null
  hirerId: number | null
  message: string
  noticeId: number | null
}

/** Puts people on the list to ring about a message to those who wait, are members, or hire. */
export const addPeopleToRing = async (tx: Tx, people: readonly PersonToRing[], now: Date): Promise<void> => {
  const rows = people.map((person) => ({ ...person, reason: 'message' as const, createdAt: now }))
  if (rows.length > 0) await insertPeopleToRing(tx, rows)
}

const firstOfEach = (contacts: readonly ContactRow[], key: (contact: ContactRow) => string): ContactRow[] =>
  [...new Map(contacts.toReversed().map((contact) => [key(contact), contact])).values()].toReversed()

const namesOf = (contacts: readonly ContactRow[]): string[] => contacts.map(({ name }) => name)

/** Whoever has still to be rung about a session of a venue, the next session first. */
export const listFollowUps = async (
  tx: Tx,
  { operator }: Actor,
  venueSlug: string,
  now: Date,
): Promise<FollowUp[]> =>
  (await openFollowUps(tx, operator.id, venueSlug)).map((row) => presentFollowUp(row, now))

const presentFollowUp = (row: FollowUpRow, now: Date): FollowUp => {
  const { booking, timezone, createdAt, ...rest } = row
  return {
    ...rest,
    booking: booking === null ? null : presentBookingToRing(booking, timezone, now),
    createdAt: instant(createdAt),
  }
}

const presentBookingToRing = (
  { localDate, startsAt, ...booking }: NonNullable<FollowUpRow['booking']>,
  timezone: string,
  now: Date,
): FollowUp['booking'] => ({
  ...booking,
  date: date(localDate, timezone, now),
  startsAt: time(new Date(startsAt), timezone),
})

/**
 * Ticks off somebody who has been rung.
 * @throws Refusal `not_found`, `already_done`
 */
export const finishFollowUp = async (
  tx: Tx,
  actor: Actor,
  followUpId: number,
  now: Date,
): Promise<{ id: number }> => {
  const { id: actorId } = staffOf(actor)
  const isClosed = await closeFollowUp(tx, actor.operator.id, followUpId, actorId, now)
  const found = await followUpById(tx, actor.operator.id, followUpId)
  if (found === undefined) throw notFound()
  if (!isClosed) {
    const { doneBy, doneAt, timezone } = found
    const at = time(doneAt ?? now, timezone).format24Hour
    throw new Refusal('already_done', (messages) =>
      messages.bookings.followUpDone({ by: doneBy ?? '', time: at }),
    )
  }
  const { customerId, bookingId } = found
  const entry = {
    actorId,
    forCustomerId: customerId,
    act: acts.followUpDone,
    subject: bookingId === null ? `follow-up:${followUpId}` : `booking:${bookingId}`,
  }
  await recordAudit(tx, entry, now)
  return { id: followUpId }
}

const undeliveredAtATime = 200

/**
 * The job that puts people on the list whose address turned out not to exist. Idempotent: a message leads to one entry.
 * @param since of messages given up earlier, all are on it
 */
export const followUpUndelivered = (db: Database, since: Date, now: Date): Promise<void> =>
  insertUndeliveredFollowUps(db, since, undeliveredAtATime, now)

/** Whoever had booked a session that was called off, with what each was told and what came back. */
export const listCalledOff = async (
  tx: Tx,
  { operator: { currencySymbol: symbol } }: Actor,
  occurrenceId: number,
): Promise<CalledOffBooking[]> =>
  (await calledOffBookings(tx, occurrenceId)).map((row) => ({
    bookingId: row.bookingId,
    orderId: row.orderId,
    orderReference: row.orderReference,
    customerId: row.customerId,
    name: row.name,
    phone: row.phone,
    quantity: row.quantity,
    contact: contactState(row),
    followUpId: row.followUpId,
    paid: money(row.price, symbol),
    refunds: row.refunds.map(({ destination, amount, status }) => ({
      to: destination,
      amount,
      formatted: formatted(amount, symbol),
      status,
    })),
  }))

const contactState = ({
  isPending,
  soldByPartner,
  followUpId,
  isRung,
  noticeState,
}: CalledOffRow): CalledOffBooking['contact'] => {
  if (isPending) return 'pending'
  if (soldByPartner) return 'by_partner'
  if (followUpId !== null) return isRung ? 'rung' : 'to_ring'
  // One that was given up is on the list to ring within a minute.
  return noticeState === 'waiting' || noticeState === 'dropped' ? 'email_waiting' : 'emailed'
}
