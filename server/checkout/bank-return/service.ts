import { moveIdOfBasket } from '#server/bookings/moves/payments/sale/service.ts'
import { isMove, publicStatus } from '#server/checkout/transactions/rules.ts'
import { refreshFromProvider } from '#server/checkout/transactions/service.ts'
import { transactionBy } from '#server/checkout/transactions/queries.ts'
import type { CheckoutServices } from '#server/checkout/transactions/service.ts'
import type { BankReturn } from './present.ts'

export { bankReturnPage, nothingReturnedPage } from './present.ts'

/**
 * Handles the browser's return from the bank. Its parameters are not trusted: the state is read from the provider, or
 * left to reconciliation if the provider cannot be reached.
 * @returns null when there is no such payment
 */
export const bankReturned = async (
  services: CheckoutServices,
  uuid: string,
  now: Date,
): Promise<BankReturn | null> => {
  const found = await transactionBy(services.db, uuid)
  if (found === undefined) return null
  let current = found
  try {
    current = await refreshFromProvider(services, found, now)
  } catch (error) {
    services.log.warn({ err: error, transactionUuid: uuid }, 'left to the payment driver')
  }
  return {
    uuid: current.uuid,
    status: publicStatus(current.status, current.voidReason),
    site: current.site,
    moveId: isMove(current) ? await moveIdOfBasket(services.db, current.basketId) : null,
  }
}
