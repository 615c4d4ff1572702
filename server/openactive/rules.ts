import activityList from '#contract/concepts/activityList.json' with { type: 'json' }
import facilityTypes from '#contract/concepts/facilityTypes.json' with { type: 'json' }
import type { FacilityUse, FeedName } from '#contract/openactive.ts'
import { weekdaysOf } from '#contract/openingHours.ts'
import { activityDayOpens, bookingOpens, releaseRuleOf } from '#server/activities/rules.ts'
import type { OwnRelease, VenueRelease } from '#server/activities/rules.ts'
import { instantOf } from '#server/platform/clock.ts'

export type Json = Readonly<Record<string, unknown>>

/** Where partners book, below the address of the site. */
export const openBookingPath = '/api/open-booking'

/** Where partners and sellers authenticate, below the address of the site. */
export const openIdPath = '/api/openid'

/** Anyone who uses the data may do anything with it and names the operator. */
export const licence = 'https://creativecommons.org/licenses/by/4.0/'

/** Where the feeds of an operator lie, and with them what their items are called by; `at` is the address of the site. */
export const feedsOf = (operatorSlug: string, at: string): string =>
  `${at}/api/openactive/${encodeURIComponent(operatorSlug)}`

/** Where a data set lies: of one operator, or of all that this server has. */
export const datasetAt = (operatorSlug: string | null, at: string): string =>
  operatorSlug === null ? `${at}/api/open-data` : feedsOf(operatorSlug, at)

/** What is over leaves the feed a day later, so that who reads it once a day has seen all of it. */
export const retentionAfterEndMs = 24 * 3_600_000

/** How long a feed goes on saying that an item is gone. The standard asks for seven days. */
export const tombstoneSeconds = 8 * 86_400

/** Each id once. */
export const distinctIds = (ids: readonly number[]): number[] => [...new Set(ids)]

/** What the feed says of an item now; `data` null says it is gone, `modified` null that it has never been there. */
export type PublishedItem = { modified: number | null; data: string | null; dueAt: Date | null }

/** What it ought to say; `dueAt` is when that has to be looked at again. */
export type DesiredItem = { data: string | null; dueAt: Date | null }

/**
 * What becomes of an item: `keep` changes nothing a reader sees, `forget` takes it out for good.
 * @param modified what it is marked with if a reader sees a difference
 */
export const planWrite = (
  published: PublishedItem | undefined,
  desired: DesiredItem,
  modified: number,
  now: Date,
): { do: 'keep' } | { do: 'forget' } | ({ do: 'write' } & PublishedItem) => {
  if (desired.data !== null) {
    if (published?.data !== desired.data) return { do: 'write', modified, ...desired }
    return sameTime(published.dueAt, desired.dueAt)
      ? { do: 'keep' }
      : { do: 'write', ...published, dueAt: desired.dueAt }
  }
  if (published !== undefined && published.data !== null)
    return { do: 'write', modified, data: null, dueAt: earlier(desired.dueAt, endOfTombstone(modified)) }
  // Gone, and said so for long enough.
  const isGone = published !== undefined && published.modified !== null
  const end = isGone ? endOfTombstone(published.modified ?? 0) : null
  if (end !== null && end > now) {
    const dueAt = earlier(desired.dueAt, end)
    return sameTime(published?.dueAt ?? null, dueAt)
      ? { do: 'keep' }
      : { do: 'write', modified: published?.modified ?? null, data: null, dueAt }
  }
  if (desired.dueAt === null) return published === undefined ? { do: 'keep' } : { do: 'forget' }
  if (published !== undefined && !isGone && sameTime(published.dueAt, desired.dueAt)) return { do: 'keep' }
  return { do: 'write', modified: null, data: null, dueAt: desired.dueAt }
}

const endOfTombstone = (modified: number): Date => new Date((modified + tombstoneSeconds) * 1000)

const earlier = (one: Date | null, other: Date): Date => (one !== null && one < other ? one : other)

const sameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

