import { localDay } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { importDigest, InvalidFiles, readFolder } from './files/folder.ts'
import type { Folder, Problem } from './files/folder.ts'
import { checkUnique, missingSlug, pictureAddress, valuesOf } from './files/references.ts'
import type { CatalogueIndex } from './files/references.ts'
import { activityEntry, priceRow, priceStepRow, restrictionEntry } from './files/schema/activities.ts'
import { membershipEntry, packageEntry } from './files/schema/memberships.ts'
import {
  namedEntry,
  operatorBasis,
  operatorFile,
  tagEntry,
  termsEntry,
  themeEntry,
  venueEntry,
} from './files/schema/operator.ts'
import { personEntry } from './files/schema/people.ts'
import {
  blockBookingRow,
  closureRow,
  saleEntry,
  sessionRow,
  timetableRow,
  waitlistEntry,
} from './files/schema/timetable.ts'
import type { OperatorFiles, TicketFile } from './files/types.ts'
import { check, checkAll } from './files/validation.ts'
import { checkHolders } from './holders.ts'
import { checkMemberships, checkPackages } from './memberships.ts'
import {
  checkInductions,
  checkPeople,
  checkRestrictions,
  checkSales,
  checkWaitlists,
  normaliseActivities,
  normalisePrices,
  normalisePriceSteps,
  normaliseProofs,
  priceKey,
} from './rules.ts'
import {
  normaliseBlockBookings,
  normaliseClosures,
  normaliseSessions,
  normaliseTimetable,
} from './timetable.ts'
import type { RequirePrice } from './timetable.ts'
import { locationsOf } from './venues.ts'

/** Files whose lines no others refer to; prices and people are allowed for. */
const rowFiles = new Set([
  'block_bookings.csv',
  'closures.csv',
  'people.json',
  'price_steps.csv',
  'prices.csv',
  'sales.json',
  'sessions.csv',
  'timetable.csv',
  'waitlists.json',
])

/**
 * Reads and checks a folder of an operator's files.
 * @throws InvalidFiles with everything that is wrong with them
 */
