import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { VenueDetail } from '#contract/venues.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { ClosureNotices } from './ClosureNotices.tsx'

type Closure = VenueDetail['closures'][number]

const closure = (from: string, until: string): Closure => ({
  places: ['Studio 2'],
  from: { utc: `${from}:00Z`, timezone: 'Europe/London' } as Closure['from'],
  until: { utc: `${until}:00Z`, timezone: 'Europe/London' } as Closure['from'],
  reason: 'The ceiling is being repaired',
  activities: [],
})
const now = closure('2027-03-04T09:00', '2027-03-04T18:00')
const coming = [8, 11, 15].map((day) =>
  closure(`2027-03-${String(day).padStart(2, '0')}T13:00`, `2027-03-${String(day).padStart(2, '0')}T14:30`),
)

const render = (closures: readonly Closure[]): HTMLElement => {
  const place = document.createElement('div')
  const context = { startedAt: new Date('2027-03-04T12:00:00Z').getTime() } as PageContext
  place.innerHTML = renderToStaticMarkup(
    <PageContextProvider value={context}>
      <ClosureNotices closures={[...closures]} />
    </PageContextProvider>,
  )
  return place
}

test('what is closed now is open to read, and what will be is one line that unfolds', () => {
  const place = render([now, ...coming])
  const folded = place.querySelector('details')
  expect(folded?.querySelector('summary')?.textContent).toBe(
    '3 closures ahead, the first from Mon 8 Mar, 13:00',
  )
  expect(folded?.querySelectorAll('li')).toHaveLength(3)
  folded?.remove()
  expect(place.textContent).toMatch(/^Studio 2 closed until Thu 4 Mar, 18:00The ceiling/)
})

test('one that is to come stands by itself', () => {
  const place = render(coming.slice(0, 1))
  expect(place.querySelector('details')).toBeNull()
  expect(place.textContent).toContain('Studio 2 closed from Mon 8 Mar, 13:00')
})

test('nothing closed takes no room', () => {
  expect(render([]).innerHTML).toBe('')
})
