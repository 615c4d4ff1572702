import { useEffect, useRef, useState } from 'react'
import * as messages from '#messages/bookings/timetable.ts'
import { useBasketActions } from '#web/features/baskets/useBasketActions.ts'
import { listAddress, panelAddress, type TimetableState } from '#web/features/timetable/addresses.ts'
import type { Bookable } from '#web/features/timetable/availability.ts'
import { DateStrip } from '#web/features/timetable/DateStrip.tsx'
import { DayList } from '#web/features/timetable/DayList.tsx'
import { stripDays } from '#web/features/timetable/days.ts'
import { choicesAmong, filtersIn, type Filters } from '#web/features/timetable/filters.ts'
import { countPlaces } from '#web/features/timetable/itemLabels.ts'
import { TimetableProvider, type Timetable } from '#web/features/timetable/timetableContext.ts'
import { useDay } from '#web/features/timetable/useDay.ts'
import { ViewChoice } from '#web/features/timetable/ViewChoice.tsx'
import { ZoneNote } from '#web/features/timetable/ZoneNote.tsx'
import { useWaitlists } from '#web/features/waitlists/useWaitlists.ts'
import { api } from '#web/platform/api.ts'
import { links, loginModalPath, withQuery } from '#web/platform/links.ts'
import { definePage, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link, useHref, useNavigate, usePending, useScreen } from '#web/platform/router.tsx'
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
  leaveButtonOf,
  LengthChoice,
  LocationChoice,
  NearbyTimes,
  NextAvailableDay,
  TimeSlotPanel,
  TimetableFilters,
} from './timeSlotParts.tsx'

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
  const href = useHref()
  const customer = useCustomer()
  const basket = useBasketActions()
  const waitlists = useWaitlists()
  const [cancellingId, setCancellingId] = useState<number>()
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
  const whole = useDay(dayQuery)
  const read = dayQuery.view === 'location' ? { ...whole, data: ofLocation(whole.data, court) } : whole
  const items = read.data ?? []
  const entries = useDeferredRead(
    api.waitlists.mine,
    {},
    { when: customer !== null && items.some(({ waitlistId }) => waitlistId !== null) },
  ).data

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
    bookingActions: {
      join: (item, personId, rowKey) => {
        if (item.id === undefined || customer === null) return
        void waitlists.join({ id: item.id }, personId ?? customer.id, personId === null, rowKey)
      },
      leaveButton: leaveButtonOf(waitlists, customer?.id),
      isBusy: waitlists.isBusy,
      failureOf: waitlists.failureOf,
      positionOf: (waitlistId) =>
        entries?.find(({ id, position }) => id === waitlistId && position > 0)?.position,
      cancel: setCancellingId,
    },
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
    checkoutTo: links.checkout(),
    people:
      customer === null
        ? [{ id: null, name: messages.you }]
        : [
            { id: null, name: messages.youNamed({ name: customer.firstName }) },
            ...customer.linkedUsers.map(({ id, firstName }) => ({ id, name: firstName })),
          ],
  }
  const days = stripDays(dates, nextDays).map((one) =>
    // The list on screen is newer than the counts of all days.
    one.state === 'offered' && one.day === day && whole.data !== undefined
      ? { ...one, count: countPlaces(whole.data) }
      : one,
  )

  return (
    <Container>
      {cancellingId === undefined ? null : (
        <CancelBooking
          bookingId={cancellingId}
          onClose={() => {
            setCancellingId(undefined)
          }}
        />
      )}
      <div className={styles['page']}>
        <div className={styles['main']}>
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
          <DateStrip
            days={days}
            chosen={day}
            pending={pendingDay}
            dayTo={dayTo}
            loginTo={(other) => withQuery(loginModalPath(listTo), { redirect: dayTo(other) })}
            now={now}
            zone={zone}
          />
          <ZoneNote zone={zone} />
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
          <div className={styles['tools']}>
            <TimetableFilters
              filters={filters}
              kind={dayQuery.kind}
              choices={{
                instructors: choicesAmong(items, 'instructors'),
                tags: dayQuery.kind === 'courts' ? [] : choicesAmong(items, 'tags'),
              }}
              action={
                href(
                  links.timeSlots(
                    venue.slug,
                    activity.slug,
                    day,
                    data.isViewNamed ? dayQuery.view : undefined,
                  ),
                ).split('?')[0] ?? ''
              }
              hiddenFields={Object.fromEntries(
                [...new URLSearchParams(href(listTo).split('?')[1])].filter(
                  ([name]) => name === 'embedded' || name === 'location',
                ),
              )}
              onChange={setFilters}
            />
            {data.lengths.length > 1 ? (
              <div className={styles['length']}>
                <LengthChoice
                  lengths={data.lengths}
                  chosen={activity.slug}
                  lengthTo={(activitySlug) => listAddress(state, { activitySlug })}
                />
              </div>
            ) : null}
            {dayQuery.kind === 'courts' ? (
              <div className={styles['view']}>
                <ViewChoice view={dayQuery.view} viewTo={(view) => listAddress(state, { view })} />
              </div>
            ) : null}
          </div>
          {dayQuery.view === 'location' ? (
            <LocationChoice
              locations={activity.locations}
              chosen={court}
              locationTo={(id) => listAddress(state, { location: id })}
            />
          ) : null}
          {dayQuery.kind === 'courts' ? <AnyCourtWaitlist items={whole.data} timetable={timetable} /> : null}
          <TimetableProvider value={timetable}>
            <DayList
              read={read}
              view={dayQuery.view}
              filters={filters}
              onFilters={setFilters}
              isPending={pendingDay !== undefined && pendingDay !== day}
              alternative={<NextAvailableDay days={days} chosen={day} dayTo={dayTo} />}
            />
          </TimetableProvider>
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

/** Closing goes back when the panel was opened from the list, and otherwise replaces it with the list. */
const useClosing = (isOpen: boolean, listTo: string): (() => void) => {
  const navigate = useNavigate()
  const cameFromList = useRef(false)
  useEffect(() => {
    if (!isOpen) cameFromList.current = true
  }, [isOpen])
  return () => {
    const leave = (): void => void navigate(listTo, { replace: true, stay: true })
    if (!cameFromList.current) {
      leave()
      return
    }
    const { pathname } = location
    const onPopState = (): void => {
      // A login in between leaves the panel in the history twice.
      if (location.pathname === pathname) leave()
    }
    addEventListener('popstate', onPopState, { once: true })
    history.back()
  }
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
