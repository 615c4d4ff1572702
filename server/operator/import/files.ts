import type { z } from 'zod'
import { addDays, dayOf, instantOf, minutesOf, weekdayOf } from '#server/platform/wallclock.ts'
import { checkAll, check } from './checking.ts'
import type { Checked } from './checking.ts'
import { everyDay } from './fields.ts'
import { importedAs, readFolder } from './folder.ts'
import type { Folder } from './folder.ts'
import { pictureOf } from './pictures.ts'
import { FilesRefused } from './problems.ts'
import type { Problem } from './problems.ts'
import {
  activityEntry,
  blockBookingRow,
  closureRow,
  namedEntry,
  operatorFile,
  operatorZone,
  personEntry,
  priceRow,
  sessionRow,
  termsEntry,
  themeEntry,
  timetableRow,
  venueEntry,
} from './schema.ts'

/*
 * An operator's files, read, checked and laid out as the tables want them: one activity a venue, every name
 * known, everything inherited written out. Rows name each other by slug.
 */

type Activity = z.output<typeof activityEntry>['children'][number]
type OperatorEntry = z.output<ReturnType<typeof operatorFile>>
type ThemeEntry = z.output<typeof themeEntry>
export type VenueFile = z.output<ReturnType<typeof venueEntry>>
export type PersonFile = z.output<typeof personEntry>

export type LocationFile = {
  venue: string
  slug: string
  name: string
  kind: 'resource' | 'venue'
  position: number
  /** The smallest pieces of floor it stands on, by slug. */
  spaces: string[]
}

export type ActivityFile = {
  venue: string
  parent: string | null
  slug: string
  position: number
  heading: boolean
  name: string
  description: string | null
  /** A picture's address, or empty. */
  icon: string
  kind: 'classes' | 'courts' | 'tickets'
  browseBy: 'location' | 'time'
  allocationStrategy: 'customer' | 'automatic'
  allowsAnonymousBookings: boolean
  allowsOverlap: boolean
  preBookingNotice: string | null
  /** Hundredths of a per cent. */
  vatRate: number
  releaseDays: number | null
  releaseTime: string | null
  releaseMinutes: number | null
  lastBookableMinutes: number
  freeCancelMinutes: number
  lateCancelFee: number | null
  hasWaitlist: boolean
  printReceipt: boolean
  ageMin: number | null
  ageMax: number | null
  level: string
  accessibility: string[]
  conceptIds: string[]
}

type OfActivity = { venue: string; activity: string }
export type TicketFile = OfActivity & {
  slug: string
  name: string
  places: number
  maxQuantity: number | null
  position: number
}
export type PriceFile = OfActivity & {
  ticket: string | null
  slug: string
  band: string
  name: string
  price: number
  concession: boolean
  position: number
}
type Programmed = OfActivity & {
  slug: string
  name: string | null
  description: string | null
  startTime: string
  durationMinutes: number
  capacity: number
  band: string
  instructors: string[]
  tags: string[]
}
export type SeriesFile = Programmed & {
  weekdays: number[]
  untilTime: string | null
  stepMinutes: number | null
  validFrom: string | null
  validUntil: string | null
  locations: string[]
}
export type OneOffFile = Programmed & { date: string; location: string }
export type ClosureFile = {
  venue: string
  location: string | null
  startsAt: Date
  endsAt: Date
  reason: string
}
export type BlockBookingFile = OfActivity & {
  slug: string
  location: string | null
  weekdays: number[]
  startTime: string
  untilTime: string
  validFrom: string | null
  validUntil: string | null
  places: number | null
  keptBack: boolean
}

export type OperatorFiles = {
  /** What the database remembers of their import. */
  importedAs: string
  operator: OperatorEntry
  themes: ThemeEntry[]
  venues: VenueFile[]
  locations: LocationFile[]
  instructors: { slug: string; name: string }[]
  tags: { slug: string; name: string }[]
  terms: z.output<typeof termsEntry>[]
  activities: ActivityFile[]
  tickets: TicketFile[]
  prices: PriceFile[]
  series: SeriesFile[]
  oneOffs: OneOffFile[]
  closures: ClosureFile[]
  blockBookings: BlockBookingFile[]
  people: PersonFile[]
}

/** How far ahead a closure that comes every week is written out. */
const longestClosureDays = 400

/**
 * Reads and checks a folder of an operator's files.
 * @throws FilesRefused with everything that is wrong with them
 */
