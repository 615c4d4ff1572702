import { sql } from 'kysely'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { listDiscounted, turnIntoUses } from './sql.ts'

/**
 * Turns the reservations of bought lines into uses.
 * @returns the lines whose benefit or visit has lapsed; the caller refuses, which rolls back the rest
 */
export const confirmUses = async (tx: Tx, itemIds: readonly number[], now: Date): Promise<number[]> => {
  const used = await turnIntoUses(tx, itemIds, now)
  return (await listDiscounted(tx, itemIds)).filter((id) => !used.includes(id))
}

/** Visits that are returned after their package has expired can be used for this many days, as credit can. */
const graceDays = 30

/** Returns what bought lines have used. Uses returned before are ignored. */
export const returnBoughtUses = async (tx: Tx, itemIds: readonly number[], now: Date): Promise<void> => {
  if (itemIds.length === 0) return
  await renewExpiredVisits(
    tx,
    itemIds,
    { days: graceDays, name: operatorMessages().pricing.visitReturned },
    now,
  )
  await returnUses(tx, itemIds, now)
}

/**
 * Puts visits that paid for lines and whose package is over by now into a package of their own, for so many days. Visits
 * of people whose account is closed are left out.
 */
const renewExpiredVisits = async (
  tx: Tx,
  itemIds: readonly number[],
  { days, name }: { days: number; name: string },
  now: Date,
): Promise<void> => {
  await sql`
    with expired as (
      select u.id, u.visits, p.operator_id, p.reference, p.product_id, p.customer_id,
        (${now}::timestamptz at time zone op.timezone)::date as today
      from package_use u
      join package p on p.id = u.package_id
      join operator op on op.id = p.operator_id
      join customer c on c.id = p.customer_id and c.closed_at is null
      where u.basket_item_id = any(${itemIds}::int[]) and u.state = 'used'
        and p.expires_on < (${now}::timestamptz at time zone op.timezone)::date
    ), moved as (
      update package_use u set basket_item_id = null, booking_id = null, name = ${name}
      from expired e where u.id = e.id
    )
    insert into package (operator_id, reference, product_id, customer_id, total_uses, uses_left, bought_on, expires_on,
      created_at)
    select e.operator_id, e.reference || '-' || e.id, e.product_id, e.customer_id, e.visits, e.visits, e.today,
      e.today + ${days}::int, ${now}
    from expired e order by e.id`.execute(tx)
}

/** Counts all uses for places of an occurrence, bought or in baskets, on the day that it has now. */
export const setDayOfOccurrenceUses = async (tx: Tx, occurrenceId: number): Promise<void> => {
  const lines = sql`
    from hold h join basket_item bi on bi.hold_id = h.id join occurrence o on o.id = h.occurrence_id
    where h.occurrence_id = ${occurrenceId} and u.basket_item_id = bi.id and u.state <> 'returned'`
  await sql`update benefit_use u set counted_on = o.local_date ${lines} and u.counted_on <> o.local_date`.execute(
    tx,
  )
  await sql`update package_use u set used_on = o.local_date ${lines} and u.used_on <> o.local_date`.execute(
    tx,
  )
}

/** Returns what lines reserve or have used. Uses returned before are ignored. */
export const returnUses = async (tx: Tx, itemIds: readonly number[], now: Date): Promise<void> => {
  if (itemIds.length === 0) return
  await sql`
    select 1 from package
    where id in (
      select u.package_id from package_use u where u.basket_item_id = any(${itemIds}::int[]) and u.state <> 'returned'
    ) order by id for no key update`.execute(tx)
  await sql`
    update benefit_use set state = 'returned', ended_at = ${now}
    where basket_item_id = any(${itemIds}::int[]) and state <> 'returned'`.execute(tx)
  await sql`
    with back as (
      update package_use set state = 'returned', ended_at = ${now}
      where basket_item_id = any(${itemIds}::int[]) and state <> 'returned'
      returning package_id, visits
    )
    update package p set uses_left = p.uses_left + b.visits
    from (select package_id, sum(visits)::int as visits from back group by package_id) b
    where p.id = b.package_id`.execute(tx)
}
