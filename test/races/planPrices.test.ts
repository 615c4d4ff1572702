/**
 * Two nodes that tell members of a new price at once, on PostgreSQL: each payer gets one mail. In the last part they do not
 * wait for each other's rows, where payers must get two, or the first part proves nothing.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { followPlanPrices } from '#server/memberships/followPrices.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { emptyTables, openCopy } from '#test/support/database.ts'
import { aJoinableCentre, aMemberWho } from '#test/support/joining.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'

const members = 12

let opened: Opened
let db: Database

beforeAll(async () => {
  opened = await openCopy(6)
  db = opened.db
})

afterAll(() => opened.close())

beforeEach(() => emptyTables(db))

/** @returns a minute after the price was published */
const aPublishedPrice = async (): Promise<Date> => {
  const centre = await aJoinableCentre(db)
  const plan = await centre.gold({ minimumTermMonths: 0 })
  for (let count = 0; count < members; count += 1)
    await aMemberWho(centre, plan, { paymentMethod: 'card', bankAccount: undefined })
  const { id: setBy } = await aMemberOfStaff(db, centre.operatorId)
  const setAt = centre.app.clock.now()
  await db
    .insertInto('planPriceStep')
    .values({ planId: plan.id, fromDay: '2027-05-01', price: 4400, setBy, setAt })
    .execute()
  return new Date(setAt.getTime() + 60_000)
}

const mails = async (): Promise<number> =>
  (await db.selectFrom('notice').select('id').where('kind', '=', 'plan_price_changes').execute()).length

/** Each a moment later than the other, as clocks are. */
const onTwoNodes = (node: Database, at: Date) =>
  Promise.all([followPlanPrices(node, at), followPlanPrices(node, new Date(at.getTime() + 1))])

it('tells each payer once, however many nodes do', async () => {
  await onTwoNodes(db, await aPublishedPrice())
  expect(await mails()).toBe(members)
})

it('tells some twice without the locks of rows', async () => {
  await onTwoNodes(withoutRowLocks(db), await aPublishedPrice())
  expect(await mails()).toBeGreaterThan(members)
})
