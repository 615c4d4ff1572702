import { isDeepStrictEqual } from 'node:util'
import type { BasketItem } from '#contract/baskets.ts'
import type { Informed } from '#contract/bookings.ts'
import { listItems } from '#server/baskets/find.ts'
import { lockBasketsWith, notifyBaskets } from '#server/baskets/moves.ts'
import { presentItem } from '#server/baskets/read.ts'
import {
  bookedOf,
  bookingsOfItems,
  raiseSequence,
  saveNotice,
  undoEarlyCheckIns,
} from '#server/bookings/sql/bookings.ts'
import type { BookedRow, BookingRow } from '#server/bookings/sql/bookings.ts'
import { saveItems } from '#server/bookings/sql/orders.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Block, NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import { sendNotices } from '#server/notices/send.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { setDayOfOccurrenceUses } from '#server/pricing/uses.ts'
import { changeableById, changeOccurrence, describeSessionBefore } from '#server/timetable/change.ts'
import type { ChangeableRow, SessionBefore } from '#server/timetable/change.ts'
import type { ReportedChange } from '#server/timetable/report.ts'
import type { Logistics } from '#server/timetable/rules.ts'
import { notifyWaiting } from '#server/waitlists/notify.ts'
import { changedFile } from './calendar.ts'
import { addFollowUps } from './followUps.ts'
import type { FollowUpCause } from './followUps.ts'
import { linkToOrder } from './links.ts'
import { describeBooking, describeFirst, loadBooking, namesAttendees, venueOf } from './messages.ts'
import type { Sale } from './orders.ts'
import { lockOrdersOf } from './read.ts'

/**
 * Changes the name, time or place of a session and writes to all who have booked it or wait for it.
 * @param change.message what the venue says about it; '' for nothing
 * @returns whom it concerns; null when nothing was different
 * @throws Refusal `not_found`, `cancelled`, `begun`, `invalid_time`, `floor_taken`
 */
export const changeSession = async (
  tx: Tx,
  sessionId: number,
  change: { to: (before: ChangeableRow) => Logistics; message: string },
  now: Date,
): Promise<Notified | null> => {
  const basketIds = await lockForChange(tx, sessionId)
  const before = await changeOccurrence(tx, sessionId, change.to, now)
  // A notice alone goes the same way as one with a change.
  if (before === null) return change.message === '' ? null : notifyBooked(tx, sessionId, change.message, now)
  await undoEarlyCheckIns(tx, sessionId, now)
  await setDayOfOccurrenceUses(tx, sessionId)
  return notifyChanged(
    tx,
    sessionId,
    { was: wasOf(before), message: change.message, basketIds, at: now },
    now,
  )
}

/** The job that tells people of a session that the operator's files have changed. */
export const notifyPlannedChange = (db: Database, payload: unknown, now: Date): Promise<void> =>
  transact(db, async (tx) => {
    const { occurrenceId, at, was } = payload as ReportedChange
    const basketIds = await lockForChange(tx, occurrenceId)
    const session = await changeableById(tx, occurrenceId)
    // Another import has changed it back since.
    if (session === undefined || isDeepStrictEqual(was, wasOf(session))) return
    await notifyChanged(tx, occurrenceId, { was, message: '', basketIds, at: new Date(at) }, now)
  })

/**
 * Locks what a change of a session concerns: orders and baskets are locked before sessions.
 * @returns the baskets
 */
const lockForChange = async (tx: Tx, sessionId: number): Promise<number[]> => {
  const booked = await bookedOf(tx, [sessionId])
  await lockOrdersOf(
    tx,
    booked.map(({ id }) => id),
  )
  await raiseSequence(tx, sessionId)
  return lockBasketsWith(tx, sessionId)
}

/**
 * Tells people of a change, whoever has made it: who has booked the session, who waits for it, and who has it in a basket.
 * @param change.at when it was made: who put the session in a basket later has seen it
 * @returns whom it concerns
 */