export const readOperatorFiles = async (folder: string, now: Date): Promise<OperatorFiles> => {
  const problems: Problem[] = []
  const files = await readFolder(folder, problems)
  const about = files.entries('operator')[0]
  const zone = about === undefined ? undefined : check(operatorZone, about, problems)
  if (about === undefined || zone === undefined) throw new FilesRefused(problems)
  const today = dayOf(now, zone.value.timezone)

  const operator = check(operatorFile(today), about, problems)
  const themes = unique(checkAll(themeEntry, files.entries('themes'), problems), ({ slug }) => slug)
  const venues = unique(checkAll(venueEntry(today), files.entries('venues'), problems), ({ slug }) => slug)
  const instructors = unique(checkAll(namedEntry, files.entries('instructors'), problems), ({ slug }) => slug)
  const tags = unique(checkAll(namedEntry, files.entries('tags'), problems), ({ slug }) => slug)
  const terms = unique(checkAll(termsEntry, files.entries('terms'), problems), ({ slug }) => slug)
  const activities = checkAll(activityEntry, files.entries('activities'), problems)
  const timetable = checkAll(timetableRow(today), files.entries('timetable'), problems)
  const sessions = checkAll(sessionRow(today), files.entries('sessions'), problems)
  const closures = checkAll(closureRow(today), files.entries('closures'), problems)
  const blockBookings = checkAll(blockBookingRow(today), files.entries('block_bookings'), problems)
  const prices = checkAll(priceRow, files.entries('prices'), problems)
  const people = checkAll(personEntry, files.entries('people'), problems)
  // What refers to a line that could not be read would be said to be unknown, which helps nobody.
  if (operator === undefined || problems.length > 0) throw new FilesRefused(problems)

  const themeSlugs = new Set(themes.map(({ value }) => value.slug))
  for (const { value, refuse } of [operator, ...venues]) {
    if (value.theme !== null && !themeSlugs.has(value.theme))
      refuse('theme', unknown(value.theme, 'themes.json'))
  }
  const venueSlugs = new Set(venues.map(({ value }) => value.slug))
  for (const { value, refuse } of people) {
    if (value.homeVenue !== null && !venueSlugs.has(value.homeVenue)) {
      refuse('homeVenue', unknown(value.homeVenue, 'the venues'))
    }
  }
  const laidThemes = themes.map(({ value, refuse }) => ({
    ...value,
    logo: value.logo === null ? null : pictureOf(files, value.logo, (sentence) => refuse('logo', sentence)),
  }))

  const locations = locationsOf(venues)
  const { laid: laidActivities, tickets } = layOutActivities(activities, venueSlugs, files)
  const known: Known = {
    venueSlugs,
    zones: new Map(venues.map(({ value }) => [value.slug, value.timezone ?? operator.value.timezone])),
    locations: new Set(locations.map(({ venue, slug }) => `${venue}/${slug}`)),
    activities: new Map(laidActivities.map((activity) => [`${activity.venue}/${activity.slug}`, activity])),
    instructors: new Set(instructors.map(({ value }) => value.slug)),
    tags: new Set(tags.map(({ value }) => value.slug)),
    tickets: new Set(tickets.map(({ venue, activity, slug }) => `${venue}/${activity}/${slug}`)),
  }
  const laidPrices = layOutPrices(prices, known)
  const priced = new Set(laidPrices.map((price) => pricedAs(price, price.ticket, price.band)))
  const ticketsOf = new Map<string, TicketFile[]>()
  for (const ticket of tickets) {
    const key = `${ticket.venue}/${ticket.activity}`
    ticketsOf.set(key, [...(ticketsOf.get(key) ?? []), ticket])
  }
  const requirePrice: RequirePrice = (session, refuse) => {
    const types = ticketsOf.get(`${session.venue}/${session.activity}`)?.map(({ slug }) => slug) ?? [null]
    for (const ticket of types) {
      if (priced.has(pricedAs(session, ticket, session.band)) || priced.has(pricedAs(session, ticket, '')))
        continue
      refuse(
        session.band === '' ? 'activity' : 'band',
        `prices.csv has no price for ${session.activity} at ${session.venue}` +
          `${ticket === null ? '' : `, ticket ${ticket}`}${session.band === '' ? '' : `, band ${session.band}`}.`,
      )
    }
  }
  const series = layOutTimetable(timetable, known, requirePrice)
  const oneOffs = layOutSessions(sessions, known, requirePrice)
  const laidBlocks = layOutBlockBookings(blockBookings, known)
  const laidClosures = layOutClosures(closures, known, today)
  checkPeople(people)

  if (problems.length > 0) throw new FilesRefused(problems)
  return {
    importedAs: importedAs(files, today),
    operator: operator.value,
    themes: laidThemes,
    venues: values(venues),
    locations,
    instructors: values(instructors),
    tags: values(tags),
    terms: values(terms),
    activities: laidActivities,
    tickets,
    prices: laidPrices,
    series,
    oneOffs,
    closures: laidClosures,
    blockBookings: laidBlocks,
    people: values(people),
  }
}

