import { api, ApiError } from '#web/platform/api.ts'
import type { PageContext } from '#web/platform/pageContext.tsx'
import { errorOfEnded, type CheckoutError } from './checkoutErrors.ts'
import { savePendingPayment } from './pendingPayment.ts'

/** A payment that this browser remembers, or why it came to nothing; undefined when the server does not know it. */
export const readPendingPayment = async (
  { client, cookies }: PageContext,
  transactionUuid: string,
): Promise<
  { transactionUuid: string; completeOrderId?: number } | { ended: CheckoutError | null } | undefined
> => {
  try {
    const transaction = await client.send(api.checkout.transaction, { uuid: transactionUuid })
    const { completeOrderId, endReason } = transaction
    if (completeOrderId !== null) {
      savePendingPayment(cookies, null)
      return { transactionUuid, completeOrderId }
    }
    if (endReason !== null) {
      savePendingPayment(cookies, null)
      return { ended: errorOfEnded(transaction) }
    }
    return { transactionUuid }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status !== 404) return { transactionUuid }
    savePendingPayment(cookies, null)
    return undefined
  }
}
