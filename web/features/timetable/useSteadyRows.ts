import { useRef } from 'react'
import type { Bookable } from './availability.ts'
import { keyOf } from './availability.ts'
import { passes, type Filters } from './filters.ts'

/**
 * The items that pass the filters, and those that passed when they were last changed: a court that is taken while one
 * looks at it changes its words, but it does not vanish from beneath the finger. `view` names day and filters.
 */
export const useSteadyRows = (items: readonly Bookable[], filters: Filters, view: string): Bookable[] => {
  const seen = useRef({ view, keys: new Set<string>() })
  if (seen.current.view !== view) seen.current = { view, keys: new Set() }
  const { keys } = seen.current
  const rows = items.filter((item) => keys.has(keyOf(item)) || passes(item, filters))
  for (const row of rows) keys.add(keyOf(row))
  return rows
}
