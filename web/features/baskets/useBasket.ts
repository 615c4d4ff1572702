import type { Basket } from '#contract/baskets.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { useCustomer } from '#web/platform/session.ts'

/**
 * The cached basket. It is read for a customer, and for a visitor once there is one, since its holds end; a visitor
 * without a basket costs no request.
 */
export const useBasket = (): Basket | undefined => {
  const isCached = useDeferredRead(api.baskets.read, {}, { when: false }).data !== undefined
  const isLoggedIn = useCustomer() !== null
  return useDeferredRead(api.baskets.read, {}, { when: isCached || isLoggedIn }).data
}
