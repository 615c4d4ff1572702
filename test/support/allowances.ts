import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * What is wrong with the uses of benefits and packages, in sentences: none used more often than it may be in any
 * day, week or month, no visit used twice or lost, and no line that pays less than its price without a use.
 */
export const wrongWithUses = async (tx: Tx, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    with counted as (
      select u.* from benefit_use u
      join basket_item bi on bi.id = u.basket_item_id
      join hold h on h.id = bi.hold_id
      where u.state = 'used' or (u.state = 'reserved' and bi.removed_at is null
        and (h.state = 'confirmed' or (h.state = 'held' and h.held_until > ${now})))
    )
    select format('benefit %s of member %s is used %s times in the %s of %s', b.id, c.member_id, count(*),
        b.allowance_period, date_trunc(b.allowance_period, c.counted_on::timestamp)::date) as wrong
      from counted c join benefit b on b.id = c.benefit_id
      where b.allowance is not null
      group by b.id, c.member_id, date_trunc(b.allowance_period, c.counted_on::timestamp)
      having count(*) > b.allowance
    union all
    select format('package %s has %s visits left and %s used of %s', p.id, p.uses_left, coalesce(u.visits, 0), p.total_uses)
      from package p
      left join (
        select package_id, sum(visits) as visits from package_use where state <> 'returned' group by 1
      ) u on u.package_id = p.id
      where p.uses_left + coalesce(u.visits, 0) <> p.total_uses or p.uses_left < 0
    union all
    select format('line %s pays %s less for nothing', bi.id, bi.discount)
      from basket_item bi join hold h on h.id = bi.hold_id
      where bi.discount > 0 and bi.removed_at is null and h.state = 'confirmed'
        and exists (select 1 from booking k where k.basket_item_id = bi.id and k.status = 'booked')
        and not exists (select 1 from benefit_use u where u.basket_item_id = bi.id and u.state = 'used')
        and not exists (select 1 from package_use u where u.basket_item_id = bi.id and u.state = 'used')`.execute(
    tx,
  )
  return rows.map(({ wrong }) => wrong)
}