type Known = {
  venueSlugs: Set<string>
  zones: Map<string, string>
  /** venue/location */
  locations: Set<string>
  /** venue/activity */
  activities: Map<string, ActivityFile>
  instructors: Set<string>
  tags: Set<string>
  /** venue/activity/ticket */
  tickets: Set<string>
}

type Refuse = Checked<unknown>['refuse']
type RequirePrice = (session: OfActivity & { band: string }, refuse: Refuse) => void

const pricedAs = ({ venue, activity }: OfActivity, ticket: string | null, band: string): string =>
  `${venue}/${activity}/${ticket ?? ''}/${band}`

const values = <T>(checked: readonly Checked<T>[]): T[] => checked.map(({ value }) => value)

const unknown = (slug: string, where: string): string => `there is no ${slug} in ${where}.`

/** Refuses what is there for the second time. */
const unique = <T>(checked: Checked<T>[], keyOf: (value: T) => string, field = 'slug'): Checked<T>[] => {
  const seen = new Set<string>()
  for (const { value, refuse } of checked) {
    const key = keyOf(value)
    if (seen.has(key)) refuse(field, `${key} is there twice.`)
    seen.add(key)
  }
  return checked
}

const locationsOf = (venues: readonly Checked<VenueFile>[]): LocationFile[] =>
  venues.flatMap(({ value: venue, refuse }) => {
    const bySlug = new Map(venue.locations.map((location) => [location.slug, location]))
    const spacesOf = (slug: string, within: readonly string[]): string[] => {
      const location = bySlug.get(slug)
      if (location === undefined || within.includes(slug)) return []
      if (location.contains.length > 0) {
        return [...new Set(location.contains.flatMap((part) => spacesOf(part, [...within, slug])))]
      }
      return location.shared ? [] : [slug]
    }
    return venue.locations.map((location, index) => {
      const field = `locations.${index}`
      if (bySlug.get(location.slug) !== location) refuse(`${field}.slug`, `${location.slug} is there twice.`)
      if (location.shared && location.contains.length > 0) {
        refuse(`${field}.shared`, 'what contains other locations cannot be shared.')
      }
      for (const part of location.contains) {
        if (part === location.slug || !bySlug.has(part)) {
          refuse(`${field}.contains`, unknown(part, 'the locations of this venue'))
        } else if (spacesOf(part, [location.slug]).length === 0) {
          refuse(`${field}.contains`, `${part} is shared, or contains ${location.slug} in its turn.`)
        }
      }
      return {
        venue: venue.slug,
        slug: location.slug,
        name: location.name,
        kind: location.kind,
        position: index,
        spaces: spacesOf(location.slug, []),
      }
    })
  })

