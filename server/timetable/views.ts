import type { BookableSlot, BookableTicket, BookableTime } from '#contract/bookables.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import type {
  BookableId,
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
import type { NextDay } from '#contract/timetable.ts'
import type { Messages } from '#server/messages/languages.ts'
import { formatPrice } from '#server/pricing/price.ts'
import type { Available, OptionOnOffer, Priced } from '#server/pricing/rules.ts'
import { actionOfHour } from './actions.ts'
import type { Action } from './actions.ts'
import { formOn } from './days.ts'
import type { Day, DayOccurrence } from './days.ts'
import type { OccurrenceRow } from './occurrences.ts'
import type { BookingWindow, Count, Form } from './rules.ts'
import type { OfferingRow } from './sql/availability.ts'

/* What a view of a day shows: which ids it uses and which occurrences are in it. */

/** An occurrence for one caller. */
export type TimetableItem = Pick<DayOccurrence, 'row' | 'options' | 'tickets'> & {
  window: BookingWindow
  count: Count
  action: Action
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
    messages: Messages,
    isLoggedIn: boolean,
    now: Date,
  ) => unknown
}

type PresentContext = {
  offering: OfferingRow
  form: Form
  messages: Messages
  isLoggedIn: boolean
  now: Date
  date: CalendarDate
  category: CategorySummary
}

type Offers = Pick<TimetableItem, 'priceOf'>

/** The end of a session that lasts past midnight stays on its day: 23:59 (row C10). */
export const endOf = (row: OccurrenceRow, zone: string) =>
  clockTime(daysBetween(row.localDate, localDay(row.endsAt, zone)) * 1440 + localMinutes(row.endsAt, zone))

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
const hasPlaces = ({ status, otherActions }: Action): boolean =>
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
    return [{ raw: day, places: null, times: null, sessions: null, opensLater: true, opensAt, loginOpens }]
  }
  const bookable = items.filter(({ action }) => hasPlaces(action))
  const places = bookable.reduce((sum, { count }) => sum + count.spaces, 0)
  const times = offering.kind === 'courts' ? byHour(bookable).length : bookable.length
  const opensLater = items.some(({ action }) => action.reasonCode === 'not_open_yet')
  return [{ raw: day, places, times, sessions: items.length, opensLater, opensAt: null, loginOpens: false }]
}

const idOf = (row: OccurrenceRow, form: Form): BookableId => (form === 'v1' ? row.id : row.publicId)

const typesOf = {
  classes: { v1Type: 'class_templates', v2Type: 'classes' },
  courts: { v1Type: 'ad_hoc_templates', v2Type: 'resources' },
  tickets: { v1Type: 'fast_ticket_templates', v2Type: 'ticketed' },
} as const

/** CATEGORY of the topmost heading, without children. */
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

const requirementsOf = ({ restrictions }: OfferingRow) => {
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

/** The fields that all four kinds of item share (wire §2.1). */
const common = (item: TimetableItem, context: PresentContext) => {
  const { row, window, count, action } = item
  const { option, places } = defaultOf(item)
  const { offering, form, now } = context
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
    price: presentPrice(option, places, item, context),
    benefitAvailable: item.availableFor(option, places),
    spacesRemaining: now < window.opensAt ? null : count.spaces,
    booking: action.bookingId === null ? null : { id: action.bookingId },
    actionToShow: { ...action, reason: action.reason?.(context.messages) ?? null },
    waitlistId: action.waitlistId,
    waitlistLength: row.waitlistLength,
    firstBookableAt: moment(window.opensAt, zone),
    lastBookableAt: moment(window.closesAt, zone),
    allowsAnonymousBookings: offering.allowsAnonymousBookings,
    preBookingNotice: offering.preBookingNotice,
    instructors: row.instructors,
    tags: row.tags,
    cartType: form === 'v1' ? ('activity' as const) : ('purchasableOccurrence' as const),
    // Spreads come last, here and below, for speed (docs/decisions/0019).
    ...count,
    ...(item.isDeskOnly && action.reasonCode === 'held' ? { deskOnly: true } : {}),
    ...requirementsOf(offering),
  }
}

/** A court at an hour, or a class. */
const presentSlot = (item: TimetableItem, context: PresentContext): BookableSlot => {
  const { row, options } = item
  const { offering } = context
  return {
    id: idOf(row, context.form),
    date: context.date,
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
    pricingOptions: options.map((option) => presentOption(option, defaultOf(item).places, item, context)),
    rootActivityCategory: context.category,
    ...common(item, context),
  }
}

/** An occurrence sold by tickets. One that is not gets a single ticket with its prices. */
const presentTicketed = (item: TimetableItem, context: PresentContext): BookableTicket => {
  const { row, tickets, options, count } = item
  const types: TicketType[] =
    tickets.length === 0
      ? [
          ticketOf(
            { id: idOf(row, context.form), name: row.name, places: 1, maxQuantity: 1 },
            options,
            item,
            context,
          ),
        ]
      : tickets.map(({ type, options: ofType }) =>
          ticketOf(
            {
              id: context.form === 'v1' ? type.id : type.publicId,
              name: type.name,
              places: type.places,
              maxQuantity: Math.min(type.maxQuantity ?? 100, Math.floor(count.spaces / type.places)),
            },
            ofType,
            item,
            context,
          ),
        )
  return { tickets: types, ticketTypes: types, ...presentSlot(item, context) }
}

