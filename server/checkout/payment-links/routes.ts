import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { missingPaymentPage, paymentPage } from './present.ts'
import { openPaymentLink } from './service.ts'

/** The link in a message about a payment: how it stands, in any browser; once it is an order, that order. */
export const paymentLinks = (
  db: Database,
  { sites, basePath }: Pick<Config, 'sites' | 'basePath'>,
): RawRoute[] => [
  {
    method: 'GET',
    path: '/payment-links/{secret}',
    handle: async ({ params, actor, now }) => {
      const base = basePath === '/' ? '' : basePath
      const addresses = { bookings: actor.site, account: sites.account + base }
      const found = await openPaymentLink(db, actor, addresses, params['secret'] ?? '', now)
      if (found === null) return missingPaymentPage(actor.site)
      if (!('orderAddress' in found)) return paymentPage(found, actor.operator.currencySymbol)
      return new Response(null, {
        status: 303,
        headers: {
          Location: found.orderAddress,
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
          'X-Robots-Tag': 'noindex',
        },
      })
    },
  },
]
