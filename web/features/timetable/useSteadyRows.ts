import { useEffect, useState } from 'react'
import { keyOf, type Bookable } from './availability.ts'
import { passes, type Filters } from './filters.ts'

const none: ReadonlySet<string> = new Set()

/**
 * The items that pass the filters, and those that passed when they were last changed: a court that is taken while one
 * looks at it changes its words, but it does not vanish from beneath the finger. `view` names day and filters.
 */
export const useSteadyRows = (items: readonly Bookable[], filters: Filters, view: string): Bookable[] => {
  const [seen, setSeen] = useState({ view, keys: none })
  const known = seen.view === view ? seen.keys : none
  const rows = items.filter((item) => known.has(keyOf(item)) || passes(item, filters))
  const added = rows.map(keyOf).filter((key) => !known.has(key))
  const change = added.join()
  useEffect(() => {
    if (change === '') return
    setSeen((before) => ({
      view,
      keys: new Set([...(before.view === view ? before.keys : none), ...change.split(',')]),
    }))
  }, [view, change])
  return rows
}