const ticketOf = (
  { places, ...ticket }: Pick<TicketType, 'id' | 'name' | 'maxQuantity'> & { places: number },
  options: readonly OptionOnOffer[],
  offers: Offers,
  context: PresentContext,
): TicketType => {
  const [first, ...rest] = options.map((option) => presentOption(option, places, offers, context))
  if (first === undefined) throw new Error(`The ticket ${ticket.name} has no price.`)
  return { ...ticket, pricingOption: first, pricingOptions: [first, ...rest], price: first.price }
}

/** One item per hour over all its courts; sessions sold by tickets are items of their own. */
const presentTimes = (occurrences: readonly TimetableItem[], context: PresentContext): BookableTime[] => {
  const { offering, form } = context
  if (offering.kind === 'tickets') {
    return occurrences.map((item) => ({
      id: idOf(item.row, form),
      date: context.date,
      slotDisplayLocation: item.row.locationName,
      locationName: item.row.locationName,
      location: `${item.row.locationName}, ${offering.venueName}`,
      ...common(item, context),
    }))
  }
  return byHour(occurrences).map((courts) => presentHour(courts, context))
}

const presentHour = (courts: readonly TimetableItem[], context: PresentContext): BookableTime => {
  // Courts are sorted with bookable ones first, so the first has the price.
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
  const isDeskOnly = courts.every((court) => court.action.reasonCode !== 'held' || court.isDeskOnly)
  const left = courts.filter((court) => court.count.spaces > 0)
  const only = courts.length === 1 ? first : left.length === 1 ? left[0] : undefined
  return {
    date: first.row.localDate,
    slotDisplayLocation: only?.row.locationName ?? context.messages.timetable.severalCourts,
    locationName: only?.row.locationName ?? context.messages.timetable.severalCourts,
    location:
      only === undefined
        ? context.messages.timetable.severalCourts
        : `${only.row.locationName}, ${context.offering.venueName}`,
    ...common({ ...first, row: { ...first.row, waitlistLength }, count, action, isDeskOnly }, context),
  }
}

type Presented = (occurrences: readonly TimetableItem[], context: PresentContext) => unknown

const viewIn =
  (name: string, endpoint: Endpoint, present: Presented) =>
  (form: Form): View => ({
    key: `${name}/${form}`,
    endpoint,
    show: (occurrences, { offering, day }, messages, isLoggedIn, now) =>
      present(occurrences, {
        offering,
        form,
        messages,
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

const eachSlot: Presented = (occurrences, context) => occurrences.map((item) => presentSlot(item, context))

const eachTicketed: Presented = (occurrences, context) =>
  occurrences.map((item) => presentTicketed(item, context))

const theOne =
  (present: (item: TimetableItem, context: PresentContext) => unknown): Presented =>
  ([item], context) =>
    item === undefined ? undefined : present(item, context)

const tickets = viewIn('tickets', timetable.tickets, eachTicketed)

/** The views of the endpoints. v1 and v2 differ only in ids. */
export const views = {
  times: inBothForms('times', timetable.times, presentTimes),
  slots: inBothForms('slots', timetable.slots, eachSlot),
  classes: inBothForms('classes', timetable.classes, eachSlot),
  oneClass: inBothForms('class', timetable.classById, theOne(presentSlot)),
  occurrence: inBothForms('occurrence', timetable.occurrence, theOne(presentTicketed)),
  tickets: {
    v1: tickets('v1'),
    v2: tickets('v2'),
    /** The ticket endpoint has no version in its path: the day decides. */
    byDate: {
      key: 'tickets',
      endpoint: timetable.tickets,
      show: (occurrences, day, messages, isLoggedIn, now) =>
        tickets(formOn(day.offering, day.day)).show(occurrences, day, messages, isLoggedIn, now),
    },
  },
} satisfies Record<string, Record<string, View>>

const presentPrice = (
  option: Pick<OptionOnOffer, 'price'>,
  places: number,
  { priceOf }: Offers,
  { offering, messages, isLoggedIn }: PresentContext,
) => {
  const priced = priceOf(option, places)
  const price = formatPrice(messages, priced.total, offering.currencySymbol, !isLoggedIn, priced)
  if (priced.applied?.type !== 'package') return price
  return { ...price, withoutPackage: money(priceOf(option, places, false).total, offering.currencySymbol) }
}

const presentOption = (
  option: OptionOnOffer,
  places: number,
  offers: Offers,
  context: PresentContext,
): PricingOption => ({
  id: option.id,
  name: option.name,
  price: presentPrice(option, places, offers, context),
})

/** The default price and the places it buys. */
const defaultOf = ({ options, tickets }: Pick<TimetableItem, 'options' | 'tickets'>) => ({
  option: options[0] ?? { price: 0 },
  places: tickets[0]?.type.places ?? 1,
})
