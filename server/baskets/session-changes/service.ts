import { date, localDay, time } from '#contract/time.ts'
import * as messages from '#server/messages/en/baskets.ts'
import type { Tx } from '#server/platform/database.ts'
import { addSessionNotices } from './queries.ts'

export { lockBasketsWith } from './queries.ts'

type Session = { id: number; name: string; startsAt: Date; timezone: string; where: string }

/**
 * Tells baskets with a session that it has moved. Checkout waits until the notice has been seen.
 * @param basketIds locked before the session, by the caller
 * @param movedAt lines that were added later have it as it is now
 */
export const notifyBaskets = async (
  tx: Tx,
  basketIds: readonly number[],
  { id, name, startsAt, timezone, where }: Session,
  now: Date,
  movedAt: Date = now,
): Promise<void> => {
  if (basketIds.length === 0) return
  const { dayPretty, datePretty } = date(localDay(startsAt, timezone), timezone, now)
  const when = `${dayPretty} ${datePretty}, ${time(startsAt, timezone).format24Hour}`
  const lines = { occurrenceId: id, addedUntil: movedAt }
  await addSessionNotices(tx, basketIds, lines, messages.sessionMoved({ name, when, where }))
}