const notifyChanged = async (
  tx: Tx,
  sessionId: number,
  {
    was,
    message,
    basketIds,
    at,
  }: { was: SessionBefore; message: string; basketIds: readonly number[]; at: Date },
  now: Date,
): Promise<Notified> => {
  const session = await changeableById(tx, sessionId)
  if (session?.status !== 'scheduled') return noneNotified
  const is = wasOf(session)
  const booked = await bookedOf(tx, [sessionId])
  await saveMessage(tx, booked, message)
  // A new time or room is what people who are about to pay have to see first.
  if (was.startsAt !== is.startsAt || was.endsAt !== is.endsAt || was.where !== is.where)
    await notifyBaskets(tx, basketIds, { ...session, where: is.where }, now, at)
  await notifyWaiting(tx, sessionId, { was, message }, now)
  await sendNotices(tx, sessionChanged, addressed(booked, { was, message, at: now.toISOString() }), now)
  return informAll(tx, booked, { reason: 'changed', message }, now)
}

/**
 * Writes to all who have booked a session. Partners pass it on to their customers.
 * @returns whom it concerns
 */
export const notifyBooked = async (
  tx: Tx,
  sessionId: number,
  message: string,
  now: Date,
): Promise<Notified> => {
  const booked = await bookedOf(tx, [sessionId])
  await saveMessage(tx, booked, message)
  await sendNotices(tx, sessionNotice, addressed(booked, { message, at: now.toISOString() }), now)
  return informAll(tx, booked, { reason: 'message', message }, now)
}

/** How many bookings a message concerns, and whom it reaches. */
export type Notified = Informed & { notified: number }

export const noneNotified: Notified = { notified: 0, emailed: [], byPartner: [], toRing: [] }

const informAll = async (
  tx: Tx,
  booked: readonly BookedRow[],
  cause: FollowUpCause,
  now: Date,
): Promise<Notified> => ({
  notified: booked.length,
  ...(await addFollowUps(
    tx,
    booked.map(({ id }) => id),
    cause,
    now,
  )),
})

const wasOf = (session: ChangeableRow): SessionBefore => ({
  name: session.name,
  startsAt: session.startsAt.toISOString(),
  endsAt: session.endsAt.toISOString(),
  timezone: session.timezone,
  where: whereOf(session),
  instructors: session.instructors,
})

const whereOf = ({ meetingPoint, locationName }: ChangeableRow): string =>
  meetingPoint === '' ? locationName : meetingPoint

const saveMessage = async (tx: Tx, booked: readonly BookedRow[], message: string): Promise<void> => {
  if (message === '') return
  await saveNotice(
    tx,
    booked.map(({ id }) => id),
    message,
  )
}

/** Orders of partners have no address: the partner writes to its customer. */
const addressed = <Facts extends object>(booked: readonly BookedRow[], facts: Facts) =>
  booked.flatMap(({ id, operatorId, email }) =>
    email === null || email === '' ? [] : [{ operatorId, to: email, facts: { ...facts, bookingId: id } }],
  )

type Payment = {
  operatorId: number
  basketId: number
  /** What the payer agreed to. */
  agreement: { sale: Pick<Sale, 'items'>; email: string | null }
}

/**
 * A session may move while its payment is under way, which the payer cannot see. The order then has its present time, and
 * the payer gets the message that those with a booking got. The caller has made the order, which locks its sessions.
 */
export const reconcileMovedSessions = async (
  tx: Tx,
  { operatorId, basketId, agreement }: Payment,
  orderId: number,
  now: Date,
): Promise<void> => {
  const { email } = agreement
  const { items: agreed } = agreement.sale
  const context = { currencySymbol: '', selectedUserId: null, isEstimated: false, now }
  const lines = (await listItems(tx, basketId)).map((line) => presentItem(operatorMessages(), line, context))
  const moved = agreed.filter((item) => {
    const line = lines.find(({ id }) => id === item.id)
    return line !== undefined && whenAndWhere(line) !== whenAndWhere(item)
  })
  if (moved.length === 0) return
  const items = agreed.map((item) => {
    const line = moved.includes(item) ? lines.find(({ id }) => id === item.id) : undefined
    return line === undefined ? item : { ...item, name: line.name, cartableResource: line.cartableResource }
  })
  await saveItems(tx, orderId, items)
  if (email === null) return
  const bookings = await bookingsOfItems(
    tx,
    moved.map(({ id }) => id),
  )
  const addressed = bookings.flatMap(({ id: bookingId, itemId }) => {
    const was = describeAgreed(moved.find(({ id }) => id === itemId)?.cartableResource ?? null)
    const facts = { bookingId, message: '', at: now.toISOString() }
    return was === null ? [] : [{ operatorId, to: email, facts: { ...facts, was } }]
  })
  await sendNotices(tx, sessionChanged, addressed, now)
}

