import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { refusalOf } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aJoinableCentre } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

it('H01: a membership that covers what a plan covers is named before the plan is bought', async () => {
  const { activity: yoga } = await centre.yoga()
  const { activity: swim } = await centre.swim()
  const gold = await aPlan(db, centre.venue, { name: 'Gold' })
  const swimming = await aPlan(db, centre.venue, {
    name: 'Swim',
    benefits: [{ kind: 'percent', percentOff: 20, activityIds: [swim.id] }],
  })
  const classes = await aPlan(db, centre.venue, { name: 'Classes', benefits: [{ activityIds: [yoga.id] }] })
  const ann = await centre.customer()
  const { venue } = centre
  const overlapsOf = (planId: number) =>
    ann.browser.send(api.memberships.overlaps, { venue: venue.slug, planId })
  expect(await overlapsOf(gold.id)).toEqual([])
  const { memberIds } = await aMembership(db, { plan: swimming, venue, customerIds: [ann.id] })
  await aMembership(
    db,
    { plan: gold, venue, customerIds: [ann.id] },
    { status: 'ended', endsOn: '2027-02-01' },
  )
  const swim20 = { membershipUserId: memberIds[0], name: 'Swim', endsOn: null, activities: ['Swimming'] }
  expect(await overlapsOf(gold.id)).toEqual([{ ...swim20, isAll: false }])
  expect(await overlapsOf(swimming.id)).toEqual([{ ...swim20, isAll: true }])
  expect(await overlapsOf(classes.id)).toEqual([])
  expect(await refusalOf(overlapsOf(99_999))).toMatchObject({ status: 404 })
})
