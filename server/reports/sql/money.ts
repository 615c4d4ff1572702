import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ReportRow } from '#contract/reports.ts'
import { atVenues, endOf, limited, monthOf, startOf, vatWithin, weekOf } from './scope.ts'
import type { ReadRows, Scope } from './scope.ts'

/*
 * Reports on money by the day on which it came in or went out, from one list: income by activity, VAT and the journal
 * cannot differ.
 */

const within = (column: string, scope: Scope) =>
  sql`${sql.ref(column)} >= ${startOf(scope)} and ${sql.ref(column)} < ${endOf(scope)}`

/** What stands in a code's place where there is no activity or plan: accounts of the books by the names we have for them. */
const codes = {
  account: sql.lit('customer_account_online'),
  creditGranted: sql.lit('credit_granted'),
  creditExpired: sql.lit('credit_expired'),
}

/**
 * `money`: each part of a payment (more than 0) and of a refund (less than 0), with what it is for and the tender.
 *
 * A payment is divided among the lines of its order by their amounts, to the penny: what a line gets is what its
 * share of the running total has grown by. What is to be paid on arrival counts once it is taken, a refund once it is
 * settled. Credit is a debt of the operator: spending it is a payment, being refunded as it is a refund, and granting it
 * or letting it expire has lines of its own, which are no sales.
 */
