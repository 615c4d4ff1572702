import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testDatabase } from '#test/support/database.ts'
import { aJoinableCentre, aMemberWho } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { sentMessages } from '#test/support/messages.ts'
import { notifyExpiringCards } from './remind.ts'

let db: Database
let centre: JoinableCentre

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aJoinableCentre(db)
})

const aCard = async (email: string, more: { expiry?: string; removedAt?: Date } = {}) => {
  const { id: customerId } = await centre.customer({ email, firstName: 'Ann' })
  await db
    .insertInto('savedCard')
    .values({
      customerId,
      provider: 'demo',
      externalIdentifier: `card_${customerId}`,
      cardHolderName: 'A Example',
      brand: 'Visa',
      lastFour: '0006',
      expiry: '0427',
      createdAt: centre.app.clock.now(),
      ...more,
    })
    .execute()
}

const remindAt = async (at: string, kind = 'card_expiring') => {
  centre.app.clock.set(new Date(at))
  await notifyExpiringCards(db, centre.app.clock.now())
  return sentMessages(db, centre.app, kind)
}

it('tells once that a saved card is in its last month, by the clock of the operator', async () => {
  await aCard('ann@example.test')
  await aCard('later@example.test', { expiry: '0527' })
  await aCard('removed@example.test', { removedAt: centre.app.clock.now() })
  expect(await remindAt('2027-03-31T22:30:00Z')).toEqual([])
  // It is April in London.
  expect(await remindAt('2027-03-31T23:30:00Z')).toMatchObject([
    {
      recipient: 'ann@example.test',
      subject: 'Your Visa ending in 0006 expires on Fri 30 April 2027',
      text: expect.stringContaining('until Fri 30 April 2027') as string,
    },
  ])
  expect(await remindAt('2027-04-30T10:00:00Z')).toHaveLength(1)
})

it('asks for another card where a membership is collected from the one that ends', async () => {
  const member = await aMemberWho(centre, await centre.gold(), { paymentMethod: 'card' })
  await db.updateTable('savedCard').set({ expiry: '0427' }).where('customerId', '=', member.id).execute()
  const mails = await remindAt('2027-04-02T09:00:00Z', 'membership_card_expiring')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('we collect your Gold membership from your')
  expect(await remindAt('2027-04-03T09:00:00Z')).toEqual([])
})
