import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Grouping } from '#contract/reportTypes.ts'
import type { ReportRow } from '#contract/reports.ts'
import { standardVatRate } from '#contract/hireTypes.ts'
import {
  atVenues,
  endOf,
  limited,
  monthOf,
  planForScope,
  sessionsWithin,
  startOf,
  vatWithin,
  weekOf,
} from './scope.ts'
import type { ReadRows, Scope } from './scope.ts'

/*
 * Reports on sessions by the day on which they are. Each reads the bookings of the sessions of the period once, and adds
 * them up before names are looked up.
 */

/**
 * What the sessions of the period were booked for and by whom: `offered` has the sessions that were not called off,
 * `booked`, `refunded`, `let` and `waiting` what there is of each.
 */
const sessionFigures = (scope: Scope) => sql`
  offered as materialized (
    select o.id, o.venue_id, o.activity_id, o.local_date, o.starts_at, o.name, o.capacity, o.instructor_ids
    from occurrence o where ${sessionsWithin(scope)} and o.status = 'scheduled'
  ), booked as materialized (
    select b.occurrence_id,
      sum(h.places) filter (where b.status in ('booked', 'attended', 'not_attended')) as sold,
      sum(h.places) filter (where b.status = 'attended') as attended,
      sum(h.places) filter (where b.status = 'not_attended') as absent,
      sum(b.price + b.move_refund) as charged
    from offered o join booking b on b.occurrence_id = o.id join hold h on h.id = b.hold_id
    group by b.occurrence_id
  ), refunded as materialized (
    select b.occurrence_id, sum(r.amount) as amount
    from offered o join booking b on b.occurrence_id = o.id join refund r on r.booking_id = b.id
    where r.status <> 'failed' and r.penalty_id is null
    group by b.occurrence_id
  ), let as materialized (
    select h.occurrence_id, sum(h.places) as places
    from offered o join hold h on h.occurrence_id = o.id
    -- What the desk keeps to sell is on offer.
    where h.block_booking_id is not null and h.state = 'confirmed'
    group by h.occurrence_id
  ), waiting as materialized (
    select w.occurrence_id, sum(w.places) as places
    from offered o join waitlist_entry w on w.occurrence_id = o.id
    where w.instead_of_id is null
    group by w.occurrence_id
  )`

const blank = sql`''`
const weekday = sql`to_char(s.local_date, 'FMDay')`

/** The texts of a row by grouping; those of the rest are empty. */
const groupedTexts: Record<
  Grouping,
  Partial<Record<'day' | 'venue' | 'activity' | 'session' | 'instructor' | 'start', RawBuilder<unknown>>>
> = {
  activity: { activity: sql`s.activity` },
  class: { activity: sql`s.activity`, session: sql`s.session` },
  instructor: { instructor: sql`s.instructor` },
  hour: { day: weekday, start: sql`left(s.start, 2) || ':00'` },
  each: {
    day: sql`s.local_date::text`,
    venue: sql`s.venue`,
    activity: sql`s.activity`,
    session: sql`s.session`,
    instructor: sql`s.instructor`,
    start: sql`s.start`,
  },
}

/** R1: places that were offered, sold and used. */
export const fullnessRows: ReadRows<'fullness'> = async (tx, scope) => {
  const texts = groupedTexts[scope.by]
  const text = (name: keyof typeof texts) => sql`${texts[name] ?? blank}`
  const keys = Object.values(texts)
  // Sessions are told apart by id: two courts have the same names at the same time.
  const grouping = sql.join([...keys, ...(scope.by === 'each' ? [sql`s.id`] : [])])
  const order = scope.by === 'hour' ? sql`min(extract(isodow from s.local_date)), 6` : sql`1, 6, 2, 3, 4, 5`
  const { rows } = await sql<ReportRow<'fullness'>>`
    with ${sessionFigures(scope)}, s as (
      select o.id, o.local_date, v.name as venue, a.name as activity, o.name as session,
        coalesce((select string_agg(i.name, ', ' order by i.name) from instructor i where i.id = any(o.instructor_ids)), '')
          as instructor,
        to_char(o.starts_at at time zone v.timezone, 'HH24:MI') as start,
        greatest(o.capacity - coalesce(l.places, 0), 0) as places, coalesce(b.sold, 0) as sold,
        coalesce(b.attended, 0) as attended, coalesce(b.absent, 0) as absent, coalesce(w.places, 0) as waitlisted,
        coalesce(b.charged, 0) - coalesce(r.amount, 0) as income
      from offered o
      join venue v on v.id = o.venue_id
      join activity a on a.id = o.activity_id
      left join booked b on b.occurrence_id = o.id
      left join refunded r on r.occurrence_id = o.id
      left join let l on l.occurrence_id = o.id
      left join waiting w on w.occurrence_id = o.id
    )
    select ${text('day')} as day, ${text('venue')} as venue, ${text('activity')} as activity,
      ${text('session')} as session, ${text('instructor')} as instructor, ${text('start')} as start,
      sum(s.places)::int as places, sum(s.sold)::int as sold, sum(s.attended)::int as attended,
      sum(s.absent)::int as absent, sum(s.waitlisted)::int as waitlisted,
      round(100.0 * sum(s.sold) / nullif(sum(s.places), 0), 1)::float8 as fill_percent, sum(s.income)::float8 as income
    from s
    group by ${grouping}
    order by ${order} ${limited(scope)}`.execute(tx)
  return rows
}

