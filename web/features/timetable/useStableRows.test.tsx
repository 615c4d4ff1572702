import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Bookable } from './availability.ts'
import { standardFilters } from './filters.ts'
import { useStableRows } from './useStableRows.ts'

const item = (id: string, status: 'BOOK' | null): Bookable =>
  ({
    id,
    startsAt: { format24Hour: '10:00' },
    endsAt: { format24Hour: '11:00' },
    actionToShow: { status },
    instructors: [],
    tags: [],
  }) as unknown as Bookable

const filters = standardFilters('courts')
const rendered = vi.fn<(ids: (number | string | undefined)[]) => void>()

const List = ({ items, view }: { items: readonly Bookable[]; view: string }) => {
  const rows = useStableRows(items, filters, view)
  rendered(rows.map(({ id }) => id))
  return <p>{rows.length}</p>
}

let place: HTMLElement
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const first = <List items={[item('a', 'BOOK'), item('b', 'BOOK'), item('c', null)]} view="monday" />
  place = document.createElement('div')
  place.innerHTML = renderToString(first)
  rendered.mockClear()
  act(() => {
    root = hydrateRoot(place, first)
  })
})
afterEach(() => {
  act(() => {
    root.unmount()
  })
  vi.unstubAllGlobals()
})

const show = (items: readonly Bookable[], view: string): void => {
  act(() => {
    root.render(<List items={items} view={view} />)
  })
}

test('hydration renders the rows once', () => {
  expect(rendered.mock.calls).toEqual([[['a', 'b']]])
})

test('C09: a court that is taken meanwhile stays in its place, until another view', () => {
  const later = [item('a', null), item('b', 'BOOK'), item('c', null)]
  show(later, 'monday')
  expect(rendered.mock.lastCall).toEqual([['a', 'b']])
  show(later, 'tuesday')
  expect(rendered.mock.lastCall).toEqual([['b']])
})
