import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { publishFeeds } from './publish.ts'

const now = new Date('2027-03-01T09:00:00Z')
const site = 'http://bookings.onside.localhost:3000'

let db: Database

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
})

/** What a catalogue takes from the page. */
const dataIn = (html: string): Record<string, unknown> =>
  JSON.parse(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '{}')

test('the page of an operator leads catalogues and people to every feed, and each of them answers', async () => {
  await aBookableClass(db, { startsAt: new Date('2027-03-04T18:00:00Z') })
  await publishFeeds(db, site, now)
  const visitor = testApp(db, { now }).browser()
  const response = await visitor.fetch('/api/openactive/demo')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const html = await response.text()
  const data = dataIn(html)
  expect(data).toMatchObject({
    '@context': ['https://schema.org/', 'https://openactive.io/'],
    '@type': 'Dataset',
    '@id': `${site}/api/openactive/demo`,
    license: 'https://creativecommons.org/licenses/by/4.0/',
    datePublished: '2027-03-01T09:00:00Z',
    dateModified: '2027-03-01T09:00:00Z',
    publisher: { '@type': 'Organization', url: site },
  })
  const downloads = data['distribution'] as { additionalType: string; contentUrl: string }[]
  expect(downloads.map(({ additionalType }) => additionalType)).toEqual(
    ['FacilityUse', 'Slot', 'SessionSeries', 'ScheduledSession'].map(
      (kind) => `https://openactive.io/${kind}`,
    ),
  )
  for (const { contentUrl } of downloads) {
    expect(html).toContain(`<a href="${contentUrl}">`)
    const feed = await visitor.fetch(contentUrl.replace(site, ''))
    expect(feed.status).toBe(200)
    expect(await feed.json()).toMatchObject({ license: data['license'] })
  }
})

test('before anything is published it says so by leaving the date out; no one else has such a page', async () => {
  await aBookableClass(db, { startsAt: new Date('2027-03-04T18:00:00Z') })
  const visitor = testApp(db, { now }).browser()
  expect(dataIn(await (await visitor.fetch('/api/openactive/demo')).text())).not.toHaveProperty(
    'dateModified',
  )
  expect((await visitor.fetch('/api/openactive/nobody')).status).toBe(404)
})

test('the name of an operator stays words, in the page and in its data', async () => {
  await aBookableClass(db, { startsAt: new Date('2027-03-04T18:00:00Z') })
  await db.updateTable('operator').set({ name: 'A & <b>B</b> </script>' }).execute()
  const html = await (await testApp(db, { now }).browser().fetch('/api/openactive/demo')).text()
  expect(html).not.toContain('<b>B')
  expect(dataIn(html)).toMatchObject({ publisher: { name: 'A & <b>B</b> </script>' } })
})

