import type { Endpoint } from '#contract/endpoint.ts'
import { normalise } from '#contract/searchText.ts'
import { moment } from '#contract/time.ts'
import { maxVenuesFound, venues } from '#contract/venues.ts'
import type { Venue, VenueDetail } from '#contract/venues.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import type { VenueClosureRow, VenueRow } from './sql.ts'

export type Search = {
  search?: string | undefined
  selected?: string | undefined
  joinable?: boolean | undefined
}

/** The serialised lists, each made when it is first wanted. */
export const makeLists = (rows: readonly VenueRow[], ttlMs: number) => {
  let confirmedAt = 0
  const holds = () => performance.now() < confirmedAt + ttlMs
  const present = (answer: unknown, endpoint: Endpoint) =>
    new CachedResponse(serialiseAnswer(endpoint, answer), holds)
  const everyVenue = rows.map(presentVenue)
  // Where plans are on sale: a venue under maintenance sells none (plansOnSale).
  const joinableVenues = everyVenue.filter(
    (venue) => venue.onlineJoiningEnabled && !venue.closed && !venue.maintenance,
  )
  const searches = { all: createVenueSearch(everyVenue), joinable: createVenueSearch(joinableVenues) }
  const once = (endpoint: Endpoint, listed: readonly Venue[]) => {
    let ready: CachedResponse | undefined
    return () => (ready ??= present(listed, endpoint))
  }
  return {
    all: once(venues.all, everyVenue),
    joinable: once(venues.joinable, joinableVenues),
    search: ({ search = '', selected = '', joinable = false }: Search) => {
      const found = searches[joinable ? 'joinable' : 'all'](search)
      const listed = withSelected(
        joinable ? joinableVenues : everyVenue,
        found.slice(0, maxVenuesFound),
        selected.split(','),
      )
      return present({ venues: listed, total: found.length }, venues.search)
    },
    /** The venues have not changed until now. */
    confirm: () => {
      confirmedAt = performance.now()
    },
  }
}

type Words = { name: string; town: string; postcode: string }

/** Makes a search of venues: every word searched for begins a word of the name, the town or the postcode. */
export const createVenueSearch = <V extends Words>(venues: readonly V[]): ((search: string) => V[]) => {
  const texts = venues.map((venue) => ({ venue, text: searchedText(venue) }))
  return (search) => {
    const words = normalise(search).split(' ')
    return texts.flatMap(({ venue, text }) =>
      words.every((word) => text.includes(` ${word}`)) ? [venue] : [],
    )
  }
}

/** People write a postcode with and without its space. */
const searchedText = ({ name, town, postcode }: Words): string =>
  ` ${normalise([name, town, postcode, postcode.replaceAll(' ', '')].join(' '))}`

/** The first venues found, and those selected before, in the order they have among all. */
export const withSelected = <V extends { slug: string }>(
  venues: readonly V[],
  found: readonly V[],
  selected: readonly string[],
): V[] => {
  const listed = new Set(found)
  return venues.filter((venue) => listed.has(venue) || selected.includes(venue.slug))
}

/** VENUE of the wire (§5). */
const presentVenue = ({
  status,
  description: _description,
  openingHours: _openingHours,
  amenities: _amenities,
  accessibility: _accessibility,
  ...row
}: VenueRow): Venue => ({
  ...row,
  homeVenueId: row.id,
  closed: status === 'closed',
  maintenance: status === 'maintenance',
})

export const presentVenueDetail = (
  row: VenueRow,
  closures: readonly VenueClosureRow[],
  now: Date,
): VenueDetail => {
  const { description, openingHours, amenities, accessibility, timezone } = row
  const soon = joinClosures(closures).filter(
    ({ startsAt }) => startsAt.getTime() < now.getTime() + aFortnightMs,
  )
  return {
    ...presentVenue(row),
    description,
    openingHours,
    amenities,
    accessibility,
    closures: soon.map(({ startsAt, endsAt, ...closure }) => ({
      ...closure,
      from: moment(startsAt, timezone),
      until: endsAt === null ? null : moment(endsAt, timezone),
    })),
  }
}

/** As far as the strip of days of a timetable. */
const aFortnightMs = 14 * 86_400_000

/** Closures of whole days that follow each other, as an operator's files write them, are one. */
export const joinClosures = (closures: readonly VenueClosureRow[]): VenueClosureRow[] => {
  const joined: VenueClosureRow[] = []
  for (const closure of closures) {
    const before = joined.findLast(
      (one) =>
        one.endsAt?.getTime() === closure.startsAt.getTime() &&
        one.reason === closure.reason &&
        one.places.join() === closure.places.join(),
    )
    if (before === undefined) joined.push({ ...closure })
    else before.endsAt = closure.endsAt
  }
  return joined
}
