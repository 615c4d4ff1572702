import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testDatabase } from '#test/support/database.ts'
import { aJoinableCentre, joinAs, payJoining } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { sentMessages } from '#test/support/messages.ts'
import { notifyUnfinishedJoinings } from './remind.ts'

let db: Database
let centre: JoinableCentre

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aJoinableCentre(db)
})

const remindAfter = async (minutes: number) => {
  centre.app.clock.forward(minutes * 60_000)
  await notifyUnfinishedJoinings(db, centre.app.clock.now())
}

it('reminds once of a joining that was left, an hour later', async () => {
  const plan = await centre.gold()
  const ann = await centre.customer({ email: 'ann@example.test', firstName: 'Ann' })
  await joinAs(ann.browser, plan.id)
  await remindAfter(59)
  expect(await sentMessages(db, centre.app, 'joining_unfinished')).toEqual([])
  await remindAfter(2)
  expect(await sentMessages(db, centre.app, 'joining_unfinished')).toMatchObject([
    {
      recipient: 'ann@example.test',
      subject: "You haven't finished joining: Gold",
      text: expect.stringMatching(
        /To pay now: £49\.80\n\s+You can pay at this price until Tue 2 Mar, 09:00/,
      ) as string,
    },
  ])
  await remindAfter(60)
  expect(await sentMessages(db, centre.app, 'joining_unfinished')).toHaveLength(1)
})

it('does not remind who has paid, or pays before the message leaves', async () => {
  const plan = await centre.gold()
  const paid = await centre.customer()
  const paying = await centre.customer()
  await payJoining(paid.browser, (await joinAs(paid.browser, plan.id)).id)
  const { id } = await joinAs(paying.browser, plan.id)
  await remindAfter(61)
  await payJoining(paying.browser, id)
  expect(await sentMessages(db, centre.app, 'joining_unfinished')).toMatchObject([{ state: 'dropped' }])
})