test('what the operator says of itself is in the data, and its logo is served from the database', async () => {
  const { operator } = await aBookableClass(db, { startsAt: new Date('2027-03-04T18:00:00Z') })
  const theme = await db
    .insertInto('theme')
    .values({ operatorId: operator.id, slug: 'plain', appLogo: 'data:image/svg+xml,%3Csvg/%3E' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('operator')
    .set({
      themeId: theme.id,
      phone: '01632 960000',
      email: 'hello@demo.example',
      sameAs: ['https://demo.example'],
      openDataDiscussion: 'https://demo.example/questions',
    })
    .execute()
  await publishFeeds(db, site, now)
  const visitor = testApp(db, { now }).browser()
  const data = dataIn(await (await visitor.fetch('/api/openactive/demo')).text())
  const logo = `${site}/api/openactive/demo/pictures/operator`
  expect(data).toMatchObject({
    discussionUrl: 'https://demo.example/questions',
    publisher: {
      telephone: '01632 960000',
      email: 'hello@demo.example',
      sameAs: ['https://demo.example'],
      logo: { '@type': 'ImageObject', url: logo },
    },
  })
  const { venueId } = await db.selectFrom('activity').select('venueId').executeTakeFirstOrThrow()
  for (const path of ['operator', `venue-${venueId}`]) {
    const picture = await visitor.fetch(`/api/openactive/demo/pictures/${path}`)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect(picture.headers.get('access-control-allow-origin')).toBe('*')
    expect(picture.headers.get('content-security-policy')).toContain('sandbox')
    expect(await picture.text()).toBe('<svg/>')
  }
  const { id } = await db.selectFrom('activity').select('id').executeTakeFirstOrThrow()
  for (const path of [`activity-${id}`, 'venue-1', 'venue-x', 'nothing'])
    expect((await visitor.fetch(`/api/openactive/demo/pictures/${path}`)).status).toBe(404)
})

test('the page of all operators names them, and leads to the feeds of all', async () => {
  await aBookableClass(db, { startsAt: new Date('2027-03-04T18:00:00Z') })
  const other = await anOperator(db, { slug: 'other' })
  await aVenue(db, { operatorId: other.id }, { slug: 'other-centre' })
  await db
    .updateTable('operator')
    .set({ name: 'Other Leisure', openBooking: true, bookingTermsUrl: 'https://other.example/terms' })
    .where('slug', '=', 'other')
    .execute()
  const visitor = testApp(db, { now }).browser()
  const read = async () => dataIn(await (await visitor.fetch('/api/open-data')).text())
  expect(await read()).not.toHaveProperty('dateModified')
  await publishFeeds(db, site, now)
  const shared = await read()
  expect(shared).toMatchObject({
    '@id': `${site}/api/open-data`,
    name: 'Demo Leisure and Other Leisure: facilities and sessions',
    description: expect.stringContaining('2 venues of Demo Leisure and Other Leisure'),
    publisher: { name: 'Demo Leisure' },
    dateModified: '2027-03-01T09:00:00Z',
    accessService: { termsOfService: 'https://other.example/terms' },
  })
  const { distribution } = shared as { distribution: { contentUrl: string }[] }
  for (const { contentUrl } of distribution)
    expect((await visitor.fetch(contentUrl.replace(site, ''))).status).toBe(200)
})

test('each operator has its own page, at the address that it publishes under', async () => {
  const { operator } = await aBookableClass(db, { startsAt: new Date('2027-03-04T18:00:00Z') })
  await aVenue(db, { operatorId: operator.id }, { status: 'maintenance' })
  await anOperator(db, { slug: 'other' })
  await db
    .updateTable('operator')
    .set({ name: 'Other Leisure', openDataSite: 'https://book.other.example' })
    .where('slug', '=', 'other')
    .execute()
  await publishFeeds(db, site, now)
  const visitor = testApp(db, { now }).browser()
  const dataOf = async (slug: string) => dataIn(await (await visitor.fetch(`/api/openactive/${slug}`)).text())
  const own = await dataOf('demo')
  expect(own).toMatchObject({ '@id': `${site}/api/openactive/demo`, publisher: { url: site } })
  // The venue under maintenance is none where one can book.
  expect(own['description']).toContain('at the venue of')
  const other = await dataOf('other')
  expect(other).toMatchObject({
    '@id': 'https://book.other.example/api/openactive/other',
    publisher: { name: 'Other Leisure', url: 'https://book.other.example' },
  })
  expect(other).not.toHaveProperty('dateModified')
  // For people its links lead to where they are.
  const page = await (await visitor.fetch('/api/openactive/other')).text()
  expect(page).toContain(
    `<a href="${site}/api/openactive/other/slots">https://book.other.example/api/openactive/other/slots</a>`,
  )
  const { distribution } = other as { distribution: { contentUrl: string }[] }
  for (const { contentUrl } of distribution)
    expect(contentUrl).toMatch(/^https:\/\/book\.other\.example\/api\/openactive\/other\//)
})
