import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FavouriteTimes } from '#contract/favourites.ts'
import { api } from '#web/platform/api.ts'
import { writeStored } from '#web/platform/favouriteStorage.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, setReadData } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { HomeFavourites } from './HomeFavourites.tsx'

const favourite = (slug: string, more: Partial<FavouriteTimes> = {}): FavouriteTimes => ({
  id: null,
  key: `instructor/${slug}`,
  kind: 'instructor',
  name: `Coach ${slug}`,
  venueName: '',
  venueSlug: null,
  activitySlug: null,
  isOffered: true,
  offers: [],
  ...more,
})

const listed = [
  favourite('1'),
  favourite('2'),
  favourite('3', { isOffered: false, name: '' }),
  favourite('4'),
  favourite('5'),
]

let root: Root
let place: HTMLElement
let context: PageContext

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  context = {
    site: 'bookings',
    channel: { name: 'online' },
    client: { send: async () => ({ data: listed }) },
    queries: createQueries(),
    cookies: { get: () => undefined, set: () => undefined, names: () => [] },
    toasts: createToasts(),
    report: (error: unknown) => {
      throw error
    },
  } as unknown as PageContext
  setReadData(context.queries, api.operator.config, {}, { clientId: 'demo' } as never)
  writeStored(
    'demo',
    context.cookies,
    listed.map(({ key }) => ({ key, name: `Stored ${key}`, venueName: '' })),
  )
  setReadData(context.queries, api.favourites.times, { keys: listed.map(({ key }) => key).join(',') }, listed)
  act(() => {
    root.render(
      <PageContextProvider value={context}>
        <HomeFavourites count={listed.length} />
      </PageContextProvider>,
    )
  })
})

afterEach(() => {
  act(() => {
    root.unmount()
  })
  place.remove()
  vi.unstubAllGlobals()
})

const rows = () => [...place.querySelectorAll('li')].map((row) => row.querySelector('h3, p')?.textContent)

const press = (name: string) =>
  act(async () => {
    const button = [...place.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    )
    if (button === undefined) throw new Error(`No button ${name}`)
    button.click()
    await new Promise((resolve) => setTimeout(resolve, 20))
  })

test('lists four, and the others after a press', async () => {
  expect(rows()).toEqual(['Coach 1', 'Coach 2', 'Stored instructor/3', 'Coach 4'])
  expect(place.textContent).toContain('No longer offered')
  await press('Show 1 more')
  expect(rows()).toHaveLength(5)
})

test('what is removed leaves its place to Undo, which has the focus', async () => {
  await press('Remove Coach 2 from favourites')
  expect(rows()[1]).toBe('Coach 2 is no longer a favourite.')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Undo: add Coach 2 to favourites')
  await press('Undo: add Coach 2 to favourites')
  expect(rows()).toEqual(['Coach 1', 'Coach 2', 'Stored instructor/3', 'Coach 4'])
  expect(document.activeElement?.textContent).toBe('Remove Coach 2 from favourites')
})

test('what is not offered any more can be removed, for good', async () => {
  await press('Remove Stored instructor/3 from favourites')
  expect(rows()[2]).toBe('Stored instructor/3 is no longer a favourite.')
  expect(place.textContent).not.toContain('Undo')
})
