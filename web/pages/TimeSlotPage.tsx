import { useEffect, useRef, useState } from 'react'
import { BasketPanel } from '#web/features/baskets/BasketPanel.tsx'
import { useBasketActions } from '#web/features/baskets/useBasketActions.ts'
import { listAddress, panelAddress, type Place } from '#web/features/timetable/addresses.ts'
import { availabilityOf, isBookable, type Bookable } from '#web/features/timetable/availability.ts'
import { DateStrip, type DayCount } from '#web/features/timetable/DateStrip.tsx'
import { DayList } from '#web/features/timetable/DayList.tsx'
import { dayInShort, firstOpening, openingOf, stripDays } from '#web/features/timetable/days.ts'
import { choicesAmong, filtersIn, type Filters } from '#web/features/timetable/filters.ts'
import { LocationChoice } from '#web/features/timetable/LocationChoice.tsx'
import { NearestDay } from '#web/features/timetable/NearestDay.tsx'
import { TimetableProvider, type Timetable } from '#web/features/timetable/timetableContext.ts'
import { TimetableFilters } from '#web/features/timetable/TimetableFilters.tsx'
import { dayKept, useDay } from '#web/features/timetable/useDay.ts'
import { ViewChoice } from '#web/features/timetable/ViewChoice.tsx'
import { ZoneNote } from '#web/features/timetable/ZoneNote.tsx'
import { useWaitlists } from '#web/features/waitlists/useWaitlists.ts'
import { api } from '#web/platform/api.ts'
import { links, loginOver } from '#web/platform/links.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { definePage, type PageProps } from '#web/platform/page.ts'
import { useLateRead, useRead } from '#web/platform/queries.ts'
import { Link, useHref, useNavigate, usePending, useScreen } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { activityCrumbs } from './activityCrumbs.ts'
import styles from './TimeSlotPage.module.css'
import { loadTimeSlots, type Panel } from './loadTimeSlots.ts'

const CancelBooking = lazyComponent(
  'web/features/bookings/CancelBooking.tsx',
  async () => (await import('#web/features/bookings/CancelBooking.tsx')).CancelBooking,
)

const TimeSlotPanel = lazyComponent(
  'web/pages/TimeSlotPanel.tsx',
  async () => (await import('./TimeSlotPanel.tsx')).TimeSlotPanel,
)

