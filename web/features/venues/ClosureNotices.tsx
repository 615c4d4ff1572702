import type { VenueDetail } from '#contract/venues.ts'
import { closed, closuresAhead } from '#messages/bookings/venueClosures.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './ClosureNotices.module.css'

/** More than these that are still to come are folded: what can be booked is below them. */
const mostUnfolded = 1

/** What is closed at a venue, now or soon, with what the venue says of it. */
export const ClosureNotices = ({ closures }: Pick<VenueDetail, 'closures'>) => {
  const now = new Date(usePageContext().startedAt)
  const ahead = closures.filter(({ from }) => new Date(from.utc) > now)
  const [first] = ahead
  const isFolded = first !== undefined && ahead.length > mostUnfolded
  if (closures.length === 0) return null
  return (
    <div className={styles['notices']}>
      {closures
        .filter((closure) => !isFolded || !ahead.includes(closure))
        .map((closure) => (
          <Notice key={keyOf(closure)} colour="warning" title={titleOf(closure, now)}>
            {closure.reason === '' ? null : <p>{closure.reason}</p>}
          </Notice>
        ))}
      {isFolded ? (
        <Notice colour="warning">
          <details className={styles['ahead']}>
            <summary>
              {closuresAhead({
                count: ahead.length,
                first: new Date(first.from.utc),
                zone: first.from.timezone,
              })}
            </summary>
            <ul role="list">
              {ahead.map((closure) => (
                <li key={keyOf(closure)}>
                  <strong>{titleOf(closure, now)}</strong>
                  {closure.reason === '' ? null : <p>{closure.reason}</p>}
                </li>
              ))}
            </ul>
          </details>
        </Notice>
      ) : null}
    </div>
  )
}

type Closure = VenueDetail['closures'][number]

const keyOf = ({ from, places }: Closure): string => `${from.utc} ${places.join()}`

const titleOf = ({ places, from, until }: Closure, now: Date): string =>
  closed({
    places,
    from: new Date(from.utc),
    until: until === null ? null : new Date(until.utc),
    zone: from.timezone,
    now,
  })
