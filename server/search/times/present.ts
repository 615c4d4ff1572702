import type { Offer, OfferTime } from '#contract/search.ts'
import { date, duration, time } from '#contract/time.ts'
import { formatPrice } from '#server/pricing/price.ts'
import { optionsFor, priceOf } from '#server/pricing/rules.ts'
import type { Wallet } from '#server/pricing/rules.ts'
import type { ActivityRow, SearchVenueRow } from '#server/search/offerings/queries.ts'
import { formOn } from '#server/timetable/days.ts'
import type { TimeRow, TimesRow } from './queries.ts'

/** An activity of a venue with its times. */
type Found = {
  activity: ActivityRow
  venue: SearchVenueRow
  miles: number | null
  row: TimesRow
}

export type OfferContext = { currencySymbol: string; wallet: Wallet | null; isLoggedIn: boolean; now: Date }

const v2Types = { classes: 'classes', courts: 'resources', tickets: 'ticketed' } as const

/** OFFER; without times when none of them has a price. */
export const presentOffer = ({ activity, venue, miles, row }: Found, context: OfferContext): Offer => ({
  activitySlug: activity.slug,
  activityName: activity.name,
  image: activity.icon,
  v2Type: v2Types[activity.kind],
  venueSlug: venue.slug,
  venueName: venue.name,
  venueTown: venue.town,
  miles,
  times: row.times.flatMap((at) => presentTime(at, { activity, venue, row }, context) ?? []),
})

/** The first price of the first ticket that fits the places left, as the timetable shows it. */
const defaultPrice = (
  { options, ticketTypes }: TimesRow,
  { band, places: placesLeft }: TimeRow,
  kind: ActivityRow['kind'],
) => {
  if (kind !== 'tickets') return { option: optionsFor(options, band, null)[0], places: 1 }
  const tickets = ticketTypes.map(({ id, places }) => ({ option: optionsFor(options, band, id)[0], places }))
  return (
    tickets.find(({ option, places }) => option !== undefined && places <= placesLeft) ?? {
      option: undefined,
      places: 1,
    }
  )
}

const presentTime = (
  at: TimeRow,
  { activity, venue, row }: Pick<Found, 'activity' | 'venue' | 'row'>,
  { currencySymbol, wallet, isLoggedIn, now }: OfferContext,
): OfferTime | null => {
  const { option, places } = defaultPrice(row, at, activity.kind)
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
    price: formatPrice(priced.total, currencySymbol, !isLoggedIn, priced),
    pricingOptionId: option.id,
    spacesRemaining: at.places,
  }
}