/** Choose a time slot (A12): a day's classes, courts or tickets, and beside them one of them. */
const TimeSlotPage = ({ data }: PageProps<typeof loadTimeSlots>) => {
  const { venue, activity, day, asked, panel } = data
  const { query } = useScreen()
  const { queries } = useVisit()
  const { data: config } = useRead(api.operator.config)
  const dates =
    useLateRead(
      api.activities.dates,
      { venue: venue.slug, category: activity.slug },
      { everyMs: datesEveryMs },
    ).data ?? data.dates
  const now = new Date(useServerNow(drawnEveryMs))
  const zone = venue.timezone
  const navigate = useNavigate()
  const href = useHref()
  const customer = useCustomer()
  const basket = useBasketActions()
  const waitlists = useWaitlists()
  const [cancelling, setCancelling] = useState<number>()
  const pendingDay = usePendingDay(links.activity(venue.slug, activity.slug))

  const filters = filtersIn(query, asked.kind)
  const court = query.get('location') ?? undefined
  const place: Place = {
    venueSlug: venue.slug,
    activitySlug: activity.slug,
    day,
    kind: asked.kind,
    view: asked.view,
    isViewNamed: data.isViewNamed,
    filters,
    location: court,
  }
  const whole = useDay(asked)
  const read = asked.view === 'location' ? { ...whole, data: ofLocation(whole.data, court) } : whole
  const items = read.data ?? []
  const entries = useLateRead(
    api.waitlists.mine,
    {},
    { when: customer !== null && items.some(({ waitlistId }) => waitlistId !== null) },
  ).data

  const listTo = listAddress(place)
  const dayTo = (other: string): string => listAddress(place, { day: other })
  const closePanel = useClosing(panel !== undefined, listTo)
  const setFilters = (next: Filters): void => {
    void navigate(listAddress(place, { filters: next }), { replace: true, stay: true })
  }
  const timetable: Timetable = {
    venueSlug: venue.slug,
    activitySlug: activity.slug,
    day,
    zone,
    kind: asked.kind,
    generation: asked.generation,
    now,
    about: activity,
    choosesCourt: activity.allocationStrategy === 'customer',
    basket,
    bookingActions: {
      join: (item, personId, rowKey) => {
        if (item.id === undefined || customer === null) return
        void waitlists.join({ id: item.id }, personId ?? customer.id, personId === null, rowKey)
      },
      leave: (item, rowKey) => {
        if (item.id === undefined || customer === null) return
        const { waitlistId } = item.actionToShow
        void waitlists.leave({ id: item.id, waitlistId }, customer.id, rowKey)
      },
      isBusy: waitlists.isBusy,
      failureOf: waitlists.failureOf,
      positionOf: (waitlistId) =>
        entries?.find(({ id, position }) => id === waitlistId && position > 0)?.position,
      cancel: setCancelling,
    },
    isLoggedIn: customer !== null,
    panelTo: (item) => panelAddress(place, item),
    loginTo: loginOver(listTo),
    basketTo: links.basket(),
    people:
      customer === null
        ? [{ id: null, name: 'You' }]
        : [
            { id: null, name: `${customer.firstName} (you)` },
            ...customer.linkedUsers.map(({ id, firstName }) => ({ id, name: firstName })),
          ],
  }
  const opening = firstOpening(items)
  const known = opening === undefined ? undefined : { day, opening }
  const newest = dates.at(-1)?.raw
  const countOf = (other: string): DayCount | undefined => {
    const list = other === day ? whole.data : dayKept(queries, { ...asked, date: other })
    if (list === undefined) return undefined
    return { all: list.length, free: list.filter((item) => isBookable(availabilityOf(item, now))).length }
  }
  const otherDays = [...dates.filter(({ raw }) => raw > day), ...dates.filter(({ raw }) => raw < day)]

  return (
    <Container>
      {cancelling === undefined ? null : (
        <CancelBooking
          bookingId={cancelling}
          onClose={() => {
            setCancelling(undefined)
          }}
        />
      )}
      <TimetableProvider value={timetable}>
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
              days={stripDays(dates, known, now, zone)}
              chosen={day}
              pending={pendingDay}
              dayTo={dayTo}
              countOf={countOf}
              newestOpening={
                known === undefined || newest === undefined ? undefined : openingOf(known, newest)
              }
              now={now}
              zone={zone}
            />
            <ZoneNote zone={zone} />
            {panel === undefined ? null : (
              <TimeSlotPanel
                panel={panel}
                asked={asked}
                items={whole.data}
                currency={config.currency.symbol}
                closeTo={listTo}
                onClose={closePanel}
              />
            )}
            <div className={styles['tools']}>
              <TimetableFilters
                filters={filters}
                kind={asked.kind}
                choices={{
                  instructors: choicesAmong(items, 'instructors'),
                  tags: asked.kind === 'courts' ? [] : choicesAmong(items, 'tags'),
                }}
                action={
                  href(
                    links.timeSlots(
                      venue.slug,
                      activity.slug,
                      day,
                      data.isViewNamed ? asked.view : undefined,
                    ),
                  ).split('?')[0] ?? ''
                }
                kept={Object.fromEntries(
                  [...new URLSearchParams(href(listTo).split('?')[1])].filter(
                    ([name]) => name === 'embedded' || name === 'location',
                  ),
                )}
                onChange={setFilters}
              />
              {asked.kind === 'courts' ? (
                <div className={styles['view']}>
                  <ViewChoice view={asked.view} viewTo={(view) => listAddress(place, { view })} />
                </div>
              ) : null}
            </div>
            {asked.view === 'location' ? (
              <LocationChoice
                locations={activity.locations}
                chosen={court}
                locationTo={(id) => listAddress(place, { location: id })}
              />
            ) : null}
            <DayList
              read={read}
              view={asked.view}
              filters={filters}
              onFilters={setFilters}
              isPending={pendingDay !== undefined && pendingDay !== day}
              alternative={<NearestDay asked={asked} days={otherDays.map(({ raw }) => raw)} dayTo={dayTo} />}
            />
          </div>
          <aside className={styles['basket']} aria-label="Your basket">
            <h2 className={styles['basket-title']}>Your basket</h2>
            <BasketPanel level={3} />
          </aside>
        </div>
      </TimetableProvider>
    </Container>
  )
}

/** Openings and clocks on the page move on this often. */
const drawnEveryMs = 15_000

/** A new day opens at most once a day, but to the minute. */
const datesEveryMs = 60_000

const ofLocation = (items: readonly Bookable[] | undefined, id: string | undefined) =>
  id === undefined
    ? items
    : items?.filter((item) => typeof item.location !== 'string' && item.location.id === id)

/** The day somebody has chosen and that is on its way. */
const usePendingDay = (activityPath: string): string | undefined => {
  const pending = usePending()
  if (pending === undefined || !pending.startsWith(`${activityPath}/`)) return undefined
  return /^\d{4}-\d\d-\d\d/.exec(pending.slice(activityPath.length + 1))?.[0]
}

/** Closing a panel one opened here is going back; one that was come to directly makes way for the list. */
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
    const arrived = (): void => {
      // A log-in on the way has left the panel in the history twice.
      if (location.pathname === pathname) leave()
    }
    addEventListener('popstate', arrived, { once: true })
    history.back()
  }
}

const openedAt = (panel: Panel | undefined): string => (panel?.is === 'hour' ? `${panel.startTime}, ` : '')

export const page = definePage({
  load: loadTimeSlots,
  title: ({ day, activity, venue, panel }) =>
    `${openedAt(panel)}${dayInShort(day)}, ${activity.name} – ${venue.name}`,
  breadcrumbs: ({ venue, activity }) =>
    activityCrumbs(
      venue.slug,
      [activity.parentSlug, activity.slug].filter((slug) => slug !== null),
    ),
  Component: TimeSlotPage,
})