export const readOperatorFiles = async (folder: string | Folder, now: Date): Promise<OperatorFiles> => {
  const problems: Problem[] = []
  const files = typeof folder === 'string' ? await readFolder(folder, problems) : folder
  const about = files.entries('operator')[0]
  const basis = about === undefined ? undefined : check(operatorBasis, about, problems)
  if (about === undefined || basis === undefined) throw new InvalidFiles(problems)
  const today = localDay(now, basis.value.timezone)
  const currency = basis.value.currencySymbol

  const operator = check(operatorFile(today), about, problems)
  const themes = checkUnique(checkAll(themeEntry, files.entries('themes'), problems), ({ slug }) => slug)
  const venues = checkUnique(
    checkAll(venueEntry(today), files.entries('venues'), problems),
    ({ slug }) => slug,
  )
  const instructors = checkUnique(
    checkAll(namedEntry, files.entries('instructors'), problems),
    ({ slug }) => slug,
  )
  const tags = checkUnique(checkAll(tagEntry, files.entries('tags'), problems), ({ slug }) => slug)
  const terms = checkUnique(checkAll(termsEntry, files.entries('terms'), problems), ({ slug }) => slug)
  const restrictions = checkUnique(
    checkAll(restrictionEntry, files.entries('restrictions'), problems),
    ({ slug }) => slug,
  )
  const activities = checkAll(activityEntry(currency), files.entries('activities'), problems)
  const timetable = checkAll(timetableRow(today), files.entries('timetable'), problems)
  const sessions = checkAll(sessionRow(today), files.entries('sessions'), problems)
  const closures = checkAll(closureRow(today), files.entries('closures'), problems)
  const blockBookings = checkAll(blockBookingRow(today), files.entries('block_bookings'), problems)
  const prices = checkAll(priceRow(currency), files.entries('prices'), problems)
  const priceSteps = checkAll(priceStepRow(today, currency), files.entries('price_steps'), problems)
  const memberships = checkUnique(
    checkAll(membershipEntry(currency), files.entries('memberships'), problems),
    ({ slug }) => slug,
  )
  const packages = checkUnique(
    checkAll(packageEntry, files.entries('packages'), problems),
    ({ slug }) => slug,
  )
  const people = checkAll(personEntry(today, currency), files.entries('people'), problems)
  const sales = checkAll(saleEntry(today, currency), files.entries('sales'), problems)
  const waiting = checkAll(waitlistEntry(today), files.entries('waitlists'), problems)
  // What refers to a line that could not be read would be said to be unknown, which helps no one. Where only rows are
  // wrong to which others do not refer, the rest is checked in the same pass.
  const invalid = new Set(problems.map(({ file }) => file))
  if (operator === undefined || [...invalid].some((file) => !rowFiles.has(file)))
    throw new InvalidFiles(problems)

  const themeSlugs = new Set(themes.map(({ value }) => value.slug))
  for (const { value, report } of [operator, ...venues]) {
    if (value.theme !== null && !themeSlugs.has(value.theme))
      report('theme', missingSlug(value.theme, 'themes.json'))
  }
  const venueSlugs = new Set(venues.map(({ value }) => value.slug))
  const instructorSlugs = new Set(instructors.map(({ value }) => value.slug))
  for (const { value, report } of people) {
    for (const [index, { role, venue, instructor }] of value.roles.entries()) {
      if (value.role !== 'staff') report(`roles.${index}`, operatorMessages().importing.rolesOfStaff)
      if (venue !== null && !venueSlugs.has(venue))
        report(`roles.${index}.venue`, missingSlug(venue, operatorMessages().importing.lists.venues))
      if (role !== 'instructor') continue
      if (instructor === null)
        report(`roles.${index}.instructor`, operatorMessages().importing.nameInstructor)
      else if (!instructorSlugs.has(instructor))
        report(`roles.${index}.instructor`, missingSlug(instructor, 'instructors.json'))
    }
    if (value.homeVenue !== null && !venueSlugs.has(value.homeVenue)) {
      report('homeVenue', missingSlug(value.homeVenue, operatorMessages().importing.lists.venues))
    }
  }
  const normalisedThemes = themes.map(({ value, report }) => ({
    ...value,
    logo:
      value.logo === null ? null : pictureAddress(files, value.logo, (sentence) => report('logo', sentence)),
    mailLogo:
      value.mailLogo === null
        ? null
        : pictureAddress(files, value.mailLogo, (sentence) => report('mailLogo', sentence)),
  }))

  const locations = locationsOf(venues)
  const {
    normalised: normalisedActivities,
    tickets,
    positions,
  } = normaliseActivities(activities, venueSlugs, files, valuesOf(restrictions))
  const catalogue: CatalogueIndex = {
    venueSlugs,
    zones: new Map(venues.map(({ value }) => [value.slug, value.timezone ?? operator.value.timezone])),
    locations: new Set(locations.map(({ venue, slug }) => `${venue}/${slug}`)),
    activities: new Map(
      normalisedActivities.map((activity) => [`${activity.venue}/${activity.slug}`, activity]),
    ),
    instructors: new Set(instructors.map(({ value }) => value.slug)),
    tags: new Set(tags.map(({ value }) => value.slug)),
    tickets: new Set(tickets.map(({ venue, activity, slug }) => `${venue}/${activity}/${slug}`)),
  }
  const normalisedPrices = normalisePrices(prices, catalogue)
  const normalisedSteps = normalisePriceSteps(
    priceSteps,
    catalogue,
    invalid.has('prices.csv') ? null : normalisedPrices,
  )
  const priced = new Set(normalisedPrices.map((price) => priceKey(price, price.ticket, price.band)))
  const ticketsOf = new Map<string, TicketFile[]>()
  for (const ticket of tickets) {
    const key = `${ticket.venue}/${ticket.activity}`
    ticketsOf.set(key, [...(ticketsOf.get(key) ?? []), ticket])
  }
  const requirePrice: RequirePrice = (session, report) => {
    if (invalid.has('prices.csv')) return
    const types = ticketsOf.get(`${session.venue}/${session.activity}`)?.map(({ slug }) => slug) ?? [null]
    for (const ticket of types) {
      if (priced.has(priceKey(session, ticket, session.band)) || priced.has(priceKey(session, ticket, '')))
        continue
      report(
        session.band === '' ? 'activity' : 'band',
        operatorMessages().importing.noPrice({
          activity: session.activity,
          venue: session.venue,
          ticket,
          band: session.band,
        }),
      )
    }
  }
  const series = normaliseTimetable(timetable, catalogue, requirePrice)
  const oneOffs = normaliseSessions(sessions, catalogue, requirePrice)
  const normalisedBlockBookings = normaliseBlockBookings(blockBookings, catalogue)
  const normalisedClosures = normaliseClosures(closures, catalogue, today)
  checkPeople(people)
  const proofs = normaliseProofs(people, files)
  checkMemberships(memberships, catalogue, new Set(terms.map(({ value }) => value.slug)))
  checkPackages(packages, catalogue)
  checkHolders(people, { memberships: valuesOf(memberships), packages: valuesOf(packages), venueSlugs })
  checkRestrictions(restrictions)
  checkInductions(people, valuesOf(restrictions))
  if (!invalid.has('people.json')) {
    checkSales(sales, { venues: valuesOf(venues), people: valuesOf(people), catalogue })
    checkWaitlists(waiting, { people: valuesOf(people), catalogue })
  }

  if (problems.length > 0) throw new InvalidFiles(problems)
  return {
    importDigest: importDigest(files, today),
    names: files.names,
    operator: operator.value,
    themes: normalisedThemes,
    venues: valuesOf(venues),
    positions: [
      ...venues.map(({ value, positionOf }) => ({ venue: value.slug, activity: null, ...positionOf() })),
      ...positions,
    ],
    locations,
    instructors: valuesOf(instructors),
    tags: valuesOf(tags),
    terms: valuesOf(terms),
    restrictions: valuesOf(restrictions),
    activities: normalisedActivities,
    tickets,
    prices: normalisedPrices,
    priceSteps: normalisedSteps,
    series,
    oneOffs,
    closures: normalisedClosures,
    blockBookings: normalisedBlockBookings,
    memberships: valuesOf(memberships),
    packages: valuesOf(packages),
    people: valuesOf(people),
    proofs,
    sales: valuesOf(sales),
    waiting: valuesOf(waiting),
  }
}
