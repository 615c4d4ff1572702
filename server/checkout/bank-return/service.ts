import type { TransactionStatus } from '#contract/checkout.ts'
import { publicStatus } from '#server/checkout/transactions/rules.ts'
import * as payments from '#server/checkout/transactions/service.ts'
import type { CheckoutServices } from '#server/checkout/transactions/service.ts'

/** How a payment stands when the bank has sent the browser back, and which site's pages want to know. */
export type BankReturn = { uuid: string; status: TransactionStatus; site: string }

/**
 * The bank has sent the browser back. What the browser brings is not believed: the company is asked, and where
 * it cannot be, the driver asks it soon.
 * @returns null when there is no such payment
 */
export const bankReturned = async (
  services: CheckoutServices,
  uuid: string,
  now: Date,
): Promise<BankReturn | null> => {
  const found = await payments.transactionBy(services.db, uuid)
  if (found === undefined) return null
  let current = found
  try {
    current = await payments.refreshFromProvider(services, found, now)
  } catch (error) {
    services.log.warn({ err: error, transactionUuid: uuid }, 'left to the payment driver')
  }
  return { uuid: current.uuid, status: publicStatus(current.status, current.ending), site: current.site }
}
