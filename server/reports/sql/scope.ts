import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Grouping, ReportId } from '#contract/reportTypes.ts'
import type { ReportRow } from '#contract/reports.ts'
import type { Tx } from '#server/platform/database.ts'

/** What a report is about: days of an operator, the first and the last included, at venues of it. */
export type Scope = {
  operatorId: number
  /** Of the operator: on which day money came in. */
  timezone: string
  venueIds: number[]
  /** Whether these are all venues of the operator: what belongs to no venue is in it. */
  isEverywhere: boolean
  from: string
  until: string
  by: Grouping
  basis: 'session' | 'cash'
  /** How many rows it may have. */
  mostRows: number
}

/** Rows of a report: one more than it may have, where there are more. */
export type ReadRows<Id extends ReportId> = (tx: Tx, scope: Scope) => Promise<ReportRow<Id>[]>

/**
 * Plans the statements of this transaction for their period where they are about all venues: a plan for any scope goes
 * session by session, which suits one venue. On a month of 300,000 bookings income took a third of the time,
 * absences a fourteenth and concessions a twentieth; `fullness` became slower.
 */
export const planForScope = async (tx: Tx, { isEverywhere }: Scope): Promise<void> => {
  if (isEverywhere) await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx)
}

export const limited = ({ mostRows }: Scope) => sql`limit ${mostRows + 1}`

export const atVenues = (column: string, { venueIds }: Scope): RawBuilder<boolean> =>
  sql`${sql.ref(column)} = any(${venueIds}::int[])`

/** The first instant of the period, and the one after its last. */
export const startOf = ({ from, timezone }: Scope) => sql`(${from}::date::timestamp at time zone ${timezone})`
export const endOf = ({ until, timezone }: Scope) =>
  sql`((${until}::date + 1)::timestamp at time zone ${timezone})`

/** The session days of the period, at its venues: `o`. */
export const sessionsWithin = (scope: Scope) =>
  sql`${atVenues('o.venue_id', scope)} and o.local_date between ${scope.from}::date and ${scope.until}::date`

/** The Monday of a day, as text. */
export const weekOf = (day: RawBuilder<unknown>) => sql`to_char(date_trunc('week', ${day}), 'YYYY-MM-DD')`
export const monthOf = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'YYYY-MM')`

/** What an amount contains of VAT, in pence, as `taxWithin` counts it. */
export const vatWithin = (amount: RawBuilder<unknown>, rate: RawBuilder<unknown>) =>
  sql`round(${amount}::numeric * ${rate} / (10000 + ${rate}))`