const moneyOf = (scope: Scope) => sql`
  paid as materialized (
    select p.id, p.order_id, p.tender_type as tender, p.amount, coalesce(p.collected_at, p.paid_at) as at, o.source
    from order_payment p join customer_order o on o.id = p.order_id
    where o.operator_id = ${scope.operatorId} and p.tender_type <> 'at_venue' and p.status <> 'failed'
      and (p.collected_at is null and ${within('p.paid_at', scope)} or ${within('p.collected_at', scope)})
  ), line as materialized (
    select l.*, sum(l.amount) over (partition by l.order_id) as of_order,
      sum(l.amount) over (partition by l.order_id order by l.kind, l.id) as running
    from (
      select b.order_id, 1 as kind, b.id, b.price + b.move_refund as amount, b.vat_rate, b.occurrence_id,
        null::text as name, null::text as nominal_code, null::int as venue_id
      from (select distinct order_id from paid) p join booking b on b.order_id = p.order_id
      union all
      select n.order_id, 2, n.id, n.amount, 0, b.occurrence_id, case when n.is_account_debt then n.description end,
        case when n.is_account_debt then ${codes.account} else mp.nominal_code end, m.venue_id
      from (select distinct order_id from paid) p
      join penalty n on n.order_id = p.order_id
      left join booking b on b.id = n.booking_id
      left join membership_collection k on k.penalty_id = n.id
      left join membership m on m.id = k.membership_id
      left join membership_plan mp on mp.id = m.plan_id
      union all
      select j.order_id, 3, j.id, j.joining_fee + j.first_days_price, 0, null, mp.name, mp.nominal_code, j.venue_id
      from (select distinct order_id from paid) p
      join joining j on j.order_id = p.order_id
      join membership_plan mp on mp.id = j.plan_id
    ) l
    where l.amount > 0
  ), part as (
    select p.at, p.tender, p.source, p.order_id, 'SALES' as journal, l.occurrence_id, l.name, l.nominal_code, l.venue_id,
      coalesce(l.vat_rate, 0) as vat_rate, l.kind = 1 as is_booking,
      case when l.of_order is null then p.amount
        else floor(p.amount::bigint * l.running / l.of_order)
          - floor(p.amount::bigint * (l.running - l.amount) / l.of_order) end as amount
    from paid p left join line l on l.order_id = p.order_id
    union all
    select r.settled_at, case r.destination when 'desk' then 'cash' when 'account' then 'customer_account_online'
        when 'partner' then 'booking_partner' else r.destination end, o.source, o.id, 'REFUNDS', b.occurrence_id, mp.name,
      mp.nominal_code, j.venue_id, case when r.penalty_id is null then coalesce(b.vat_rate, 0) else 0 end,
      r.penalty_id is null, -r.amount
    from refund r
    join customer_order o on o.id = r.order_id
    left join booking b on b.id = r.booking_id
    left join joining j on j.order_id = r.order_id and r.booking_id is null
    left join membership_plan mp on mp.id = j.plan_id
    where o.operator_id = ${scope.operatorId} and r.status = 'done' and ${within('r.settled_at', scope)}
    union all
    select k.settled_at, k.method, 'online-joining', null, 'MEMBERSHIPS', null, mp.name, mp.nominal_code, m.venue_id, 0,
      false, k.amount
    from membership_collection k
    join membership m on m.id = k.membership_id
    join membership_plan mp on mp.id = m.plan_id
    where m.operator_id = ${scope.operatorId} and k.state = 'collected' and ${within('k.settled_at', scope)}
    union all
    select p.paid_at, p.tender_type, case when h.is_exempt then 'exempt hires' else 'hires' end, null, 'HIRES', null, r.name,
      h.nominal_code, h.venue_id, n.vat_rate, false, s.amount
    from hire_payment p
    join hire_payment_share s on s.payment_id = p.id
    join hire_invoice_line n on n.invoice_id = s.invoice_id and n.position = s.position
    join hire_invoice i on i.id = p.invoice_id
    join hire h on h.id = i.hire_id
    join hirer r on r.id = h.hirer_id
    where i.operator_id = ${scope.operatorId} and ${within('p.paid_at', scope)}
    union all
    select c.at, 'credit', '', null, 'CREDIT', null, null,
      case when e.account = 'grants' then ${codes.creditGranted} else ${codes.creditExpired} end, null, 0, false, e.amount
    from credit_movement c
    join credit_entry e on e.movement_id = c.id and e.account in ('grants', 'expired')
    join credit_lot l on l.id = e.lot_id
    where l.operator_id = ${scope.operatorId} and c.kind in ('grant', 'expire') and ${within('c.at', scope)}
  ), money as materialized (
    select (p.at at time zone ${scope.timezone})::date as day, p.journal, p.tender, p.vat_rate, p.amount,
      p.is_booking, ${vatWithin(sql`p.amount`, sql`p.vat_rate`)} as vat, coalesce(v.id, 0) as venue_id,
      coalesce(v.name, '') as venue, coalesce(p.name, a.name, '') as name,
      coalesce(p.nominal_code, a.nominal_code, '') as nominal_code, p.source, p.order_id
    from part p
    left join occurrence o on o.id = p.occurrence_id
    left join activity a on a.id = o.activity_id
    left join venue v on v.id = coalesce(p.venue_id, o.venue_id)
    where p.amount <> 0 and (${atVenues('v.id', scope)} or ${scope.isEverywhere} and v.id is null)
  )`

/** R2 by the day of payment. Refunds stand in the week in which they were paid, and what is no session apart by name. */
export const cashIncomeRows: ReadRows<'income'> = async (tx, scope) => {
  const { rows } = await sql<ReportRow<'income'>>`
    with ${moneyOf(scope)}
    select ${weekOf(sql`m.day`)} as week, m.venue, m.name as activity, m.nominal_code,
      count(distinct m.order_id) filter (where m.is_booking and m.amount > 0)::int as bookings,
      coalesce(sum(m.amount) filter (where m.amount > 0), 0)::float8 as gross,
      coalesce(sum(m.vat) filter (where m.amount > 0), 0)::float8 as vat,
      coalesce(sum(m.amount - m.vat) filter (where m.amount > 0), 0)::float8 as net,
      coalesce(-sum(m.amount) filter (where m.amount < 0), 0)::float8 as refunds
    from money m
    where m.journal <> 'CREDIT'
    group by 1, 2, 3, 4, m.venue_id
    order by 1, 2, 3, 4 ${limited(scope)}`.execute(tx)
  return rows
}

