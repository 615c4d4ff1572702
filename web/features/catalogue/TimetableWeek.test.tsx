import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DraftEdit, DraftWithEdits } from '#contract/drafts.ts'
import { catalogueLists } from '#contract/office.ts'
import type { CatalogueRow } from '#contract/office.ts'
import { reactRoot } from '#test/support/reactRoot.ts'
import { api } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, reader } from '#web/platform/queries.ts'
import { NavigatorProvider } from '#web/platform/router.tsx'
import { createToasts } from '#web/platform/toasts.ts'
import { TimetableWeek } from './TimetableWeek.tsx'

const yoga: CatalogueRow = {
  venue: 'centre',
  activity: 'yoga',
  days: 'Mon',
  start: '18:00',
  minutes: '60',
  locations: 'studio',
  capacity: '12',
}
const lists = {
  ...(Object.fromEntries(catalogueLists.map((list) => [list, [] as CatalogueRow[]])) as Record<
    (typeof catalogueLists)[number],
    CatalogueRow[]
  >),
  venues: [{ slug: 'centre', name: 'Centre', locations: [{ slug: 'studio', name: 'Studio' }] }],
  activities: [{ slug: 'yoga', name: 'Yoga', kind: 'classes', venues: ['centre'] }],
  timetable: [yoga],
}

const draftWith = (...edits: DraftEdit[]) =>
  ({ id: 4, name: 'January', reason: '', state: 'open', edits }) as unknown as DraftWithEdits

const page = reactRoot()
const send =
  vi.fn<(call: { method: string; path: string }, args: Record<string, unknown>) => Promise<unknown>>()
const navigate = vi.fn<(to: string, options?: object) => Promise<void>>()

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-01-04T08:00:00Z') })
  send.mockReset()
  navigate.mockReset()
  navigate.mockResolvedValue()
})

afterEach(() => {
  vi.useRealTimers()
})

const callsOf = (path: string, method: string) =>
  send.mock.calls.flatMap(([call, args]) => (call.path === path && call.method === method ? [args] : []))

const open = async (draft: DraftWithEdits | null): Promise<void> => {
  const answers: Record<string, unknown> = {
    [api.office.catalogue.path]: { lists },
    [api.operator.config.path]: { timezone: 'Europe/London', currency: { symbol: '£' } },
    [api.venues.search.path]: { venues: [{ slug: 'centre', name: 'Centre', closed: false }], total: 1 },
    [api.drafts.list.path]: [draftWith()],
    [api.drafts.one.path]: draft,
    [api.drafts.addEdits.path]: draft,
    [api.drafts.changeEdit.path]: draft,
    [api.drafts.preview.path]: {
      digest: 'x',
      effect: {
        added: 3,
        changed: 0,
        withdrawn: 0,
        calledOff: 0,
        retained: 0,
        notMade: 0,
        bookings: 0,
        customers: 0,
        refund: { raw: 0, formatted: '£0.00' },
      },
      report: { lines: [], lineCount: 0, objections: [], summary: '' },
      problems: [],
    },
  }
  send.mockImplementation(async ({ path }) => answers[path] ?? null)
  const queries = createQueries()
  const client = { send }
  const read = reader({ queries, client } as unknown as PageContext)
  await read(api.office.catalogue)
  await read(api.operator.config)
  await read(api.venues.search, { selected: 'centre' })
  await read(api.drafts.one, { draftId: 4 })
  send.mockClear()
  const context = {
    queries,
    client,
    toasts: createToasts(),
    cookies: { get: () => undefined, names: () => [], all: () => ({}) },
    clock: { now: () => Date.now() },
    startedAt: Date.now(),
    basePath: '',
    embedded: false,
    report: (error: unknown) => {
      throw error
    },
  }
  const navigator = {
    navigate,
    subscribe: () => () => {},
    screen: () => ({ path: '/office/timetable/centre/2027-01-04' }),
    pending: () => undefined,
  }
  page.render(
    <PageContextProvider value={context as unknown as PageContext}>
      <NavigatorProvider value={navigator as never}>
        <TimetableWeek
          view={{
            venue: 'centre',
            monday: '2027-01-04',
            by: 'place',
            only: null,
            draftId: draft?.id ?? null,
          }}
        />
      </NavigatorProvider>
    </PageContextProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
}

const items = () => [...page.element.querySelectorAll<HTMLButtonElement>('[data-item]')]
const text = (element: Element | null) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
const focused = () => text(document.activeElement)
const press = (key: string) => {
  act(() => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
  })
}
const click = async (name: string) => {
  const found = [...page.element.querySelectorAll('button')].find((button) => text(button) === name)
  await act(async () => {
    found?.click()
    await vi.advanceTimersByTimeAsync(0)
  })
}
const field = (label: string) => {
  const found = [...page.element.querySelectorAll('label')].find((one) => text(one) === label)
  return page.element.querySelector<HTMLInputElement>(`[id="${found?.htmlFor ?? ''}"]`)
}

