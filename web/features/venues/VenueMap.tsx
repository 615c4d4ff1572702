import { useEffect, useRef, useState } from 'react'
import { onMap, type Coordinates } from '#contract/distance.ts'
import type { ClientConfig } from '#contract/operator.ts'
import * as messages from '#messages/bookings/venues.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { useVisit } from '#web/platform/visit.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { DrawnMap, Shown } from './map/leaflet.ts'
import type { Row } from './search.ts'
import { placeOf } from './VenueList.tsx'
import styles from './VenueMap.module.css'

/** Metres in a mile (specification, section 9), for the ring around a place. */
const mile = 1609.344

/**
 * The venues of the list on a map: numbered alike, moved and enlarged by buttons, left by Escape. Its script comes when
 * the map comes into sight.
 */
export const VenueMap = ({
  rows,
  around,
  active,
  tiles,
  onLeave,
}: {
  rows: readonly Row[]
  around: (Coordinates & { miles: number }) | undefined
  /** The row that is pointed at. */
  active: string | undefined
  tiles: ClientConfig['map']
  /** Escape was pressed: focus is wanted elsewhere. */
  onLeave: () => void
}) => {
  const place = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<DrawnMap>()
  const [failed, setFailed] = useState(false)
  const [pressed, setPressed] = useState<string>()
  const card = useRef<HTMLDivElement>(null)
  const { report } = useVisit()
  const { tileUrl, attribution } = tiles

  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    let drawn: DrawnMap | undefined
    let isGone = false
    const draw = async (): Promise<void> => {
      try {
        const { drawMap } = await import('./map/leaflet.ts')
        if (isGone) return
        drawn = drawMap(element, { tileUrl, attribution }, setPressed)
        setMap(drawn)
      } catch (error) {
        report(error)
        setFailed(true)
      }
    }
    const inSight = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return
        inSight.disconnect()
        void draw()
      },
      { rootMargin: '200px' },
    )
    inSight.observe(element)
    return () => {
      isGone = true
      inSight.disconnect()
      drawn?.remove()
      setMap(undefined)
    }
  }, [tileUrl, attribution, report])

  const shown = rows.findIndex(({ venue }) => venue.slug === pressed)
  const row = rows[shown]
  useEffect(() => {
    map?.show(shownOn(rows, around, pressed ?? active))
  }, [map, rows, around, pressed, active])
  useEffect(() => {
    if (pressed !== undefined) card.current?.querySelector('a')?.focus()
  }, [pressed])

  const close = (): void => {
    if (pressed !== undefined) map?.focusPin(pressed)
    setPressed(undefined)
  }

  return (
    // Escape is heard wherever within the map the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles['map']}
      aria-label={messages.mapLabel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (pressed === undefined) onLeave()
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
        <div ref={place} className={styles['drawing']} role="group" aria-label={messages.mapKeys} />
        {map === undefined ? (
          <p className={styles['waiting']} role="status">
            {failed ? messages.mapFailed : messages.mapLoading}
          </p>
        ) : null}
        {row === undefined ? null : (
          <div className={styles['card']} ref={card}>
            <p className={styles['name']}>
              <span className={styles['number']}>{shown + 1}</span> {row.venue.name}
            </p>
            <p className={styles['place']}>
              {placeOf(row.venue)}
              {row.miles === undefined ? '' : ` · ${messages.miles({ count: row.miles })}`}
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

const shownOn = (
  rows: readonly Row[],
  around: (Coordinates & { miles: number }) | undefined,
  active: string | undefined,
): Shown => ({
  pins: rows.flatMap(({ venue, miles }, index) =>
    onMap(venue)
      ? [
          {
            slug: venue.slug,
            number: index + 1,
            label: messages.pin({
              number: index + 1,
              venue: venue.name,
              distance: miles === undefined ? undefined : messages.miles({ count: miles }),
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
