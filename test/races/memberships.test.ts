/**
 * Many who join, complete and collect at once, on PostgreSQL. What keeps them apart is taken out in the last part,
 * where it must go wrong, or the first part proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collectMemberships } from '#server/memberships/collect.ts'
import type { CollectingServices } from '#server/memberships/collect.ts'
import type { Opened } from '#server/platform/database.ts'
import { openCopy } from '#test/support/database.ts'
import {
  aJoinableCentre,
  aMemberWho,
  authoriseJoining,
  completeJoining,
  goodAccount,
  joinAs,
  wrongWithCollections,
} from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { outcome } from '#test/support/outcome.ts'
import { api } from '#web/platform/api.ts'

const many = Array.from({ length: 8 }, (_, index) => index)

const count = async ({ db }: Opened, table: string): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

const servicesOf = ({ app, db }: JoinableCentre): CollectingServices => ({
  db,
  debits: app.services.debits,
  cards: app.services.cards.provider,
})

const payDay = new Date('2027-04-01T12:00:00Z')

/** Four members whose Direct Debits are due, announced in time. */
const fourDue = async (centre: JoinableCentre): Promise<void> => {
  const plan = await centre.gold()
  for (const sortCode of ['00-00-00', '00-00-00', '00-00-02', '00-00-03']) {
    await aMemberWho(centre, plan, { bankAccount: { ...goodAccount, sortCode } })
  }
  await collectMemberships(servicesOf(centre), new Date('2027-03-22T12:00:00Z'))
  centre.app.clock.set(payDay)
}

describe('memberships', () => {
  let opened: Opened
  let centre: JoinableCentre
  beforeAll(async () => {
    opened = await openCopy()
  })
  beforeEach(async () => {
    centre = await aJoinableCentre(opened.db)
  })
  afterAll(() => opened.close())

  it('change their plan once, however often that is requested at once', async () => {
    const gold = await centre.gold({ minimumTermMonths: 0 })
    const swim = await centre.gold({ name: 'Swim', price: 2500, minimumTermMonths: 0 })
    const { browser, membershipId } = await aMemberWho(centre, gold)
    const change = () =>
      outcome(
        browser.send(api.memberships.changePlan, { membershipId, planId: swim.id, termsAccepted: true }),
      )
    const outcomes = await Promise.all(many.map(change))
    expect(outcomes.toSorted()).toEqual([
      'not_changeable',
      'not_changeable',
      'not_changeable',
      'not_changeable',
      'not_changeable',
      'not_changeable',
      'not_changeable',
      'ok',
    ])
  })

  it('H01: completed eight times at once, a joining is one order and one membership', async () => {
    const ann = await centre.customer()
    const { id } = await joinAs(ann.browser, (await centre.gold()).id)
    const { transactionUuid } = await authoriseJoining(ann.browser, id)
    const answers = await Promise.all(many.map(() => completeJoining(ann.browser, id, transactionUuid)))
    expect(new Set(answers.map(({ completeOrderId }) => completeOrderId)).size).toBe(1)
    expect([await count(opened, 'membership'), await count(opened, 'customer_order')]).toEqual([1, 1])
    expect(await wrongWithMoney(opened.db)).toEqual([])
  })

  it('H01: the same where nothing is due today', async () => {
    const ann = await centre.customer()
    const plan = await centre.gold({ joiningFee: 0, firstDays: 'free', paymentMethods: ['direct_debit'] })
    const { id } = await joinAs(ann.browser, plan.id)
    const answers = await Promise.all(many.map(() => completeJoining(ann.browser, id)))
    expect(new Set(answers.map(({ completeOrderId }) => completeOrderId)).size).toBe(1)
    expect(await count(opened, 'membership')).toBe(1)
  })

  it('begun in eight windows at once, one joining is under way and no mandate is left over', async () => {
    const ann = await centre.customer()
    const plan = await centre.gold()
    const begun = await Promise.allSettled(many.map(() => joinAs(ann.browser, plan.id)))
    expect(begun.some(({ status }) => status === 'fulfilled')).toBe(true)
    const { rows } = await sql<{ joinings: number; mandates: number }>`
      select (select count(*)::int from joining where status = 'awaiting_payment') as joinings,
        (select count(*)::int from debit_mandate where state = 'active') as mandates`.execute(opened.db)
    expect(rows[0]).toEqual({ joinings: 1, mandates: 1 })
  })

  it('G03: kept while it is joined again, one of both memberships goes on', async () => {
    const plan = await centre.gold({ minimumTermMonths: 0, cancellationNoticeDays: 30 })
    for (const isLate of [false, true, false, true]) {
      const { id: customerId, browser, membershipId } = await aMemberWho(centre, plan)
      await browser.send(api.memberships.cancel, { membershipId })
      const { id } = await joinAs(browser, plan.id, { startDate: '2027-04-01' })
      const joinAgain = async () => {
        const { transactionUuid } = await authoriseJoining(browser, id)
        await completeJoining(browser, id, transactionUuid)
      }
      const keepOld = async () => {
        if (isLate) await new Promise((resolve) => setTimeout(resolve, 40))
        await browser.send(api.memberships.keep, { membershipId })
      }
      const ways = await Promise.allSettled([joinAgain(), keepOld()])
      expect(ways.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2)
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from membership where payer_id = ${customerId} and ends_on is null`.execute(
        opened.db,
      )
      expect(rows[0]?.count).toBeLessThan(2)
    }
  })

  it('collected by eight jobs at once, each period is collected once', async () => {
    await fourDue(centre)
    await Promise.all(many.map(() => collectMemberships(servicesOf(centre), payDay)))
    const requested = await opened.db.selectFrom('demoDebitCollection').select('state').execute()
    expect(requested.map(({ state }) => state).toSorted()).toEqual([
      'collected',
      'collected',
      'failed',
      'failed',
    ])
    expect(await count(opened, 'membership_collection')).toBe(4)
    expect(await wrongWithCollections(opened.db)).toEqual([])
  })
})

describe('without what keeps them apart', () => {
  it('two jobs collect a period twice, and a company that is asked anew is paid twice', async () => {
    const opened = await openCopy()
    try {
      const centre = await aJoinableCentre(opened.db)
      await fourDue(centre)
      // No period is known again, and no key.
      await sql`alter table membership_collection drop constraint membership_collection_membership_id_period_from_key`.execute(
        opened.db,
      )
      await sql`insert into membership_collection (key, membership_id, period_from, period_until, amount, method, due_on, created_at, next_attempt_at)
        select gen_random_uuid(), membership_id, period_from, period_until, amount, method, due_on, created_at, next_attempt_at
        from membership_collection`.execute(opened.db)
      await Promise.all(many.map(() => collectMemberships(servicesOf(centre), payDay)))
      expect(await wrongWithCollections(opened.db)).not.toEqual([])
      const requested = await opened.db.selectFrom('demoDebitCollection').select('key').execute()
      expect(requested).toHaveLength(8)
    } finally {
      await opened.close()
    }
  })
})