const layOutActivities = (
  roots: readonly Checked<z.output<typeof activityEntry>>[],
  venueSlugs: ReadonlySet<string>,
  files: Folder,
): { laid: ActivityFile[]; tickets: TicketFile[] } => {
  const laid: ActivityFile[] = []
  const tickets: TicketFile[] = []
  const taken = new Set<string>()
  const icon = (path: string | undefined, refuse: Refuse, field: string) =>
    path === undefined ? '' : pictureOf(files, path, (sentence) => refuse(field, sentence))

  const layOut = (
    activity: Activity,
    at: { venue: string; parent: string | null; heading: boolean; position: number },
    refuse: Refuse,
    field: string,
  ) => {
    const key = `${at.venue}/${activity.slug}`
    if (taken.has(key)) refuse(`${field}slug`, `${activity.slug} is there twice at ${at.venue}.`)
    taken.add(key)
    if (activity.kind === undefined) return refuse(`${field}kind`, 'is missing.')
    if (activity.ageMin != null && activity.ageMax != null && activity.ageMin > activity.ageMax) {
      refuse(`${field}ageMax`, 'is less than age_min.')
    }
    const { release } = activity
    laid.push({
      ...at,
      slug: activity.slug,
      name: activity.name,
      description: activity.description,
      icon: icon(activity.icon, refuse, `${field}icon`),
      kind: activity.kind,
      browseBy: activity.browseBy ?? 'location',
      allocationStrategy: activity.allocation ?? 'customer',
      allowsAnonymousBookings: activity.anonymousBooking ?? true,
      allowsOverlap: activity.mayOverlap ?? false,
      preBookingNotice: activity.preBookingNotice ?? null,
      vatRate: Math.round((activity.vatRate ?? 0) * 100),
      releaseDays: release !== undefined && 'days' in release ? release.days : null,
      releaseTime: release !== undefined && 'days' in release ? release.time : null,
      releaseMinutes: release !== undefined && 'minutes' in release ? release.minutes : null,
      lastBookableMinutes: activity.lastBookableMinutes ?? 10,
      freeCancelMinutes: activity.freeCancelMinutes ?? 0,
      lateCancelFee: activity.lateCancelFee ?? null,
      hasWaitlist: activity.waitlist ?? true,
      printReceipt: activity.printReceipt ?? false,
      ageMin: activity.ageMin ?? null,
      ageMax: activity.ageMax ?? null,
      level: activity.level ?? '',
      accessibility: activity.accessibility ?? [],
      conceptIds: activity.conceptIds ?? [],
    })
    if (at.heading) return
    const types = activity.tickets ?? []
    if (activity.kind === 'tickets' && types.length === 0) refuse(`${field}tickets`, 'is missing.')
    if (activity.kind !== 'tickets' && types.length > 0) {
      refuse(`${field}tickets`, `is only for what is sold by tickets, and this is ${activity.kind}.`)
    }
    types.forEach((type, position) => {
      if (types.findIndex(({ slug }) => slug === type.slug) !== position) {
        refuse(`${field}tickets.${position}.slug`, `${type.slug} is there twice.`)
      }
      tickets.push({ venue: at.venue, activity: activity.slug, ...type, position })
    })
  }

  for (const [position, { value: root, refuse }] of roots.entries()) {
    const { children, ...own } = root
    for (const slug of root.venues ?? []) {
      if (!venueSlugs.has(slug)) refuse('venues', unknown(slug, 'the venues'))
    }
    for (const [index, child] of children.entries()) {
      for (const slug of child.venues ?? []) {
        if (!venueSlugs.has(slug)) refuse(`children.${index}.venues`, unknown(slug, 'the venues'))
        else if (root.venues !== undefined && !root.venues.includes(slug)) {
          refuse(`children.${index}.venues`, `${slug} is not among the venues of ${root.slug}.`)
        }
      }
    }
    for (const venue of root.venues ?? venueSlugs) {
      const here = children.filter((child) => child.venues === undefined || child.venues.includes(venue))
      // A heading under which nothing stands at this venue is left out there.
      if (children.length > 0 && here.length === 0) continue
      const firstKind = own.kind ?? here[0]?.kind
      layOut(
        { ...own, ...(firstKind === undefined ? {} : { kind: firstKind }) },
        { venue, parent: null, heading: children.length > 0, position },
        refuse,
        '',
      )
      for (const child of here) {
        layOut(
          { ...withoutOwn(own), ...child },
          { venue, parent: root.slug, heading: false, position: children.indexOf(child) },
          refuse,
          `children.${children.indexOf(child)}.`,
        )
      }
    }
  }
  return { laid, tickets }
}

/** What a heading hands down: all but what says what it is itself. */
const withoutOwn = ({
  slug: _slug,
  name: _name,
  description: _description,
  venues: _venues,
  ...rest
}: Activity) => rest

/** The venues a row is for: those it names, or all that have the activity. Says what does not fit. */
const placesOf = (
  row: { venue: readonly string[]; activity: string },
  refuse: Refuse,
  known: Known,
): ActivityFile[] => {
  const wanted = row.venue.length > 0 ? row.venue : [...known.venueSlugs]
  const found = wanted.flatMap((venue) => {
    if (!known.venueSlugs.has(venue)) {
      refuse('venue', unknown(venue, 'the venues'))
      return []
    }
    const activity = known.activities.get(`${venue}/${row.activity}`)
    if (activity === undefined && row.venue.length > 0) {
      refuse('activity', `there is no ${row.activity} at ${venue} in activities.json.`)
    }
    return activity ?? []
  })
  if (found.length === 0 && row.venue.length === 0)
    refuse('activity', unknown(row.activity, 'activities.json'))
  const heading = found.find((activity) => activity.heading)
  if (heading === undefined) return found
  refuse('activity', `${heading.slug} is a heading; people book what stands under it.`)
  return []
}

