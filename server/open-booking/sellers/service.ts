import type { BookingPartner } from '#server/open-booking/calls/rules.ts'
import { BookingError } from '#server/open-booking/errors/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { sellerAddress } from './present.ts'
import { sellerBySlug } from './queries.ts'
import type { Seller } from './queries.ts'

/**
 * The seller that a call names by its `@id`.
 * @throws BookingError when there is none, or the partner may not sell for it
 */
export const requireSeller = async (
  tx: Tx,
  named: string | undefined,
  { operatorIds }: Pick<BookingPartner, 'operatorIds'>,
): Promise<Seller> => {
  const slug = decodeSlug(/\/([^/]+)$/.exec(named ?? '')?.[1] ?? '')
  const seller = slug === '' ? undefined : await sellerBySlug(tx, slug)
  if (seller === undefined || sellerAddress(seller) !== named) throw new BookingError('SellerNotFoundError')
  if (!operatorIds.includes(seller.id)) throw new BookingError('InvalidAuthorizationDetailsError')
  return seller
}

const decodeSlug = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}