/** R2 by the day of use: what was charged for sessions of the week, and what of it went back. */
export const sessionIncomeRows: ReadRows<'income'> = async (tx, scope) => {
  const charged = sql`(b.price + b.move_refund)`
  await planForScope(tx, scope)
  const { rows } = await sql<ReportRow<'income'>>`
    with charged as materialized (
      select date_trunc('week', o.local_date) as week, o.venue_id, o.activity_id,
        count(*) filter (where b.status not in ('cancelled', 'cancelled_by_venue')) as bookings,
        sum(${charged}) as gross, sum(${vatWithin(charged, sql`b.vat_rate`)}) as vat
      from occurrence o join booking b on b.occurrence_id = o.id
      where ${sessionsWithin(scope)}
      group by 1, 2, 3
    ), refunded as materialized (
      select date_trunc('week', o.local_date) as week, o.venue_id, o.activity_id, sum(r.amount) as amount
      from occurrence o join booking b on b.occurrence_id = o.id join refund r on r.booking_id = b.id
      where ${sessionsWithin(scope)} and r.status <> 'failed' and r.penalty_id is null
      group by 1, 2, 3
    )
    select week, venue, activity, nominal_code, bookings, gross, vat, gross - vat as net, refunds
    from (
      select to_char(c.week, 'YYYY-MM-DD') as week, v.name as venue, a.name as activity, a.nominal_code,
        c.bookings::int as bookings, c.gross::float8 as gross, c.vat::float8 as vat,
        coalesce(r.amount, 0)::float8 as refunds, a.id
      from charged c
      join venue v on v.id = c.venue_id
      join activity a on a.id = c.activity_id
      left join refunded r on r.week = c.week and r.venue_id = c.venue_id and r.activity_id = c.activity_id
      union all
      -- What is let to hirers, by the day on which it is.
      select ${weekOf(sql`d.local_date`)}, v.name, r.name, h.nominal_code, count(*)::int, sum(d.price)::float8,
        sum(${vatWithin(sql`d.price`, hireVatRate)})::float8, 0, -h.id
      from hire_date d
      join hire h on h.id = d.hire_id and h.state in ('confirmed', 'running', 'ended')
      join hirer r on r.id = h.hirer_id
      join venue v on v.id = h.venue_id
      where ${atVenues('h.venue_id', scope)} and d.local_date between ${scope.from}::date and ${scope.until}::date
        and d.state = 'let'
      group by 1, v.id, r.id, h.id
    ) income
    order by 1, 2, 3, id ${limited(scope)}`.execute(tx)
  return rows
}

/** VAT of what is let: `h`. */
const hireVatRate = sql`case when h.is_exempt then 0 else ${sql.lit(standardVatRate)} end`

/** How many days apart two absences of a person may be to count together. */
const absenceDays = 28

/** R5: people who missed or cancelled too late at least twice within 28 days. */
export const absenceRows: ReadRows<'absences'> = async (tx, scope) => {
  await planForScope(tx, scope)
  const { rows } = await sql<ReportRow<'absences'>>`
    with absent as materialized (
      select b.id, coalesce(b.person_id, b.customer_id) as person_id, o.local_date, o.starts_at, o.name as session,
        o.venue_id, case b.status when 'cancelled' then 'late_cancel' else 'no_show' end as kind
      from occurrence o
      join booking b on b.occurrence_id = o.id
      join activity a on a.id = o.activity_id
      where ${sessionsWithin(scope)} and coalesce(b.person_id, b.customer_id) is not null
        and (b.status = 'not_attended' or b.status = 'cancelled'
          and b.cancelled_at > o.starts_at - coalesce(b.free_cancel_minutes, a.free_cancel_minutes) * interval '1 minute')
    )
    select c.first_name || ' ' || c.last_name as person, c.reference, e.local_date::text as day, e.session, e.kind,
      coalesce(p.amount, 0) as penalty,
      case when p.id is null then '' when p.refunded_at is not null then 'refunded' else p.status end as state,
      v.name as venue
    from absent e
    join customer c on c.id = e.person_id
    join venue v on v.id = e.venue_id
    left join lateral (
      select p.id, p.amount, p.status, p.refunded_at from penalty p where p.booking_id = e.id order by p.id desc limit 1
    ) p on true
    where exists (
      select 1 from absent x
      where x.person_id = e.person_id and x.id <> e.id and abs(x.local_date - e.local_date) < ${absenceDays}
    )
    order by c.last_name, c.first_name, c.id, e.starts_at, e.id ${limited(scope)}`.execute(tx)
  return rows
}

