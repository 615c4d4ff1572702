import { sql } from 'kysely'
import type { TaxMode } from '#server/open-booking/rules.ts'
import type { Tx } from '#server/platform/database.ts'

export type PartnerRow = {
  id: number
  name: string
  agreement: string
  callsPerMinute: number
  /** Hundredths of a percent. */
  commissionRate: number
  createdAt: Date
  lastCallAt: Date | null
  revokedAt: Date | null
}

const partnerColumns = [
  'id',
  'name',
  'agreement',
  'callsPerMinute',
  'commissionRate',
  'createdAt',
  'lastCallAt',
  'revokedAt',
] as const

export const partnersOfOperator = (tx: Tx, operatorId: number): Promise<PartnerRow[]> =>
  tx
    .selectFrom('bookingPartner')
    .innerJoin('bookingPartnerOperator', 'partnerId', 'id')
    .select(partnerColumns)
    .where('operatorId', '=', operatorId)
    .orderBy('id', 'desc')
    .execute()

export const insertPartner = async (
  tx: Tx,
  partner: {
    operatorIds: readonly number[]
    name: string
    agreement: string
    callsPerMinute: number
    commissionRate: number
    keyDigest: Buffer
    createdBy: number | null
    createdAt: Date
  },
): Promise<PartnerRow> => {
  const { operatorIds, ...values } = partner
  const row = await tx
    .insertInto('bookingPartner')
    .values(values)
    .returning(partnerColumns)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('bookingPartnerOperator')
    .values(operatorIds.map((operatorId) => ({ operatorId, partnerId: row.id })))
    .execute()
  return row
}

/** The names of the operators that each partner may sell for, by its id. */
export const sellersOf = async (tx: Tx, partnerIds: readonly number[]): Promise<Map<number, string[]>> => {
  const rows = await tx
    .selectFrom('bookingPartnerOperator')
    .innerJoin('operator', 'operator.id', 'operatorId')
    .select(['partnerId', 'operator.name'])
    .where('partnerId', 'in', [...partnerIds, 0])
    .orderBy('operator.name')
    .execute()
  return rows.reduce(
    (sellers, { partnerId, name }) => sellers.set(partnerId, [...(sellers.get(partnerId) ?? []), name]),
    new Map<number, string[]>(),
  )
}

const isOf = (operatorId: number) =>
  sql<boolean>`id in (select partner_id from booking_partner_operator where operator_id = ${operatorId})`

/** Locks a partner of an operator. */
export const lockPartnerOf = (
  tx: Tx,
  { partnerId, operatorId }: { partnerId: number; operatorId: number },
): Promise<PartnerRow | undefined> =>
  tx
    .selectFrom('bookingPartner')
    .select(partnerColumns)
    .where('id', '=', partnerId)
    .where(isOf(operatorId))
    .forUpdate()
    .executeTakeFirst()

export const saveKey = async (tx: Tx, partnerId: number, keyDigest: Buffer): Promise<void> => {
  await tx.updateTable('bookingPartner').set({ keyDigest }).where('id', '=', partnerId).execute()
}

export const saveRevoked = async (
  tx: Tx,
  partnerId: number,
  { by, now }: { by: number; now: Date },
): Promise<void> => {
  await tx
    .updateTable('bookingPartner')
    .set({ revokedAt: now, revokedBy: by })
    .where('id', '=', partnerId)
    .where('revokedAt', 'is', null)
    .execute()
}

export type Caller = {
  id: number
  name: string
  callsPerMinute: number
  operatorIds: number[]
  /** What its token is for, separated by spaces; null for a key, which is for everything. */
  scope: string | null
  isCallNoteDue: boolean
}

/** Whose key it is; undefined when it is unknown or revoked. Operators that have switched open booking off are left out. */
export const partnerByKey = async (tx: Tx, keyDigest: Buffer, now: Date): Promise<Caller | undefined> => {
  const { rows } = await sql<Caller>`
    select p.id, p.name, p.calls_per_minute, null as scope,
      array(select o.id from booking_partner_operator po join operator o on o.id = po.operator_id
        where po.partner_id = p.id and o.open_booking order by o.id) as operator_ids,
      p.last_call_at is null or p.last_call_at < ${now}::timestamptz - interval '1 hour' as is_call_note_due
    from booking_partner p where p.key_digest = ${keyDigest} and p.revoked_at is null`.execute(tx)
  return rows[0]
}

/** Whose token it is; undefined when it is unknown, expired or revoked. A token of one seller is for that seller alone. */
export const partnerByToken = async (tx: Tx, tokenDigest: Buffer, now: Date): Promise<Caller | undefined> => {
  const { rows } = await sql<Caller>`
    select p.id, p.name, p.calls_per_minute, coalesce(r.payload->>'scope', '') as scope,
      array(select o.id from booking_partner_operator po join operator o on o.id = po.operator_id
        where po.partner_id = p.id and o.open_booking and (r.operator_id is null or o.id = r.operator_id)
        order by o.id) as operator_ids,
      p.last_call_at is null or p.last_call_at < ${now}::timestamptz - interval '1 hour' as is_call_note_due
    from openid_record r
    join openid_client c on c.client_id = r.client_id
    join booking_partner p on p.id = c.partner_id
    where r.model in ('AccessToken', 'ClientCredentials') and r.id_digest = ${tokenDigest}
      and r.expires_at > ${now} and p.revoked_at is null`.execute(tx)
  return rows[0]
}

/** The seller of a partner's quote or order. */
export const sellerOfOrder = async (tx: Tx, partnerId: number, uuid: string): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('partnerOrder')
      .select('operatorId')
      .where('partnerId', '=', partnerId)
      .where('uuid', '=', uuid)
      .executeTakeFirst()
  )?.operatorId

/** Whether a partner sells for operators besides this one. */
export const hasOtherSellers = async (tx: Tx, partnerId: number, operatorId: number): Promise<boolean> =>
  (await tx
    .selectFrom('bookingPartnerOperator')
    .select('operatorId')
    .where('partnerId', '=', partnerId)
    .where('operatorId', '<>', operatorId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether an operator has registered the partner; where that is not on record, whether it is the only one. */
export const hasRegistered = async (tx: Tx, partnerId: number, operatorId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('bookingPartner')
    .leftJoin('customer', 'customer.id', 'createdBy')
    .select('customer.operatorId')
    .where('bookingPartner.id', '=', partnerId)
    .executeTakeFirst()
  return row?.operatorId == null
    ? !(await hasOtherSellers(tx, partnerId, operatorId))
    : row.operatorId === operatorId
}

export const removeSellerOfPartner = async (tx: Tx, partnerId: number, operatorId: number): Promise<void> => {
  await tx
    .deleteFrom('bookingPartnerOperator')
    .where('partnerId', '=', partnerId)
    .where('operatorId', '=', operatorId)
    .execute()
}

export const recordCall = async (tx: Tx, partnerId: number, now: Date): Promise<void> => {
  await tx.updateTable('bookingPartner').set({ lastCallAt: now }).where('id', '=', partnerId).execute()
}

export const isOpenBookingOn = async (tx: Tx, operatorId: number): Promise<boolean> =>
  (
    await tx
      .selectFrom('operator')
      .select('openBooking')
      .where('id', '=', operatorId)
      .executeTakeFirstOrThrow()
  ).openBooking

/** Where each operator's orders and items are published; null until its data has been published. */
export const publishedSite = async (tx: Tx, operatorId: number): Promise<string | null> => {
  const { rows } = await sql<{ site: string | null }>`
    select site from open_data_site where operator_id = ${operatorId}`.execute(tx)
  return rows[0]?.site ?? null
}

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
