import type { FacilityUse, FeedName } from '#contract/openactive.ts'
import { activityDayOpens, bookingOpens, releaseRuleOf } from '#server/activities/rules.ts'
import type { OwnRelease, VenueRelease } from '#server/activities/rules.ts'
import { instantOf } from '#server/platform/wallclock.ts'

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
