import { mail } from '#server/messages/en/bookings.ts'
import { sendNotices } from '#server/notices/service.ts'
import type { Tx } from '#server/platform/database.ts'
import { describeSession } from '#server/waitlists/service.ts'
import { sessionChangedWhileWaiting } from '#server/waitlists/notices/service.ts'
import { listWaiting } from './queries.ts'

/**
 * Writes to all who wait for a session that has changed.
 * @param change.was the session before, in words
 * @param change.message what the venue says about it; '' for nothing
 */
export const notifyWaiting = async (
  tx: Tx,
  occurrenceId: number,
  change: { was: string; message: string },
  now: Date,
): Promise<void> => {
  const waiting = await listWaiting(tx, occurrenceId)
  await sendNotices(
    tx,
    sessionChangedWhileWaiting,
    waiting.flatMap((row) => {
      const {
        operatorId,
        recipient,
        entryId,
        firstName,
        isOfOther,
        name: title,
        meetingPoint,
        instructors,
      } = row
      if (recipient === '') return []
      const lines = [
        ...describeSession(row, now),
        ...(meetingPoint === '' ? [] : [meetingPoint]),
        ...(instructors.length === 0 ? [] : [mail.instructors({ names: instructors })]),
      ]
      const facts = { entryId, at: now.toISOString(), firstName, isOfOther, title, lines, ...change }
      return { operatorId, to: recipient, facts }
    }),
    now,
  )
}
