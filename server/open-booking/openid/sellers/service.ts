import { feedsOf } from '#server/openactive/rules.ts'
import type { Database } from '#server/platform/database.ts'
import { grantingSeller } from './queries.ts'

/** What an ID token tells of the seller; undefined when it takes no bookings from partners any more. */
export const sellerClaims = async (
  db: Database,
  operatorId: number,
  site: string,
): Promise<Record<string, string> | undefined> => {
  const seller = await grantingSeller(db, operatorId)
  if (seller === undefined) return undefined
  const published = seller.site ?? site
  const sellerId = feedsOf(seller.slug, published)
  return {
    'https://openactive.io/sellerId': sellerId,
    'https://openactive.io/sellerName': seller.name,
    'https://openactive.io/sellerLogo':
      seller.logo === 'data:' ? `${sellerId}/pictures/operator` : seller.logo,
    'https://openactive.io/sellerUrl': `${published}/`,
    'https://openactive.io/bookingServiceName': 'Onside',
    'https://openactive.io/bookingServiceUrl': `${published}/`,
  }
}
