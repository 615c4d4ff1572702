import type { LaterTender } from '#contract/tenders.ts'
import { sql } from 'kysely'
import type { Answer } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import type { openBooking } from '#contract/open-booking.ts'
import { date, instant, time } from '#contract/time.ts'
import { collectDue } from '#server/bookings/takePayment.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Days } from './sales.ts'

/** What partners' customers pay at the venues, by the days of their sessions. */
export const readDuesAtVenue = async (
  tx: Tx,
  { operator }: Actor,
  { from, to }: Days,
  now: Date,
): Promise<Answer<(typeof openBooking)['dueAtVenue']>> => {
  const dues = await duesBetween(tx, operator.id, from, to)
  return {
    total: money(
      dues.reduce((sum, { due }) => sum + due, 0),
      operator.currencySymbol,
    ),
    orders: dues.map(({ due, startsAt, localDate, timezone, ...order }) => ({
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
      first.local_date, first.timezone, first.venue_name, first.places, first.due
    from partner_order p
    join booking_partner bp on bp.id = p.partner_id
    join customer_order o on o.id = p.order_id
    join lateral (
      select oc.name, oc.starts_at, oc.local_date, v.timezone, v.name as venue_name,
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