const whenAndWhere = ({ cartableResource }: BasketItem): string => {
  if (cartableResource === null) return ''
  const { date, startsAt, endsAt, location } = cartableResource
  return [date.raw, startsAt.format24Hour, endsAt.format24Hour, location.id].join(' ')
}

const describeAgreed = (resource: BasketItem['cartableResource']) => {
  if (resource === null) return null
  const { name, date, startsAt, endsAt, location } = resource
  const at = (clock: string) => instantOf(date.raw, clock, date.tz).toISOString()
  return {
    name,
    startsAt: at(startsAt.format24Hour),
    endsAt: at(endsAt.format24Hour),
    timezone: date.tz,
    where: location.name,
  }
}

type Facts = { bookingId: number; message: string; at: string }

/** A session may change more than once. */
const about = ({ bookingId, at }: Facts): string => `booking:${bookingId} ${at}`

const instructorsOf = async (tx: Tx, occurrenceId: number): Promise<string[]> =>
  (await changeableById(tx, occurrenceId))?.instructors ?? []

const says = (message: string): Block[] => (message === '' ? [] : [{ type: 'text', text: message }])

const seeBooking = (booking: BookingRow, context: NoticeContext): Promise<Block> =>
  linkToOrder(
    context,
    { id: booking.orderId, customerId: booking.customerId, bookings: [booking] },
    context.messages.bookings.mail.seeOrCancel,
  )

/** A session that somebody booked is at another time or place, or is called something else. */
export const sessionChanged: NoticeKind<Facts & { was: SessionBefore }> = {
  kind: 'session_changed',
  about,
  write: async ({ bookingId, was, message }, context) => {
    const booking = await loadBooking(context.tx, bookingId)
    const instructors = await instructorsOf(context.tx, booking.occurrenceId)
    const { title, lines } = describeBooking(context.messages, booking, namesAttendees([booking]))
    const withInstructors =
      instructors.length === 0
        ? lines
        : [...lines, context.messages.bookings.mail.instructors({ names: instructors })]
    return {
      subject: context.messages.bookings.mail.changedSubject({
        booking: describeFirst(context.messages, [booking]),
      }),
      heading: context.messages.bookings.mail.changedHeading,
      ...venueOf([booking]),
      blocks: [
        { type: 'text', text: context.messages.bookings.mail.changedText },
        { type: 'list', items: [{ title, lines: withInstructors }] },
        { type: 'text', text: describeSessionBefore(context.messages, was) },
        ...says(message),
        await seeBooking(booking, context),
      ],
      attachments: [changedFile(context.messages, booking, context.seller)],
    }
  },
}

/** What the venue says to those who have booked a session. */
export const sessionNotice: NoticeKind<Facts> = {
  kind: 'session_notice',
  about,
  write: async ({ bookingId, message }, context) => {
    const booking = await loadBooking(context.tx, bookingId)
    return {
      subject: context.messages.bookings.mail.noticeSubject({
        booking: describeFirst(context.messages, [booking]),
      }),
      heading: context.messages.bookings.mail.noticeHeading,
      ...venueOf([booking]),
      blocks: [
        ...says(message),
        { type: 'list', items: [describeBooking(context.messages, booking, namesAttendees([booking]))] },
        await seeBooking(booking, context),
      ],
    }
  },
}
