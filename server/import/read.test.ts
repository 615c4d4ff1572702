import { beforeEach, describe, expect, test } from 'vitest'
import { anOperatorFolder, countsOf, now } from '#test/support/operatorFiles.ts'
import type { Files, OperatorFolder } from '#test/support/operatorFiles.ts'
import { importOperator } from './run.ts'

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

describe('errors name file, line and field', () => {
  const timetable = (line: string) => ({
    'timetable.csv': `venue,activity,days,start,minutes,until,locations,capacity,band,key\n${line}\n`,
  })

  test.each(
    (
      [
        [
          timetable('centre,yoga,daily,25:00,60,,hall,12,,'),
          'timetable.csv line 2, start "25:00": should be a time such as 18:30.',
        ],
        [
          timetable('centre,yoga,Funday,18:00,60,,hall,12,,'),
          'timetable.csv line 2, days "Funday": should be weekdays such as Mon, Mon-Fri, Sat/Sun, Mon Wed Fri or daily.',
        ],
        [timetable('centre,yoga,daily,18:00,,,hall,12,,'), 'timetable.csv line 2, minutes: is missing.'],
        [
          { 'operator.json': { slug: 'small', name: 'Small', theme: 'plain', currency_symbol: 'kr' } },
          'operator.json line 5, currency_symbol "kr": should be £, € or $: payments are taken in pounds, euros or dollars.',
        ],
        [
          timetable('centre,yoga,daily,18:00,60,,hall,many,,'),
          'timetable.csv line 2, capacity "many": should be a whole number.',
        ],
        [timetable('centre,yoga,daily,18:00,60,,hall,,,'), 'timetable.csv line 2, capacity: is missing.'],
        [
          timetable('centre,yoga,daily,18:00,60,,gym,12,,'),
          'timetable.csv line 2, locations "gym": there is no gym in the locations of centre.',
        ],
        [
          timetable('center,yoga,daily,18:00,60,,hall,12,,'),
          'timetable.csv line 2, venue "center": there is no center in the venues.',
        ],
        [
          timetable('centre,yogha,daily,18:00,60,,hall,12,,'),
          'timetable.csv line 2, activity "yogha": there is no yogha at centre in activities.json.',
        ],
        [
          timetable('centre,fitness,daily,18:00,60,,hall,12,,'),
          'timetable.csv line 2, activity "fitness": fitness is a heading. Name one of the activities below it.',
        ],
        [
          timetable('centre,yoga,daily,18:00,60,18:30,hall,12,,'),
          'timetable.csv line 2, until "18:30": leaves no time for one session.',
        ],
        [
          timetable('centre,badminton,daily,18:00,60,,hall,,,\ncentre,badminton,daily,18:00,60,,hall,,,'),
          'timetable.csv line 3, key: the line is the same as an earlier one. Give it a key of its own.',
        ],
        [
          { 'timetable.csv': 'venue,activity,day\ncentre,yoga,daily\n' },
          'timetable.csv line 1, day: is not a field of this file. Check the spelling.',
        ],
        [
          { 'timetable.csv': 'venue,activity\ncentre,yoga,daily\n' },
          'timetable.csv line 2: has 3 cells, and the first line names 2 columns. Put a text that holds a comma in double quotes, and write prices with a point, such as 13.45.',
        ],
        [
          { 'prices.csv': 'activity,price\nyoga,7.405\n' },
          'prices.csv line 2, price "7.405": should be pounds and pence such as 13.45.',
        ],
        [
          { 'prices.csv': 'activity,price\nyoga,€7.40\n' },
          'prices.csv line 2, price "€7.40": is not in £, the currency_symbol of operator.json.',
        ],
        [
          { 'prices.csv': 'activity,price,name,price\nyoga,1,One,2\n' },
          'prices.csv line 1, price: stands twice among the columns of the first line.',
        ],
        [
          { 'prices.csv': 'activity,price,,\nyoga,1,concession,\n' },
          'prices.csv line 2 "concession": stands in a column that has no name in the first line.',
        ],
        [
          { 'closures.csv': 'venue,date,until,days\ncentre,2027-03-02,2027-03-04,Sat/Sun\n' },
          'closures.csv line 2, days "Sat/Sun": do not come between date and until.',
        ],
        [
          { 'terms.json': [{ slug: 'rules', name: 'Ru\u0000les', html: '' }] },
          'terms.json line 4, name "Ru\\u0000les": has characters that no page can show, such as control characters. Type it anew.',
        ],
        [
          { 'prices.csv': 'activity,option,price\nyoga,a,1\nyoga,a,2\n' },
          'prices.csv line 3, option "a": a already has a price on an earlier line.',
        ],
        [{ 'prices.csv': 'activity,price\nswim,1\n' }, 'prices.csv line 2, ticket: is missing.'],
        [
          {
            'memberships.json': [
              {
                slug: 'gold',
                name: 'Gold',
                price: '42.00',
                benefits: [{ slug: 'all', name: 'All', activities: ['golf'] }],
              },
            ],
          },
          'memberships.json line 10, benefits.0.activities: there is no golf in activities.json.',
        ],
        [
          {
            'memberships.json': [
              {
                slug: 'gold',
                name: 'Gold',
                price: '42.00',
                benefits: [{ slug: 'all', name: 'All', price: '1.00', percent_off: 5 }],
              },
            ],
          },
          'memberships.json line 10, benefits.0.price "1.00": can\'t be used together with percent_off. Use one of them.',
        ],
        [
          { 'memberships.json': [{ slug: 'gold', name: 'Gold', price: 42 }] },
          'memberships.json line 5, price 42: should be pounds and pence in double quotes, such as "13.45".',
        ],
        [
          { 'memberships.json': [{ slug: 'gold', name: 'Gold' }] },
          'memberships.json line 2, price: is missing.',
        ],
        [
          { 'packages.json': [{ slug: 'ten', name: 'Ten', uses: 10, valid_days: 30, activities: [] }] },
          'packages.json line 7, activities: names no activity.',
        ],
        [
          { 'prices.csv': 'activity,price,age_min,age_max\nyoga,1,60,50\n' },
          'prices.csv line 2, age_max "50": is less than age_min.',
        ],
        [
          { 'closures.csv': 'venue,date\ncentre,2027-02-30\n' },
          'closures.csv line 2, date "2027-02-30": should be a date such as 2027-03-04, today or +3d.',
        ],
        [{ 'tags.json': '[\n  { "slug": "calm" }\n]' }, 'tags.json line 2, name: is missing.'],
        [
          {
            'tags.json':
              '[\n  { "slug": "calm", "name": "Calm" },\n  { "slug": "calm",\n    "name": "Calm" }\n]',
          },
          'tags.json line 3, slug "calm": calm appears twice.',
        ],
        [
          { 'tags.json': '[{ "slug": "calm" "name": "Calm" }]' },
          'tags.json line 1: expected a comma, found """.',
        ],
        [
          { 'themes.json': [{ slug: 'plain', primary_colour: 'purple' }] },
          'themes.json line 4, primary_colour "purple": should be a colour such as #5b2a86.',
        ],
        [
          { 'themes.json': [{ slug: 'plain', logo: 'assets/no.svg' }] },
          'themes.json line 4, logo "assets/no.svg": there is no assets/no.svg in the folder.',
        ],
        [
          { 'venues.json': [{ slug: 'basket', name: 'Basket' }] },
          'venues.json line 3, slug "basket": is an address the sites use themselves. Choose another name.',
        ],
        [{ 'tickets.csv': 'a\n1\n' }, "tickets.csv: is not one of an operator's files. Check the spelling."],
      ] as [Files, string][]
    ).map(([files, sentence]) => ({ files, sentence })),
  )('$sentence', async ({ files, sentence }) => {
    expect(await folder.refused(files)).toContain(sentence)
    expect(await countsOf(folder.db)).toMatchObject({ operators: 0 })
  })

  test('all of them at once', async () => {
    const found = await folder.refused({
      ...timetable('centre,yoga,daily,25:00,x,,hall,12,,'),
      'tags.json': '[{ "slug": "Calm", "name": "" }]',
    })
    expect(found).toHaveLength(4)
  })

  test('a column that is misspelt once, on the line that names it, however many lines there are', async () => {
    const line = 'centre,yoga,daily,18:00,60,hall,12'
    const found = await folder.refused({
      'timetable.csv': `# Spring\n\nvenue,activity,day,start,minutes,locations,capacity\n${line}\n${line}\n${line}\n`,
    })
    expect(found).toEqual([
      'timetable.csv line 3, days: is missing.',
      'timetable.csv line 3, day: is not a field of this file. Check the spelling.',
    ])
  })

  test('references that lead nowhere, in the same pass as rows that cannot be read', async () => {
    const found = await folder.refused({
      ...timetable('centre,yoga,daily,25:00,60,,hall,12,,\ncentre,golf,daily,18:00,60,,hall,12,,'),
      'closures.csv': 'venue,date\nnowhere,2027-03-04\n',
    })
    expect(found).toEqual([
      'timetable.csv line 2, start "25:00": should be a time such as 18:30.',
      'timetable.csv line 3, activity "golf": there is no golf at centre in activities.json.',
      'closures.csv line 2, venue "nowhere": there is no nowhere in the venues.',
    ])
  })

  test('a session in a band without a price names the price that is missing', async () => {
    const found = await folder.refused({
      'prices.csv': 'activity,band,ticket,price\nyoga,off-peak,,1\nbadminton,,,1\nswim,,adult,1\naqua,,,1\n',
    })
    expect(found).toEqual([
      'timetable.csv line 2, activity "yoga": prices.csv has no price for yoga at centre.',
    ])
  })

  test('a hall that contains itself', async () => {
    const locations = [
      { slug: 'a', name: 'A', contains: ['b'] },
      { slug: 'b', name: 'B', contains: ['a'] },
    ]
    const found = await folder.refused({ 'venues.json': [{ slug: 'centre', name: 'Centre', locations }] })
    expect(found[0]).toBe('venues.json line 9, locations.0.contains: b is shared, or itself contains a.')
  })

  test('a folder without operator.json', async () => {
    await expect(importOperator(folder.db, folder.path, { now })).rejects.toThrow('operator.json: is missing')
  })
})
