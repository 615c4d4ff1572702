import type { VenueDetail } from '#contract/venues.ts'
import { closed } from '#messages/bookings/venueClosures.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** What is closed at a venue, now or soon, with what the venue says of it. */
export const ClosureNotices = ({ closures }: Pick<VenueDetail, 'closures'>) => {
  const now = new Date(usePageContext().startedAt)
  return closures.map(({ places, from, until, reason }) => (
    <Notice
      key={`${from.utc} ${places.join()}`}
      colour="warning"
      title={closed({
        places,
        from: new Date(from.utc),
        until: until === null ? null : new Date(until.utc),
        zone: from.timezone,
        now,
      })}
    >
      {reason === '' ? null : <p>{reason}</p>}
    </Notice>
  ))
}
