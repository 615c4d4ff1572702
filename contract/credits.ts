import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, optional, otherwise, pence } from './fields.ts'

/** Pence of one kind; 0 or less takes the credit of this kind out of the basket. */
const creditWanted = z.object({
  amount: pence,
  type: otherwise(z.enum(['general', 'membership']), 'general'),
})

/** The list has two names in use (wire §7). */
const withOneName = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'credits' in body
    ? { creditsToReserve: body.credits, ...body }
    : body

const whole = z.object({
  creditsToReserve: z.array(creditWanted).min(1).max(10),
  cartSource: otherwise(z.enum(['activity-booking']), 'activity-booking'),
  selectedUserId: optional(id),
})

const body = z.preprocess(withOneName, whole) as unknown as z.ZodType<
  z.output<typeof whole>,
  z.input<typeof whole>
>

const apply = {
  method: 'POST',
  summary:
    'Pay a part of the basket with credit: instead of what of this kind pays already; 0 takes it away.',
  allow: 'customer',
  body,
  returns: z.object({ reserved: z.boolean(), amount: z.int() }),
  errors: { credit_not_applicable: 422 },
  bare: true,
  idempotent: true,
  changes: ['account', 'basket', 'session'],
} as const

export const credits = {
  apply: endpoint({ ...apply, path: '/credits/apply' }),
  /** The same under the address that other programs know. */
  applyToBasket: endpoint({ ...apply, path: '/activities/cart/apply-credits' }),
}
