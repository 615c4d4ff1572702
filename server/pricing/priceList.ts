import { sql } from 'kysely'
import type { Answer } from '#contract/endpoint.ts'
import type { ListedPrice, priceSteps } from '#contract/price-steps.ts'
import { daysAfter, localDay } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { venuesWith } from '#server/platform/rights.ts'
import { priceOn } from './rules.ts'
import type { PricesInTime } from './rules.ts'

/** Sales of so many days before today are added up. */
export const daysSold = 28

type StepRow = { id: number; fromDay: string; price: number; inFiles: number | null; setBy: string | null }

export type PriceRow = PricesInTime &
  Omit<ListedPrice, 'price' | 'steps' | 'venue' | 'activity' | 'ticket'> & {
    venueId: number
    venueSlug: string
    venueName: string
    timezone: string
    activitySlug: string
    activityName: string
    heading: string | null
    ticketSlug: string | null
    ticketName: string | null
    dated: StepRow[]
    /** Coming sessions that are sold at it, by day. */
    sessions: { day: string; count: number }[]
  }

/** Every price that is on offer, with the steps that have not begun. */
export const readPriceList = async (
  tx: Tx,
  actor: Actor,
  now: Date,
): Promise<Answer<typeof priceSteps.list>> => {
  const { operator } = actor
  const rows = await priceRows(tx, actor, now)
  return {
    today: localDay(now, operator.timezone),
    pricesBy: rows[0]?.pricesBy ?? 'session',
    prices: rows.map((row) => presentPrice(row, now)),
  }
}

const presentPrice = (row: PriceRow, now: Date): ListedPrice => {
  const today = localDay(now, row.timezone)
  return {
    id: row.id,
    venue: { slug: row.venueSlug, name: row.venueName },
    activity: { slug: row.activitySlug, name: row.activityName, heading: row.heading },
    ticket: row.ticketSlug === null ? null : { slug: row.ticketSlug, name: row.ticketName ?? row.ticketSlug },
    band: row.band,
    option: row.option,
    name: row.name,
    price: priceOn(row, { localDate: today, timezone: row.timezone, now }),
    steps: row.dated
      .filter(({ fromDay }) => fromDay > today)
      .map(({ id, fromDay, price, inFiles, setBy }) => ({ id, fromDay, price, inFiles, setBy })),
    concession: row.concession,
    ageMin: row.ageMin,
    ageMax: row.ageMax,
    proof: row.proof,
    vatRate: row.vatRate,
    nominalCode: row.nominalCode,
    sold: row.sold,
  }
}

/** What tells a price from all others of the operator: "Fernhill: Yoga, Adult, peak". */
export const fullPriceName = (messages: Messages, row: PriceRow): string =>
  messages.pricing.priceInFull({
    venue: row.venueName,
    activity: row.activityName,
    price: messages.pricing.priceName({ ticket: row.ticketName, option: row.name, band: row.band }),
  })

/**
 * The prices on offer that the caller may publish, in the order of the venues' pages. What was sold is counted by the day
 * of the session.
 * @param ids only these
 */
export const priceRows = async (
  tx: Tx,
  { operator: { id: operatorId }, person }: Actor,
  now: Date,
  ids: readonly number[] | null = null,
): Promise<PriceRow[]> => {
  const venueIds = venuesWith(person, 'prices.publish')
  // In no time zone it is later than a day from now.
  const today = localDay(now, 'UTC')
  const { rows } = await sql<PriceRow>`
    select p.id, v.id as venue_id, v.slug as venue_slug, v.name as venue_name, v.timezone, a.slug as activity_slug,
      a.name as activity_name, h.name as heading, t.slug as ticket_slug, t.name as ticket_name, p.band,
      p.slug as option, p.name, p.concession, p.proof, coalesce(p.age_min, t.age_min) as age_min,
      coalesce(p.age_max, t.age_max) as age_max, coalesce(p.vat_rate, a.vat_rate) as vat_rate, a.nominal_code, p.price as first_price,
      price_steps_of(p.id) as steps, op.prices_by, coalesce(sold.quantity, 0)::int as sold,
      (select coalesce(json_agg(json_build_object('id', s.id, 'fromDay', s.from_day, 'price', s.price,
          'inFiles', s.files_price, 'setBy', nullif(trim(c.first_name || ' ' || c.last_name), ''))
          order by s.from_day), '[]'::json)
        from price_step s left join customer c on c.id = s.set_by
        where s.pricing_option_id = p.id and s.price is not null) as dated,
      (select coalesce(json_agg(json_build_object('day', day.local_date, 'count', day.count)), '[]'::json)
        from (
          select o.local_date, count(*)::int from occurrence o
          where o.activity_id = a.id and o.local_date >= ${today}::date - 1 and o.starts_at > ${now}
            and o.status = 'scheduled' and (o.band = p.band or (p.band = '' and not exists (
              select 1 from pricing_option n
              where n.activity_id = a.id and n.ticket_type_id is not distinct from p.ticket_type_id
                and n.band = o.band and not n.withdrawn)))
          group by o.local_date
        ) day) as sessions
    from pricing_option p
    join activity a on a.id = p.activity_id and not a.withdrawn
    join venue v on v.id = a.venue_id
    join operator op on op.id = v.operator_id
    left join activity h on h.id = a.parent_id
    left join ticket_type t on t.id = p.ticket_type_id
    left join (
      select i.pricing_option_id, sum(b.quantity) as quantity
      from venue sv
      join occurrence so on so.venue_id = sv.id
        and so.local_date between ${daysAfter(today, 1 - daysSold)}::date and ${today}::date
      join booking b on b.occurrence_id = so.id and b.status in ('booked', 'attended', 'not_attended')
      join basket_item i on i.id = b.basket_item_id
      where sv.operator_id = ${operatorId}
      group by i.pricing_option_id
    ) sold on sold.pricing_option_id = p.id
    where v.operator_id = ${operatorId} and (${venueIds}::int[] is null or v.id = any(${venueIds}::int[]))
      and v.status <> 'closed' and not p.withdrawn
      and (t.id is null or not t.withdrawn) and (${ids}::int[] is null or p.id = any(${ids}::int[]))
    order by v.position, v.name, v.id, coalesce(h.position, a.position), coalesce(h.name, a.name), a.position, a.name,
      a.id, t.position nulls first, t.id, p.concession, p.position, p.id`.execute(tx)
  return rows
}
