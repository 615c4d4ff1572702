import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * What is wrong with the books of places, in sentences; nothing when all is well (I1): counters are the sums of
 * their holds, what is alive fits, every live court stands on all its floor, and no floor is given twice.
 */
export const wrongWithPlaces = async (db: Tx, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    with alive as (
      select h.* from hold h where h.state = 'confirmed' or (h.state = 'held' and h.held_until > ${now})
    )
    select format('occurrence %s counts %s and holds have %s', o.id, o.places_taken, sum(coalesce(h.places, 0))) as wrong
      from occurrence o
      left join hold h on h.occurrence_id = o.id and h.state in ('held', 'confirmed')
      group by o.id having o.places_taken <> sum(coalesce(h.places, 0))
    union all
    select format('occurrence %s has %s places and %s are given', o.id, o.capacity, sum(a.places))
      from occurrence o join alive a on a.occurrence_id = o.id
      group by o.id having sum(a.places) > o.capacity
    union all
    select format('hold %s stands on %s of %s spaces', a.id,
        (select count(*) from space_claim c where c.hold_id = a.id),
        (select count(*) from location_space ls where ls.location_id = o.location_id))
      from alive a join occurrence o on o.id = a.occurrence_id
      join activity act on act.id = o.activity_id and act.kind = 'courts'
      -- What the desk kept may be sold.
      where a.places > 0 and (select count(*) from space_claim c where c.hold_id = a.id)
        <> (select count(*) from location_space ls where ls.location_id = o.location_id)
    union all
    select format('hold %s has ended and still stands on space %s', h.id, c.space_id)
      from space_claim c join hold h on h.id = c.hold_id and h.state in ('released', 'expired')
    union all
    select format('space %s is given twice: to %s and %s', a.space_id, a.id, b.id)
      from space_claim a join space_claim b on a.space_id = b.space_id and a.id < b.id and a.during && b.during`.execute(
    db,
  )
  return rows.map((row) => row.wrong)
}
