import type { BookableSlot, BookableTicket } from '#contract/bookables.ts'
import type { Offer } from '#contract/search.ts'
import * as messages from '#messages/bookings/timetablePanels.ts'
import { timeLink } from '#web/features/search/search.ts'
import type { Bookable } from '#web/features/timetable/availability.ts'
import { HourPanel } from '#web/features/timetable/HourPanel.tsx'
import { hoursRange } from '#web/features/timetable/itemLabels.ts'
import { OccurrencePanel } from '#web/features/timetable/OccurrencePanel.tsx'
import { TicketPanel } from '#web/features/timetable/TicketPanel.tsx'
import type { DayQuery } from '#web/features/timetable/useDay.ts'
import { loginModalPath } from '#web/platform/links.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { FavouritesOfClass } from './FavouritesOfClass.tsx'
import type { Panel } from './loadTimeSlots.ts'

/** The panel that the URL opens beside the day. */
export const TimeSlotPanel = ({
  panel,
  dayQuery,
  items,
  currency,
  closeTo,
  onClose,
}: {
  panel: Panel
  dayQuery: DayQuery
  items: readonly Bookable[] | undefined
  currency: string
  closeTo: string
  onClose: () => void
}) => {
  if (panel.is === 'hour') {
    const hour = items?.find(({ startsAt }) => startsAt.format24Hour === panel.startTime)
    return (
      <HourPanel
        dayQuery={dayQuery}
        startTime={panel.startTime}
        hour={hour}
        items={items}
        court={panel.court}
        closeTo={closeTo}
        onClose={onClose}
      />
    )
  }
  if (panel.is === 'item') {
    return (
      <ItemPanel
        id={panel.id}
        dayQuery={dayQuery}
        items={items}
        currency={currency}
        closeTo={closeTo}
        onClose={onClose}
      />
    )
  }
  return <Gone nearest={panel.nearest} />
}

const ItemPanel = ({
  id,
  dayQuery,
  items,
  currency,
  closeTo,
  onClose,
}: {
  id: string
  dayQuery: DayQuery
  items: readonly Bookable[] | undefined
  currency: string
  closeTo: string
  onClose: () => void
}) => {
  const item = items?.find((one) => String(one.id) === id)
  if (items === undefined) return null
  if (item === undefined) return <Gone />
  if (dayQuery.kind === 'tickets') {
    return (
      <TicketPanel
        item={item as BookableTicket}
        items={items as readonly BookableTicket[]}
        currency={currency}
        closeTo={closeTo}
        onClose={onClose}
      />
    )
  }
  return (
    <OccurrencePanel
      item={item as BookableSlot}
      items={items}
      currency={currency}
      favourites={dayQuery.kind === 'classes' ? <FavouritesOfClass item={item} /> : null}
      closeTo={closeTo}
      onClose={onClose}
    />
  )
}

const Gone = ({ nearest = null }: { nearest?: Offer | null | undefined }) => {
  const [time] = nearest?.times ?? []
  const customer = useCustomer()
  const { path } = useScreen()
  return (
    <Notice colour="warning" title={messages.goneTitle}>
      <p>{messages.gone}</p>
      {nearest === null || time === undefined ? null : (
        <p>
          <RichText
            message={messages.nearestTime}
            time={
              <Link to={timeLink(nearest, time)}>
                {messages.nearestAt({
                  name: time.name,
                  day: time.date,
                  hours: hoursRange(time),
                })}
              </Link>
            }
          />
        </p>
      )}
      {customer === null ? (
        <p>
          <Link to={loginModalPath(path)} stay aria-haspopup="dialog">
            {messages.goneLogIn}
          </Link>
        </p>
      ) : null}
    </Notice>
  )
}