/** R8: who waited for a place and never got one. A wait for any of several sessions counts at each of them. */
export const demandRows: ReadRows<'demand'> = async (tx, scope) => {
  const { rows } = await sql<ReportRow<'demand'>>`
    select ${weekOf(sql`o.local_date`)} as week, a.name as activity, o.name as session, count(*)::int as waited,
      count(*) filter (where w.state = 'taken')::int as placed,
      count(*) filter (where w.state not in ('taken', 'waiting', 'offered', 'paused'))::int as unmet, v.name as venue
    from occurrence o
    join waitlist_entry w on w.occurrence_id = o.id
    join activity a on a.id = o.activity_id
    join venue v on v.id = o.venue_id
    where ${sessionsWithin(scope)} and w.instead_of_id is null
    group by 1, 2, 3, 7
    order by 1, 2, 3, 7 ${limited(scope)}`.execute(tx)
  return rows
}

/** People of a postcode district are added up together where there are fewer. */
const fewestOfDistrict = 10

/** R10: places that cost less than the first price without a concession, by what they were cheaper for. */
export const concessionRows: ReadRows<'concessions'> = async (tx, scope) => {
  await planForScope(tx, scope)
  const { rows } = await sql<ReportRow<'concessions'>>`
    with given as materialized (
      select ${monthOf(sql`o.local_date`)} as month,
        case
          when i.discount = 0 then p.name
          when f.name is not null then f.name
          else coalesce(k.name, '')
        end as rule,
        h.places, i.quantity * greatest(price_on(p.id, priced.on_day), price_on(full_option.id, priced.on_day)) as full_price, b.price,
        coalesce(b.person_id, b.customer_id) as person_id,
        coalesce(substring(upper(replace(c.postcode, ' ', '')) from '^([A-Z]{1,2}[0-9][0-9A-Z]?)[0-9][A-Z]{2}$'), '')
          as district
      from occurrence o
      join booking b on b.occurrence_id = o.id and b.status in ('booked', 'attended', 'not_attended')
      join hold h on h.id = b.hold_id
      join basket_item i on i.id = b.basket_item_id
      join pricing_option p on p.id = i.pricing_option_id
      join venue v on v.id = o.venue_id
      join operator op on op.id = v.operator_id
      cross join lateral (
        select case op.prices_by when 'sale' then (b.created_at at time zone v.timezone)::date else o.local_date
          end as on_day
      ) priced
      left join customer c on c.id = coalesce(b.person_id, b.customer_id)
      left join lateral (
        select n.id from pricing_option n
        where n.activity_id = p.activity_id and n.ticket_type_id is not distinct from p.ticket_type_id
          and n.band = p.band and not n.concession
        order by n.position, n.id limit 1
      ) full_option on true
      left join lateral (
        select f.name from benefit_use u join benefit f on f.id = u.benefit_id
        where u.basket_item_id = i.id and u.state = 'used' order by u.id limit 1
      ) f on true
      left join lateral (
        select q.name from package_use u join package g on g.id = u.package_id join package_product q on q.id = g.product_id
        where u.basket_item_id = i.id and u.state = 'used' order by u.id limit 1
      ) k on true
      where ${sessionsWithin(scope)} and (p.concession or i.discount > 0)
    ), district as materialized (
      select g.month, g.rule, g.district from given g where g.district <> ''
      group by 1, 2, 3 having count(distinct g.person_id) >= ${fewestOfDistrict}
    )
    select g.month, g.rule, sum(g.places)::int as places, sum(g.full_price)::float8 as full_price,
      sum(greatest(g.full_price - g.price, 0))::float8 as given, coalesce(d.district, '') as district
    from given g
    left join district d on d.month = g.month and d.rule = g.rule and d.district = g.district
    group by 1, 2, 6
    order by 1, 2, 6 ${limited(scope)}`.execute(tx)
  return rows
}