/** R3: VAT by month, rate and source. The tax point is the day of payment; a refund is less tax in its own month. */
export const vatRows: ReadRows<'vat'> = async (tx, scope) => {
  const { rows } = await sql<ReportRow<'vat'>>`
    with ${moneyOf(scope)}
    select ${monthOf(sql`m.day`)} as period, (m.vat_rate / 100.0)::float8 as rate, sum(m.amount)::float8 as gross,
      sum(m.amount - m.vat)::float8 as net, sum(m.vat)::float8 as vat,
      case
        when m.journal = 'REFUNDS' then 'refunds'
        when m.source in ('hires', 'exempt hires') then m.source
        when m.source = 'front-of-house' then 'desk'
        when m.source = 'online-joining' then 'memberships'
        when m.source = 'open-booking' then 'partner' || coalesce(': ' || bp.name, '')
        else 'online'
      end as source
    from money m
    left join partner_order po on po.order_id = m.order_id
    left join booking_partner bp on bp.id = po.partner_id
    where m.journal <> 'CREDIT'
    group by 1, 2, 6
    order by 1, 2 desc, 6 ${limited(scope)}`.execute(tx)
  return rows
}

/** One side of the journal: `amount` is a credit where it is more than 0, and a debit where it is less. */
const side = (
  {
    code,
    description,
    vatCode,
    vat,
    amount,
  }: Record<'code' | 'description' | 'vatCode' | 'vat' | 'amount', RawBuilder<unknown>>,
  order: number,
) => sql`
  select day, journal, venue, ${sql.lit(order)} as side, nominal_code, description, vat_code, sum(vat) as vat,
    sum(amount) as amount
  from (
    select m.day, m.journal, m.venue_id, m.venue, ${code} as nominal_code, ${description} as description,
      ${vatCode} as vat_code, ${vat} as vat, ${amount} as amount
    from money m
  ) m
  group by day, journal, venue_id, venue, nominal_code, description, vat_code`

/**
 * R9: a line for each day, journal, venue, nominal code, rate of VAT and tender. Income is credited without VAT, VAT by
 * itself, and the tender debited. VAT and tenders stand under their own names, to be mapped in the books.
 */
export const journalRows: ReadRows<'journal'> = async (tx, scope) => {
  const none = sql`''`
  const vatCode = sql`trim_scale(m.vat_rate / 100.0)::text`
  // Without a code, what it is for tells lines apart.
  const what = sql`m.venue || case when m.nominal_code <> '' or m.name = '' then '' when m.venue = '' then m.name else ': ' || m.name end`
  const { rows } = await sql<ReportRow<'journal'>>`
    with ${moneyOf(scope)}, entry as (
      ${side({ code: sql`m.nominal_code`, description: what, vatCode, vat: sql`m.vat`, amount: sql`m.amount - m.vat` }, 1)}
      union all
      ${side({ code: sql`'vat'`, description: sql`m.venue`, vatCode, vat: sql`0`, amount: sql`m.vat` }, 2)}
      union all
      ${side({ code: sql`m.tender`, description: sql`m.venue`, vatCode: none, vat: sql`0`, amount: sql`-m.amount` }, 3)}
    )
    select e.day::text as date, e.journal, e.nominal_code, e.description, greatest(-e.amount, 0)::float8 as debit,
      greatest(e.amount, 0)::float8 as credit, e.vat_code, e.vat::float8 as vat
    from entry e where e.amount <> 0
    order by e.day, e.journal, e.venue, e.side, e.nominal_code, e.vat_code ${limited(scope)}`.execute(tx)
  return rows
}

