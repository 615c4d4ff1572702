import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testDatabase } from '#test/support/database.ts'
import { aMembership } from '#test/support/factories/memberships.ts'
import { aJoinableCentre, aMemberWho } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { sentMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'
import { notifyEndingMemberships } from './remind.ts'

let db: Database
let centre: JoinableCentre

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aJoinableCentre(db)
})

const mailsAt = async (day: string, kind: string) => {
  centre.app.clock.set(new Date(`${day}T09:00:00Z`))
  await notifyEndingMemberships(db, centre.app.clock.now())
  return sentMessages(db, centre.app, kind)
}

describe('the end of a membership', () => {
  it('is announced once, two weeks before, where it was bought for a time', async () => {
    const plan = await centre.gold({ name: 'Summer pass' })
    const { id } = await centre.customer({ email: 'ann@example.test', firstName: 'Ann' })
    const of = { plan, venue: centre.venue, customerIds: [id] as const }
    await aMembership(db, of, { endsOn: '2027-04-20', startsOn: '2027-01-01' })
    expect(await mailsAt('2027-04-05', 'membership_ending')).toEqual([])
    expect(await mailsAt('2027-04-06', 'membership_ending')).toMatchObject([
      {
        recipient: 'ann@example.test',
        subject: 'Your Summer pass membership ends on Tue 20 April 2027',
        text: expect.stringContaining('Would you like to stay?') as string,
      },
    ])
    expect(await mailsAt('2027-04-20', 'membership_ending')).toHaveLength(1)
  })

  it('is not announced where another of the same plan follows', async () => {
    const plan = await centre.gold()
    const { id } = await centre.customer()
    const of = { plan, venue: centre.venue, customerIds: [id] as const }
    await aMembership(db, of, { endsOn: '2027-04-20', startsOn: '2027-01-01' })
    await aMembership(db, of, { startsOn: '2027-04-21', status: 'pending' })
    expect(await mailsAt('2027-04-10', 'membership_ending')).toEqual([])
  })

  it('says how to keep one that its member has cancelled, and nothing once they have', async () => {
    const plan = await centre.gold({ minimumTermMonths: 0, cancellationNoticeDays: 30 })
    const { browser, id, membershipId } = await aMemberWho(centre, plan)
    const { endsOn } = await browser.send(api.memberships.cancel, { membershipId })
    expect(endsOn).toBe('2027-03-31')
    centre.app.clock.set(new Date('2027-03-20T09:00:00Z'))
    await browser.logIn(id)
    expect(await mailsAt('2027-03-20', 'membership_ending')).toMatchObject([
      { text: expect.stringContaining('your cancelled Gold membership ends on Wed 31 March 2027') as string },
    ])
    await browser.send(api.memberships.keep, { membershipId })
    expect(await mailsAt('2027-03-21', 'membership_ending')).toHaveLength(1)
  })
})

describe('the end of a minimum term', () => {
  it('is announced once, a month before, with the price that follows', async () => {
    const { membershipId } = await aMemberWho(centre, await centre.gold({ cancellationNoticeDays: 30 }))
    const { minimumUntil } = await db
      .selectFrom('membership')
      .select('minimumUntil')
      .where('id', '=', membershipId)
      .executeTakeFirstOrThrow()
    expect(minimumUntil).toBe('2028-02-29')
    expect(await mailsAt('2028-01-29', 'minimum_term_ending')).toEqual([])
    const [mail] = await mailsAt('2028-01-30', 'minimum_term_ending')
    expect(mail?.subject).toBe('The minimum term of your Gold membership ends on Tue 29 February 2028')
    expect(mail?.text).toContain('Your membership continues at £42.00 a month until you cancel it.')
    expect(mail?.text).toContain("with 30 days' notice")
    expect(await mailsAt('2028-02-29', 'minimum_term_ending')).toHaveLength(1)
  })
})