/**
 * R11: hours let to clubs and schools: dates of hires, and block bookings of the files; the desk's own are not among them.
 * `invoiced` and `paid` in the period. What is owed now, by the age of its invoice on the last day of the period: up to 30
 * days, up to 60, and more.
 */
export const hirerRows: ReadRows<'hirers'> = async (tx, scope) => {
  const { rows } = await sql<ReportRow<'hirers'>>`
    with owed as (
      select i.hire_id, ${scope.until}::date - coalesce(c.issued_on, i.issued_on) as age,
        n.amount - coalesce(s.paid, 0) as amount
      from hire_invoice i
      join hire h on h.id = i.hire_id
      join hire_invoice_line n on n.invoice_id = i.id
      left join lateral (
        select sum(s.amount) as paid from hire_payment_share s where s.invoice_id = n.invoice_id and s.position = n.position
      ) s on true
      left join hire_invoice c on c.id = i.credits_id
      where i.operator_id = ${scope.operatorId} and ${atVenues('h.venue_id', scope)}
        and coalesce(c.issued_on, i.issued_on) <= ${scope.until}::date
    ), account as (
      select hire_id, 0 as invoiced, 0 as paid, sum(amount) filter (where age <= 30) as due_30,
        sum(amount) filter (where age between 31 and 60) as due_60, sum(amount) filter (where age > 60) as due_90
      from owed group by 1
      union all
      select i.hire_id, sum(n.amount), 0, 0, 0, 0
      from hire_invoice i join hire h on h.id = i.hire_id join hire_invoice_line n on n.invoice_id = i.id
      where i.operator_id = ${scope.operatorId} and ${atVenues('h.venue_id', scope)}
        and i.issued_on between ${scope.from}::date and ${scope.until}::date
      group by 1
      union all
      select i.hire_id, 0, sum(p.amount), 0, 0, 0
      from hire_payment p join hire_invoice i on i.id = p.invoice_id join hire h on h.id = i.hire_id
      where i.operator_id = ${scope.operatorId} and ${atVenues('h.venue_id', scope)}
        and p.paid_at >= ${startOf(scope)} and p.paid_at < ${endOf(scope)} and p.failed_at is null
      group by 1
      union all
      select d.hire_id, 0, 0, 0, 0, 0
      from hire_date d join hire h on h.id = d.hire_id
      where ${atVenues('h.venue_id', scope)} and d.local_date between ${scope.from}::date and ${scope.until}::date
        and d.state = 'let' and h.state in ('confirmed', 'running', 'ended')
      group by 1
    ), hired as (
      select k.hire_id, sum(k.invoiced) as invoiced, sum(k.paid) as paid, coalesce(sum(k.due_30), 0) as due_30,
        coalesce(sum(k.due_60), 0) as due_60, coalesce(sum(k.due_90), 0) as due_90
      from account k group by 1
    )
    select r.name as hirer, coalesce(d.hours, 0)::float8 as hours, coalesce(d.dates, 0)::int as sessions, h.name as activity,
      v.name as venue, k.invoiced::float8 as invoiced, k.paid::float8 as paid, k.due_30::float8 as due_30,
      k.due_60::float8 as due_60, k.due_90::float8 as due_90
    from hired k
    join hire h on h.id = k.hire_id
    join hirer r on r.id = h.hirer_id and r.operator_id = ${scope.operatorId}
    join venue v on v.id = h.venue_id
    left join lateral (
      select sum(extract(epoch from d.ends_at - d.starts_at)) / 3600 as hours, count(*) as dates
      from hire_date d
      where d.hire_id = h.id and d.state = 'let' and h.state in ('confirmed', 'running', 'ended')
        and d.local_date between ${scope.from}::date and ${scope.until}::date
    ) d on true
    union all
    select coalesce(nullif(k.note, ''), k.slug), (sum(extract(epoch from o.ends_at - o.starts_at)) / 3600)::float8,
      count(*)::int, a.name, v.name, 0, 0, 0, 0, 0
    from occurrence o
    join hold h on h.occurrence_id = o.id and h.block_booking_id is not null and h.state = 'confirmed'
    join block_booking k on k.id = h.block_booking_id
    join activity a on a.id = o.activity_id
    join venue v on v.id = o.venue_id
    where ${sessionsWithin(scope)} and o.status = 'scheduled'
    group by 1, 4, 5
    order by 1, 5, 4 ${limited(scope)}`.execute(tx)
  return rows
}
