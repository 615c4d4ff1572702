import type { Offer, OfferTime, Period } from '#contract/search.ts'
import { date, daysAfter, duration, localDay, time } from '#contract/time.ts'
import { daysOffered, releaseRuleOf } from '#server/activities/rules.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { formatPrice, loadWallets } from '#server/pricing/price.ts'
import { optionsFor, priceOf } from '#server/pricing/rules.ts'
import type { Wallet } from '#server/pricing/rules.ts'
import { formOn } from '#server/timetable/days.ts'
import type { Match } from './offerings.ts'
import type { ActivityRow, SearchVenueRow, TimeRow, TimesRow, TimesWanted } from './sql.ts'

/** Days that are bookable now, by release rule: venues share a few rules, and wall-clock arithmetic is slow. */
export const createOpenDays = (now: Date, isLoggedIn: boolean) => {
  const lastDays = new Map<string, string>()
  return ({ activity, venue }: { activity: ActivityRow; venue: SearchVenueRow }) => {
    const { timezone } = venue
    const rule = releaseRuleOf(activity, venue)
    const release =
      rule.by === 'days'
        ? {
            releaseDaysVisitor: rule.visitorDays,
            releaseDaysCustomer: rule.customerDays,
            releaseTime: rule.time,
          }
        : venue
    const key = [timezone, release.releaseDaysVisitor, release.releaseDaysCustomer, release.releaseTime].join(
      '/',
    )
    let lastDay = lastDays.get(key)
    if (lastDay === undefined)
      lastDays.set(key, (lastDay = daysOffered(now, release, timezone, isLoggedIn).at(-1) ?? ''))
    const today = localDay(now, timezone)
    if (rule.by === 'days') return { today, lastDay, opensUntil: null }
    const opensUntil = new Date(now.getTime() + rule.minutes * 60_000)
    return {
      today,
      lastDay: latest(lastDay, localDay(opensUntil, timezone)),
      opensUntil: opensUntil.toISOString(),
    }
  }
}

/** What to look for in the timetable; null when no day of the period is bookable. */
export const timesWanted = (
  { activity, sessionNames, instructorId = null }: Match<ActivityRow> & { instructorId?: number | null },
  venue: SearchVenueRow,
  period: Period | null,
  openDays: ReturnType<typeof createOpenDays>,
): TimesWanted | null => {
  const { today, lastDay, opensUntil } = openDays({ activity, venue })
  // A session of yesterday may still be running past midnight.
  const firstDay = latest(period?.firstDay ?? daysAfter(today, -1), daysAfter(today, -1))
  const last = earliest(period?.lastDay ?? lastDay, lastDay)
  if (firstDay > last) return null
  return {
    activityId: activity.id,
    timezone: venue.timezone,
    sessionNames,
    instructorId,
    firstDay,
    lastDay: last,
    from: period?.from ?? null,
    to: period?.to ?? null,
    opensUntil,
    lastBookableMinutes: activity.lastBookableMinutes,
  }
}

const latest = (a: string, b: string): string => (a > b ? a : b)

const earliest = (a: string, b: string): string => (a < b ? a : b)

/** What the prices of times depend on besides them: what the customer has that pays for them, read for all at once. */
export const readOfferContext = async (
  db: Database,
  { operator, customerId }: Pick<Actor, 'operator' | 'customerId'>,
  rows: readonly TimesRow[],
  now: Date,
): Promise<OfferContext> => {
  const days = rows.flatMap(({ activityId, times }) =>
    times.map(({ localDate }) => ({ activityId, day: localDate })),
  )
  const wallet =
    customerId === null ? null : ((await loadWallets(db, [customerId], days, now)).get(customerId) ?? null)
  return { currencySymbol: operator.currencySymbol, wallet, isLoggedIn: customerId !== null, now }
}

/** An activity of a venue with its times. */
type Found = {
  activity: ActivityRow
  venue: SearchVenueRow
  miles: number | null
  row: TimesRow
}

type OfferContext = { currencySymbol: string; wallet: Wallet | null; isLoggedIn: boolean; now: Date }

const v2Types = { classes: 'classes', courts: 'resources', tickets: 'ticketed' } as const

/** OFFER; without times when none of them has a price. */
export const presentOffer = (
  messages: Messages,
  { activity, venue, miles, row }: Found,
  context: OfferContext,
): Offer => ({
  activitySlug: activity.slug,
  activityName: activity.name,
  image: activity.icon,
  v2Type: v2Types[activity.kind],
  venueSlug: venue.slug,
  venueName: venue.name,
  venueTown: venue.town,
  miles,
  times: row.times.flatMap((at) => presentTime(messages, at, { activity, venue, row }, context) ?? []),
})

/** The first price of the first ticket that fits the places left, as the timetable shows it. */
const defaultPrice = (
  { options, ticketTypes }: TimesRow,
  { band, places: placesLeft, localDate }: TimeRow,
  kind: ActivityRow['kind'],
  { timezone }: Pick<SearchVenueRow, 'timezone'>,
  now: Date,
) => {
  const on = { localDate, timezone, now }
  if (kind !== 'tickets') return { option: optionsFor(options, band, null, on)[0], places: 1 }
  const tickets = ticketTypes.map(({ id, places }) => ({
    option: optionsFor(options, band, id, on)[0],
    places,
  }))
  return (
    tickets.find(({ option, places }) => option !== undefined && places <= placesLeft) ?? {
      option: undefined,
      places: 1,
    }
  )
}

const presentTime = (
  messages: Messages,
  at: TimeRow,
  { activity, venue, row }: Pick<Found, 'activity' | 'venue' | 'row'>,
  { currencySymbol, wallet, isLoggedIn, now }: OfferContext,
): OfferTime | null => {
  const { option, places } = defaultPrice(row, at, activity.kind, venue, now)
  if (option === undefined) return null
  const priced = priceOf(
    {
      option,
      quantity: 1,
      places,
      activityId: activity.id,
      venueId: venue.id,
      day: at.localDate,
      itemId: null,
    },
    wallet,
    { benefit: true, package: true },
  )
  const { dayPretty, datePretty, difference } = date(at.localDate, venue.timezone, now)
  const startsAt = new Date(at.startsAt)
  const form = formOn(
    { activitiesV2Enabled: venue.activitiesV2Enabled, migrationDate: venue.effectiveMigrationDate },
    at.localDate,
  )
  return {
    id: form === 'v1' ? at.id : at.publicId,
    name: at.name,
    date: at.localDate,
    dayPretty,
    datePretty,
    difference,
    timestamp: Math.floor(startsAt.getTime() / 1000),
    startsAt: time(startsAt, venue.timezone),
    endsAt: time(new Date(at.endsAt), venue.timezone),
    duration: duration(Math.round((Date.parse(at.endsAt) - startsAt.getTime()) / 60_000)),
    price: formatPrice(messages, priced.total, currencySymbol, !isLoggedIn, priced),
    pricingOptionId: option.id,
    spacesRemaining: at.places,
  }
}
