import { clockTime, daysBetween, localDay, localMinutes, moment, time } from '#contract/time.ts'
import type { NextDay } from '#contract/timetable.ts'
import type { OccurrenceRow, OfferingRow } from '#server/timetable/days/queries.ts'
import type { Day, DayOccurrence } from '#server/timetable/days/rules.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ActionToShow } from '#contract/bookables.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'
import type { Available, Priced } from '#server/pricing/rules.ts'
import type { BookingWindow, Count, Form } from '#server/timetable/rules.ts'

/* What a view of a day shows: which ids it uses and which occurrences are in it. */

/** An occurrence for one caller. */
export type TimetableItem = Pick<DayOccurrence, 'row' | 'options' | 'tickets'> & {
  window: BookingWindow
  count: Count
  action: ActionToShow
  /** The desk keeps what is left of it. */
  isDeskOnly: boolean
  /** What the caller pays for one at a price, and what would pay for it. */
  priceOf: (option: Pick<OptionOnOffer, 'price'>, places: number, usesPackage?: boolean) => Priced
  availableFor: (option: Pick<OptionOnOffer, 'price'>, places: number) => Available | null
}

/** How an endpoint presents a day. Views with the same key give the same response. */
export type View = {
  key: string
  endpoint: Endpoint
  show: (
    occurrences: readonly TimetableItem[],
    day: Pick<Day, 'offering' | 'day'>,
    isLoggedIn: boolean,
    now: Date,
  ) => unknown
}

/** The end of a session that lasts past midnight stays on its day: 23:59 (row C10). */
export const endOf = (row: OccurrenceRow, zone: string) =>
  clockTime(daysBetween(row.localDate, localDay(row.endsAt, zone)) * 1440 + localMinutes(row.endsAt, zone))

/** A venue uses v2 ids from its migration date on (wire §1.9). */
export const formOn = (
  venue: Pick<OfferingRow, 'activitiesV2Enabled' | 'migrationDate'>,
  day: string,
): Form =>
  venue.activitiesV2Enabled && venue.migrationDate !== null && day >= venue.migrationDate ? 'v2' : 'v1'

/** v1 ids are numbers, v2 ids are strings. */
export const formOf = (id: number | string): Form => (typeof id === 'number' ? 'v1' : 'v2')

export const onlyOne = (view: View, occurrenceId: number): View => ({
  ...view,
  key: `${view.key}/${occurrenceId}`,
  show: (occurrences, ...rest) =>
    view.show(
      occurrences.filter(({ row }) => row.id === occurrenceId),
      ...rest,
    ),
})

/** Filters the courts of a day. Times are wall times, `13:30`. */
export type Filter = {
  locationId?: number | undefined
  startTime?: string | undefined
  endTime?: string | undefined
  compositeKey?: string | undefined
}

export const withFilter = (view: View, { locationId, startTime, endTime, compositeKey }: Filter): View => {
  if (
    locationId === undefined &&
    startTime === undefined &&
    endTime === undefined &&
    compositeKey === undefined
  ) {
    return view
  }
  return {
    ...view,
    key: [view.key, locationId, startTime, endTime, compositeKey].join('/'),
    show: (occurrences, day, ...rest) => {
      const zone = day.offering.timezone
      const passes = ({ row }: TimetableItem) =>
        (locationId === undefined || row.locationId === locationId) &&
        (startTime === undefined || time(row.startsAt, zone).format24Hour === startTime) &&
        (endTime === undefined || endOf(row, zone).format24Hour === endTime) &&
        (compositeKey === undefined || row.compositeKey === compositeKey)
      return view.show(occurrences.filter(passes), day, ...rest)
    },
  }
}

/** Groups courts with the same start and end, in order of start. */
export const byHour = (occurrences: readonly TimetableItem[]): TimetableItem[][] => {
  const hours = new Map<string, TimetableItem[]>()
  for (const item of occurrences) {
    const key = `${item.row.startsAt.getTime()}-${item.row.endsAt.getTime()}`
    hours.set(key, [...(hours.get(key) ?? []), item])
  }
  return [...hours.values()]
}

/** The caller's already, or they or another person of their household can book it. */
const hasPlaces = ({ status, otherActions }: ActionToShow): boolean =>
  status === 'BOOK' ||
  status === 'CANCEL_RESERVATION' ||
  status === 'CANCEL_BOOKING' ||
  otherActions.includes('BOOK')

/** A day of the strip; nothing for one that is over, or that does not open for this kind of caller. */
export const presentNextDay = (
  { day, offering, offeredFrom }: Pick<Day, 'day' | 'offering' | 'offeredFrom'>,
  items: readonly TimetableItem[],
  isLoggedIn: boolean,
  now: Date,
): NextDay[] => {
  const opens = isLoggedIn ? offeredFrom.customer : offeredFrom.visitor
  if (opens === null) return []
  if (opens > now) {
    const loginOpens = offeredFrom.customer !== null && offeredFrom.customer <= now
    const opensAt = moment(opens, offering.timezone)
    return [{ raw: day, places: null, sessions: null, opensLater: true, opensAt, loginOpens }]
  }
  const places = items.reduce((sum, { action, count }) => (hasPlaces(action) ? sum + count.spaces : sum), 0)
  const opensLater = items.some(({ action }) => action.reasonCode === 'not_open_yet')
  return [{ raw: day, places, sessions: items.length, opensLater, opensAt: null, loginOpens: false }]
}
