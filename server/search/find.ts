import { onMap, parsePoint } from '#contract/distance.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Offer, Period, search, VenueRow } from '#contract/search.ts'
import { normalise } from '#contract/searchText.ts'
import { localDay } from '#contract/time.ts'
import type { Venue } from '#contract/venues.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import type { Maps, Place } from '#server/providers/maps/port.ts'
import { searchWords, withoutWeakWords } from './offerings.ts'
import type { createOfferings, Match, Offerings } from './offerings.ts'
import {
  byDistance,
  milesFrom,
  readWhen,
  splitPlace,
  venuesNamed,
  venuesNear,
  venuesOffMapIn,
} from './rules.ts'
import { nextTimes } from './sql.ts'
import type { ActivityRow } from './sql.ts'
import { createOpenDays, presentOffer, readOfferContext, timesWanted } from './times.ts'

export type SearchQuery = {
  q?: string | undefined
  near?: string | undefined
  at?: string | undefined
  radius?: number | undefined
  venue?: string | undefined
}

type SearchAnswer = Answer<typeof search.find>

type Centre = SearchAnswer['centre']

type Search = (query: SearchQuery, actor: Actor, now: Date) => Promise<SearchAnswer>

const defaultRadius = 5

/** Activities whose times are read, nearest first; some of them have none. */
const maxCandidates = 40

const maxOffers = 12

const timesEach = 4

/** Venues of one answer; the rest are found by searching. */
const maxVenues = 30

type SearchDeps = { db: Database; maps: Maps; offeringsOf: ReturnType<typeof createOfferings> }

export const createSearch = ({ db, maps, offeringsOf }: SearchDeps): Search => {
  return async (query, actor, now) => {
    const offerings = await offeringsOf(actor.operator.id, now)
    const radius = query.radius ?? defaultRadius
    const { words: withoutPlace, place: placeName } = splitPlace(query.q ?? '')
    const { words: text, period } = readWhen(withoutPlace, localDay(now, actor.operator.timezone))
    const { words, found } = findByWords(offerings, text)
    const named = venuesNamed(offerings.venues, text)
    const placeWords =
      query.near ?? placeName ?? (named.length === 0 ? placeIn(text, words, found.unmatched) : null)
    const { places, status } = await findPlaces(maps, placeWords)
    const centre = centreOf(offerings, places, query)
    const offMap = status === 'found' ? venuesOffMapIn(offerings.venues, placeWords) : []
    const around = { centre, radius, offMap }
    // Words that are neither an activity nor a place are not left out: then nothing matches.
    const isUnknown = found.unmatched.length > 0 && (status === 'not_found' || status === 'unavailable')
    const isPlaceAlone = status === 'found' && found.unmatched.length === words.length
    const candidates = isPlaceAlone ? activitiesNear(offerings, around) : found.matches
    const matches = isUnknown || (status !== 'none' && status !== 'found') ? [] : candidates
    const read = createOffersReader(db, actor, now, { offerings, ...around })
    const offers = await read(matches, period, words.length > 0 && !isPlaceAlone)
    const fallback = matches.length > 0 ? matches : offerings.index.find([]).matches
    const alternatives = offers.length > 0 ? [] : await read(fallback, null, matches.length > 0)
    const list = listVenues(offerings, { named, ...around, text, status, found })
    return {
      words: text,
      period,
      centre,
      placeStatus: status,
      otherPlaces: places.slice(1),
      offers,
      alternatives,
      suggestion: isUnknown ? suggestionFor(offerings, text, found.unmatched) : null,
      ...list,
      popular: offerings.popular,
    }
  }
}

/** "yoga classes" is yoga where nothing is called a class. */
const findByWords = ({ index, synonyms }: Offerings, text: string) => {
  const words = searchWords(text, synonyms)
  const found = index.find(words)
  const strong = withoutWeakWords(words)
  if (strong === null || (found.matches.length > 0 && found.unmatched.length === 0)) return { words, found }
  return { words: strong, found: index.find(strong) }
}

/** Where is searched; `offMap` are the venues without coordinates in the district that was asked for. */
type Around = { centre: Centre; radius: number; offMap: readonly Venue[] }

