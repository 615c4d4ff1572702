import { date, localDay, time } from '#contract/time.ts'
import * as messages from '#server/messages/en/baskets.ts'
import type { Tx } from '#server/platform/database.ts'
import { addSessionNotices } from './queries.ts'

export { lockBasketsWith } from './queries.ts'

type Session = { id: number; name: string; startsAt: Date; timezone: string; where: string }

/**
 * Tells baskets that hold a session that staff have moved it. Checkout waits until the notice has been seen.
 * @param basketIds locked before the session, by the caller
 */
export const notifyBaskets = async (
  tx: Tx,
  basketIds: readonly number[],
  { id, name, startsAt, timezone, where }: Session,
  now: Date,
): Promise<void> => {
  if (basketIds.length === 0) return
  const { dayPretty, datePretty } = date(localDay(startsAt, timezone), timezone, now)
  const when = `${dayPretty} ${datePretty}, ${time(startsAt, timezone).format24Hour}`
  await addSessionNotices(tx, basketIds, id, messages.sessionMoved({ name, when, where }))
}
