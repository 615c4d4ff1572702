import { localDay } from '#contract/time.ts'
import type { NextOfActivity } from '#contract/search.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { formatPrice } from '#server/pricing/price.ts'
import { isUnrestricted, optionsFor, priceOf, whyNotOption } from '#server/pricing/rules.ts'
import type { Priced, Wallet } from '#server/pricing/rules.ts'
import type { Offerings } from './offerings.ts'
import { nextTimes } from './sql.ts'
import type { ActivityRow, TimesRow } from './sql.ts'
import { createOpenDays, presentOffer, readOfferContext, timesWanted } from './times.ts'

/**
 * What the activities of a venue cost the caller at least, and when each can be booked next; a heading has the lowest
 * price and the first time of what is below it. One query, and another for what a customer has that pays.
 */
export const readNextOfVenue = async (
  db: Database,
  offerings: Offerings,
  venueSlug: string,
  actor: Actor,
  now: Date,
): Promise<NextOfActivity[]> => {
  const venue = offerings.venueAt(venueSlug)
  if (venue === undefined) return []
  const openDays = createOpenDays(now, actor.customerId !== null)
  const wanted = offerings.activitiesIn(venue.id).flatMap((activity) => {
    const times = timesWanted({ activity, sessionNames: null }, venue, null, openDays)
    return times === null ? [] : [{ activity, times }]
  })
  const rows = await nextTimes(
    db,
    wanted.map(({ times }) => times),
    1,
    now,
  )
  const context = await readOfferContext(db, actor, rows, now)
  const { wallet, currencySymbol, isLoggedIn } = context
  const facts = rows.flatMap((row) => {
    const activity = wanted[row.position - 1]?.activity
    if (activity === undefined) return []
    const offer = presentOffer(actor.messages, { activity, venue, miles: null, row }, context)
    const [time] = offer.times
    const day = time?.date ?? localDay(now, venue.timezone)
    const lowest = lowestPrice(row, { activity, venue, day, wallet, now })
    const next = time === undefined ? undefined : { ...offer, ...time }
    return [{ slugs: [activity.slug, ...activity.headings], lowest, next }]
  })
  return [...new Set(facts.flatMap(({ slugs }) => slugs))].map((slug) => {
    const below = facts.filter(({ slugs }) => slugs.includes(slug))
    const lowest = lowestOf(below.flatMap((one) => one.lowest ?? []))
    const next = below.flatMap((one) => one.next ?? []).toSorted((a, b) => a.timestamp - b.timestamp)[0]
    return {
      slug,
      from:
        lowest === undefined
          ? null
          : formatPrice(actor.messages, lowest.total, currencySymbol, !isLoggedIn, lowest),
      next: next ?? null,
    }
  })
}

/**
 * The lowest price of those that are for the caller, in whatever band there are sessions: those of the first ticket, and
 * of others what their age or their documents give them. A family's ticket or that of somebody who only watches is not
 * what others pay.
 */
export const lowestPrice = (
  { options, ticketTypes, times }: Pick<TimesRow, 'options' | 'ticketTypes' | 'times'>,
  {
    activity,
    venue: { id: venueId, timezone },
    day,
    wallet,
    now,
  }: {
    activity: Pick<ActivityRow, 'id' | 'kind' | 'bands'>
    venue: { id: number; timezone: string }
    day: string
    wallet: Wallet | null
    now: Date
  },
): Priced | undefined => {
  const hasDateOfBirth = (wallet?.dateOfBirth ?? null) !== null
  const tickets =
    activity.kind === 'tickets' ? ticketTypes : [{ id: null, places: 1, ageMin: null, ageMax: null }]
  const bands = new Set([...activity.bands, ...times.map(({ band }) => band)])
  const prices = [...bands].flatMap((band) => {
    const offered = tickets.map(({ id, places, ageMin, ageMax }) =>
      optionsFor(options, band, id, { localDate: day, timezone, now })
        .map((option) => {
          const limited = { ...option, ageMin: option.ageMin ?? ageMin, ageMax: option.ageMax ?? ageMax }
          return {
            option,
            places,
            isLimited: !isUnrestricted(limited),
            hasAges: limited.ageMin !== null || limited.ageMax !== null,
            // Asked for neither age nor document, a concession is not for everybody either.
            isForAll: isUnrestricted(option) && !option.concession,
            isOpen: whyNotOption(limited, wallet, day) === null,
          }
        })
        .filter(({ isOpen }) => isOpen),
    )
    const forAll = offered.map((some) => some.filter(({ isForAll }) => isForAll))
    const main = [...forAll, ...offered].find((some) => some.length > 0) ?? []
    const own = offered.flat().filter(({ isLimited, hasAges }) => isLimited && (hasDateOfBirth || !hasAges))
    return [...main, ...own]
  })
  return lowestOf(
    prices.map(({ option, places }) =>
      priceOf({ option, quantity: 1, places, activityId: activity.id, venueId, day, itemId: null }, wallet, {
        benefit: true,
        package: true,
      }),
    ),
  )
}

const lowestOf = (prices: readonly Priced[]): Priced | undefined =>
  prices.toSorted((a, b) => a.total - b.total)[0]
