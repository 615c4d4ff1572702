import { describe, expect, it } from 'vitest'
import { problemsIn, readSmall, smallVenues } from '#test/fixtures/operatorFolder.ts'
import { priceKey } from './rules.ts'

describe('prices.csv', () => {
  const priced = (...rows: string[]) => ({
    'timetable.csv': 'venue,activity,days,start,minutes,locations,capacity\n',
    'sessions.csv': 'venue,activity,date,start,minutes,location,capacity\n',
    'venues.json': [...smallVenues, { slug: 'annexe', name: 'Annexe', locations: [] }],
    'activities.json': [
      { slug: 'yoga', name: 'Yoga', kind: 'classes' },
      { slug: 'swim', name: 'Swim', kind: 'tickets', tickets: [{ slug: 'adult', name: 'Adult' }] },
    ],
    'prices.csv': `${['venue,activity,ticket,band,option,price,proof,age_min,age_max', ...rows].join('\n')}\n`,
  })

  it('has the VAT of its activity, or one of its own', async () => {
    const withVat = (rate: string) => ({
      ...priced(),
      'prices.csv': `activity,ticket,price,vat_rate\nyoga,,3.00,${rate}\nswim,adult,4.00,\n`,
    })
    const rates = async (rate: string) =>
      (await readSmall(withVat(rate))).prices.map(({ vatRate }) => vatRate)
    expect(await rates('17.5')).toEqual([1750, 1750, null, null])
    expect(await rates('0')).toEqual([0, 0, null, null])
    for (const wrong of ['101', '20%', '-5', '5.125'])
      expect(await problemsIn(withVat(wrong))).toEqual([expect.stringMatching(/^prices\.csv.*, vat_rate/)])
  })

  it('is a price at each venue that has the activity', async () => {
    const { prices } = await readSmall(
      priced(',yoga,,peak,junior,3.00,school,5,5', 'centre,swim,adult,,,4.00,,,'),
    )
    expect(prices).toHaveLength(3)
    expect(prices[1]).toMatchObject({
      venue: 'annexe',
      activity: 'yoga',
      ticket: null,
      slug: 'junior',
      band: 'peak',
      price: 300,
      concession: false,
      proof: 'school',
      ageMin: 5,
      ageMax: 5,
      position: 0,
    })
    expect(prices[2]).toMatchObject({
      ticket: 'adult',
      slug: 'standard',
      proof: null,
      ageMin: null,
      ageMax: null,
      position: 1,
    })
  })

  it.each([
    ['centre,swim,,,,4.00,,,', 'ticket: is missing.'],
    ['centre,swim,child,,,4.00,,,', 'ticket: there is no child in the tickets of swim.'],
    ['centre,yoga,,,,4.00,,9,8', 'age_max: is less than age_min.'],
    [
      'centre,yoga,,,,4.00,,,\ncentre,yoga,,,,5.00,,,',
      'option: standard already has a price on an earlier line.',
    ],
  ])('%s is refused', async (line, problem) => {
    expect(await problemsIn(priced(line))).toEqual([`prices.csv, ${problem}`])
  })

  it('may have one option in two bands', async () => {
    expect(
      (await readSmall(priced('centre,yoga,,,,4.00,,,', 'centre,yoga,,peak,,5.00,,,'))).prices,
    ).toHaveLength(2)
  })

  it('is found by its venue, activity, ticket and band', () => {
    const of = { venue: 'centre', activity: 'swim' }
    expect(priceKey(of, 'adult', 'peak')).toBe('centre/swim/adult/peak')
    expect(priceKey(of, null, '')).toBe('centre/swim//')
  })
})
