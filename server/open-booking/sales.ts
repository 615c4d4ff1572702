import { sql } from 'kysely'
import type { Answer } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import type { openBooking } from '#contract/open-booking.ts'
import type { LaterTender } from '#contract/tenders.ts'
import { date, daysAfter, instant, time } from '#contract/time.ts'
import { collectDue } from '#server/bookings/takePayment.ts'
import type { Actor } from '#server/platform/actor.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { mayAt } from '#server/platform/rights.ts'

export type Days = { from: string; to: string }

/**
 * What a partner has sold on days of the operator, the first and the last included, and what it owes for them.
 * @throws Refusal `not_found`
 */
export const readPartnerSales = async (
  tx: Tx,
  { operator }: Actor,
  partnerId: number,
  days: Days,
): Promise<Answer<(typeof openBooking)['partnerSales']>> => {
  const [sales] = await salesIn(tx, operator, partnerId, days)
  if (sales === undefined) throw notFound((messages) => messages.openBooking.unknownPartner)
  const { from, to } = days
  return { from, to, partner: sales.name, ...presentSales(sales, operator.currencySymbol) }
}

/** As `readPartnerSales`, of every partner, with the total. */
export const readAllPartnerSales = async (
  tx: Tx,
  { operator }: Actor,
  days: Days,
): Promise<Answer<(typeof openBooking)['allPartnerSales']>> => {
  const partners = await salesIn(tx, operator, null, days)
  const { from, to } = days
  return {
    from,
    to,
    partners: partners.map((sales) => ({
      id: sales.id,
      partner: sales.name,
      ...presentSales(sales, operator.currencySymbol),
    })),
    total: presentSales(totalOfSales(partners), operator.currencySymbol),
  }
}

const salesIn = async (
  tx: Tx,
  operator: Actor['operator'],
  partnerId: number | null,
  { from, to }: Days,
): Promise<(SalesRow & Sales)[]> => {
  const midnightOf = (day: string) => instantOf(day, '00:00', operator.timezone)
  const rows = await salesOf(
    tx,
    { partnerId, operatorId: operator.id },
    midnightOf(from),
    midnightOf(daysAfter(to, 1)),
  )
  return rows.map((row) => ({ ...row, commission: commissionOf(row) }))
}

const presentSales = (sales: Sales, currencySymbol: string) => {
  const amount = (pence: number) => money(pence, currencySymbol)
  return {
    bookings: sales.bookings,
    sold: amount(sales.sold),
    refunded: amount(sales.refunded),
    commission: amount(sales.commission),
    owed: amount(owedOf(sales)),
    atVenue: amount(sales.atVenue),
  }
}
/** Pence of sales. */
type Sales = { bookings: number; sold: number; refunded: number; commission: number; atVenue: number }

/** What a partner keeps of its sales, in whole pence; less than nothing when more was refunded than sold. */
export const commissionOf = (sales: { sold: number; refunded: number; commissionRate: number }): number =>
  Math.round(((sales.sold - sales.refunded) * sales.commissionRate) / 10_000) + 0

export const owedOf = ({ sold, refunded, commission }: Sales): number => sold - refunded - commission

export const totalOfSales = (all: readonly Sales[]): Sales =>
  all.reduce(
    (sum, one) => ({
      bookings: sum.bookings + one.bookings,
      sold: sum.sold + one.sold,
      refunded: sum.refunded + one.refunded,
      commission: sum.commission + one.commission,
      atVenue: sum.atVenue + one.atVenue,
    }),
    { bookings: 0, sold: 0, refunded: 0, commission: 0, atVenue: 0 },
  )

/** What a partner has sold of an operator. Amounts are pence. */
type SalesRow = {
  id: number
  name: string
  /** Hundredths of a percent. */
  commissionRate: number
  bookings: number
  /** What it has taken from its customers. */
  sold: number
  /** What it has paid them back. */
  refunded: number
  /** What they pay at the venue. */
  atVenue: number
}

/**
 * The sales of the operator's partners, or of one, from one instant until another: what was ordered then, and what was
 * refunded then. By name. One that the operator lets sell no more still owes it what it has sold.
 */
