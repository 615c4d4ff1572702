import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { createOperatorFor } from './find.ts'

let db: Database
let app: TestApp
let operatorId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db, { frameOrigins: ['https://town.example'], migrationDate: '2027-01-01' }))
    .id
  app = testApp(db, { now: new Date('2027-03-01T09:00:00Z'), settings: { BASE_PATH: '/book' } })
})

const aTheme = async (slug: string, more: object): Promise<number> =>
  (
    await db
      .insertInto('theme')
      .values({ operatorId, slug, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const theme = (venue?: string) => app.browser().send(api.operator.theme, venue === undefined ? {} : { venue })

describe('the theme', () => {
  test("B01: of a venue is its own, else the operator's", async () => {
    const ours = await aTheme('ours', { primaryColour: '#111111' })
    const green = await aTheme('green', {
      primaryColour: '#1b6b45',
      secondaryColourOne: '#f2b33d',
      secondaryColourTwo: '#0f4c5c',
      headingFont: 'lato',
      secondaryButtonStyle: 'solid',
      appLogo: 'data:image/svg+xml,x',
    })
    await db.updateTable('operator').set({ themeId: ours }).execute()
    await aVenue(db, { operatorId }, { slug: 'plain' })
    const fern = await aVenue(db, { operatorId }, { slug: 'fern' })
    await db.updateTable('venue').set({ themeId: green }).where('id', '=', fern.id).execute()
    expect(await theme('fern')).toMatchObject({
      themeAppPrimaryColour: '#1b6b45',
      themeAppSecondaryColour1: '#f2b33d',
      themeAppSecondaryColour2: '#0f4c5c',
      themeAppHeadingFontStyle: 'lato',
      themeAppSecondaryButtonStyle: 'solid',
      themeAppLogo: 'data:image/svg+xml,x',
      headerPrimaryColour: null,
    })
    expect(await theme('plain')).toMatchObject({ themeAppPrimaryColour: '#111111' })
    expect(await theme()).toMatchObject({ themeAppPrimaryColour: '#111111' })
  })

  test('that no one has chosen is all defaults', async () => {
    expect(Object.values(await theme()).every((value) => value === null)).toBe(true)
    await aVenue(db, { operatorId }, { slug: 'plain' })
    expect(Object.values(await theme('plain')).every((value) => value === null)).toBe(true)
  })

  test('I05: of an unknown venue is not found', async () => {
    expect(await refusal(theme('nowhere'))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('I05: of a venue under maintenance is refused with 503', async () => {
    await aVenue(db, { operatorId }, { slug: 'shut', status: 'maintenance' })
    expect(await refusal(theme('shut'))).toMatchObject({ status: 503, code: 'maintenance' })
  })

  test('may be kept a minute, and says by its checksum whether it changed', async () => {
    const first = await app.browser().fetch('/api/frontend/theme')
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    const etag = first.headers.get('etag') ?? ''
    const again = await app.browser().fetch('/api/frontend/theme', { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
  })
})

test('I05: client config tells what the sites must know, and where they are', async () => {
  expect(await app.browser().send(api.operator.config, {})).toMatchObject({
    clientId: 'demo',
    name: 'Demo Leisure',
    currency: { symbol: '£' },
    migrationDate: '2027-01-01',
    timezone: 'Europe/London',
    basketHoldSeconds: 600,
    authCookieName: 'authToken',
    bearerTokenEnabled: false,
    frameOrigins: ['https://town.example'],
    sites: {
      bookings: 'http://bookings.onside.localhost:3000/book',
      // There are no pages there yet.
      myAccount: 'http://account.onside.localhost:3000/book',
      onlineJoining: 'http://join.onside.localhost:3000/book',
    },
  })
})

describe('I05: the footer', () => {
  const footer = (venue?: string) =>
    app.browser().send(api.operator.footer, venue === undefined ? {} : { venue })

  test("is the venue's, or the operator's where it has none", async () => {
    await db.updateTable('operator').set({ footerHtml: '<p>Operator</p>' }).execute()
    await aVenue(db, { operatorId }, { slug: 'own', footerHtml: '<p>Venue</p>' })
    await aVenue(db, { operatorId }, { slug: 'none' })
    expect(await footer('own')).toEqual({ html: '<p>Venue</p>' })
    expect(await footer('none')).toEqual({ html: '<p>Operator</p>' })
    expect(await footer()).toEqual({ html: '<p>Operator</p>' })
  })

  test('is empty where no one wrote one, and not found at an unknown venue', async () => {
    expect(await footer()).toEqual({ html: '' })
    expect(await refusal(footer('nowhere'))).toMatchObject({ status: 404 })
  })
})

describe('whose call it is', () => {
  const origin = 'https://other.example'

  test('is told by the identifier, then by the frame, and is the first operator otherwise', async () => {
    await anOperator(db, { slug: 'other', frameOrigins: [origin] })
    const operatorFor = createOperatorFor(db, 0)
    const slugFor = async (hints: { origins: string[]; slug: string | null }) =>
      (await operatorFor(hints)).slug
    expect(await slugFor({ origins: [], slug: null })).toBe('demo')
    expect(
      await slugFor({ origins: ['not an address', 'https://nobody.example/x'], slug: 'unheard-of' }),
    ).toBe('demo')
    expect(await slugFor({ origins: [`${origin}/page?x`], slug: null })).toBe('other')
    expect(await slugFor({ origins: [origin], slug: 'demo' })).toBe('demo')
  })

  test('cannot be told before any files are loaded, and can be right after', async () => {
    await emptyTables(db)
    const operatorFor = createOperatorFor(db)
    await expect(operatorFor({ origins: [], slug: null })).rejects.toThrow('npm run import')
    await anOperator(db)
    expect((await operatorFor({ origins: [], slug: null })).slug).toBe('demo')
  })
})
