import { refundLimit } from '#contract/permissions.ts'
import { formatted } from '#contract/money.ts'
import { localDay } from '#contract/time.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { forbidden, Refusal } from '#server/platform/errors.ts'
import { mayAt } from '#server/platform/rights.ts'
import { lockRefundsBy, refundedBeyondTerms } from './sql/refundLimit.ts'

/**
 * How much somebody may refund today beyond what the terms say: any amount, or so much a day in all. What they refund at
 * once in two places is counted one after the other.
 * @returns `require` refuses with `over_limit` an amount, in pence, that is above what is left
 * @throws Refusal `forbidden` for a person who may refund nothing beyond the terms
 */
export const findRefundLimit = async (
  tx: Tx,
  actor: Actor,
  venueId: number,
  now: Date,
): Promise<{ require: (amount: number) => void }> => {
  if (mayAt(actor, 'refund.any', venueId)) return { require: () => undefined }
  if (!mayAt(actor, 'refund.limit', venueId))
    throw forbidden((messages) => messages.bookings.refundBeyondTerms)
  const { id } = staffOf(actor)
  const { operator } = actor
  await lockRefundsBy(tx, id)
  const midnight = instantOf(localDay(now, operator.timezone), '00:00', operator.timezone)
  const left = Math.max(0, refundLimit - (await refundedBeyondTerms(tx, operator.id, id, midnight)))
  const limit = formatted(refundLimit, operator.currencySymbol)
  return {
    require: (amount) => {
      if (amount > left)
        throw new Refusal('over_limit', (messages) =>
          messages.bookings.overLimit({ limit, left: formatted(left, operator.currencySymbol) }),
        )
    },
  }
}
