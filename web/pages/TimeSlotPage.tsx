import { useEffect, useRef, useState } from 'react'
import type { BookableSlot, BookableTicket } from '#contract/shapes.ts'
import { BasketView } from '#web/features/baskets/BasketView.tsx'
import { useBasketCall } from '#web/features/baskets/useBasketCall.ts'
import { CancelBooking } from '#web/features/bookings/CancelBooking.tsx'
import { listAddress, panelAddress, viewIn, type Place } from '#web/features/timetable/addresses.ts'
import { availabilityOf, isBookable, type Bookable } from '#web/features/timetable/availability.ts'
import { DateStrip, type DayCount } from '#web/features/timetable/DateStrip.tsx'
import { DayList } from '#web/features/timetable/DayList.tsx'
import {
  dayInShort,
  firstOpening,
  nearestOffered,
  openingOf,
  stripDays,
} from '#web/features/timetable/days.ts'
import { choicesAmong, filtersIn, type Filters } from '#web/features/timetable/filters.ts'
import { callsOf, generationOn, kindOf } from '#web/features/timetable/generation.ts'
import { HourPanel } from '#web/features/timetable/HourPanel.tsx'
import { LocationChoice } from '#web/features/timetable/LocationChoice.tsx'
import { NearestDay } from '#web/features/timetable/NearestDay.tsx'
import { OccurrencePanel } from '#web/features/timetable/OccurrencePanel.tsx'
import { TicketPanel } from '#web/features/timetable/TicketPanel.tsx'
import { TimetableProvider, type Timetable } from '#web/features/timetable/timetableContext.ts'
import { TimetableFilters } from '#web/features/timetable/TimetableFilters.tsx'
import {
  dayAsked,
  dayKept,
  hourArgs,
  readDay,
  useDay,
  type DayAsked,
} from '#web/features/timetable/useDay.ts'
import { ViewChoice } from '#web/features/timetable/ViewChoice.tsx'
import { ZoneNote } from '#web/features/timetable/ZoneNote.tsx'
import { useWaitlists } from '#web/features/waitlists/useWaitlists.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { links, loginOver } from '#web/platform/links.ts'
import { definePage, redirect, type Load, type PageProps } from '#web/platform/page.ts'
import { useLateRead, useRead, type Read } from '#web/platform/queries.ts'
import { Link, useHref, useNavigate, usePending, useScreen } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { rememberVenue } from '#web/platform/venue.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { activityCrumbs } from './activityCrumbs.ts'
import styles from './TimeSlotPage.module.css'

/** What the deeper part of the address opens: an hour by its start, anything else by its id. */
type Panel = { is: 'hour'; startTime: string } | { is: 'item'; id: string } | { is: 'missing' }

/** Choose a time slot (A12): a day's classes, courts or tickets, and beside them one of them. */
const load = async ({
  params,
  query,
  read,
  visit,
}: Load<'venueSlug' | 'activitySlug' | 'dateSlug', 'type' | 'rest'>) => {
  const { venueSlug, activitySlug, dateSlug, type, rest } = params
  const [venue, activity, config, dates] = await Promise.all([
    read(api.venues.one, { venue: venueSlug }),
    read(api.activities.category, { venue: venueSlug, activity: activitySlug }),
    read(api.operator.config),
    read(api.activities.dates, { venue: venueSlug, category: activitySlug }),
  ])
  const [onlyChild] = activity.children
  const day = nearestOffered(dateSlug, dates)
  // Nothing to choose from here: the activity's own page says so, or shows what it holds.
  if (onlyChild !== undefined || day === undefined) return redirect(links.activity(venue.slug, activity.slug))
  const elsewhere = (address: string): string => {
    const text = query.toString()
    return text === '' ? address : `${address}?${text}`
  }
  if (day !== dateSlug) {
    const isDate = /^\d{4}-\d\d-\d\d$/.test(dateSlug)
    const to = elsewhere(links.timeSlots(venue.slug, activity.slug, day, type))
    return redirect(to, isDate ? { flash: 'nearest-date' } : {})
  }
  rememberVenue(visit, { venueSlug: venue.slug, activitySlug: activity.slug })

  const generation = generationOn(venue, config, day)
  const kind = kindOf(activity, generation)
  const view = viewIn(type, kind, activity.browseByName)
  if (view === undefined) return redirect(elsewhere(links.timeSlots(venue.slug, activity.slug, day)))
  const asked = dayAsked(venue.slug, activity, day, { generation, kind, view })
  const panel = panelIn(rest, view)

  const [items] = await Promise.all([
    readDay(read, asked).catch(laterInThePage),
    panel?.is === 'hour'
      ? read(callsOf(generation).slots, hourArgs(asked, panel.startTime)).catch(laterInThePage)
      : undefined,
  ])
  if (items === 'not offered') {
    const other = nearestOffered(
      day,
      dates.filter(({ raw }) => raw !== day),
    )
    if (other === undefined) return redirect(links.activity(venue.slug, activity.slug))
    return redirect(elsewhere(links.timeSlots(venue.slug, activity.slug, other, type)), {
      flash: 'nearest-date',
    })
  }
  // What is not in the day's list may be on another day, or gone.
  const alone =
    panel?.is === 'item' && items?.every(({ id }) => String(id) !== panel.id) === true
      ? await readAlone(read, asked, panel.id)
      : undefined
  if (alone !== undefined && alone.date.raw !== day) {
    return redirect(elsewhere(links.timeSlots(venue.slug, activity.slug, alone.date.raw, view, rest)))
  }
  const shown: Panel | undefined =
    alone === undefined && panel?.is === 'item' && isMissing(items, panel.id) ? { is: 'missing' } : panel
  return { venue, activity, dates, day, asked, isViewNamed: type !== undefined, panel: shown }
}