const isAmong = (venues: readonly { id: number }[], venueId: number): boolean =>
  venues.some(({ id }) => id === venueId)

/** What a place is searched for without more words: all that is on around it. */
const activitiesNear = (
  { index, rowOf }: Offerings,
  { centre, radius, offMap }: Around,
): Match<ActivityRow>[] =>
  index.find([]).matches.filter(({ activity }) => {
    if (isAmong(offMap, activity.venueId)) return true
    const venue = rowOf(activity.venueId)
    const miles = venue === undefined ? null : milesFrom(centre, venue)
    return miles !== null && miles <= radius
  })

/** The words that may be a place: those that nothing else matches, as they were written. */
const placeIn = (text: string, words: readonly string[], unmatched: readonly string[]): string | null => {
  if (unmatched.length === 0) return null
  if (unmatched.length === words.length) return text
  return unmatched.join(' ')
}

const findPlaces = async (
  maps: Maps,
  words: string | null,
): Promise<{ places: Place[]; status: SearchAnswer['placeStatus'] }> => {
  if (words === null) return { places: [], status: 'none' }
  let isReachable = true
  const places = await maps.find(words, () => {
    isReachable = false
  })
  if (places.length > 0) return { places, status: 'found' }
  return { places, status: isReachable ? 'not_found' : 'unavailable' }
}

/** Where distances are from: a place in the words, else the device, else the venue chosen before. */
const centreOf = (
  { venues }: Offerings,
  [place]: readonly Place[],
  { at, venue: slug }: SearchQuery,
): Centre => {
  if (place !== undefined) return { ...place, source: 'place' }
  const device = parsePoint(at)
  if (device !== undefined) return { name: '', ...device, source: 'device' }
  const venue = venues.find((one) => one.slug === slug)
  return venue === undefined || !onMap(venue)
    ? null
    : { name: venue.name, lat: venue.lat, lng: venue.lng, source: 'venue' }
}

type ReadContext = Around & { offerings: Offerings }

/** Reads the next times of what matches with one query, and the caller's prices with another where they have some. */
const createOffersReader =
  (db: Database, actor: Actor, now: Date, { offerings, centre, radius, offMap }: ReadContext) =>
  async (
    matches: readonly Match<ActivityRow>[],
    period: Period | null,
    isByActivity: boolean,
  ): Promise<Offer[]> => {
    const openDays = createOpenDays(now, actor.customerId !== null)
    const measured = byDistance(
      matches.flatMap((match) => {
        const venue = offerings.rowOf(match.activity.venueId)
        return venue === undefined ? [] : [{ match, venue, miles: milesFrom(centre, venue) }]
      }),
    )
    // Nothing so near: the nearest all the same.
    const within = measured.filter(
      ({ miles, venue }) => (miles !== null && miles <= radius) || isAmong(offMap, venue.id),
    )
    const candidates = (within.length > 0 && centre?.source !== 'venue' ? within : measured)
      .slice(0, maxCandidates)
      .map((one) => ({ ...one, wanted: timesWanted(one.match, one.venue, period, openDays) }))
    const rows = await nextTimes(
      db,
      candidates.flatMap(({ wanted }) => wanted ?? []),
      timesEach,
      now,
    )
    const context = await readOfferContext(db, actor, rows, now)
    const byActivity = new Map(rows.map((row) => [row.activityId, row]))
    const offers = candidates.flatMap(({ match: { activity }, venue, miles }): Offer[] => {
      const row = byActivity.get(activity.id)
      if (row === undefined) return []
      const offer = presentOffer(actor.messages, { activity, venue, miles, row }, context)
      return offer.times.length === 0 ? [] : [offer]
    })
    const sorted = sortOffers(offers, isByActivity)
    return (isByActivity ? sorted : eachActivityFirst(sorted)).slice(0, maxOffers)
  }

