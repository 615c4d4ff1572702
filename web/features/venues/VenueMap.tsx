import { useEffect, useRef, useState } from 'react'
import { onMap, type Coordinates } from '#contract/distance.ts'
import type { ClientConfig } from '#contract/operator.ts'
import * as messages from '#messages/bookings/venues.ts'
import { whenHydrated } from '#web/platform/lazyComponent.tsx'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { DrawnMap, MapView } from './map/leaflet.ts'
import { addressLabel, type VenueRow } from './VenueList.tsx'
import styles from './VenueMap.module.css'

/** Metres in a mile (specification, section 9), for the ring around a place. */
const mile = 1609.344

/**
 * The venues of the list on a map, with the same numbers. Buttons zoom and move it, Escape leaves it. The map library
 * loads when the map scrolls into view.
 */
export const VenueMap = ({
  rows,
  around,
  active,
  tiles,
  onLeave,
}: {
  rows: readonly VenueRow[]
  around: (Coordinates & { miles: number }) | undefined
  /** The slug of the highlighted row. */
  active: string | undefined
  tiles: ClientConfig['map']
  /** Escape was pressed: moves focus out of the map. */
  onLeave: () => void
}) => {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<DrawnMap>()
  const [failed, setFailed] = useState(false)
  const [selected, setSelected] = useState<string>()
  const card = useRef<HTMLDivElement>(null)
  const { report } = usePageContext()
  const { tileUrl, attribution } = tiles

  useEffect(() => {
    const element = container.current
    if (element === null) return undefined
    let drawn: DrawnMap | undefined
    let isUnmounted = false
    const draw = async (): Promise<void> => {
      try {
        const { drawMap } = await import('./map/leaflet.ts')
        if (isUnmounted) return
        drawn = drawMap(element, { tileUrl, attribution }, setSelected)
        setMap(drawn)
      } catch (error) {
        report(error)
        setFailed(true)
      }
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return
        observer.disconnect()
        whenHydrated(() => void draw())
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => {
      isUnmounted = true
      observer.disconnect()
      drawn?.remove()
      setMap(undefined)
    }
  }, [tileUrl, attribution, report])

  const selectedIndex = rows.findIndex(({ venue }) => venue.slug === selected)
  const row = rows[selectedIndex]
  useEffect(() => {
    map?.show(mapContent(rows, around, selected ?? active))
  }, [map, rows, around, selected, active])
  useEffect(() => {
    if (selected !== undefined) card.current?.querySelector('a')?.focus()
  }, [selected])

  const close = (): void => {
    if (selected !== undefined) map?.focusPin(selected)
    setSelected(undefined)
  }

  return (
    // Handles Escape wherever in the map the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles['map']}
      aria-label={messages.mapLabel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (selected === undefined) onLeave()
        else close()
      }}
    >
      <div className={styles['head']}>
        <div className={styles['tools']} role="group" aria-label={messages.mapTools}>
          <Tool label={messages.zoomIn} icon="plus" onPress={() => map?.zoom(1)} />
          <Tool label={messages.zoomOut} icon="minus" onPress={() => map?.zoom(-1)} />
          <Tool label={messages.moveLeft} turn="left" icon="arrow" onPress={() => map?.pan(-1, 0)} />
          <Tool label={messages.moveUp} turn="up" icon="arrow" onPress={() => map?.pan(0, -1)} />
          <Tool label={messages.moveDown} turn="down" icon="arrow" onPress={() => map?.pan(0, 1)} />
          <Tool label={messages.moveRight} icon="arrow" onPress={() => map?.pan(1, 0)} />
        </div>
        <button type="button" className={styles['all']} onClick={() => map?.fit()}>
          {around === undefined ? messages.showAll : messages.showArea}
        </button>
      </div>
      <div className={styles['ground']}>
        <div ref={container} className={styles['drawing']} role="group" aria-label={messages.mapKeys} />
        {map === undefined ? (
          <p className={styles['waiting']} role="status">
            {failed ? messages.mapFailed : messages.mapLoading}
          </p>
        ) : null}
        {row === undefined ? null : (
          <div className={styles['card']} ref={card}>
            <p className={styles['name']}>
              <span className={styles['number']}>{selectedIndex + 1}</span> {row.venue.name}
            </p>
            <p className={styles['place']}>
              {addressLabel(row.venue)}
              {row.miles == null ? '' : ` · ${messages.miles({ count: row.miles })}`}
            </p>
            <div className={styles['acts']}>
              <Link
                className={buttonClass({ size: 'md' })}
                to={links.venue(row.venue.slug)}
                aria-label={messages.chooseVenue({ venue: row.venue.name })}
              >
                {messages.choose}
              </Link>
              <button type="button" className={buttonClass({ variant: 'text' })} onClick={close}>
                {messages.close}
              </button>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

const mapContent = (
  rows: readonly VenueRow[],
  around: (Coordinates & { miles: number }) | undefined,
  active: string | undefined,
): MapView => ({
  pins: rows.flatMap(({ venue, miles }, index) =>
    onMap(venue)
      ? [
          {
            slug: venue.slug,
            number: index + 1,
            label: messages.pin({
              number: index + 1,
              venue: venue.name,
              distance: miles == null ? undefined : messages.miles({ count: miles }),
            }),
            lat: venue.lat,
            lng: venue.lng,
          },
        ]
      : [],
  ),
  around:
    around === undefined ? undefined : { lat: around.lat, lng: around.lng, metres: around.miles * mile },
  active,
})

const Tool = ({
  label,
  icon,
  turn,
  onPress,
}: {
  label: string
  icon: 'plus' | 'minus' | 'arrow'
  turn?: 'left' | 'up' | 'down'
  onPress: () => void
}) => (
  <button
    type="button"
    className={`${styles['tool'] ?? ''} ${turn === undefined ? '' : (styles[turn] ?? '')}`}
    aria-label={label}
    title={label}
    onClick={onPress}
  >
    <Icon name={icon} size={20} />
  </button>
)
