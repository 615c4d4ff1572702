import { sql } from 'kysely'
import type { Sent } from '#contract/endpoint.ts'
import type { memberships } from '#contract/memberships.ts'
import type { Database } from '#server/platform/database.ts'
import { api } from '#web/platform/api.ts'
import { billing, typeCard } from './buying.ts'
import { aCentre } from './centre.ts'
import { aPlan } from './factories/memberships.ts'
import type { VenueRow } from './factories/venues.ts'
import type { TestBrowser } from './app.ts'

/** A centre that sells memberships online, and terms that every plan asks for. */
export const aJoinableCentre = async (db: Database, now?: Date) => {
  const centre = await aCentre(db, now)
  await db.updateTable('operator').set({ onlineJoiningEnabled: true }).execute()
  await db.updateTable('venue').set({ onlineJoiningEnabled: true }).execute()
  const { id: termsId } = await db
    .insertInto('terms')
    .values({
      operatorId: centre.operatorId,
      slug: 'membership-terms',
      name: 'Membership terms',
      html: '<p>Twelve months.</p>',
      required: true,
      purpose: 'membership',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    ...centre,
    termsId,
    /** Gold: £42.00 a month, £20.00 to join, twelve months. */
    gold: async (more: Parameters<typeof aPlan>[2] = {}, venue: VenueRow = centre.venue) => {
      const plan = await aPlan(db, venue, { joiningFee: 2000, minimumTermMonths: 12, ...more })
      await db.insertInto('membershipPlanTerms').values({ planId: plan.id, termsId }).execute()
      return plan
    },
  }
}

export type JoinableCentre = Awaited<ReturnType<typeof aJoinableCentre>>

/** An account of the demo bank that pays. */
export const goodAccount = { accountName: 'A Example', sortCode: '00-00-00', accountNumber: '00000000' }

/** Begins to join, from 10 March on the 1st, by Direct Debit unless given. */
export const joinAs = (
  browser: TestBrowser,
  planId: number,
  more: Partial<Sent<typeof memberships.join>> = {},
) =>
  browser.send(api.memberships.join, {
    planId,
    venueSlug: 'demo-centre',
    startDate: '2027-03-10',
    paymentMethod: 'direct_debit',
    billingDay: 1,
    bankAccount: goodAccount,
    termsAccepted: true,
    ...more,
  })

const forJoining = (joiningId: number) => ({ source: 'online-joining' as const, joiningId })

export const typeCardToJoin = (browser: TestBrowser, joiningId: number, number?: string) =>
  typeCard(browser, number, forJoining(joiningId))

export const authoriseJoining = async (browser: TestBrowser, joiningId: number, number?: string) =>
  browser.send(api.checkout.authorise, {
    ...(await typeCardToJoin(browser, joiningId, number)),
    ...billing,
    ...forJoining(joiningId),
  })

export const completeJoining = (browser: TestBrowser, joiningId: number, transactionUuid?: string) =>
  browser.send(api.checkout.complete, {
    ...forJoining(joiningId),
    ...(transactionUuid === undefined ? {} : { transactionUuid }),
  })

/** Pays what is due today and becomes a member. */
export const payJoining = async (browser: TestBrowser, joiningId: number, number?: string) => {
  const { transactionUuid } = await authoriseJoining(browser, joiningId, number)
  return completeJoining(browser, joiningId, transactionUuid)
}

/** Members by Direct Debit of a bank that behaves like this, from 1 March on the 1st; Gold by default. */
export const aMemberWho = async (
  centre: JoinableCentre,
  plan: { id: number },
  more: Parameters<typeof joinAs>[2] = {},
) => {
  const person = await centre.customer()
  const { id } = await joinAs(person.browser, plan.id, { startDate: '2027-03-01', ...more })
  await payJoining(person.browser, id)
  const { membershipId } = await centre.db
    .selectFrom('joining')
    .select('membershipId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (membershipId === null) throw new Error('Nobody became a member.')
  return { ...person, membershipId }
}

/**
 * What is wrong with the books of what members pay, in sentences: each period is there once and after the other,
 * what says collected has been taken to the penny and once, and nothing was taken that does not say so.
 */
export const wrongWithCollections = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    with taken as (
      select split_part(d.key, ':', 1) as key, d.amount from demo_debit_collection d where d.state = 'collected'
      union all
      select split_part(d.reference, ':', 1), d.captured - d.refunded from demo_card_payment d
        where d.reference like '%:%' and d.captured > d.refunded
    ), sums as (
      select c.id, c.state, c.amount, c.key, coalesce(sum(t.amount), 0) as taken, count(t.key) as times
      from membership_collection c left join taken t on t.key = c.key::text group by c.id
    )
    select format('collection %s is %s of %s, and %s has been taken in %s goes', id, state, amount, taken, times)
      as wrong from sums
      where state <> 'requested' and taken <> case when state = 'collected' then amount else 0 end or times > 1
    union all
    select format('the company has taken %s for %s, which no payment records', t.amount, t.key) from taken t
      where not exists (select 1 from membership_collection c where c.key::text = t.key)
    union all
    select format('membership %s is billed for %s and again from %s', c.membership_id, c.period_from, d.period_from)
      from membership_collection c join membership_collection d
        on d.membership_id = c.membership_id and d.id <> c.id
        and daterange(c.period_from, c.period_until, '[]') && daterange(d.period_from, d.period_until, '[]')
    union all
    select format('collection %s failed and is owed %s times', c.id, count(p.id))
      from membership_collection c left join penalty p on p.id = c.penalty_id and p.amount = c.amount
      where c.state = 'failed' group by c.id having count(p.id) <> 1
    union all
    select format('penalty %s is owed for no collection', p.id) from penalty p
      where p.booking_id is null and p.import_key is null and not p.is_account_debt
        and not exists (select 1 from membership_collection c where c.penalty_id = p.id)
    union all
    select format('collection %s was tried and failed without a notice to the customer', c.id) from membership_collection c
      where c.reason is not null and not exists (
        select 1 from notice n where n.kind = 'membership_payment_failed' and n.about like 'collection:' || c.id || ':%')
    union all
    select format('collection %s by Direct Debit was not announced', c.id) from membership_collection c
      where c.method = 'direct_debit' and c.state not in ('skipped', 'missed') and not exists (
        select 1 from notice n where n.kind = 'payment_announced' and n.about like 'collection:' || c.id || ':%')`.execute(
    db,
  )
  return rows.map((row) => row.wrong)
}
