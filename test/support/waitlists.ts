import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * What is wrong with the books of waitlists, in sentences (I3, I5): an offer has its place and a place on offer its
 * entry, no one was passed over without a line that says why, and every entry that ended says how.
 */
export const wrongWithWaitlists = async (db: Tx, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    select format('entry %s has an offer until %s and no place is kept for it', w.id, w.offer_expires_at) as wrong
      from waitlist_entry w where w.state = 'offered' and w.offer_expires_at > ${now} and not exists (
        select 1 from hold h where h.waitlist_entry_id = w.id and h.state = 'held' and h.held_until = w.offer_expires_at
          and h.person_id = w.person_id and h.occurrence_id = w.occurrence_id
      )
    union all
    select format('hold %s is kept for entry %s, which is %s', h.id, w.id, w.state)
      from hold h join waitlist_entry w on w.id = h.waitlist_entry_id
      where h.state = 'held' and h.held_until > ${now} and w.state <> 'offered'
    union all
    select format('an offer of hold %s stands past the end of waiting', h.id)
      from hold h where h.waitlist_entry_id is not null and h.held_until > waitlist_closes_at(h.occurrence_id)
    union all
    -- People ahead of one who was offered a place had been offered one, had left, or are told why not.
    select format('entry %s was passed over for entry %s without a word', first.id, other.id)
      from waitlist_event e
      join waitlist_entry other on other.id = e.entry_id and e.what = 'offered'
      join waitlist_entry first on first.occurrence_id = other.occurrence_id and first.id < other.id
      where coalesce((select x.what from waitlist_event x where x.entry_id = first.id and x.id < e.id
          order by x.id desc limit 1), 'nothing') in ('joined', 'withdrawn', 'resumed', 'nothing')
    union all
    select format('entry %s is %s and its history ends with %s', w.id, w.state, last.what)
      from waitlist_entry w
      left join lateral (
        select e.what from waitlist_event e where e.entry_id = w.id order by e.id desc limit 1
      ) last on true
      where (w.state, coalesce(last.what, '')) not in (
        ('waiting', 'joined'), ('waiting', 'withdrawn'), ('waiting', 'passed_over'), ('offered', 'offered'),
        ('taken', 'taken'), ('taken', 'booked'), ('passed', 'passed'), ('passed', 'lapsed'), ('left', 'left'),
        ('closed', 'clash'), ('closed', 'called_off'), ('closed', 'too_late'), ('waiting', 'resumed'),
        ('paused', 'paused')
      )
    union all
    select format('range %s has %s offers', w.range_id, count(*))
      from waitlist_entry w where w.state = 'offered' and w.range_id is not null group by w.range_id having count(*) > 1
    union all
    select format('entry %s is paused and its range has no offer', w.id)
      from waitlist_entry w where w.state = 'paused' and not exists (
        select 1 from waitlist_entry x where x.range_id = w.range_id and x.state = 'offered'
      )`.execute(db)
  return rows.map((row) => row.wrong)
}
