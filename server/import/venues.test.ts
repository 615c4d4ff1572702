import { describe, expect, it } from 'vitest'
import { problemsIn, readSmall } from '#test/fixtures/operatorFolder.ts'

const files = (...locations: object[]) => ({
  'timetable.csv': 'venue,activity,days,start,minutes,locations,capacity\n',
  'sessions.csv': 'venue,activity,date,start,minutes,location,capacity\n',
  'venues.json': [{ slug: 'centre', name: 'Centre', theme: 'plain', locations }],
})
const place = (slug: string, more: object = {}) => ({ slug, name: slug, ...more })

describe('the floor of a location', () => {
  it('is its own, that of its parts once each, or none where it is shared', async () => {
    const { locations } = await readSmall(
      files(
        place('sports', { contains: ['hall', 'court-1', 'pool'] }),
        place('hall', { contains: ['court-1', 'court-2'] }),
        place('court-1'),
        place('court-2'),
        place('pool'),
        place('cafe', { shared: true }),
      ),
    )
    expect(locations.map(({ slug, position, spaces }) => [slug, position, spaces])).toEqual([
      ['sports', 0, ['court-1', 'court-2', 'pool']],
      ['hall', 1, ['court-1', 'court-2']],
      ['court-1', 2, ['court-1']],
      ['court-2', 3, ['court-2']],
      ['pool', 4, ['pool']],
      ['cafe', 5, []],
    ])
  })

  const problems = async (...locations: object[]) =>
    (await problemsIn(files(...locations))).map((line) => line.replace('venues.json, locations.', ''))

  it('has one name', async () => {
    expect(await problems(place('a'), place('b'), place('a'))).toContainEqual('0.slug: a appears twice.')
    expect(await problems(place('a'), place('b'), place('a'))).toHaveLength(1)
  })

  it('is not shared where it has parts', async () => {
    expect(await problems(place('a', { shared: true, contains: ['b'] }), place('b'))).toEqual([
      '0.shared: a location that contains others cannot be shared.',
    ])
  })

  it('has parts that there are, and that are no part of themselves', async () => {
    expect(await problems(place('a', { contains: ['a', 'c'] }))).toEqual([
      '0.contains: there is no a in the locations of this venue.',
      '0.contains: there is no c in the locations of this venue.',
    ])
    expect(await problems(place('a', { contains: ['b'] }), place('b', { shared: true }))).toEqual([
      '0.contains: b is shared, or itself contains a.',
    ])
    expect(await problems(place('a', { contains: ['b'] }), place('b', { contains: ['a'] }))).toHaveLength(2)
  })
})
