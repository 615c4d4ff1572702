import type { LoggedInCustomer } from '#contract/sessions.ts'
import * as messages from '#messages/bookings/timetable.ts'
import { useBasketActions } from '#web/features/baskets/useBasketActions.ts'
import { listAddress, panelAddress, type TimetableState } from '#web/features/timetable/addresses.ts'
import type { Bookable } from '#web/features/timetable/availability.ts'
import { DateStrip } from '#web/features/timetable/DateStrip.tsx'
import { DayList } from '#web/features/timetable/DayList.tsx'
import { stripDays } from '#web/features/timetable/days.ts'
import { choicesAmong, filtersIn, type Filters } from '#web/features/timetable/filters.ts'
import { countTimes, unitOf } from '#web/features/timetable/itemLabels.ts'
import { TimetableProvider, type Person, type Timetable } from '#web/features/timetable/timetableContext.ts'
import { useDay } from '#web/features/timetable/useDay.ts'
import { api } from '#web/platform/api.ts'
import { nextToPay } from '#web/platform/attendees.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { links, loginModalPath, withQuery } from '#web/platform/links.ts'
import { definePage, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate, usePending, useScreen } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { activityCrumbs } from './activityCrumbs.ts'
import styles from './TimeSlotPage.module.css'
import { loadTimeSlots } from './loadTimeSlots.ts'
import {
  AddChild,
  AnyCourtWaitlist,
  BasketPanel,
  CancelBooking,
  DayNotes,
  FavouriteToggle,
  NearbyTimes,
  NextAvailableDay,
  TimeSlotPanel,
} from './timeSlotParts.tsx'
import { TimetableTools } from './TimetableTools.tsx'
import { useBookingActions } from './useBookingActions.ts'
import { useClosing } from './useClosing.ts'

const DayOver = lazyComponent('web/pages/DayOver.tsx', async () => (await import('./DayOver.tsx')).DayOver)

