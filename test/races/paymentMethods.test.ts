/**
 * Many changes of the payment method of one membership at once, on PostgreSQL. In the last part the locks are left out,
 * where it must go wrong, or the first part proves nothing.
 */
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeBankAccount } from '#server/memberships/paymentMethods.ts'
import { changeCard, reconcileCardChanges } from '#server/payments/cardChanges.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { createDemoCompany } from '#server/providers/cards/demo/company.ts'
import { createDemoDebits } from '#server/providers/direct-debit/demo.ts'
import { openCopy } from '#test/support/database.ts'
import { aJoinableCentre, aMemberWho, goodAccount } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'

/** `goodAccount` as an endpoint receives it. */
const received = { ...goodAccount, sortCode: goodAccount.sortCode.replaceAll('-', '') }

const many = Array.from({ length: 8 }, (_, index) => index)
const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let opened: Opened
let centre: JoinableCentre
beforeEach(async () => {
  opened = await openCopy()
  centre = await aJoinableCentre(opened.db)
})
afterEach(() => opened.close())

/** The same database, slower in every step, so that those who come at once meet between any two. */
const slowly = (db: Database): Database =>
  Object.assign(
    db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await wait(Math.random() * 25)
        return result
      },
    }),
    {
      invalidate: db.invalidate,
      invalidateOffer: db.invalidateOffer,
      onInvalidate: db.onInvalidate,
    },
  )

const actorFor = (id: number): Actor =>
  ({
    customerId: id,
    person: { id },
    operator: { id: centre.operatorId },
    site: 'https://account.example',
    address: '203.0.113.1',
    basketUuid: null,
  }) as unknown as Actor

/** Eight bank accounts at once. @returns how many mandates are active beside the one that is collected from */
const changeAccounts = async (db: Database): Promise<number> => {
  const { id, membershipId } = await aMemberWho(centre, await centre.gold())
  const { clock } = centre.app
  const services = { db, debits: createDemoDebits({ db: opened.db, clock }) }
  await Promise.all(
    many.map(() => changeBankAccount(services, actorFor(id), membershipId, received, clock.now())),
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from debit_mandate d
    where d.customer_id = ${id} and d.state = 'active'
      and d.id <> (select mandate_id from membership where id = ${membershipId})`.execute(opened.db)
  return rows[0]?.count ?? 0
}

/** Eight cards at once, of which every other one is declined. @returns what is wrong with the card that is collected from */
const changeCards = async (db: Database): Promise<string[]> => {
  const { id, membershipId } = await aMemberWho(centre, await centre.gold(), { paymentMethod: 'card' })
  const { clock } = centre.app
  const cards = createDemoCompany({ db: opened.db, clock })
  const services = { db, cards, log: quiet }
  const change = async (index: number): Promise<void> => {
    // They meet at every step of each other.
    await wait(Math.random() * 30 * index)
    const { sessionKey } = await cards.prepare({ site: '' })
    const typed = await cards.identifyCard(sessionKey, {
      cardholderName: 'A Example',
      cardNumber: index % 2 === 0 ? '4000000000000006' : '4000000000000002',
      expiryDate: '0930',
      securityCode: '123',
    })
    const cardIdentifier = typed !== null && 'cardIdentifier' in typed ? typed.cardIdentifier : ''
    const body = { sessionKey, cardIdentifier, cardholderName: undefined, savedCardId: undefined }
    await changeCard(services, actorFor(id), membershipId, body, clock.now())
  }
  await Promise.allSettled(many.map(change))
  await reconcileCardChanges({ ...services, db: opened.db }, clock.now())
  const { rows } = await sql<{ wrong: string }>`
    select 'its card is forgotten at the company' as wrong from membership m join saved_card s on s.id = m.saved_card_id
    where m.id = ${membershipId}
      and not exists (select 1 from demo_card d where d.identifier = s.external_identifier and d.saved)
    union all
    select 'a change that is over has been given up late' from card_change c
    where c.membership_id = ${membershipId} and c.status in ('started', 'ending')
    union all
    select 'a card is kept that no change has saved' from demo_card d
    where d.saved and not exists (select 1 from saved_card s where s.external_identifier = d.identifier)`.execute(
    opened.db,
  )
  return rows.map(({ wrong }) => wrong)
}

describe('the payment method of a membership, changed eight times at once', () => {
  it('G03: is one bank account, and every other mandate ends', async () => {
    expect(await changeAccounts(opened.db)).toBe(0)
  })

  it('G03: is a card that the company keeps, and every other one is forgotten or saved', async () => {
    for (let round = 0; round < 3; round += 1) expect(await changeCards(slowly(opened.db))).toEqual([])
  })
})

describe('without locks', () => {
  it('mandates are left over', async () => {
    expect(await changeAccounts(withoutRowLocks(opened.db))).toBeGreaterThan(0)
  })

  it('a membership is collected from a card that is given up', async () => {
    // The database itself refuses a second change in progress.
    await sql`drop index card_change_in_progress`.execute(opened.db)
    const wrong: string[] = []
    for (let round = 0; round < 40 && wrong.length === 0; round += 1)
      wrong.push(...(await changeCards(withoutRowLocks(slowly(opened.db)))))
    expect(wrong).not.toEqual([])
  })
})