/** The `modified` of what is written now: the time, and always greater than any before. */
export const nextModified = (last: number, now: Date): number =>
  Math.max(Math.floor(now.getTime() / 1000), last + 1)

/** From when a session is public: when its day is offered to a person who has not logged in. */
export const publicFrom = (
  localDate: string,
  activity: OwnRelease,
  venue: VenueRelease,
  timezone: string,
): Date => {
  const opens = activityDayOpens(localDate, activity, venue, timezone, false)
  const morning = instantOf(localDate, '00:00', timezone)
  return opens < morning ? opens : morning
}

/** How many places are left. What is called off has none, nor has a court while anything stands on its floor. */
export const placesLeft = (
  occurrence: { capacity: number; placesTaken: number; onTakenFloor: boolean; status: string },
  kind: 'classes' | 'courts' | 'tickets',
): number =>
  occurrence.status === 'cancelled' || (kind === 'courts' && occurrence.onTakenFloor)
    ? 0
    : Math.max(0, occurrence.capacity - occurrence.placesTaken)

type Offer = NonNullable<FacilityUse['offers']>[number]

/** What an activity says of booking through partners. */
export type BookingTerms = OwnRelease & {
  isForAnyone: boolean
  customerRefund: boolean
  freeCancelMinutes: number
  lastBookableMinutes: number
  prepayment: 'required' | 'optional' | 'unavailable' | null
  needsApproval: boolean
  needsAttendee: boolean
  needsAnswers: boolean
  releaseDaysVisitor: number
  releaseDaysCustomer: number
  venueReleaseTime: string
  timezone: string
}

const approval = 'https://openactive.io/OpenBookingApproval'

/** The desk may offer another session than the one asked for. */
const negotiation = 'https://openactive.io/OpenBookingNegotiation'

const prepayments = {
  required: 'https://openactive.io/Required',
  optional: 'https://openactive.io/Optional',
  unavailable: 'https://openactive.io/Unavailable',
} as const

/**
 * How partners may book at a price. When booking opens is published for what does not open with its day: of a day the feeds
 * say nothing before it has opened.
 */
export const bookingTerms = (
  activity: BookingTerms,
  option: { price: number; proof: string | null; places: number },
  startsAt: Date | null,
): Partial<Offer> => {
  const minutes = (count: number) => `PT${count}M`
  const hasOwnRelease = activity.releaseMinutes !== null || activity.releaseDays !== null
  const venue = { ...activity, releaseTime: activity.venueReleaseTime }
  const opens =
    startsAt === null || !hasOwnRelease
      ? null
      : bookingOpens(startsAt, releaseRuleOf(activity, venue), activity.timezone, false)
  const requirements = [
    ...(activity.needsApproval ? ([approval, negotiation] as const) : []),
    ...(activity.needsAttendee ? (['https://openactive.io/OpenBookingAttendeeDetails'] as const) : []),
    ...(activity.needsAnswers ? (['https://openactive.io/OpenBookingIntakeForm'] as const) : []),
  ]
  return {
    allowCustomerCancellationFullRefund: activity.customerRefund,
    ...(activity.customerRefund && activity.freeCancelMinutes > 0
      ? { latestCancellationBeforeStartDate: minutes(activity.freeCancelMinutes) }
      : {}),
    ...(startsAt === null || opens === null
      ? {}
      : { validFromBeforeStartDate: minutes(Math.round((startsAt.getTime() - opens.getTime()) / 60_000)) }),
    ...(activity.lastBookableMinutes < 0
      ? { validThroughBeforeStartDate: minutes(-activity.lastBookableMinutes) }
      : {}),
    // A partner books one place an item, and counts places by items.
    ...(activity.isForAnyone && option.proof === null && option.places === 1
      ? {}
      : { openBookingInAdvance: 'https://openactive.io/Unavailable' }),
    ...(option.price > 0 && activity.prepayment !== null
      ? { openBookingPrepayment: prepayments[activity.prepayment] }
      : {}),
    ...(requirements.length === 0 ? {} : { openBookingFlowRequirement: requirements }),
  }
}

