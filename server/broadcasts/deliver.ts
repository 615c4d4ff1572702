import { addPeopleToRing, informBuyers } from '#server/bookings/followUps.ts'
import type { Buyer } from '#server/bookings/followUps.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { sendNotices } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { readersOf } from './audience.ts'
import type { Reader } from './audience.ts'
import { broadcastSent, newsSent, valuesOf } from './messages.ts'
import { fillPlaceholders } from './rules.ts'
import { sessionsWaitedFor } from './sql/audience.ts'
import { endBroadcast, lockDue, markSent, returnedMails, waitingRecipients } from './sql/broadcasts.ts'
import type { DueBroadcast } from './sql/broadcasts.ts'

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

const deliver = async (tx: Tx, broadcast: DueBroadcast, most: number, now: Date): Promise<void> => {
  const { id, operatorId, venueId, kind, people, subject, text } = broadcast
  const recipients = await waitingRecipients(tx, id, most)
  const readers = await withWords(tx, await readersOf(tx, recipients), text)
  await informBuyers(tx, readers.filter(hasBooked), now)
  // Who has no address any more gets no news, and is not rung for it.
  const toRing = readers.filter(
    (reader) => kind === 'service' && !hasBooked(reader) && reader.reachedBy === 'phone',
  )
  await listToRing(tx, { venueId, noticeId: null }, toRing, now)
  const notices = readers.flatMap(
    ({ email: to, firstName, bookingIds, customerId, entryIds, hirerId, reachedBy }) => {
      const of = { bookingIds, customerId, entryIds, hirerId }
      const facts = { broadcastId: id, operatorId, people, venueId, ...of, firstName, subject, text }
      return reachedBy === 'email' ? { operatorId, to, facts } : []
    },
  )
  await sendNotices(tx, kind === 'news' ? newsSent : broadcastSent, notices, now)
  await markSent(
    tx,
    recipients.map((recipient) => recipient.id),
  )
  if (recipients.filter(({ reachedBy }) => reachedBy === 'email').length < most)
    await endBroadcast(tx, { id, state: 'sent' }, now)
}

/** `noticeId`: the mail that came back; null: there was none to send. */
const listToRing = (
  tx: Tx,
  of: { venueId: number; noticeId: number | null },
  readers: readonly (Reader & { message: string })[],
  now: Date,
): Promise<void> =>
  addPeopleToRing(
    tx,
    readers.map(({ customerId, hirerId, message }) => ({ ...of, customerId, hirerId, message })),
    now,
  )

/** Each with the text as they read it. */
const withWords = async (
  tx: Tx,
  readers: readonly Reader[],
  text: string,
): Promise<(Reader & { message: string })[]> => {
  const values = await valuesOf(tx, operatorMessages(), readers)
  return readers.map((reader, index) => ({ ...reader, message: fillPlaceholders(text, values[index] ?? {}) }))
}

const hasBooked = <R extends Reader>(reader: R): reader is R & Pick<Buyer, 'bookingIds'> =>
  reader.bookingIds.length > 0

const returnedAtATime = 200

/**
 * The job that puts people who have booked nothing on the list to ring whose mail came back; those who have booked are
 * followed up with their bookings. Those who wait no longer are left out.
 * @param since of mails given up earlier, all are on it
 */
export const followUpReturned = (db: Database, since: Date, now: Date): Promise<void> =>
  transact(db, async (tx) => {
    for (const returned of await returnedMails(tx, since, returnedAtATime)) {
      const { venueId, noticeId, text, ...recipient } = returned
      const isPast =
        recipient.entryIds.length > 0 && (await sessionsWaitedFor(tx, recipient.entryIds)).length === 0
      const readers = isPast ? [] : await withWords(tx, await readersOf(tx, [recipient]), text)
      await listToRing(tx, { venueId, noticeId }, readers, now)
    }
  })
