import type { Endpoint } from '#contract/endpoint.ts'
import type {
  ActionToShow,
  BookableId,
  BookableSlot,
  BookableTicket,
  BookableTime,
  CalendarDate,
  CategorySummary,
  PricingOption,
  TicketType,
} from '#contract/shapes.ts'
import {
  clockTime,
  date,
  daysBetween,
  duration,
  localDay,
  localMinutes,
  moment,
  time,
} from '#contract/time.ts'
import { timetable } from '#contract/timetable.ts'
import { shownPrice } from '#server/pricing/rules.ts'
import type { Available, OptionOnOffer, Priced } from '#server/pricing/rules.ts'
import { actionOfHour } from '#server/timetable/actions/rules.ts'
import type { Day, DayThing, OccurrenceRow, OfferingRow } from '#server/timetable/days/service.ts'
import type { BookingWindow, Count } from './rules.ts'

/** The two forms of every id (wire §1.9). */
export type Form = 'v1' | 'v2'

/** A thing as one caller sees it. */
export type Seen = Pick<DayThing, 'row' | 'options' | 'tickets'> & {
  window: BookingWindow
  count: Count
  action: ActionToShow
  /** What the caller pays for one at a price, and what would pay for it. */
  priceOf: (option: Pick<OptionOnOffer, 'price'>, places: number) => Priced
  availableFor: (option: Pick<OptionOnOffer, 'price'>, places: number) => Available | null
}

/** Where, when and for whom things are shown. */
type Showing = {
  offering: OfferingRow
  form: Form
  isLoggedIn: boolean
  now: Date
  date: CalendarDate
  category: CategorySummary
}

/** How an endpoint shows a day. Answers of views with one key are the same. */
export type View = {
  key: string
  endpoint: Endpoint
  show: (
    things: readonly Seen[],
    day: Pick<Day, 'offering' | 'day'>,
    isLoggedIn: boolean,
    now: Date,
  ) => unknown
}

type Offers = Pick<Seen, 'priceOf'>

const shown = (
  option: Pick<OptionOnOffer, 'price'>,
  places: number,
  { priceOf }: Offers,
  { offering, isLoggedIn }: Showing,
) => {
  const priced = priceOf(option, places)
  return shownPrice(priced.total, offering.currencySymbol, !isLoggedIn, priced)
}

const presentOption = (
  option: OptionOnOffer,
  places: number,
  offers: Offers,
  showing: Showing,
): PricingOption => ({
  id: option.id,
  name: option.name,
  price: shown(option, places, offers, showing),
})

/** The default price of a thing, and the places one has at it. */
const defaultOf = ({ options, tickets }: Pick<Seen, 'options' | 'tickets'>) => ({
  option: options[0] ?? { price: 0 },
  places: tickets[0]?.type.places ?? 1,
})

/** The end of a session that lasts past midnight stays on its day: 23:59 (row C10). */
const endOf = (row: OccurrenceRow, zone: string) =>
  clockTime(daysBetween(row.localDate, localDay(row.endsAt, zone)) * 1440 + localMinutes(row.endsAt, zone))

const idOf = (row: OccurrenceRow, form: Form): BookableId => (form === 'v1' ? row.id : row.publicId)

const typesOf = {
  classes: { v1Type: 'class_templates', v2Type: 'classes' },
  courts: { v1Type: 'ad_hoc_templates', v2Type: 'resources' },
  tickets: { v1Type: 'fast_ticket_templates', v2Type: 'ticketed' },
} as const

/** CATEGORY of the topmost heading, without what it holds. */
const presentRoot = (root: OfferingRow['root']): CategorySummary => ({
  v2: true,
  id: root.publicId,
  v2Id: root.publicId,
  name: root.name,
  slug: root.slug,
  v2Slug: root.slug,
  v1Slug: root.slug,
  path: root.slug,
  ...typesOf[root.kind],
  allocationStrategy: root.allocationStrategy,
  image: root.icon,
  description: root.description,
  browseByName: root.browseBy,
  hasChildren: root.hasChildren,
  parentSlug: null,
  parentName: null,
  isRoot: true,
})

/** What is asked of people before they may take part. */
const asked = ({ restrictions }: OfferingRow) => {
  const of = (kind: OfferingRow['restrictions'][number]['kind']) => {
    const found = restrictions.find((restriction) => restriction.kind === kind)
    return found === undefined ? null : { id: found.id, name: found.name }
  }
  const preInduction = of('induction')
  return {
    restrictions: { preWaiver: of('waiver'), preInduction, criteria: of('criteria') },
    restrictionIds: restrictions.map(({ id }) => id),
    hasPrePurchaseRestrictions: restrictions.length > 0,
    requiresInduction: preInduction !== null,
  } satisfies Partial<BookableSlot>
}