/** Choose a time slot (A12): a day's classes, courts or tickets, and the panel of one of them. */
const TimeSlotPage = ({ data }: PageProps<typeof loadTimeSlots>) => {
  const { venue, activity, day, dayQuery, panel } = data
  const { query } = useScreen()
  const { data: config } = useRead(api.operator.config)
  const dates =
    useDeferredRead(
      api.activities.dates,
      { venue: venue.slug, category: activity.slug },
      { everyMs: datesEveryMs },
    ).data ?? data.dates
  const { data: nextDays } = useDeferredRead(
    api.timetable.days,
    { venue: venue.slug, activity: activity.slug },
    { everyMs: datesEveryMs },
  )
  const now = new Date(useServerNow(renderEveryMs))
  const zone = venue.timezone
  const navigate = useNavigate()
  const customer = useCustomer()
  const basket = useBasketActions()
  const pendingDay = usePendingDay(links.activity(venue.slug, activity.slug))

  const filters = filtersIn(query, dayQuery.kind)
  const court = query.get('location') ?? undefined
  const state: TimetableState = {
    venueSlug: venue.slug,
    activitySlug: activity.slug,
    day,
    kind: dayQuery.kind,
    view: dayQuery.view,
    isViewNamed: data.isViewNamed,
    filters,
    location: court,
  }
  const unit = unitOf(dayQuery.kind)
  const whole = useDay(dayQuery)
  // The server refuses a day that is over.
  const isOver = whole.statusCode === 422
  const read = dayQuery.view === 'location' ? { ...whole, data: ofLocation(whole.data, court) } : whole
  const items = read.data ?? []
  const { bookingActions, cancellingId, closeCancelling } = useBookingActions(customer, items)

  const listTo = listAddress(state)
  const dayTo = (other: string): string => listAddress(state, { day: other })
  const closePanel = useClosing(panel !== undefined, listTo)
  const setFilters = (next: Filters): void => {
    void navigate(listAddress(state, { filters: next }), { replace: true, stay: true })
  }
  const timetable: Timetable = {
    venueSlug: venue.slug,
    activitySlug: activity.slug,
    day,
    zone,
    kind: dayQuery.kind,
    generation: dayQuery.generation,
    now,
    activity,
    choosesCourt: activity.allocationStrategy === 'customer',
    basket,
    bookingActions,
    isLoggedIn: customer !== null,
    panelTo: (item) => panelAddress(state, item),
    loginTo: loginModalPath(listTo),
    basketTo: links.basket(),
    renderNearby: (full) => (
      <NearbyTimes
        full={full}
        words={dayQuery.kind === 'courts' ? (activity.parentName ?? activity.name) : activity.name}
        day={day}
        venue={venue.slug}
      />
    ),
    renderAddChild: (lastName) => <AddChild lastName={lastName} />,
    checkoutTo: nextToPay(basket.basket),
    people: peopleOf(customer),
  }
  const days = stripDays(dates, nextDays).map((one) =>
    // The list on screen is newer than the counts of all days.
    one.state === 'offered' && one.day === day && whole.data !== undefined
      ? { ...one, count: countTimes(whole.data, dayQuery.kind) }
      : one,
  )

  return (
    <Container>
      {cancellingId === undefined ? null : (
        <CancelBooking bookingId={cancellingId} onClose={closeCancelling} />
      )}
      <div className={styles['page']}>
        <div className={styles['main']}>
          <div className={styles['top']}>
            <PageHeading
              lead={
                <span className={styles['venue']}>
                  <Icon name="pin" size={18} />
                  <Link to={links.venue(venue.slug)}>{venue.name}</Link>
                </span>
              }
            >
              {activity.name}
            </PageHeading>
            <FavouriteToggle
              favourite={{ kind: 'activity', venueSlug: venue.slug, activitySlug: activity.slug }}
              name={activity.name}
              venueName={venue.name}
              isNamed
              isCompact
            />
          </div>
          <DateStrip
            days={days}
            chosen={day}
            pending={pendingDay}
            unit={unit}
            dayTo={dayTo}
            loginTo={(other) => withQuery(loginModalPath(listTo), { redirect: dayTo(other) })}
            now={now}
            zone={zone}
          />
          <DayNotes venue={venue} activitySlug={activity.slug} day={day} />
          {isOver ? (
            <DayOver todayTo={dayTo(dates[0]?.raw ?? day)} />
          ) : (
            <>
              {panel === undefined ? null : (
                <TimetableProvider value={timetable}>
                  <TimeSlotPanel
                    panel={panel}
                    dayQuery={dayQuery}
                    items={whole.data}
                    currency={config.currency.symbol}
                    closeTo={listTo}
                    onClose={closePanel}
                  />
                </TimetableProvider>
              )}
              <TimetableTools
                state={state}
                lengths={data.lengths}
                locations={activity.locations}
                instructors={choicesAmong(items, 'instructors')}
                tags={dayQuery.kind === 'courts' ? [] : choicesAmong(items, 'tags')}
                onFilters={setFilters}
              />
              {dayQuery.kind === 'courts' ? (
                <AnyCourtWaitlist items={whole.data} timetable={timetable} />
              ) : null}
              <TimetableProvider value={timetable}>
                <DayList
                  read={read}
                  view={dayQuery.view}
                  filters={filters}
                  onFilters={setFilters}
                  isPending={pendingDay !== undefined && pendingDay !== day}
                  alternative={<NextAvailableDay {...{ days, unit, dayTo }} chosen={day} />}
                />
              </TimetableProvider>
            </>
          )}
        </div>
        <aside className={styles['basket']} aria-label={messages.yourBasket}>
          <h2 className={styles['basket-title']}>{messages.yourBasket}</h2>
          <BasketPanel level={3} />
        </aside>
      </div>
    </Container>
  )
}

/** How often the times on the page are updated. */
const renderEveryMs = 15_000

/** A new day opens at most once a day, but at an exact minute. */
const datesEveryMs = 60_000

/** The customer and those they may book for. */
const peopleOf = (customer: LoggedInCustomer | null): readonly Person[] =>
  customer === null
    ? [{ id: null, name: messages.you }]
    : [
        { id: null, name: messages.youNamed({ name: customer.firstName }) },
        ...customer.linkedUsers.map(({ id, firstName }) => ({ id, name: firstName })),
      ]

const ofLocation = (items: readonly Bookable[] | undefined, id: string | undefined) =>
  id === undefined
    ? items
    : items?.filter((item) => typeof item.location !== 'string' && item.location.id === id)

/** The chosen day while it is loading. */
const usePendingDay = (activityPath: string): string | undefined => {
  const pending = usePending()
  if (pending === undefined || !pending.startsWith(`${activityPath}/`)) return undefined
  return /^\d{4}-\d\d-\d\d/.exec(pending.slice(activityPath.length + 1))?.[0]
}

export const page = definePage({
  load: loadTimeSlots,
  title: ({ day, activity, venue, panel }) =>
    messages.pageTitle({
      time: panel?.is === 'hour' ? panel.startTime : undefined,
      day,
      activity: activity.name,
      venue: venue.name,
    }),
  breadcrumbs: ({ venue, activity }) =>
    activityCrumbs(
      venue.slug,
      [activity.parentSlug, activity.slug].filter((slug) => slug !== null),
    ),
  Component: TimeSlotPage,
})
