import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { callOff } from '#test/support/baskets.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import type { OccurrenceRow } from '#test/support/factories/occurrences.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let sessions: OccurrenceRow[]

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  const yoga = await centre.yoga()
  sessions = [
    await centre.aClassOf(yoga, '10:00', { date: '2027-03-02', capacity: 1 }),
    await centre.aClassOf(yoga, '18:00', { date: '2027-03-04', capacity: 1 }),
  ]
})

const nearest = async (from?: string) => {
  const query = { venue: 'demo-centre', activity: 'yoga', ...(from === undefined ? {} : { from }) }
  const offer = await centre.app.browser().send(api.search.nearest, query)
  return offer?.times.map(({ date, startsAt }) => `${date} ${startsAt.format24Hour}`)
}

describe('the nearest time of an activity', () => {
  it('is the first on the day of the link or after it', async () => {
    expect(await nearest('2027-03-03')).toEqual(['2027-03-04 18:00'])
    expect(await nearest()).toEqual(['2027-03-02 10:00'])
  })

  it('is the first of all where there is none after it', async () => {
    expect(await nearest('2027-03-05')).toEqual(['2027-03-02 10:00'])
  })

  it('has a place and is not called off; else there is none', async () => {
    const [first, second] = sessions
    if (first === undefined || second === undefined) throw new Error('There are no sessions.')
    await callOff(db, second)
    expect(await nearest('2027-03-03')).toEqual(['2027-03-02 10:00'])
    await centre.add(centre.app.browser(), first)
    expect(await nearest('2027-03-03')).toBeUndefined()
    expect(
      await centre.app.browser().send(api.search.nearest, { venue: 'demo-centre', activity: 'golf' }),
    ).toBeNull()
  })
})
