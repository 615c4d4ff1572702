import { sql } from 'kysely'
import { permissionsOf } from '#contract/permissions.ts'
import type { RoleId } from '#contract/permissions.ts'
import { reportTypes } from '#contract/reportTypes.ts'
import type { ReportId, ScheduleInterval } from '#contract/reportTypes.ts'
import type { Tx } from '#server/platform/database.ts'
import type { ReportFilters } from '#server/reports/rules.ts'

type ScheduleRow = {
  id: number
  report: ReportId
  every: ScheduleInterval
  recipient: string
  nextOn: string
  filters: ReportFilters
}

/** By report, then by whom it goes to. */
export const schedulesOf = async (tx: Tx, operatorId: number): Promise<ScheduleRow[]> => {
  const { rows } = await sql<ScheduleRow>`
    select s.id, s.report, s.every, c.first_name || ' ' || c.last_name as recipient, s.next_on::text as next_on, s.filters
    from report_schedule s join customer c on c.id = s.recipient_id
    where s.operator_id = ${operatorId}
    order by s.report, c.last_name, c.first_name, s.id`.execute(tx)
  return rows
}

/** The roles that a row of `customer` has at every venue: none without an account that can be written to. */
export const rolesEverywhere = (now: Date) => sql<RoleId[]>`(
  select coalesce(json_agg(r.role), '[]'::json) from staff_role r join operator ro on ro.id = c.operator_id
  where r.customer_id = c.id and c.role = 'staff' and c.closed_at is null and c.email <> '' and r.venue_id is null
    and (r.last_day is null or r.last_day >= (${now}::timestamptz at time zone ro.timezone)::date))`

/** Whether one of the roles may read a report. */
export const readsReport = (report: ReportId, roles: readonly RoleId[]): boolean =>
  roles.some((role) => permissionsOf[role].includes(reportTypes[report].needs))

/** The member of staff of an address who may read a report of every venue. */
export const findReader = async (
  tx: Tx,
  operatorId: number,
  { email, report }: { email: string; report: ReportId },
  now: Date,
): Promise<{ id: number; name: string } | undefined> => {
  const { rows } = await sql<{ id: number; name: string; roles: RoleId[] }>`
    select c.id, c.first_name || ' ' || c.last_name as name, ${rolesEverywhere(now)} as roles from customer c
    where c.operator_id = ${operatorId} and c.email = ${email}`.execute(tx)
  return rows.find(({ roles }) => readsReport(report, roles))
}

type NewSchedule = Pick<ScheduleRow, 'report' | 'every' | 'filters' | 'nextOn'> & {
  operatorId: number
  recipientId: number
  createdBy: number
  createdAt: Date
}

export const insertSchedule = async (tx: Tx, row: NewSchedule): Promise<number> => {
  const { id } = await tx
    .insertInto('reportSchedule')
    .values({ ...row, filters: JSON.stringify(row.filters) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns the report it was of */
export const deleteSchedule = async (tx: Tx, operatorId: number, id: number): Promise<string | undefined> => {
  const deleted = await tx
    .deleteFrom('reportSchedule')
    .where('operatorId', '=', operatorId)
    .where('id', '=', id)
    .returning('report')
    .executeTakeFirst()
  return deleted?.report
}

type DueRow = Pick<ScheduleRow, 'id' | 'report' | 'every' | 'filters'> & {
  operatorId: number
  timezone: string
  recipientId: number
  /** Of the recipient, at every venue. */
  roles: RoleId[]
}

/** Schedules whose day has come, locked; those that another node works on are left out. */
export const dueSchedules = async (tx: Tx, now: Date, limit: number): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select s.id, s.operator_id, o.timezone, s.report, s.every, s.filters, s.recipient_id,
      ${rolesEverywhere(now)} as roles
    from report_schedule s
    join operator o on o.id = s.operator_id
    join customer c on c.id = s.recipient_id
    where s.next_on <= (${now}::timestamptz at time zone o.timezone)::date
    order by s.id limit ${limit}
    for update of s skip locked`.execute(tx)
  return rows
}

export const postponeSchedule = async (tx: Tx, id: number, nextOn: string): Promise<void> => {
  await tx.updateTable('reportSchedule').set({ nextOn }).where('id', '=', id).execute()
}