const requireKnown = (
  slugs: readonly string[],
  refuse: Refuse,
  where: { field: string; known: (slug: string) => boolean; of: string },
) => {
  for (const slug of slugs) if (!where.known(slug)) refuse(where.field, unknown(slug, where.of))
}

const requireStaffing = (row: { instructors: string[]; tags: string[] }, refuse: Refuse, known: Known) => {
  requireKnown(row.instructors, refuse, {
    field: 'instructors',
    known: (slug) => known.instructors.has(slug),
    of: 'instructors.json',
  })
  requireKnown(row.tags, refuse, { field: 'tags', known: (slug) => known.tags.has(slug), of: 'tags.json' })
}

const requireLocations = (
  locations: readonly string[],
  venue: string,
  refuse: Refuse,
  known: Known,
  field: string,
) =>
  requireKnown(locations, refuse, {
    field,
    known: (slug) => known.locations.has(`${venue}/${slug}`),
    of: `the locations of ${venue}`,
  })

const layOutPrices = (rows: readonly Checked<z.output<typeof priceRow>>[], known: Known): PriceFile[] => {
  const seen = new Set<string>()
  return rows.flatMap(({ value: row, refuse }, position) =>
    placesOf(row, refuse, known).map(({ venue, kind }) => {
      if (kind === 'tickets' && row.ticket === undefined) refuse('ticket', 'is missing.')
      if (row.ticket !== undefined && !known.tickets.has(`${venue}/${row.activity}/${row.ticket}`)) {
        refuse('ticket', unknown(row.ticket, `the tickets of ${row.activity}`))
      }
      const price: PriceFile = {
        venue,
        activity: row.activity,
        ticket: row.ticket ?? null,
        slug: row.option,
        band: row.band,
        name: row.name,
        price: row.price,
        concession: row.concession,
        position,
      }
      const key = `${pricedAs(price, price.ticket, price.band)}/${price.slug}`
      if (seen.has(key)) refuse('option', `${row.option} has a price already on a line above.`)
      seen.add(key)
      return price
    }),
  )
}

