import { mediaTypeOf } from '#server/documents/rules.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { check, checkAll } from './checking.ts'
import type { Checked } from './checking.ts'
import { importDigest, readFolder } from './folder.ts'
import type { Folder } from './folder.ts'
import type {
  OperatorFiles,
  PersonFile,
  ProofFile,
  SaleFile,
  TicketFile,
  VenueFile,
  WaitlistFile,
  SessionReference,
} from './layout.ts'
import { checkHolders, checkMemberships, checkPackages } from './memberships.ts'
import { normaliseActivities, normalisePrices, locationsOf, priceKey } from './offers.ts'
import { pictureAddress } from './pictures.ts'
import { InvalidFiles } from './problems.ts'
import type { Problem } from './problems.ts'
import {
  normaliseBlockBookings,
  normaliseClosures,
  normaliseSessions,
  normaliseTimetable,
} from './programme.ts'
import type { RequirePrice } from './programme.ts'
import { checkUnique, missingSlug, valuesOf } from './referring.ts'
import type { CatalogueIndex } from './referring.ts'
import { checkInductions, checkRestrictions } from './restrictions.ts'
import {
  activityEntry,
  blockBookingRow,
  closureRow,
  membershipEntry,
  namedEntry,
  operatorFile,
  operatorZone,
  packageEntry,
  personEntry,
  priceRow,
  restrictionEntry,
  saleEntry,
  waitlistEntry,
  sessionRow,
  termsEntry,
  themeEntry,
  timetableRow,
  venueEntry,
} from './schema.ts'

/**
 * Reads and checks a folder of an operator's files.
 * @throws FilesRefused with everything that is wrong with them
 */
