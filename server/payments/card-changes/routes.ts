import { nothingReturnedPage } from '#server/checkout/bankReturn.ts'
import type { CheckoutServices } from '#server/checkout/payment.ts'
import type { Config } from '#server/platform/config.ts'
import type { RawCall, RawRoute } from '#server/platform/raw.ts'
import { changeReturnPage } from './present.ts'
import { changeReturned } from './service.ts'

/** Return address for banks that have verified a cardholder for a change of card; what they send is not read. */
export const cardChangeReturnPages = (
  services: CheckoutServices,
  config: Pick<Config, 'sites' | 'extraOrigins'>,
): RawRoute[] => {
  const handle = async ({ params, actor, now }: RawCall): Promise<Response> => {
    const pages = [...Object.values(config.sites), ...config.extraOrigins, ...actor.operator.frameOrigins]
    const returned = await changeReturned(services, params['uuid'] ?? '', now)
    return returned === null ? nothingReturnedPage(pages) : changeReturnPage(returned, pages)
  }
  const path = '/api/my-account/card-changes/{uuid}/challenge'
  return [
    { method: 'POST', path, handle },
    { method: 'GET', path, handle },
  ]
}