const dayNames = ['', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const daysShort = (weekdays: readonly number[]): string =>
  weekdays.length === everyDay.length ? 'daily' : weekdays.map((weekday) => dayNames[weekday]).join('-')

const asSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** A name made of what a row says, where it has no key of its own. */
const keyFrom = (...parts: (string | null | undefined)[]): string =>
  parts
    .filter((part) => part != null && part !== '')
    .map((part) => asSlug(part ?? ''))
    .join('-')

const layOutTimetable = (
  rows: readonly Checked<z.output<ReturnType<typeof timetableRow>>>[],
  known: Known,
  requirePrice: RequirePrice,
): SeriesFile[] => {
  const seen = new Set<string>()
  return rows.flatMap(({ value: row, refuse }) => {
    requireStaffing(row, refuse, known)
    if (row.from !== undefined && row.to !== undefined && row.from > row.to) refuse('to', 'lies before from.')
    if (row.every !== undefined && row.until === undefined) refuse('until', 'is missing, and every is there.')
    if (row.until !== undefined && minutesOf(row.start) + row.minutes > minutesOf(row.until)) {
      refuse('until', 'leaves no time for one session.')
    }
    if (row.locations.length === 0) refuse('locations', 'is missing.')
    if (row.days.length === 0) refuse('days', 'is missing.')
    return placesOf(row, refuse, known).map(({ venue, kind }) => {
      requireLocations(row.locations, venue, refuse, known, 'locations')
      if (kind !== 'courts' && row.capacity === undefined) refuse('capacity', 'is missing.')
      const slug =
        row.key ??
        keyFrom(daysShort(row.days), row.start.replace(':', ''), row.locations.join('-'), row.name, row.from)
      const key = `${venue}/${row.activity}/${slug}`
      if (seen.has(key)) refuse('key', `the line is like one above; give it a key of its own.`)
      seen.add(key)
      const series: SeriesFile = {
        venue,
        activity: row.activity,
        slug,
        name: row.name ?? null,
        description: row.description ?? null,
        weekdays: row.days,
        startTime: row.start,
        durationMinutes: row.minutes,
        untilTime: row.until ?? null,
        stepMinutes: row.until === undefined ? null : (row.every ?? row.minutes),
        capacity: row.capacity ?? 1,
        validFrom: row.from ?? null,
        validUntil: row.to ?? null,
        band: row.band,
        instructors: row.instructors,
        tags: row.tags,
        locations: row.locations,
      }
      requirePrice(series, refuse)
      return series
    })
  })
}

const layOutSessions = (
  rows: readonly Checked<z.output<ReturnType<typeof sessionRow>>>[],
  known: Known,
  requirePrice: RequirePrice,
): OneOffFile[] => {
  const seen = new Set<string>()
  return rows.flatMap(({ value: row, refuse }) => {
    requireStaffing(row, refuse, known)
    return placesOf({ venue: [row.venue], activity: row.activity }, refuse, known).map(({ venue }) => {
      requireLocations([row.location], venue, refuse, known, 'location')
      const slug = row.key ?? keyFrom(row.date, row.start.replace(':', ''), row.location, row.name)
      const key = `${venue}/${row.activity}/${slug}`
      if (seen.has(key)) refuse('key', `the line is like one above; give it a key of its own.`)
      seen.add(key)
      const session: OneOffFile = {
        venue,
        activity: row.activity,
        slug,
        name: row.name ?? null,
        description: row.description ?? null,
        date: row.date,
        startTime: row.start,
        durationMinutes: row.minutes,
        location: row.location,
        capacity: row.capacity,
        band: row.band,
        instructors: row.instructors,
        tags: row.tags,
      }
      requirePrice(session, refuse)
      return session
    })
  })
}

const layOutBlockBookings = (
  rows: readonly Checked<z.output<ReturnType<typeof blockBookingRow>>>[],
  known: Known,
): BlockBookingFile[] => {
  const seen = new Set<string>()
  return rows.flatMap(({ value: row, refuse }) => {
    if (minutesOf(row.start) >= minutesOf(row.until)) refuse('until', 'lies before start.')
    return placesOf(row, refuse, known).flatMap(({ venue }) => {
      requireLocations(row.locations, venue, refuse, known, 'locations')
      const locations: (string | null)[] = row.locations.length === 0 ? [null] : row.locations
      return locations.map((location) => {
        const slug = keyFrom(
          row.key ??
            keyFrom(row.keptBack ? 'kept' : '', daysShort(row.days), row.start.replace(':', ''), row.from),
          location,
        )
        const key = `${venue}/${row.activity}/${slug}`
        if (seen.has(key)) refuse('key', `the line is like one above; give it a key of its own.`)
        seen.add(key)
        return {
          venue,
          activity: row.activity,
          slug,
          location,
          weekdays: row.days,
          startTime: row.start,
          untilTime: row.until,
          validFrom: row.from ?? null,
          validUntil: row.to ?? null,
          places: row.places,
          keptBack: row.keptBack,
        }
      })
    })
  })
}

/** One closure a day, so that the hours are those on the wall on every day, whatever the clocks do. */
const layOutClosures = (
  rows: readonly Checked<z.output<ReturnType<typeof closureRow>>>[],
  known: Known,
  today: string,
): ClosureFile[] =>
  rows.flatMap(({ value: row, refuse }) => {
    const zone = known.zones.get(row.venue)
    if (zone === undefined) {
      refuse('venue', unknown(row.venue, 'the venues'))
      return []
    }
    requireLocations(row.locations, row.venue, refuse, known, 'locations')
    const last = row.until ?? row.date
    if (last < row.date) refuse('until', 'lies before date.')
    if (minutesOf(row.start) >= minutesOf(row.end)) refuse('end', 'lies before start.')
    const closures: ClosureFile[] = []
    const horizon = addDays(today, longestClosureDays)
    for (let day = row.date; day <= last && day <= horizon; day = addDays(day, 1)) {
      if (day < today || !row.days.includes(weekdayOf(day))) continue
      const startsAt = instantOf(day, row.start, zone)
      const endsAt =
        row.end === '24:00' ? instantOf(addDays(day, 1), '00:00', zone) : instantOf(day, row.end, zone)
      for (const location of row.locations.length === 0 ? [null] : row.locations) {
        closures.push({ venue: row.venue, location, startsAt, endsAt, reason: row.reason })
      }
    }
    return closures
  })

const checkPeople = (people: readonly Checked<PersonFile>[]): void => {
  unique([...people], ({ email }) => email.toLowerCase(), 'email')
  const references = new Set<string>()
  for (const { value, refuse } of people) {
    for (const [field, reference] of [
      ['reference', value.reference] as const,
      ...value.children.map((child, index) => [`children.${index}.reference`, child.reference] as const),
    ]) {
      if (references.has(reference)) refuse(field, `${reference} is there twice.`)
      references.add(reference)
    }
  }
}
