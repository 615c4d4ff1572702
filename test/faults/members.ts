import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import type { Random } from '#test/fuzz/random.ts'

/**
 * Adds members whose monthly payment was due yesterday, each with a saved card. One card in five is declined. They are
 * charged by the next node that starts.
 */
export const addMembersDue = async (db: Database, count: number, random: Random): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    const number = random.below(2 ** 31)
    const card = `${random.chance(0.2) ? 'pm_funds' : 'pm_card'}_${number}`
    await sql`
      with plan as (
        select p.id, p.operator_id, v.venue_id, p.price from membership_plan p join membership_plan_venue v on v.plan_id = p.id
        where p.billing_period = 'month' and not p.withdrawn order by p.id, v.venue_id limit 1
      ), payer as (
        insert into customer (operator_id, reference, email, first_name, last_name, date_of_birth, created_at)
        select operator_id, ${`FM-${number}`}, ${`member-${number}@example.test`}, 'Ann', 'Example', '1990-05-01', now()
        from plan returning id
      ), provider_payer as (
        insert into provider_customer (customer_id, provider, reference)
        select id, 'stripe', ${`cus_${number}`} from payer
      ), card as (
        insert into saved_card (customer_id, provider, external_identifier, card_holder_name, brand, last_four, expiry, created_at)
        select id, 'stripe', ${card}, 'Ann Example', 'visa', '4242', '0930', now() from payer returning id
      ), joined as (
        insert into membership (operator_id, reference, plan_id, venue_id, payer_id, status, starts_on, price, billing_period,
          payment_method, billing_day, next_billing_on, created_at, collected_here, saved_card_id)
        select plan.operator_id, ${`FM-${number}`}, plan.id, plan.venue_id, payer.id, 'active', current_date - 40, plan.price,
          'month', 'card', least(extract(day from current_date - 1), 28), current_date - 1, now(), true, card.id
        from plan, payer, card returning id, payer_id
      )
      insert into membership_member (membership_id, customer_id) select id, payer_id from joined`.execute(db)
  }
  await passTime(db)
}

/** Stands for the minutes after which another node takes over the job and the charges of one that died. */
export const passTime = async (db: Database): Promise<void> => {
  await sql`update periodic_job set due_at = now() where name = 'membership payments'`.execute(db)
  await sql`
    update membership_collection set next_attempt_at = now()
    where method = 'card' and state in ('waiting', 'requested') and due_on <= current_date`.execute(db)
}

/** How many payments of members came to which end: `collected 120, waiting 31`. */
export const countCharges = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ state: string; n: number }>`
    select c.state, count(*)::int as n from membership_collection c join membership m on m.id = c.membership_id
    where m.reference like 'FM-%' group by c.state order by c.state`.execute(db)
  return rows.map(({ state, n }) => `${state} ${n}`).join(', ')
}
