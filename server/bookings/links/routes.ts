import type { Config } from '#server/platform/config.ts'
import { orderCookies, sharedDomain } from '#server/platform/cookies.ts'
import type { Database } from '#server/platform/database.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import type { OrderPage } from './service.ts'
import { openLink, orderPath, throughLogin } from './service.ts'

/**
 * The link in a message to a visitor. It leaves its secret in a cookie and goes on to the order, so that the secret is
 * in no address that is displayed, logged or sent on.
 */
export const orderLinks = (db: Database, config: Config): RawRoute[] => [
  {
    method: 'GET',
    path: '/order-links/{secret}',
    handle: async ({ params, request, actor, now }) => {
      const secret = params['secret'] ?? ''
      const link = await openLink(db, actor, secret, now)
      const isReceipt = new URL(request.url).searchParams.get('page') === 'receipt'
      const answer = new Response(null, {
        status: 303,
        headers: {
          Location:
            actor.site +
            (link === null ? '/find-booking?expired=1' : pathOf(link, isReceipt ? 'receipt' : 'order')),
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
          'X-Robots-Tag': 'noindex',
        },
      })
      if (link?.isVisitors !== true) return answer
      const domain = sharedDomain(config, request.headers.get('host') ?? '')
      const cookies = orderCookies(secret, actor.orderSecrets, { domain, framed: false })
      for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
      return answer
    },
  },
]

/** An order that has gone to an account since then is behind its login. */
const pathOf = ({ orderId, isVisitors }: { orderId: number; isVisitors: boolean }, page: OrderPage): string =>
  isVisitors ? orderPath(orderId, page) : throughLogin(orderPath(orderId, page))
