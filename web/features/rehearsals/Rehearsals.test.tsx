import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Rehearsal, RehearsalReport } from '#contract/rehearsals.ts'
import { reactRoot } from '#test/support/reactRoot.ts'
import { api } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, setReadData } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { Rehearsals } from './Rehearsals.tsx'

const page = reactRoot()
const send = vi.fn<(call: object, args: object) => Promise<unknown>>()

const opensAt = {
  utc: '2027-03-02T22:00:00+00:00',
  local: '2027-03-02T22:00:00+00:00',
  timezone: 'Europe/London',
  format12Hour: '10:00pm',
  format24Hour: '22:00',
}

const rehearsal = (more: Partial<Rehearsal>): Rehearsal => ({
  id: 7,
  venue: 'Centre',
  day: '2027-03-09',
  opensAt,
  audience: 'customers',
  visitors: 40,
  arrival: 'usual',
  paying: 80,
  begunBy: 'Priti Shah',
  begunAt: '2027-03-02T09:00:00Z',
  state: 'running',
  isStopping: false,
  problem: null,
  progress: null,
  report: null,
  ...more,
})

const report: RehearsalReport = {
  verdict: 'holds_with_waiting',
  limit: { kind: 'connections', from: 10, to: 20 },
  places: 24,
  firstGoneAfter: 300,
  soldOutAfter: null,
  held: 20,
  paid: 17,
  refused: 16,
  busy: 2,
  failed: 0,
  look: { p50: 12, p95: 30, p99: 44 },
  hold: { p50: 120, p95: 900, p99: 2100 },
  pay: null,
  passedOver: 1,
  passedOverBy: 40,
  oversold: 0,
  stranded: 0,
  processor: 71,
  connections: { most: 10, waiting: 14 },
}

const settle = (work: () => void): Promise<void> =>
  act(async () => {
    work()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })

const show = async (rehearsals: Rehearsal[]): Promise<string> => {
  const queries = createQueries()
  const releases = [
    { day: '2027-03-09', audience: 'customers' as const, opensAt, places: 24, activities: ['Yoga'] },
  ]
  setReadData(queries, api.rehearsals.list, { venue: 'centre' }, { rehearsals })
  setReadData(
    queries,
    api.rehearsals.releases,
    { venue: 'centre' },
    { releases, visitors: 40, mostVisitors: 500 },
  )
  const context = { queries, client: { send }, toasts: createToasts(), report: vi.fn() }
  await settle(() => {
    page.render(
      <PageContextProvider value={context as unknown as PageContext}>
        <Rehearsals venue="centre" />
      </PageContextProvider>,
    )
  })
  return page.element.textContent ?? ''
}

beforeEach(() => {
  send.mockReset()
  send.mockImplementation(() => new Promise(() => undefined))
})

test('begins a rehearsal of the chosen release, with twice as many visitors as ever came', async () => {
  expect(await show([])).toContain('No rehearsals yet')
  await settle(() => page.element.querySelector('form')?.requestSubmit())
  expect(send.mock.calls.map(([, args]) => args)).toEqual([
    {
      venue: 'centre',
      day: '2027-03-09',
      audience: 'customers',
      opensAt: '2027-03-02T22:00:00+00:00',
      visitors: 40,
      arrival: 'usual',
      paying: 80,
    },
  ])
})

test('says how far one is that runs, in place of the form, and stops it', async () => {
  const progress = { arrived: 31, held: 18, paid: 12, busy: 0 }
  const text = await show([rehearsal({ progress })])
  expect(text).toContain('31 of 40 visitors have come. 18 hold a place, 12 have paid.')
  expect(page.element.querySelector('form')).toBeNull()
  expect(page.element.querySelector('progress')?.value).toBe(31)
  await settle(() => page.element.querySelector<HTMLElement>('[aria-label^="Stop the rehearsal"]')?.click())
  expect(send.mock.calls.map(([, args]) => args)).toEqual([{ rehearsalId: 7 }])
  const stopping = await show([rehearsal({ progress, isStopping: true })])
  expect(stopping).toContain('It is being stopped.')
  expect(page.element.querySelector('[aria-label^="Stop the rehearsal"]')).toBeNull()
})

test('says what was found, what was used up first and what to do about it', async () => {
  const text = await show([rehearsal({ state: 'done', report })])
  expect(text).toContain('Holds with waiting')
  expect(text).toContain('Set DATABASE_POOL from 10 to 20.')
  expect(text).toContain('Hold a place120 ms900 ms2.1 s')
  expect(text).toContain('PayNobodyNobodyNobody')
  expect(text).toContain('Sold out afterNot reached')
  expect(text).toContain('Places sold twice0')
  expect(page.element.querySelector('[aria-label^="Download the report"]')).not.toBeNull()
})

test('says why one was stopped or failed', async () => {
  const text = await show([
    rehearsal({ id: 8, state: 'failed', problem: 'no_right' }),
    rehearsal({ state: 'stopped', problem: 'live_slow' }),
  ])
  expect(text).toContain('The database user may not make databases.')
  expect(text).toContain('Your site answered more slowly, so it stopped by itself.')
  expect(page.element.querySelector('form')).not.toBeNull()
})
