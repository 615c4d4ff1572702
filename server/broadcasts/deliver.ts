import { findBuyers, informBuyers } from '#server/bookings/followUps.ts'
import { bookingsByIds } from '#server/bookings/read.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { sendNotices } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { broadcastSent, valuesOf } from './messages.ts'
import { fillPlaceholders } from './rules.ts'
import { endBroadcast, lockDue, markSent, waitingRecipients } from './sql.ts'
import type { DueBroadcast } from './sql.ts'

/** How often the job looks, and how many mails it hands over then: twenty a second, so that there is time to stop. */
export const deliverEverySeconds = 5
const mailsAtATime = 20 * deliverEverySeconds

/**
 * The job that hands over what is due of messages to many. People whom no mail reaches come first: the list to ring is
 * complete when the first mails leave. Each recipient is handed over once, also when a process ends in between.
 */
export const deliverBroadcasts = (db: Database, now: Date, most = mailsAtATime): Promise<void> =>
  transact(db, async (tx) => {
    for (const broadcast of await lockDue(tx, now)) await deliver(tx, broadcast, most, now)
  })

const deliver = async (
  tx: Tx,
  { id, operatorId, subject, text }: DueBroadcast,
  most: number,
  now: Date,
): Promise<void> => {
  const recipients = await waitingRecipients(tx, id, most)
  // Their addresses are those of now.
  const buyers = await findBuyers(
    tx,
    recipients.flatMap(({ bookingIds }) => bookingIds),
  )
  const bookings = await bookingsByIds(
    tx,
    buyers.map(({ bookingIds: [first] }) => first),
  )
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  const messages = operatorMessages()
  const informed = buyers.map((buyer) => {
    const booking = byId.get(buyer.bookingIds[0])
    const message =
      booking === undefined ? text : fillPlaceholders(text, valuesOf(messages, booking, buyer.firstName))
    return { ...buyer, message }
  })
  await informBuyers(tx, informed, now)
  const notices = buyers.flatMap(({ email: to, firstName, bookingIds, reachedBy }) =>
    reachedBy === 'email'
      ? { operatorId, to, facts: { broadcastId: id, bookingIds, firstName, subject, text } }
      : [],
  )
  await sendNotices(tx, broadcastSent, notices, now)
  await markSent(
    tx,
    id,
    recipients.map(({ bookingIds: [first] }) => first),
  )
  if (recipients.filter(({ reachedBy }) => reachedBy === 'email').length < most)
    await endBroadcast(tx, { id, state: 'sent' }, now)
}
