import { beforeEach, describe, expect, test } from 'vitest'
import { anOperatorFolder, small } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

describe('a first import', () => {
  test('reads what the files mean', async () => {
    await folder.load()
    const venue = await folder.db.selectFrom('venue').selectAll().executeTakeFirstOrThrow()
    expect(venue).toMatchObject({
      timezone: 'Europe/London',
      migrationDate: '2027-03-04',
      releaseDaysCustomer: 1,
    })
    const activities = await folder.db
      .selectFrom('activity')
      .select(['slug', 'vatRate', 'parentId'])
      .orderBy('slug')
      .execute()
    const heading = await folder.db
      .selectFrom('activity')
      .select('id')
      .where('slug', '=', 'fitness')
      .executeTakeFirstOrThrow()
    expect(activities).toEqual([
      { slug: 'aqua', vatRate: 500, parentId: heading.id },
      { slug: 'badminton', vatRate: 0, parentId: null },
      { slug: 'fitness', vatRate: 2000, parentId: null },
      { slug: 'swim', vatRate: 0, parentId: null },
      { slug: 'yoga', vatRate: 2000, parentId: heading.id },
    ])
    const prices = await folder.db
      .selectFrom('pricingOption')
      .select(['slug', 'price', 'concession'])
      .orderBy('price')
      .execute()
    expect(prices.map(({ price }) => price)).toEqual([300, 405, 500, 740, 980])
    expect(prices[0]).toMatchObject({ slug: 'junior', concession: true })
    const [ticket] = await folder.db.selectFrom('ticketType').select('publicId').execute()
    expect(ticket?.publicId).toMatch(/^AQT[A-Za-z]{31}$/)
  })

  test('A29: makes HTML safe, and pictures part of the data', async () => {
    await folder.load()
    const operator = await folder.db.selectFrom('operator').select('footerHtml').executeTakeFirstOrThrow()
    expect(operator.footerHtml).toBe('<p>Hello</p>')
    const terms = await folder.db.selectFrom('terms').select('html').executeTakeFirstOrThrow()
    expect(terms.html).toBe('<p>Be kind.</p>')
    const theme = await folder.db.selectFrom('theme').selectAll().executeTakeFirstOrThrow()
    expect(theme.primaryColour).toBe('#5b2a86')
    expect(decodeURIComponent(theme.appLogo ?? '')).toBe(
      `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><rect fill='#fff'/></svg>`,
    )
  })
})

describe('the second import', () => {
  test('closes a venue that is gone and keeps its name', async () => {
    const venues = small['venues.json'] as object[]
    const two = [...venues, { slug: 'annexe', name: 'Annexe' }]
    // A line without a venue is for all that have the activity, and the annexe has no pool.
    const timetable = {
      'timetable.csv': (small['timetable.csv'] as string).replace('\n,aqua', '\ncentre,aqua'),
    }
    await folder.load({ 'venues.json': two, ...timetable })
    const { changes } = await folder.load({ ...timetable, 'venues.json': venues })
    expect(changes).toContainEqual({ what: 'venue', which: 'annexe', how: 'withdrawn' })
    const annexe = await folder.db
      .selectFrom('venue')
      .select('status')
      .where('slug', '=', 'annexe')
      .executeTakeFirstOrThrow()
    expect(annexe.status).toBe('closed')
  })
})

test('an operator says whether partners may book, and of an activity how', { timeout: 120_000 }, async () => {
  await folder.load({
    'operator.json': {
      ...(small['operator.json'] as object),
      open_booking: { on: true, terms: 'https://town.example/terms', approval_hours: 48 },
    },
    'activities.json': [
      {
        slug: 'yoga',
        name: 'Yoga',
        kind: 'classes',
        partners: { refund: false, prepayment: 'optional', attendee: true, approval: true },
      },
      { slug: 'badminton', name: 'Badminton', kind: 'courts', join_link: 'https://online.example/court' },
    ],
    'prices.csv': 'activity,price\n',
    'timetable.csv': 'venue,activity,days,start,minutes,locations,capacity\n',
    'sessions.csv': 'venue,activity,date,start,minutes,location,capacity\n',
  })
  const operator = await folder.db
    .selectFrom('operator')
    .select(['openBooking', 'taxMode', 'bookingTermsUrl', 'proposalHours'])
    .executeTakeFirst()
  expect(operator).toEqual({
    openBooking: true,
    taxMode: 'gross',
    bookingTermsUrl: 'https://town.example/terms',
    proposalHours: 48,
  })
  const activities = await folder.db
    .selectFrom('activity')
    .select(['slug', 'customerRefund', 'prepayment', 'needsAttendee', 'needsApproval', 'joinLink'])
    .orderBy('slug')
    .execute()
  expect(activities).toEqual([
    {
      slug: 'badminton',
      customerRefund: true,
      prepayment: null,
      needsAttendee: false,
      needsApproval: false,
      joinLink: 'https://online.example/court',
    },
    {
      slug: 'yoga',
      customerRefund: false,
      prepayment: 'optional',
      needsAttendee: true,
      needsApproval: true,
      joinLink: '',
    },
  ])
})