const fill = (label: string, value: string) => {
  const input = field(label)
  if (input === null) throw new Error(`There is no ${label}`)
  act(() => {
    const proto =
      input instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype
    Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  })
}

test('the week is one tab stop, and arrow keys move in it', async () => {
  await open(null)
  expect(
    items()
      .filter(({ tabIndex }) => tabIndex === 0)
      .map(text),
  ).toEqual(['09:00–18:00'])
  act(() => {
    items()[0]?.focus()
  })
  press('ArrowDown')
  expect(focused()).toBe('18:00–19:00 Yoga')
  expect(
    items()
      .filter(({ tabIndex }) => tabIndex === 0)
      .map(text),
  ).toEqual(['18:00–19:00 Yoga'])
  press('ArrowRight')
  // Nothing is on then on Tuesday.
  expect(document.activeElement?.getAttribute('aria-label')).toBe(
    '09:00–21:00: add something, Studio, Tuesday 5 January',
  )
})

test('at an empty time a line is added to the draft that is shown, with place, day and time filled in', async () => {
  await open(draftWith())
  await click('09:00–18:00')
  expect(text(page.element.querySelector('dialog h2'))).toBe('Monday 4 January, Studio')
  expect(field('Begins at')?.value).toBe('09:00')
  // What is missing is said, and nothing is sent.
  await click('Put into “January”')
  expect(text(page.element.querySelector('dialog'))).toContain('Choose an activity.')
  expect(callsOf(api.drafts.addEdits.path, 'POST')).toEqual([])
  fill('Activity', 'yoga')
  fill('How many people', '14')
  await click('Put into “January”')
  const after = {
    venue: 'centre',
    activity: 'yoga',
    days: 'Mon',
    start: '09:00',
    minutes: '60',
    locations: 'studio',
    capacity: '14',
  }
  expect(callsOf(api.drafts.addEdits.path, 'POST')).toEqual([
    { draftId: 4, edits: [{ list: 'timetable', before: null, after }] },
  ])
  expect(page.element.querySelector('dialog')).toBeNull()
})

test('a line that the draft changes already is changed in its edit, and says so in words', async () => {
  const edit: DraftEdit = { id: 9, list: 'timetable', before: yoga, after: { ...yoga, start: '18:30' } }
  await open(draftWith(edit))
  await click('18:30–19:30 Yoga ~ Changed')
  expect(field('Begins at')?.value).toBe('18:30')
  await click('Take out')
  expect(callsOf(api.drafts.changeEdit.path, 'PUT')).toEqual([
    { draftId: 4, editId: 9, seen: { ...yoga, start: '18:30' }, after: null },
  ])
})

test('one date of a line is changed apart: the line leaves it out, and a session comes instead', async () => {
  const edit: DraftEdit = { id: 9, list: 'timetable', before: yoga, after: { ...yoga, capacity: '14' } }
  await open(draftWith(edit))
  await click('18:00–19:00 Yoga ~ Changed')
  fill('How often', 'sessions')
  expect(field('Day')?.value).toBe('2027-01-04')
  fill('Begins at', '19:30')
  await click('Put into “January”')
  const after = { ...yoga, capacity: '14' }
  expect(callsOf(api.drafts.changeEdit.path, 'PUT')).toEqual([
    { draftId: 4, editId: 9, seen: after, after: { ...after, except: '2027-01-04' } },
  ])
  const { days: _days, locations: location, ...session }: CatalogueRow = after
  expect(callsOf(api.drafts.addEdits.path, 'POST')).toEqual([
    {
      draftId: 4,
      edits: [
        {
          list: 'sessions',
          before: null,
          after: { ...session, date: '2027-01-04', start: '19:30', location },
        },
      ],
    },
  ])
})

test('a week is copied into the draft, and the week that it was copied to is opened', async () => {
  const until = { ...yoga, to: '2027-01-04' }
  await open(draftWith({ id: 9, list: 'timetable', before: yoga, after: until }))
  await click('Copy this week')
  expect(text(page.element.querySelector('dialog'))).toContain(
    '1 session is not on in the week of Mon 11 Jan yet.',
  )
  await click('Copy 1 session')
  const { days: _days, locations: location, ...session } = yoga
  expect(callsOf(api.drafts.addEdits.path, 'POST')).toEqual([
    {
      draftId: 4,
      edits: [{ list: 'sessions', before: null, after: { ...session, date: '2027-01-11', location } }],
    },
  ])
  expect(navigate).toHaveBeenCalledWith('/office/timetable/centre/2027-01-11?draft=4', { stay: true })
})

test('what publishing does is looked at a second after the last edit', async () => {
  const edit: DraftEdit = { id: 9, list: 'timetable', before: yoga, after: null }
  await open(draftWith(edit))
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await wait(900)
  expect(callsOf(api.drafts.preview.path, 'POST')).toEqual([])
  await wait(100)
  expect(callsOf(api.drafts.preview.path, 'POST')).toEqual([{ draftId: 4 }])
  expect(text(page.element.querySelector('aside'))).toContain('1 edit is in this draft.3 sessions added')
})
