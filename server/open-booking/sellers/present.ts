import { feedsOf } from '#server/openactive/rules.ts'
import type { Json } from '#server/openactive/rules.ts'
import type { Seller } from './queries.ts'

export const sellerAddress = ({ slug, site }: Seller): string => feedsOf(slug, site)

/** Who sells, inside an order. */
export const presentSeller = (seller: Seller): Json =>
  withoutEmpty({
    '@type': 'Organization',
    '@id': sellerAddress(seller),
    identifier: seller.slug,
    name: seller.name,
    legalName: seller.legalName === '' ? seller.name : seller.legalName,
    taxMode: seller.taxMode === 'net' ? 'https://openactive.io/TaxNet' : 'https://openactive.io/TaxGross',
    url: `${seller.site}/`,
    telephone: seller.phone,
    email: seller.email,
    vatID: seller.vatNumber,
    ...(seller.sameAs.length === 0 ? {} : { sameAs: seller.sameAs }),
    isOpenBookingAllowed: seller.openBooking,
    address: withoutEmpty({
      '@type': 'PostalAddress',
      streetAddress: seller.streetAddress,
      addressLocality: seller.town,
      addressRegion: seller.region,
      postalCode: seller.postcode,
      addressCountry: 'GB',
    }),
    ...termsOf(seller, 'TermsOfUse'),
  })

/** The system the order is booked in. */
export const presentBookingService = (seller: Seller): Json => ({
  '@type': 'BookingService',
  name: seller.name,
  url: `${seller.site}/`,
  ...termsOf(seller, 'Terms'),
})

const termsOf = ({ bookingTermsUrl, name }: Seller, type: 'Terms' | 'TermsOfUse') =>
  bookingTermsUrl === ''
    ? {}
    : { termsOfService: [{ '@type': type, name, url: bookingTermsUrl, requiresExplicitConsent: false }] }

/** The standard wants nothing that says nothing. */
const withoutEmpty = (whole: Json): Json =>
  Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== ''))
