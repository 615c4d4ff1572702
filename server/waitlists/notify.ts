import { sendNotice, sendNotices } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { optionsFor } from '#server/pricing/rules.ts'
import type { SessionBefore } from '#server/timetable/change.ts'
import { sessionChangedWhileWaiting, sessionFacts, waitlistNotices } from './messages.ts'
import { batchSize } from './offer.ts'
import { activityPath, sessionPath } from './rules.ts'
import { listPendingNotifications, listWaiting, markNotified } from './sql.ts'
import type { Notification } from './sql.ts'

/** Sends a notice of each offer, and of how it ended other than by its person, once. */
export const notifyWaitlist = async (db: Database, now: Date): Promise<void> => {
  await transact(db, async (tx) => {
    const pending = await listPendingNotifications(tx, batchSize)
    for (const one of pending) if (one.recipient !== '') await sendWaitlistMessage(tx, one, now)
    await markNotified(
      tx,
      pending.map(({ eventId }) => eventId),
    )
  })
}

const sendWaitlistMessage = (tx: Tx, notification: Notification, now: Date): Promise<void> => {
  const { untilAt, operatorId, recipient } = notification
  const facts = {
    eventId: notification.eventId,
    firstName: notification.firstName,
    isOfOther: notification.isOfOther,
    ...sessionFacts(notification),
    until: untilAt?.toISOString() ?? null,
    path: pathTo(notification),
    occurrenceId: notification.occurrenceId,
    price: priceOf(notification, now),
    venueId: notification.venueId,
  }
  return sendNotice(tx, waitlistNotices[notification.what], { operatorId, to: recipient }, facts, now)
}

/** What it costs without anybody's discounts: the lowest price, and whether there are others. */
const priceOf = (
  { options, band, localDate, timezone }: Notification,
  now: Date,
): { lowest: number; isOnly: boolean } | null => {
  const tickets = [...new Set(options.map(({ ticketTypeId }) => ticketTypeId))]
  const prices = tickets
    .flatMap((id) => optionsFor(options, band, id, { localDate, timezone, now }))
    .map(({ price }) => price)
  if (prices.length === 0) return null
  const lowest = Math.min(...prices)
  return { lowest, isOnly: prices.every((price) => price === lowest) }
}

/** Its page in the timetable; of a session that is called off, the activity's. */
const pathTo = (notification: Notification): string =>
  notification.what === 'called_off' ? activityPath(notification) : sessionPath(notification)

/**
 * Writes to all who wait for a session that has changed.
 * @param change.message what the venue says about it; '' for nothing
 */
export const notifyWaiting = async (
  tx: Tx,
  occurrenceId: number,
  change: { was: SessionBefore; message: string },
  now: Date,
): Promise<void> => {
  const waiting = await listWaiting(tx, occurrenceId)
  await sendNotices(
    tx,
    sessionChangedWhileWaiting,
    waiting.flatMap((row) => {
      const { operatorId, recipient, entryId, firstName, isOfOther, meetingPoint, instructors, venueId } = row
      if (recipient === '') return []
      const of = { entryId, at: now.toISOString(), firstName, isOfOther, venueId }
      const facts = { ...of, ...sessionFacts(row), meetingPoint, instructors, ...change }
      return { operatorId, to: recipient, facts }
    }),
    now,
  )
}
