import type { Config } from '#server/platform/config.ts'
import type { RawCall, RawRoute } from '#server/platform/raw.ts'
import type { CheckoutServices } from '#server/checkout/transactions/service.ts'
import { nothingReturnedPage, returnPage } from './present.ts'
import { bankReturned } from './service.ts'

/**
 * Return address for banks (wire §9). Most post a form, some redirect; neither is read, because the state is read
 * from the provider.
 */
export const returnPages = (
  services: CheckoutServices,
  config: Pick<Config, 'sites' | 'extraOrigins'>,
): RawRoute[] => {
  const handle = async ({ params, actor, now }: RawCall): Promise<Response> => {
    const pages = [...Object.values(config.sites), ...config.extraOrigins, ...actor.operator.frameOrigins]
    const returned = await bankReturned(services, params['uuid'] ?? '', now)
    return returned === null ? nothingReturnedPage(pages) : returnPage(returned, pages)
  }
  const path = '/api/checkout/transactions/{uuid}/challenge'
  return [
    { method: 'POST', path, handle },
    { method: 'GET', path, handle },
  ]
}
