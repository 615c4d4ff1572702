import { sql } from 'kysely'
import type { TaxMode } from '#server/open-booking/totals/rules.ts'
import type { Tx } from '#server/platform/database.ts'

/** An operator as a seller. */
export type Seller = {
  id: number
  slug: string
  name: string
  legalName: string
  vatNumber: string
  /** What its data is published under. */
  site: string
  phone: string
  email: string
  sameAs: string[]
  currencySymbol: string
  timezone: string
  basketHoldSeconds: number
  openBooking: boolean
  taxMode: TaxMode
  bookingTermsUrl: string
  /** The account that partners pay to; '' for what their payments need not name. */
  payeeName: string
  payeeAccount: string
  payeeProvider: string
  /** The address of its first venue. */
  streetAddress: string
  town: string
  region: string
  postcode: string
}

const sellers = sql`
  select op.id, op.slug, op.name, op.legal_name, op.vat_number, identity.site, op.phone, op.email, op.same_as,
    op.currency_symbol, op.timezone, op.basket_hold_seconds, op.open_booking, op.tax_mode, op.booking_terms_url,
    op.payee_name, op.payee_account, op.payee_provider,
    coalesce(v.address_line_one, '') as street_address, coalesce(v.town, '') as town,
    coalesce(v.region, '') as region, coalesce(v.postcode, '') as postcode
  from operator op
  join open_data_site identity on identity.operator_id = op.id and identity.site is not null
  left join lateral (
    select v.address_line_one, v.town, v.region, v.postcode from venue v
    where v.operator_id = op.id and v.status <> 'closed' order by v.position, v.id limit 1
  ) v on true`

export const sellerBySlug = async (tx: Tx, slug: string): Promise<Seller | undefined> =>
  (await sql<Seller>`${sellers} where op.slug = ${slug}`.execute(tx)).rows[0]

export const sellerById = async (tx: Tx, id: number): Promise<Seller | undefined> =>
  (await sql<Seller>`${sellers} where op.id = ${id}`.execute(tx)).rows[0]
