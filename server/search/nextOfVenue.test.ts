import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { aCentre, monday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { testApp } from '#test/support/app.ts'
import { testDatabase } from '#test/support/database.ts'
import { anActivity, aPricingOption, aTicketType } from '#test/support/factories/activities.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
})

/** A visitor of a server that has read nothing yet: it keeps its answers for a second. */
const aVisitor = (): TestBrowser => testApp(db, { now: monday }).browser()

const cards = async (browser = aVisitor(), venue = 'demo-centre') =>
  Object.fromEntries(
    (await browser.send(api.search.nextOfVenue, { venue })).map(({ slug, from, next }) => [
      slug,
      `${from?.formatted ?? 'no price'} ${next === null ? 'never' : `${next.date} ${next.startsAt.format24Hour}`}`,
    ]),
  )

describe('what each activity of a venue costs at least, and its next time', () => {
  it('is said of an activity and of the heading above it, with the first time that has a place', async () => {
    const { sessionAt } = await centre.swim(['09:00'])
    await sessionAt('07:00', '2027-03-03')
    const yoga = await centre.yoga()
    const early = await centre.aClassOf(yoga, '08:00', { capacity: 1 })
    await centre.aClassOf(yoga, '18:00')
    await centre.add(centre.app.browser(), early)
    // Under the same heading, later and cheaper.
    const heading = await db
      .selectFrom('activity')
      .select('id')
      .where('slug', '=', 'swimming')
      .executeTakeFirstOrThrow()
    const hall = await anActivity(db, centre.venue.id, { slug: 'aqua-fit', parentId: heading.id, price: 450 })
    await centre.aClassOf({ studio: yoga.studio, activity: hall }, '20:00')
    expect(await cards()).toEqual({
      'swim-for-all': '£6.00 2027-03-03 07:00',
      'aqua-fit': '£4.50 2027-03-04 20:00',
      swimming: '£4.50 2027-03-03 07:00',
      yoga: '£5.00 2027-03-04 18:00',
    })
  })

  it('has no time where nothing has a place, and nothing of a venue that is not open', async () => {
    const yoga = await centre.yoga()
    const only = await centre.aClassOf(yoga, '08:00', { capacity: 1 })
    // What is on once is found by its sessions, what is repeated by its line of the programme.
    await db.updateTable('occurrence').set({ slug: 'once' }).execute()
    await centre.add(centre.app.browser(), only)
    expect(await cards()).toEqual({ yoga: '£5.00 never' })
    expect(await cards(aVisitor(), 'unheard-of')).toEqual({})
    await db.updateTable('venue').set({ status: 'maintenance' }).execute()
    expect(await cards()).toEqual({})
  })

  it('is the price of the band in which there are sessions', async () => {
    const yoga = await centre.yoga({ price: 900 })
    await aPricingOption(db, yoga.activity.id, { slug: 'dawn', price: 300, band: 'dawn' })
    await centre.aClassOf(yoga, '18:00')
    expect(await cards()).toEqual({ yoga: '£9.00 2027-03-04 18:00' })
    await centre.aClassOf(yoga, '06:00', { band: 'dawn' })
    expect(await cards()).toEqual({ yoga: '£3.00 2027-03-04 06:00' })
  })

  it('is what the caller pays: by their age, and with their membership', async () => {
    const yoga = await centre.yoga({ price: 900 })
    await aPricingOption(db, yoga.activity.id, { slug: 'senior', price: 600, ageMin: 60 })
    await aPricingOption(db, yoga.activity.id, { slug: 'concession', price: 100, concession: true })
    await centre.aClassOf(yoga, '18:00')
    expect(await cards()).toEqual({ yoga: '£9.00 2027-03-04 18:00' })
    const { browser: senior } = await centre.customer({ dateOfBirth: '1950-05-01' })
    expect(await cards(senior)).toEqual({ yoga: '£6.00 2027-03-04 18:00' })
    const { browser: member, id } = await centre.customer({ dateOfBirth: '1990-05-01' })
    expect(await cards(member)).toEqual({ yoga: '£9.00 2027-03-04 18:00' })
    const plan = await aPlan(db, centre.venue, { benefits: [{ kind: 'percent', percentOff: 50 }] })
    await aMembership(db, { plan, venue: centre.venue, customerIds: [id] })
    expect(await cards(member)).toEqual({ yoga: '£4.50 2027-03-04 18:00' })
  })

  it('is not that of who only watches, nor of a family', async () => {
    const { activity } = await centre.swim()
    await aTicketType(db, activity.id, { name: 'Watching only', price: 100 })
    await aTicketType(db, activity.id, { name: 'Junior', price: 300, ageMax: 15 })
    expect(await cards()).toMatchObject({ 'swim-for-all': '£6.00 2027-03-04 09:00' })
    const { browser: child } = await centre.customer({ dateOfBirth: '2016-05-01' })
    expect(await cards(child)).toMatchObject({ 'swim-for-all': '£3.00 2027-03-04 09:00' })
    // The ticket of adults is the usual one, whether or not somebody's age is known.
    await db.updateTable('ticketType').set({ ageMin: 16 }).where('name', '=', 'Adult').execute()
    expect(await cards()).toMatchObject({ 'swim-for-all': '£6.00 2027-03-04 09:00' })
  })
})