/** R6: members of each plan at the end of each month, who came and went in it, and what they paid. */
export const memberRows: ReadRows<'members'> = async (tx, scope) => {
  const { rows } = await sql<ReportRow<'members'>>`
    with month as (
      select greatest(m.day::date, ${scope.from}::date) as first,
        least((m.day + interval '1 month' - interval '1 day')::date, ${scope.until}::date) as last
      from generate_series(date_trunc('month', ${scope.from}::date::timestamp), ${scope.until}::date::timestamp,
        interval '1 month') m (day)
    ), belonging as materialized (
      select m.id, m.plan_id, m.venue_id, m.starts_on, m.ends_on, m.frozen_from, m.frozen_until
      from membership m
      where m.operator_id = ${scope.operatorId} and ${atVenues('m.venue_id', scope)} and m.status <> 'awaiting_payment'
        and m.starts_on <= ${scope.until}::date and (m.ends_on is null or m.ends_on >= ${scope.from}::date)
    ), counted as (
      select t.last, b.plan_id, b.venue_id,
        count(*) filter (where b.starts_on <= t.last and (b.ends_on is null or b.ends_on >= t.last)
          and not (b.frozen_from <= t.last and (b.frozen_until is null or b.frozen_until > t.last)) is true) as active,
        count(*) filter (where b.starts_on between t.first and t.last) as joined,
        count(*) filter (where b.ends_on between t.first and t.last) as ended,
        count(*) filter (where b.frozen_from <= t.last and (b.frozen_until is null or b.frozen_until > t.last)
          and (b.ends_on is null or b.ends_on >= t.last)) as frozen,
        avg((b.ends_on - b.starts_on + 1) * 12 / 365.25) filter (where b.ends_on between t.first and t.last) as months_stayed
      from month t join belonging b on b.starts_on <= t.last and (b.ends_on is null or b.ends_on >= t.first)
      group by 1, 2, 3
    ), failed as (
      select t.last, m.plan_id, m.venue_id, count(*) as payments
      from month t
      join membership_collection k on k.due_on between t.first and t.last and k.state in ('failed', 'settled')
        and k.penalty_id is not null
      join membership m on m.id = k.membership_id
      where m.operator_id = ${scope.operatorId} and ${atVenues('m.venue_id', scope)}
      group by 1, 2, 3
    ), collected as (
      select k.settled_at as at, k.amount, m.plan_id, m.venue_id
      from membership_collection k join membership m on m.id = k.membership_id
      where m.operator_id = ${scope.operatorId} and k.state = 'collected' and ${within('k.settled_at', scope)}
      union all
      select o.placed_at, j.joining_fee + j.first_days_price, j.plan_id, j.venue_id
      from joining j join customer_order o on o.id = j.order_id
      where j.operator_id = ${scope.operatorId} and ${within('o.placed_at', scope)}
    ), income as (
      select t.last, c.plan_id, c.venue_id, sum(c.amount) as amount
      from month t join collected c on (c.at at time zone ${scope.timezone})::date between t.first and t.last
      where ${atVenues('c.venue_id', scope)}
      group by 1, 2, 3
    ), key as (
      select last, plan_id, venue_id from counted union select last, plan_id, venue_id from failed
      union select last, plan_id, venue_id from income
    )
    select ${monthOf(sql`key.last`)} as month, p.name as plan, v.name as venue, coalesce(c.active, 0)::int as active,
      coalesce(c.joined, 0)::int as joined, coalesce(c.ended, 0)::int as ended, coalesce(c.frozen, 0)::int as frozen,
      coalesce(f.payments, 0)::int as failed, coalesce(i.amount, 0)::float8 as income,
      round(c.months_stayed, 2)::float8 as months_stayed
    from key
    join membership_plan p on p.id = key.plan_id
    join venue v on v.id = key.venue_id
    left join counted c using (last, plan_id, venue_id)
    left join failed f using (last, plan_id, venue_id)
    left join income i using (last, plan_id, venue_id)
    order by 1, p.position, p.name, 3 ${limited(scope)}`.execute(tx)
  return rows
}