export const readOperatorFiles = async (folder: string, now: Date): Promise<OperatorFiles> => {
  const problems: Problem[] = []
  const files = await readFolder(folder, problems)
  const about = files.entries('operator')[0]
  const zone = about === undefined ? undefined : check(operatorZone, about, problems)
  if (about === undefined || zone === undefined) throw new InvalidFiles(problems)
  const today = dayOf(now, zone.value.timezone)

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
  const tags = checkUnique(checkAll(namedEntry, files.entries('tags'), problems), ({ slug }) => slug)
  const terms = checkUnique(checkAll(termsEntry, files.entries('terms'), problems), ({ slug }) => slug)
  const restrictions = checkUnique(
    checkAll(restrictionEntry, files.entries('restrictions'), problems),
    ({ slug }) => slug,
  )
  const activities = checkAll(activityEntry, files.entries('activities'), problems)
  const timetable = checkAll(timetableRow(today), files.entries('timetable'), problems)
  const sessions = checkAll(sessionRow(today), files.entries('sessions'), problems)
  const closures = checkAll(closureRow(today), files.entries('closures'), problems)
  const blockBookings = checkAll(blockBookingRow(today), files.entries('block_bookings'), problems)
  const prices = checkAll(priceRow, files.entries('prices'), problems)
  const memberships = checkUnique(
    checkAll(membershipEntry, files.entries('memberships'), problems),
    ({ slug }) => slug,
  )
  const packages = checkUnique(
    checkAll(packageEntry, files.entries('packages'), problems),
    ({ slug }) => slug,
  )
  const people = checkAll(personEntry(today), files.entries('people'), problems)
  const sales = checkAll(saleEntry(today), files.entries('sales'), problems)
  const waiting = checkAll(waitlistEntry(today), files.entries('waitlists'), problems)
  // What refers to a line that could not be read would be said to be unknown, which helps nobody.
  if (operator === undefined || problems.length > 0) throw new InvalidFiles(problems)

  const themeSlugs = new Set(themes.map(({ value }) => value.slug))
  for (const { value, report } of [operator, ...venues]) {
    if (value.theme !== null && !themeSlugs.has(value.theme))
      report('theme', missingSlug(value.theme, 'themes.json'))
  }
  const venueSlugs = new Set(venues.map(({ value }) => value.slug))
  for (const { value, report } of people) {
    if (value.homeVenue !== null && !venueSlugs.has(value.homeVenue)) {
      report('homeVenue', missingSlug(value.homeVenue, 'the venues'))
    }
  }
  const normalisedThemes = themes.map(({ value, report }) => ({
    ...value,
    logo:
      value.logo === null ? null : pictureAddress(files, value.logo, (sentence) => report('logo', sentence)),
  }))

  const locations = locationsOf(venues)
  const { normalised: normalisedActivities, tickets } = normaliseActivities(
    activities,
    venueSlugs,
    files,
    valuesOf(restrictions),
  )
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
  const priced = new Set(normalisedPrices.map((price) => priceKey(price, price.ticket, price.band)))
  const ticketsOf = new Map<string, TicketFile[]>()
  for (const ticket of tickets) {
    const key = `${ticket.venue}/${ticket.activity}`
    ticketsOf.set(key, [...(ticketsOf.get(key) ?? []), ticket])
  }
  const requirePrice: RequirePrice = (session, report) => {
    const types = ticketsOf.get(`${session.venue}/${session.activity}`)?.map(({ slug }) => slug) ?? [null]
    for (const ticket of types) {
      if (priced.has(priceKey(session, ticket, session.band)) || priced.has(priceKey(session, ticket, '')))
        continue
      report(
        session.band === '' ? 'activity' : 'band',
        `prices.csv has no price for ${session.activity} at ${session.venue}` +
          `${ticket === null ? '' : `, ticket ${ticket}`}${session.band === '' ? '' : `, band ${session.band}`}.`,
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
  checkSales(sales, { venues: valuesOf(venues), people: valuesOf(people), catalogue })
  checkWaitlists(waiting, { people: valuesOf(people), catalogue })

  if (problems.length > 0) throw new InvalidFiles(problems)
  return {
    importDigest: importDigest(files, today),
    operator: operator.value,
    themes: normalisedThemes,
    venues: valuesOf(venues),
    locations,
    instructors: valuesOf(instructors),
    tags: valuesOf(tags),
    terms: valuesOf(terms),
    restrictions: valuesOf(restrictions),
    activities: normalisedActivities,
    tickets,
    prices: normalisedPrices,
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

const checkSales = (
  sales: readonly Checked<SaleFile>[],
  of: { venues: readonly VenueFile[]; people: readonly PersonFile[]; catalogue: CatalogueIndex },
): void => {
  for (const { value: sale, report } of sales) {
    const { venue, to, by, till, tender, number } = sale
    checkSession(sale, of.catalogue, report)
    if (to !== null && !of.people.some(({ reference }) => reference === to))
      report('to', missingSlug(to, 'people.json'))
    if (!of.people.some(({ reference, role }) => reference === by && role === 'staff'))
      report('by', missingSlug(by, 'the staff of people.json'))
    const tills = of.venues.find(({ slug }) => slug === venue)?.tills ?? []
    if (till !== null && !tills.some(({ slug }) => slug === till))
      report('till', missingSlug(till, `the tills of ${venue}`))
    if (tender !== 'cash' && number === undefined) report('number', `is missing, of the ${tender}.`)
    if (sale.cancelled && to === null) report('cancelled', 'a walk-in has nothing to cancel with.')
    if (sale.cancelled && sale.attendance !== undefined)
      report('attendance', 'nobody comes to what they have cancelled.')
  }
}

const checkSession = (
  { venue, activity, session, on, at }: SessionReference,
  catalogue: CatalogueIndex,
  report: Checked<unknown>['report'],
): void => {
  if (!catalogue.activities.has(`${venue}/${activity}`))
    report('activity', missingSlug(activity, `the activities of ${venue}`))
  const isOfToday = session !== undefined && on === undefined && at === undefined
  const isOfADay = session === undefined && on !== undefined && at !== undefined
  if (!isOfToday && !isOfADay) report('session', 'say either session, or on and at.')
}

const checkWaitlists = (
  waiting: readonly Checked<WaitlistFile>[],
  of: { people: readonly PersonFile[]; catalogue: CatalogueIndex },
): void => {
  for (const { value, report } of waiting) {
    checkSession(value, of.catalogue, report)
    for (const [index, person] of value.people.entries()) {
      if (!of.people.some(({ reference }) => reference === person))
        report(`people.${index}`, missingSlug(person, 'people.json'))
    }
  }
}

/** Proofs with what is in their files, which are told by their content as those that people send. */
const normaliseProofs = (people: readonly Checked<PersonFile>[], files: Pick<Folder, 'asset'>): ProofFile[] =>
  people.flatMap(({ value: { reference, documents }, report }) =>
    documents.flatMap((document, index): ProofFile[] => {
      const field = `documents.${index}.file`
      const bytes = files.asset(document.file)
      const mediaType = bytes === null ? null : mediaTypeOf(bytes)
      if (bytes === null) report(field, `there is no ${document.file} in the folder.`)
      else if (mediaType === null) report(field, `${document.file} is no JPEG, PNG or PDF.`)
      return bytes === null || mediaType === null ? [] : [{ ...document, reference, bytes, mediaType }]
    }),
  )

const checkPeople = (people: readonly Checked<PersonFile>[]): void => {
  checkUnique([...people], ({ email }) => email.toLowerCase(), 'email')
  const references = new Set<string>()
  for (const { value, report } of people) {
    for (const [field, reference] of [
      ['reference', value.reference] as const,
      ...value.children.map((child, index) => [`children.${index}.reference`, child.reference] as const),
    ]) {
      if (references.has(reference)) report(field, `${reference} is there twice.`)
      references.add(reference)
    }
  }
}
