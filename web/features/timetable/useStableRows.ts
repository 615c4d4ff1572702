import { useEffect, useState } from 'react'
import { keyOf, type Bookable } from './availability.ts'
import { passes, type Filters } from './filters.ts'

/**
 * The items that pass the filters, and those that passed before in the same view: a court that is taken meanwhile
 * changes its label but stays in place. `view` identifies day and filters.
 */
export const useStableRows = (items: readonly Bookable[], filters: Filters, view: string): Bookable[] => {
  const [previous, setPrevious] = useState<{ view: string; keys: ReadonlySet<string> }>(() => ({
    view,
    keys: new Set(items.filter((item) => passes(item, filters)).map(keyOf)),
  }))
  const earlier = previous.view === view ? previous.keys : none
  const rows = items.filter((item) => earlier.has(keyOf(item)) || passes(item, filters))
  const added = rows.map(keyOf).filter((key) => !earlier.has(key))
  const change = added.join()
  useEffect(() => {
    if (change === '') return
    setPrevious((before) => ({
      view,
      keys: new Set([...(before.view === view ? before.keys : none), ...change.split(',')]),
    }))
  }, [view, change])
  return rows
}

const none: ReadonlySet<string> = new Set()
