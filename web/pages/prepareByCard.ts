import type { checkout } from '#contract/checkout.ts'
import type { Sent } from '#contract/endpoint.ts'
import { api, ApiError } from '#web/platform/api.ts'
import type { Read } from '#web/platform/queries.ts'

export const nothingPrepared = { prepared: null, error: null }

/** A refusal is displayed on the page; a provider that does not answer is tried again from the card form. */
export const prepareByCard = async (read: Read, args: Sent<typeof checkout.prepare>) => {
  try {
    return { prepared: await read(api.checkout.prepare, args), error: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 0 || error.status >= 500) return nothingPrepared
    const { toCheckoutError } = await import('#web/features/checkout/checkoutErrors.ts')
    return { prepared: null, error: toCheckoutError(error) }
  }
}