/** The id of an item in its feed: its subject's, under the name of what it is. */
export const itemIdOf = (feed: FeedName, subjectId: number): string => `${itemPrefix[feed]}:${subjectId}`

const itemPrefix = {
  'facility-uses': 'facility-use',
  slots: 'slot',
  'session-series': 'session-series',
  'scheduled-sessions': 'scheduled-session',
} as const satisfies Record<FeedName, string>

/** Opening hours as the standard has them. */
type OpeningHours = {
  '@type': 'OpeningHoursSpecification'
  dayOfWeek: string[]
  opens: string
  closes: string
  validFrom?: string
  validThrough?: string
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** A day as the standard names it; 1 is Monday. */
export const dayOfWeek = (day: number): string => `https://schema.org/${weekdays[day - 1] ?? ''}`

const publicHolidays = /^(?:bank|public) holidays?$/i

/**
 * What a venue writes about its hours ("Monday to Friday", "6:30am to 10pm"), for programs. Later lines are exceptions
 * to earlier ones. Nothing at all where one of the lines is not understood: hours that lack a day say it is closed.
 */
export const openingHoursOf = (lines: readonly { days: string; hours: string }[]): OpeningHours[] => {
  const spansByDay = new Map<string, Span[]>()
  for (const { days, hours } of lines) {
    const spans = spansOf(hours)
    const named = publicHolidays.test(days.trim())
      ? ['https://schema.org/PublicHolidays']
      : weekdaysOf(days)?.map((day) => dayOfWeek(day + 1))
    if (spans === null || named === undefined) return []
    for (const day of named) spansByDay.set(day, spans)
  }
  const daysBySpan = new Map<string, { span: Span; days: string[] }>()
  for (const [day, spans] of spansByDay) {
    for (const span of spans) {
      const key = `${span.opens} ${span.closes}`
      const found = daysBySpan.get(key) ?? { span, days: [] }
      found.days.push(day)
      daysBySpan.set(key, found)
    }
  }
  return [...daysBySpan.values()].map(({ span, days }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days,
    ...span,
  }))
}

type Span = { opens: string; closes: string }

/** "6:30am to 10pm", "07:00–09:00 and 17:00–21:00", "Closed"; null when it is not understood. */
const spansOf = (hours: string): Span[] | null => {
  const text = hours.trim().toLowerCase()
  if (text === 'closed') return []
  const spans = text.split(/,|;|&|\band\b/).map(spanOf)
  return spans.every((span) => span !== null) ? spans : null
}

const spanOf = (text: string): Span | null => {
  const [opens, closes, ...rest] = text.split(/\s*(?:\bto\b|–|-)\s*/).map(clockOf)
  return opens == null || closes == null || rest.length > 0 ? null : { opens, closes }
}

const clockOf = (text: string): string | null => {
  const word = text.trim()
  if (word === 'noon' || word === 'midday') return '12:00'
  if (word === 'midnight' || word === '24:00') return '00:00'
  const [, hour = '', minute = '00', half] = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?$/.exec(word) ?? []
  // "9" alone may be either half of the day.
  if (hour === '' || (half === undefined && !/[:.]/.test(word))) return null
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  return hours > 23 || Number(minute) > 59 || (half !== undefined && Number(hour) > 12)
    ? null
    : `${String(hours).padStart(2, '0')}:${minute}`
}

