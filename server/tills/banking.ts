import { sql } from 'kysely'
import { countedTenders } from '#contract/tenders.ts'
import type { CountedTender } from '#contract/tenders.ts'
import type { Tx } from '#server/platform/database.ts'

export type BankingRow = {
  tenderType: CountedTender
  expected: number
  counted: number
  sessionId: number
  zNumber: number
  till: string
  person: string
  opened: Date
  closed: Date
  banked: number
  reason: string
  venue: string
}

/** The sessions of the tills of venues that were closed on these days of their calendars, by tender. */
export const readBanking = async (
  tx: Tx,
  venueIds: readonly number[],
  { from, until }: { from: string; until: string },
): Promise<BankingRow[]> => {
  const { rows } = await sql<BankingRow>`
    select s.id as session_id, s.z_number, t.name as till, c.first_name || ' ' || c.last_name as person,
      s.opened_at as opened, s.closed_at as closed, n.tender_type, n.expected, n.counted, s.reason, v.name as venue,
      case when n.tender_type = 'cash' then (
        select coalesce(sum(m.amount), 0)::int from till_movement m where m.till_session_id = s.id and m.kind = 'banking'
      ) else 0 end as banked
    from till_session s
    join till t on t.id = s.till_id
    join venue v on v.id = t.venue_id
    join customer c on c.id = s.closed_by
    join till_count n on n.till_session_id = s.id
    where v.id = any(${[...venueIds]}::int[]) and (s.closed_at at time zone v.timezone)::date between ${from}::date and ${until}::date
    order by s.closed_at, s.id, array_position(${[...countedTenders]}::text[], n.tender_type)`.execute(tx)
  return rows
}