const salesOf = async (
  tx: Tx,
  { partnerId, operatorId }: { partnerId: number | null; operatorId: number },
  from: Date,
  until: Date,
): Promise<SalesRow[]> => {
  const { rows } = await sql<SalesRow>`
    with ordered as (
      select p.partner_id, p.order_id, o.placed_at
      from partner_order p join customer_order o on o.id = p.order_id
      where p.operator_id = ${operatorId} and (${partnerId}::int is null or p.partner_id = ${partnerId})
    ), in_time as (
      select partner_id, order_id from ordered where placed_at >= ${from} and placed_at < ${until}
    ), booked as (
      select partner_id, count(*)::int as bookings
      from in_time join booking b using (order_id) group by partner_id
    ), tenders as (
      select partner_id, sum(y.amount) filter (where y.tender_type = 'booking_partner') as sold,
        sum(y.amount) filter (where y.tender_type = 'at_venue' or y.collected_at is not null) as at_venue
      from in_time join order_payment y using (order_id) group by partner_id
    ), refunds as (
      select partner_id, sum(r.amount) as refunded from ordered join refund r using (order_id)
      where r.destination = 'partner' and r.created_at >= ${from} and r.created_at < ${until} group by partner_id
    )
    select bp.id, bp.name, bp.commission_rate, coalesce(booked.bookings, 0) as bookings,
      coalesce(tenders.sold, 0)::int as sold, coalesce(tenders.at_venue, 0)::int as at_venue,
      coalesce(refunds.refunded, 0)::int as refunded
    from booking_partner bp
    left join booked on booked.partner_id = bp.id
    left join tenders on tenders.partner_id = bp.id
    left join refunds on refunds.partner_id = bp.id
    where (${partnerId}::int is null or bp.id = ${partnerId})
      and (
        exists (select 1 from booking_partner_operator bo where bo.partner_id = bp.id and bo.operator_id = ${operatorId})
        or bp.id in (select partner_id from ordered)
      )
    order by lower(bp.name), bp.id`.execute(tx)
  return rows
}

/** What partners' customers pay at the venues, by the days of their sessions. */
export const readDuesAtVenue = async (
  tx: Tx,
  actor: Actor,
  { from, to }: Days,
  now: Date,
): Promise<Answer<(typeof openBooking)['dueAtVenue']>> => {
  const { operator } = actor
  const dues = (await duesBetween(tx, operator.id, from, to)).filter(({ venueId }) =>
    mayAt(actor, 'sell', venueId),
  )
  return {
    total: money(
      dues.reduce((sum, { due }) => sum + due, 0),
      operator.currencySymbol,
    ),
    orders: dues.map(({ due, startsAt, localDate, timezone, venueId: _venue, ...order }) => ({
      ...order,
      startsAt: instant(startsAt),
      startsText: startsText({ startsAt, localDate, timezone }, now),
      due: money(due, operator.currencySymbol),
    })),
  }
}

/**
 * Takes at the desk what a partner's customer pays at the venue.
 * @throws Refusal `not_found`, `already_settled`, `nothing_due`
 */
export const collectDueAtVenue = async (
  tx: Tx,
  actor: Actor,
  due: { orderId: number; tenderType: LaterTender },
  now: Date,
): Promise<Answer<(typeof openBooking)['collectDue']>> => ({
  amount: money(await collectDue(tx, actor, due, now), actor.operator.currencySymbol),
})

const startsText = (
  { startsAt, localDate, timezone }: Pick<DueRow, 'startsAt' | 'localDate' | 'timezone'>,
  now: Date,
): string => {
  const { dayPretty, datePretty } = date(localDate, timezone, now)
  return `${dayPretty} ${datePretty}, ${time(startsAt, timezone).format24Hour}`
}

/** An order of a partner's customer who pays at the venue. */
type DueRow = {
  orderId: number
  orderReference: string
  partner: string
  customer: string
  what: string
  startsAt: Date
  localDate: string
  timezone: string
  venueId: number
  venueName: string
  places: number
  /** Pence of the places that are not cancelled. */
  due: number
}

/** What is to be paid at the venues for sessions from one of their days to another, by the time of the first session. */
const duesBetween = async (tx: Tx, operatorId: number, from: string, to: string): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select o.id as order_id, o.reference as order_reference, bp.name as partner,
      trim(o.payer_first_name || ' ' || o.payer_last_name) as customer, first.name as what, first.starts_at,
      first.local_date, first.timezone, first.venue_id, first.venue_name, first.places, first.due
    from partner_order p
    join booking_partner bp on bp.id = p.partner_id
    join customer_order o on o.id = p.order_id
    join lateral (
      select oc.name, oc.starts_at, oc.local_date, v.timezone, v.id as venue_id, v.name as venue_name,
        (count(*) over ())::int as places, (sum(b.price) over ())::int as due
      from booking b
      join occurrence oc on oc.id = b.occurrence_id
      join venue v on v.id = oc.venue_id
      where b.order_id = o.id and b.status not in ('cancelled', 'cancelled_by_venue')
      order by oc.starts_at, b.id limit 1
    ) first on true
    where p.operator_id = ${operatorId} and p.state = 'order' and first.due > 0
      and first.local_date between ${from} and ${to}
      and exists (select from order_payment y where y.order_id = o.id and y.tender_type = 'at_venue')
    order by first.starts_at, o.id`.execute(tx)
  return rows
}