/** A time of day so many minutes later, past midnight if need be: `22:30` and 120 give `00:30`. */
export const clockAfter = (clock: string, minutes: number): string => {
  const at = (minutesOf(clock) + minutes) % 1440
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

const minutesOf = (clock: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** When a line of the timetable begins: once a day, or every so many minutes until the last ends. */
export const startsOf = (line: {
  startTime: string
  durationMinutes: number
  untilTime: string | null
  stepMinutes: number | null
}): string[] => {
  const first = line.startTime.slice(0, 5)
  if (line.untilTime === null) return [first]
  const step = line.stepMinutes ?? line.durationMinutes
  const spare = (minutesOf(line.untilTime) || 1440) - minutesOf(first) - line.durationMinutes
  return Array.from({ length: Math.max(0, Math.floor(spare / step)) + 1 }, (_, n) =>
    clockAfter(first, n * step),
  )
}

/** When an activity is let, from the lines of its timetable. */
export const hoursLet = (
  lines: readonly {
    weekdays: number[]
    startTime: string
    durationMinutes: number
    untilTime: string | null
    validFrom: string | null
    validUntil: string | null
  }[],
): OpeningHours[] =>
  lines.map(({ weekdays: days, startTime, durationMinutes, untilTime, validFrom, validUntil }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days.map(dayOfWeek),
    opens: startTime.slice(0, 5),
    closes: untilTime === null ? clockAfter(startTime, durationMinutes) : clockAfter(untilTime, 0),
    ...(validFrom === null ? {} : { validFrom }),
    ...(validUntil === null ? {} : { validThrough: validUntil }),
  }))

/*
 * The standard's lists of activities and of facility types, by the ids in them: openactive/activity-list and
 * openactive/facility-types of 13 May 2025, CC BY 4.0.
 */

const lists = {
  activity: { scheme: 'https://openactive.io/activity-list', labels: new Map(Object.entries(activityList)) },
  facilityType: {
    scheme: 'https://openactive.io/facility-types',
    labels: new Map(Object.entries(facilityTypes)),
  },
} as const

/** What an activity and the headings it stands under say they are, the nearest first. */
export type Line = { name: string; conceptIds: string[] }[]

/**
 * The concepts of a list that an activity is of, named as the list names them. One that the list does not have,
 * because it is newer, takes the name of the topmost heading that says it.
 */
export const conceptsOf = (line: Line, list: keyof typeof lists) => {
  const { scheme, labels } = lists[list]
  const ids = line.find(({ conceptIds }) => conceptIds.length > 0)?.conceptIds ?? []
  const same = ids.join()
  const heading = line.findLast(({ conceptIds }) => conceptIds.join() === same)?.name ?? ''
  return ids
    .filter((id) => id.startsWith(`${scheme}#`))
    .map((id) => ({
      '@type': 'Concept' as const,
      '@id': id,
      prefLabel: labels.get(id.slice(scheme.length + 1)) ?? heading,
      inScheme: scheme,
    }))
}

/** The lists as the standard publishes them. */
export const conceptSchemes = () =>
  Object.values(lists).map(({ scheme, labels }) => ({
    id: scheme,
    type: 'ConceptScheme',
    concept: [...labels].map(([id, prefLabel]) => ({ id: `${scheme}#${id}`, type: 'Concept', prefLabel })),
  }))

/** `operator`, `venue-90001` or `activity-101`; null for any other name. */
export const pictureNamed = (name: string): PictureOf | null => {
  if (name === 'operator') return { of: 'operator', id: 0 }
  const [, of, id = ''] = /^(venue|activity)-(\d{1,9})$/.exec(name) ?? []
  return of === 'venue' || of === 'activity' ? { of, id: Number(id) } : null
}

/** The bytes of a `data:` address; null for any other. */
export const bytesOf = (address: string): { mediaType: string; bytes: Uint8Array<ArrayBuffer> } | null => {
  const [, mediaType = '', base64, data = ''] =
    /^data:(image\/(?:svg\+xml|png|webp|jpeg))(;base64)?,(.*)/s.exec(address) ?? []
  if (mediaType === '') return null
  const bytes =
    base64 === undefined ? Buffer.from(decodeURIComponent(data), 'utf8') : Buffer.from(data, 'base64')
  return { mediaType, bytes: new Uint8Array(bytes) }
}

/** Whose picture: the operator's, a venue's or an activity's. */
export type PictureOf = { of: 'operator' | 'venue' | 'activity'; id: number }
