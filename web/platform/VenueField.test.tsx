import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Venue } from '#contract/venues.ts'
import { api } from './api.ts'
import { PageContextProvider, type PageContext } from './pageContext.tsx'
import { createQueries, setReadData } from './queries.ts'
import { VenueField } from './VenueField.tsx'

const answerMs = 300

const aVenue = (name: string): Venue =>
  ({ slug: name.toLowerCase(), name, town: 'North', closed: false }) as Venue
const venues = ['Bury', 'Leeds', 'Oldham', 'York'].map(aVenue)
const first = venues.slice(0, 2)

let place: HTMLElement
let root: Root
const onChosen = vi.fn<(slug: string) => void>()

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  onChosen.mockClear()
  const queries = createQueries()
  setReadData(queries, api.venues.search, { selected: 'bury' }, { venues: first, total: venues.length })
  const send = async (_call: unknown, { search }: { search: string }) => {
    await new Promise((resolve) => {
      setTimeout(resolve, answerMs)
    })
    const found = venues.filter(({ slug }) => slug.startsWith(search))
    return { venues: found, total: found.length }
  }
  place = document.createElement('div')
  root = createRoot(place)
  act(() => {
    root.render(
      <PageContextProvider value={{ queries, client: { send } } as unknown as PageContext}>
        <VenueField label="Venue" name="venue" selected="bury" onChosen={onChosen} />
      </PageContextProvider>,
    )
  })
})
afterEach(() => {
  act(() => {
    root.unmount()
  })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const search = (): HTMLInputElement => place.querySelector('input') as HTMLInputElement
const select = (): HTMLSelectElement => place.querySelector('select') as HTMLSelectElement

const type = (words: string): void => {
  act(() => {
    search().value = words
    search().dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const pressEnter = (): void => {
  act(() => {
    search().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
}
const choose = (slug: string): void => {
  act(() => {
    select().value = slug
    select().dispatchEvent(new Event('change', { bubbles: true }))
  })
}
/** In steps: React renders at the end of each. */
const wait = async (ms: number): Promise<void> => {
  for (let waitedMs = 0; waitedMs < ms; waitedMs += 50) await act(() => vi.advanceTimersByTimeAsync(50))
}

test('Enter chooses the only venue that a search has found', async () => {
  type('oldham ')
  await wait(1000)
  expect(place.querySelector('[role=status]')?.textContent).toBe('1 venue found.')
  pressEnter()
  expect(select().value).toBe('oldham')
  expect(onChosen.mock.calls).toEqual([['oldham']])
})

test.each([
  ['the search for other words has begun', 100],
  ['it is answered', 400],
])('Enter before %s does not choose the venue found before', async (_, ms) => {
  type('oldham')
  await wait(1000)
  type('york')
  await wait(ms)
  pressEnter()
  expect(select().value).toBe('bury')
  expect(onChosen).not.toHaveBeenCalled()
  await wait(1000)
  pressEnter()
  expect(onChosen.mock.calls).toEqual([['york']])
})

test('a venue chosen while a search runs stays chosen when the list changes', async () => {
  type('york')
  await wait(300)
  choose('leeds')
  await wait(1000)
  expect([...select().options].map(({ value }) => value)).toEqual(['leeds', 'york'])
  expect(select().value).toBe('leeds')
})