/** What all four kinds of item have (wire §2.1). */
const common = (seen: Seen, showing: Showing) => {
  const { row, window, count, action } = seen
  const { option, places } = defaultOf(seen)
  const { offering, form, now } = showing
  const zone = offering.timezone
  return {
    name: row.name,
    description: row.description,
    compositeKey: row.compositeKey,
    timestamp: Math.floor(row.startsAt.getTime() / 1000),
    startsAt: time(row.startsAt, zone),
    endsAt: endOf(row, zone),
    duration: duration(Math.round((row.endsAt.getTime() - row.startsAt.getTime()) / 60_000)),
    categorySlug: offering.slug,
    venueSlug: offering.venueSlug,
    venueName: offering.venueName,
    price: shown(option, places, seen, showing),
    benefitAvailable: seen.availableFor(option, places),
    spacesRemaining: now < window.opensAt ? null : count.spaces,
    booking: action.bookingId === null ? null : { id: action.bookingId },
    actionToShow: action,
    waitlistId: action.waitlistId,
    waitlistLength: row.waitlistLength,
    firstBookableAt: moment(window.opensAt, zone),
    lastBookableAt: moment(window.closesAt, zone),
    allowsAnonymousBookings: offering.allowsAnonymousBookings,
    preBookingNotice: offering.preBookingNotice,
    instructors: row.instructors,
    tags: row.tags,
    cartType: form === 'v1' ? ('activity' as const) : ('purchasableOccurrence' as const),
    // Last, here and below: names after a spread cost many times what they cost before it (docs/decisions/0019).
    ...count,
    ...asked(offering),
  }
}

/** A court at an hour, or a class. */
const presentSlot = (seen: Seen, showing: Showing): BookableSlot => {
  const { row, options } = seen
  const { offering } = showing
  return {
    id: idOf(row, showing.form),
    date: showing.date,
    slotDisplayLocation: row.locationName,
    locationName: row.locationName,
    location: {
      id: String(row.locationId),
      name: row.locationName,
      type: row.locationKind === 'venue' ? 'venue' : 'resource',
      slug: row.locationSlug,
      venueId: offering.venueId,
      venueSlug: offering.venueSlug,
    },
    pricingOptionId: options[0]?.id ?? 0,
    pricingOptions: options.map((option) => presentOption(option, defaultOf(seen).places, seen, showing)),
    rootActivityCategory: showing.category,
    ...common(seen, showing),
  }
}

/** A session sold by tickets. What is not sold so has one ticket, made of its prices. */
const presentTicketed = (seen: Seen, showing: Showing): BookableTicket => {
  const { row, tickets, options, count } = seen
  const types: TicketType[] =
    tickets.length === 0
      ? [
          ticketOf(
            { id: idOf(row, showing.form), name: row.name, places: 1, maxQuantity: 1 },
            options,
            seen,
            showing,
          ),
        ]
      : tickets.map(({ type, options: ofType }) =>
          ticketOf(
            {
              id: showing.form === 'v1' ? type.id : type.publicId,
              name: type.name,
              places: type.places,
              // No more than there are places for.
              maxQuantity: Math.min(type.maxQuantity ?? 100, Math.floor(count.spaces / type.places)),
            },
            ofType,
            seen,
            showing,
          ),
        )
  return { tickets: types, ticketTypes: types, ...presentSlot(seen, showing) }
}

const ticketOf = (
  { places, ...ticket }: Pick<TicketType, 'id' | 'name' | 'maxQuantity'> & { places: number },
  options: readonly OptionOnOffer[],
  offers: Offers,
  showing: Showing,
): TicketType => {
  const [first, ...rest] = options.map((option) => presentOption(option, places, offers, showing))
  if (first === undefined) throw new Error(`The ticket ${ticket.name} has no price.`)
  return { ...ticket, pricingOption: first, pricingOptions: [first, ...rest], price: first.price }
}

/** An hour over all its courts, or a session sold by tickets, which stands for itself. */
const presentTimes = (things: readonly Seen[], showing: Showing): BookableTime[] => {
  const { offering, form } = showing
  if (offering.kind === 'tickets') {
    return things.map((seen) => ({
      id: idOf(seen.row, form),
      date: showing.date,
      slotDisplayLocation: seen.row.locationName,
      locationName: seen.row.locationName,
      location: `${seen.row.locationName}, ${offering.venueName}`,
      ...common(seen, showing),
    }))
  }
  return byHour(things).map((courts) => presentHour(courts, showing))
}

/** Courts that begin and end together, in order of start. */
const byHour = (things: readonly Seen[]): Seen[][] => {
  const hours = new Map<string, Seen[]>()
  for (const seen of things) {
    const key = `${seen.row.startsAt.getTime()}-${seen.row.endsAt.getTime()}`
    hours.set(key, [...(hours.get(key) ?? []), seen])
  }
  return [...hours.values()]
}

