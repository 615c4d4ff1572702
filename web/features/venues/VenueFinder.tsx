import { useRef, useState, type ReactNode } from 'react'
import { onMap, type Coordinates } from '#contract/distance.ts'
import type { ClientConfig } from '#contract/operator.ts'
import * as messages from '#messages/bookings/venues.ts'
import { withQuery } from '#web/platform/links.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import styles from './VenueFinder.module.css'
import { VenueList, type VenueRow } from './VenueList.tsx'
import { VenueMap } from './VenueMap.tsx'

/** The list with the map beside it; narrow screens show one of them (`?view=map`). */
export const VenueFinder = ({
  rows,
  around,
  chosen,
  tiles,
  children,
}: {
  rows: readonly VenueRow[]
  around: (Coordinates & { miles: number }) | undefined
  chosen: string | undefined
  tiles: ClientConfig['map']
  /** Displayed instead of an empty list. */
  children: ReactNode
}) => {
  const { path, query } = useScreen()
  const [highlighted, setHighlighted] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const isMap = query.get('view') === 'map'
  // Without a place to draw the map would be an empty square.
  const hasMap = rows.length === 0 || around !== undefined || rows.some(({ venue }) => onMap(venue))
  if (!hasMap) return <VenueList rows={rows} chosen={chosen} hasMap={false} />
  // With nothing on the map the list says why, so it is not hidden.
  const showsMap = isMap && rows.length > 0
  return (
    <div className={styles['finder']} data-view={showsMap ? 'map' : 'list'}>
      <nav className={styles['views']} aria-label={messages.listOrMap}>
        <Link
          className={styles['view']}
          to={withQuery(path, { view: null })}
          stay
          replace
          aria-current={isMap ? undefined : 'true'}
        >
          {messages.list}
        </Link>
        <Link
          className={styles['view']}
          to={withQuery(path, { view: 'map' })}
          stay
          replace
          aria-current={isMap ? 'true' : undefined}
        >
          {messages.map}
        </Link>
      </nav>
      <div className={styles['list']} ref={list} tabIndex={-1}>
        {rows.length === 0 ? children : <VenueList rows={rows} chosen={chosen} onPoint={setHighlighted} />}
      </div>
      <div className={styles['beside']}>
        <VenueMap
          rows={rows}
          around={around}
          active={highlighted}
          tiles={tiles}
          onLeave={() => {
            // On a phone the list is hidden while the map is displayed.
            const visibleList = list.current?.offsetParent == null ? undefined : list.current
            const target = visibleList ?? document.querySelector<HTMLElement>(`.${styles['view'] ?? ''}`)
            target?.focus()
          }}
        />
      </div>
    </div>
  )
}
