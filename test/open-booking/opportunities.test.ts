import { beforeEach, describe, expect, test } from 'vitest'
import type { FeedName } from '#contract/openactive.ts'
import { publishFeeds } from '#server/openactive/publish.ts'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { site } from '#test/support/feeds.ts'
import { testInterface } from './routes.ts'

const now = new Date('2027-03-01T09:00:00Z')

let db: Database
let app: TestApp
let tests: TestBrowser

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  await anOperator(db)
  await db.updateTable('operator').set({ openBooking: true }).execute()
  app = testApp(db, { now, furtherApis: [testInterface] })
  tests = app.browser()
})

const create = async (
  criterion: string,
  type: 'ScheduledSession' | 'Slot',
  flow = 'OpenBookingSimpleFlow',
) => {
  const seller = { '@type': 'Organization', '@id': `${site}/api/openactive/demo` }
  const response = await tests.fetch('/api/open-booking/test-interface/datasets/suite/opportunities', {
    method: 'POST',
    body: JSON.stringify({
      '@type': type,
      ...(type === 'Slot'
        ? { facilityUse: { '@type': 'IndividualFacilityUse', provider: seller } }
        : { superEvent: { '@type': 'SessionSeries', organizer: seller } }),
      'test:testOpportunityCriteria': `https://openactive.io/test-interface#${criterion}`,
      'test:testOpenBookingFlow': `https://openactive.io/test-interface#${flow}`,
    }),
  })
  expect(response.status).toBe(201)
  const body = (await response.json()) as { '@id': string }
  return body['@id']
}

let publications = 0
const published = async (feed: FeedName, id?: string) => {
  publications += 1
  await publishFeeds(db, site, new Date(now.getTime() + publications * 1000))
  const page = (await (await tests.fetch(`/api/openactive/demo/${feed}`)).json()) as {
    items: { state: string; data?: Record<string, unknown> & { '@id': string } }[]
  }
  return id === undefined
    ? page.items.map(({ state }) => state)
    : page.items.find(({ data }) => data?.['@id'] === id)?.data
}

describe('the test interface', () => {
  test('makes what suits a criterion, and feeds show it', async () => {
    const session = await create('TestOpportunityBookableNonFree', 'ScheduledSession')
    expect(await published('scheduled-sessions', session)).toMatchObject({
      remainingAttendeeCapacity: 10,
      superEvent: expect.stringContaining('/session-series/'),
      offers: [{ price: 10, allowCustomerCancellationFullRefund: true }],
    })
    const slot = await create('TestOpportunityBookableFree', 'Slot', 'OpenBookingApprovalFlow')
    expect(await published('slots', slot)).toMatchObject({
      remainingUses: 1,
      offers: [
        {
          price: 0,
          openBookingFlowRequirement: [
            'https://openactive.io/OpenBookingApproval',
            'https://openactive.io/OpenBookingNegotiation',
          ],
        },
      ],
    })
    const full = await create('TestOpportunityBookableNoSpaces', 'Slot')
    expect(await published('slots', full)).toMatchObject({ remainingUses: 0 })
    const late = await create('TestOpportunityBookableOutsideValidFromBeforeStartDate', 'ScheduledSession')
    expect(await published('scheduled-sessions', late)).toMatchObject({
      offers: [{ validFromBeforeStartDate: 'PT10M' }],
    })
    const over = await create('TestOpportunityBookableInPast', 'ScheduledSession')
    expect(await published('scheduled-sessions', over)).toMatchObject({ endDate: '2027-03-01T07:00:00Z' })
    const fixed = await create('TestOpportunityBookableNotCancellable', 'ScheduledSession')
    expect(await published('scheduled-sessions', fixed)).toMatchObject({
      offers: [{ allowCustomerCancellationFullRefund: false }],
    })
  })

  test('gives every court an hour of its own', async () => {
    const first = await create('TestOpportunityBookableFree', 'Slot')
    const second = await create('TestOpportunityBookableFree', 'Slot')
    const starts = [await published('slots', first), await published('slots', second)]
    expect(starts).toMatchObject([
      { startDate: '2027-03-01T12:00:00Z' },
      { startDate: '2027-03-01T13:00:00Z' },
    ])
  })

  test.each(['ScheduledSession', 'Slot'] as const)(
    'lets no two of those that are over start at once: %s',
    async (type) => {
      // Every other one is free, and so of another activity.
      for (const second of [0, 0, 1, 1]) {
        app.clock.set(new Date(now.getTime() + second * 1000))
        await create('TestOpportunityBookableInPast', type)
      }
    },
  )

  test('takes a data set out again', async () => {
    await create('TestOpportunityBookable', 'ScheduledSession')
    expect(await published('scheduled-sessions')).toEqual(['updated'])
    const deletion = { method: 'DELETE' }
    expect((await tests.fetch('/api/open-booking/test-interface/datasets/other', deletion)).status).toBe(204)
    expect(await published('scheduled-sessions')).toEqual(['updated'])
    expect((await tests.fetch('/api/open-booking/test-interface/datasets/suite', deletion)).status).toBe(204)
    expect(await published('scheduled-sessions')).toEqual(['deleted'])
  })

  test('refuses what it does not know', async () => {
    const path = '/api/open-booking/test-interface/datasets/suite/opportunities'
    const answer = await tests.fetch(path, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ '@type': 'OpenBookingError' })
    expect((await tests.fetch('/api/open-booking/test-interface/none')).status).toBe(404)
  })

  test('is no part of the product', async () => {
    const product = testApp(db, { now }).browser()
    const path = '/api/open-booking/test-interface/datasets/suite'
    expect((await product.fetch(path, { method: 'DELETE' })).status).toBe(404)
  })
})