const presentHour = (courts: readonly Seen[], showing: Showing): BookableTime => {
  // They are in order: what can be booked comes first and says what it costs.
  const first = courts[0]
  const action = actionOfHour(courts.map((court) => court.action))
  if (first === undefined || action === null) throw new Error('An hour without courts cannot be shown.')
  const sum = (of: keyof Count) => courts.reduce((total, court) => total + court.count[of], 0)
  const count = {
    capacity: sum('capacity'),
    spaces: sum('spaces'),
    bookingsCount: sum('bookingsCount'),
    heldByOthers: sum('heldByOthers'),
  }
  const waitlistLength = courts.reduce((total, { row }) => total + row.waitlistLength, 0)
  const left = courts.filter((court) => court.count.spaces > 0)
  const only = courts.length === 1 ? first : left.length === 1 ? left[0] : undefined
  return {
    date: first.row.localDate,
    slotDisplayLocation: only?.row.locationName ?? 'Multiple',
    locationName: only?.row.locationName ?? 'Multiple',
    location: only === undefined ? 'Multiple' : `${only.row.locationName}, ${showing.offering.venueName}`,
    ...common({ ...first, row: { ...first.row, waitlistLength }, count, action }, showing),
  }
}

type Presented = (things: readonly Seen[], showing: Showing) => unknown

const viewIn =
  (name: string, endpoint: Endpoint, present: Presented) =>
  (form: Form): View => ({
    key: `${name}/${form}`,
    endpoint,
    show: (things, { offering, day }, isLoggedIn, now) =>
      present(things, {
        offering,
        form,
        isLoggedIn,
        now,
        date: date(day, offering.timezone, now),
        category: presentRoot(offering.root),
      }),
  })

const inBothForms = (name: string, endpoint: Endpoint, present: Presented): Record<Form, View> => {
  const view = viewIn(name, endpoint, present)
  return { v1: view('v1'), v2: view('v2') }
}

const eachSlot: Presented = (things, showing) => things.map((seen) => presentSlot(seen, showing))
const eachTicketed: Presented = (things, showing) => things.map((seen) => presentTicketed(seen, showing))

const theOne =
  (present: (seen: Seen, showing: Showing) => unknown): Presented =>
  ([seen], showing) =>
    seen === undefined ? undefined : present(seen, showing)

/** From its migration date on a venue shows the ids of the second world (wire §1.9). */
export const formOn = (
  venue: Pick<OfferingRow, 'activitiesV2Enabled' | 'migrationDate'>,
  day: string,
): Form =>
  venue.activitiesV2Enabled && venue.migrationDate !== null && day >= venue.migrationDate ? 'v2' : 'v1'

const tickets = viewIn('tickets', timetable.tickets, eachTicketed)

/** The views of the endpoints. Those of the two worlds differ in ids alone. */
export const views = {
  times: inBothForms('times', timetable.times, presentTimes),
  slots: inBothForms('slots', timetable.slots, eachSlot),
  classes: inBothForms('classes', timetable.classes, eachSlot),
  oneClass: inBothForms('class', timetable.classById, theOne(presentSlot)),
  occurrence: inBothForms('occurrence', timetable.occurrence, theOne(presentTicketed)),
  tickets: {
    v1: tickets('v1'),
    v2: tickets('v2'),
    /** The one ticket endpoint has no form in its path: the day decides. */
    byDate: {
      key: 'tickets',
      endpoint: timetable.tickets,
      show: (things, day, isLoggedIn, now) =>
        tickets(formOn(day.offering, day.day)).show(things, day, isLoggedIn, now),
    },
  },
} satisfies Record<string, Record<string, View>>

/** The form of an id: digits are of the first world. */
export const formOf = (id: number | string): Form => (typeof id === 'number' ? 'v1' : 'v2')

/** The same view of one thing alone. */
export const onlyOne = (view: View, occurrenceId: number): View => ({
  ...view,
  key: `${view.key}/${occurrenceId}`,
  show: (things, ...rest) =>
    view.show(
      things.filter(({ row }) => row.id === occurrenceId),
      ...rest,
    ),
})

/** Which courts of a day are wanted. Times are of the wall clock, `13:30`. */
export type Filter = {
  locationId?: number | undefined
  startTime?: string | undefined
  endTime?: string | undefined
  compositeKey?: string | undefined
}

/** The same view of what passes a filter. */
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
    show: (things, day, ...rest) => {
      const zone = day.offering.timezone
      const passes = ({ row }: Seen) =>
        (locationId === undefined || row.locationId === locationId) &&
        (startTime === undefined || time(row.startsAt, zone).format24Hour === startTime) &&
        (endTime === undefined || endOf(row, zone).format24Hour === endTime) &&
        (compositeKey === undefined || row.compositeKey === compositeKey)
      return view.show(things.filter(passes), day, ...rest)
    },
  }
}