const panelIn = (rest: string | undefined, view: DayAsked['view']): Panel | undefined => {
  if (rest === undefined || rest === '') return undefined
  if (view !== 'time') return { is: 'item', id: rest }
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(rest) ? { is: 'hour', startTime: rest } : { is: 'missing' }
}

/** A timetable that does not come is no reason to show no page: its part of it says so and asks again. */
const laterInThePage = (error: unknown): 'not offered' | undefined => {
  if (!(error instanceof ApiError) || error.status === 404) throw error
  return error.status === 422 ? 'not offered' : undefined
}

const isMissing = (items: readonly Bookable[] | undefined, wanted: string): boolean =>
  items?.every(({ id }) => String(id) !== wanted) === true

/** One thing by its id; undefined when there is none (any more). */
const readAlone = async (
  read: Read,
  { venue, activity, category, generation, kind }: DayAsked,
  id: string,
): Promise<BookableSlot | BookableTicket | undefined> => {
  try {
    if (kind === 'classes') return await read(callsOf(generation).classById, { venue, activity, id })
    if (kind === 'courts') return await read(api.timetable.occurrence, { id })
    return (await read(api.timetable.tickets, { venue, category, activity: id }))[0]
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return undefined
    throw error
  }
}

const TimeSlotPage = ({ data }: PageProps<typeof load>) => {
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
  const basket = useBasketCall()
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
    hands: basket,
    places: {
      join: (item, personId, mark) => {
        if (item.id === undefined || customer === null) return
        void waitlists.join({ id: item.id }, personId ?? customer.id, personId === null, mark)
      },
      leave: (item, mark) => {
        if (item.id === undefined || customer === null) return
        const { waitlistId } = item.actionToShow
        void waitlists.leave({ id: item.id, waitlistId }, customer.id, mark)
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
              <PanelOf
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
            <BasketView level={3} />
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

const PanelOf = ({
  panel,
  asked,
  items,
  currency,
  closeTo,
  onClose,
}: {
  panel: Panel
  asked: DayAsked
  items: readonly Bookable[] | undefined
  currency: string
  closeTo: string
  onClose: () => void
}) => {
  if (panel.is === 'hour') {
    const hour = items?.find(({ startsAt }) => startsAt.format24Hour === panel.startTime)
    return (
      <HourPanel asked={asked} startTime={panel.startTime} hour={hour} closeTo={closeTo} onClose={onClose} />
    )
  }
  if (panel.is === 'item') {
    return (
      <ItemPanel
        id={panel.id}
        asked={asked}
        items={items}
        currency={currency}
        closeTo={closeTo}
        onClose={onClose}
      />
    )
  }
  return <Gone />
}

const ItemPanel = ({
  id,
  asked,
  items,
  currency,
  closeTo,
  onClose,
}: {
  id: string
  asked: DayAsked
  items: readonly Bookable[] | undefined
  currency: string
  closeTo: string
  onClose: () => void
}) => {
  const item = items?.find((one) => String(one.id) === id)
  if (items === undefined) return null
  if (item === undefined) return <Gone />
  if (asked.kind === 'tickets') {
    return (
      <TicketPanel item={item as BookableTicket} currency={currency} closeTo={closeTo} onClose={onClose} />
    )
  }
  return <OccurrencePanel item={item as BookableSlot} closeTo={closeTo} onClose={onClose} />
}

const Gone = () => (
  <Notice colour="warning" title="This is not in the timetable any more.">
    <p>It may have been moved or called off. Here is what is on that day.</p>
  </Notice>
)

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
  load,
  title: ({ day, activity, venue, panel }) =>
    `${openedAt(panel)}${dayInShort(day)}, ${activity.name} – ${venue.name}`,
  breadcrumbs: ({ venue, activity }) =>
    activityCrumbs(
      venue.slug,
      [activity.parentSlug, activity.slug].filter((slug) => slug !== null),
    ),
  Component: TimeSlotPage,
})
