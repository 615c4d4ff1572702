import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { standardFilters, type Filters } from './filters.ts'
import { TimetableFilters } from './TimetableFilters.tsx'

const place = document.body.appendChild(document.createElement('div'))
const root = createRoot(place)

const draw = (filters: Filters, onChange: (filters: Filters) => void): void => {
  act(() => {
    root.render(
      <TimetableFilters
        filters={filters}
        kind="classes"
        choices={{
          instructors: [
            { id: 12, name: 'Sam' },
            { id: 13, name: 'Ana' },
          ],
          tags: [],
        }}
        action="/here"
        hiddenFields={{}}
        onChange={onChange}
      />,
    )
  })
}

const box = (value: string): HTMLInputElement => place.querySelector<HTMLInputElement>(`[value="${value}"]`)!

const press = (value: string): void => {
  act(() => {
    box(value).click()
  })
}

afterEach(() => {
  act(() => {
    root.render(null)
  })
})

describe('TimetableFilters', () => {
  test('C06: a second answer is added to the first, though the address has not followed yet', () => {
    const onChange = vi.fn<(filters: Filters) => void>()
    draw(standardFilters('classes'), onChange)
    press('12')
    press('13')
    expect(box('12').checked).toBe(true)
    expect(onChange.mock.lastCall?.[0].instructors).toEqual([12, 13])
  })

  test('follow the address when it changes by itself', () => {
    draw({ ...standardFilters('classes'), instructors: [12] }, () => undefined)
    expect(box('12').checked).toBe(true)
    draw(standardFilters('classes'), () => undefined)
    expect(box('12').checked).toBe(false)
  })
})