/** Nearest first; at the same distance, or without one, what begins first. */
const sortOffers = (offers: readonly Offer[], isByActivity: boolean): Offer[] =>
  offers.toSorted(
    (a, b) =>
      (isByActivity
        ? (a.miles ?? 0) - (b.miles ?? 0)
        : Math.round(a.miles ?? 0) - Math.round(b.miles ?? 0)) ||
      (a.times[0]?.timestamp ?? 0) - (b.times[0]?.timestamp ?? 0),
  )

/** Different activities before more of the same. */
const eachActivityFirst = (offers: readonly Offer[]): Offer[] => {
  const names = new Set<string>()
  const isRepeated = offers.map(({ activityName }) => names.size === names.add(activityName).size)
  return [
    ...offers.filter((_, index) => !isRepeated[index]),
    ...offers.filter((_, index) => isRepeated[index]),
  ]
}

type VenueList = Pick<SearchAnswer, 'venueMatch' | 'venues' | 'venueCount' | 'nearestBeyond'>

type ListQuery = Around & {
  named: readonly Venue[]
  text: string
  status: SearchAnswer['placeStatus']
  found: { matches: readonly Match<ActivityRow>[]; hasActivity: boolean }
}

const listVenues = ({ venues }: Offerings, query: ListQuery): VenueList => {
  const { named, centre, radius, offMap, text, status, found } = query
  const isNear = centre?.source === 'place' || centre?.source === 'device'
  const measured = (some: readonly Venue[]): VenueRow[] =>
    some.map((venue) => ({ venue, miles: isNear ? milesFrom(centre, venue) : null }))
  const list = (venueMatch: VenueList['venueMatch'], rows: readonly VenueRow[]): VenueList => ({
    venueMatch,
    venues: rows.slice(0, maxVenues),
    venueCount: rows.length,
    nearestBeyond: null,
  })
  if (status === 'not_found' || status === 'unavailable') return list('none', [])
  if (named.length > 0 && status === 'none') return list('name', byDistance(measured(named)))
  if (text !== '' && found.hasActivity) {
    const ids = new Set(found.matches.map(({ activity }) => activity.venueId))
    return list('activity', byDistance(measured(venues.filter(({ id }) => ids.has(id)))))
  }
  if (isNear) {
    const { within, nearestBeyond } = venuesNear(venues, centre, radius)
    return { ...list('near', [...within, ...measured(offMap)]), nearestBeyond }
  }
  if (text !== '') return list('none', [])
  return list('all', measured(venues.length > maxVenues ? nearestFirst(venues, centre) : venues))
}

/** With more venues than are listed, those around the venue chosen before. */
const nearestFirst = (venues: readonly Venue[], centre: Centre): Venue[] =>
  byDistance(venues.map((venue) => ({ venue, miles: milesFrom(centre, venue) }))).map(({ venue }) => venue)

/** The text with each unknown word replaced by a similar one; null when one has none. */
const suggestionFor = ({ index }: Offerings, text: string, unmatched: readonly string[]): string | null => {
  let corrected = normalise(text)
  for (const word of unmatched) {
    const similar = index.suggest(word)
    if (similar === null) return null
    corrected = corrected.replace(word, similar)
  }
  return corrected
}

/** The next bookable time of an activity on or after a day, else the first one; both are read with one query. */
export const findNearest = async (
  db: Database,
  offerings: Offerings,
  {
    venue: venueSlug,
    activity: activitySlug,
    from,
  }: { venue: string; activity: string; from?: string | undefined },
  actor: Actor,
  now: Date,
): Promise<Offer | null> => {
  const venue = offerings.venueAt(venueSlug)
  const activity = venue && offerings.activityAt(venue.id, activitySlug)
  if (venue === undefined || activity === undefined) return null
  const first = timesWanted(
    { activity, sessionNames: null },
    venue,
    null,
    createOpenDays(now, actor.customerId !== null),
  )
  if (first === null) return null
  const wanted = from === undefined ? [first] : [{ ...first, firstDay: from }, first]
  const row = (await nextTimes(db, wanted, 1, now)).find(({ times }) => times.length > 0)
  if (row === undefined) return null
  const context = await readOfferContext(db, actor, [row], now)
  const offer = presentOffer(actor.messages, { activity, venue, miles: null, row }, context)
  return offer.times.length === 0 ? null : offer
}
