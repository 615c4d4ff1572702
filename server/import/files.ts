import { mediaTypeOf } from '#server/documents/rules.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { check, checkAll } from './checking.ts'
import type { Checked } from './checking.ts'
import { importedAs, readFolder } from './folder.ts'
import type { Folder } from './folder.ts'
import type {
  OperatorFiles,
  PersonFile,
  ProofFile,
  SaleFile,
  TicketFile,
  VenueFile,
  WaitingFile,
  WhichSession,
} from './layout.ts'
import { checkHeld, checkMemberships, checkPackages } from './memberships.ts'
import { layOutActivities, layOutPrices, locationsOf, pricedAs } from './offers.ts'
import { pictureOf } from './pictures.ts'
import { FilesRefused } from './problems.ts'
import type { Problem } from './problems.ts'
import { layOutBlockBookings, layOutClosures, layOutSessions, layOutTimetable } from './programme.ts'
import type { RequirePrice } from './programme.ts'
import { unique, unknown, values } from './referring.ts'
import type { ExistingRows } from './referring.ts'
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
  waitingEntry,
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
  if (about === undefined || zone === undefined) throw new FilesRefused(problems)
  const today = dayOf(now, zone.value.timezone)

  const operator = check(operatorFile(today), about, problems)
  const themes = unique(checkAll(themeEntry, files.entries('themes'), problems), ({ slug }) => slug)
  const venues = unique(checkAll(venueEntry(today), files.entries('venues'), problems), ({ slug }) => slug)
  const instructors = unique(checkAll(namedEntry, files.entries('instructors'), problems), ({ slug }) => slug)
  const tags = unique(checkAll(namedEntry, files.entries('tags'), problems), ({ slug }) => slug)
  const terms = unique(checkAll(termsEntry, files.entries('terms'), problems), ({ slug }) => slug)
  const restrictions = unique(
    checkAll(restrictionEntry, files.entries('restrictions'), problems),
    ({ slug }) => slug,
  )
  const activities = checkAll(activityEntry, files.entries('activities'), problems)
  const timetable = checkAll(timetableRow(today), files.entries('timetable'), problems)
  const sessions = checkAll(sessionRow(today), files.entries('sessions'), problems)
  const closures = checkAll(closureRow(today), files.entries('closures'), problems)
  const blockBookings = checkAll(blockBookingRow(today), files.entries('block_bookings'), problems)
  const prices = checkAll(priceRow, files.entries('prices'), problems)
  const memberships = unique(
    checkAll(membershipEntry, files.entries('memberships'), problems),
    ({ slug }) => slug,
  )
  const packages = unique(checkAll(packageEntry, files.entries('packages'), problems), ({ slug }) => slug)
  const people = checkAll(personEntry(today), files.entries('people'), problems)
  const sales = checkAll(saleEntry(today), files.entries('sales'), problems)
  const waiting = checkAll(waitingEntry(today), files.entries('waitlists'), problems)
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
  const { laid: laidActivities, tickets } = layOutActivities(
    activities,
    venueSlugs,
    files,
    values(restrictions),
  )
  const existing: ExistingRows = {
    venueSlugs,
    zones: new Map(venues.map(({ value }) => [value.slug, value.timezone ?? operator.value.timezone])),
    locations: new Set(locations.map(({ venue, slug }) => `${venue}/${slug}`)),
    activities: new Map(laidActivities.map((activity) => [`${activity.venue}/${activity.slug}`, activity])),
    instructors: new Set(instructors.map(({ value }) => value.slug)),
    tags: new Set(tags.map(({ value }) => value.slug)),
    tickets: new Set(tickets.map(({ venue, activity, slug }) => `${venue}/${activity}/${slug}`)),
  }
  const laidPrices = layOutPrices(prices, existing)
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
  const series = layOutTimetable(timetable, existing, requirePrice)
  const oneOffs = layOutSessions(sessions, existing, requirePrice)
  const laidBlocks = layOutBlockBookings(blockBookings, existing)
  const laidClosures = layOutClosures(closures, existing, today)
  checkPeople(people)
  const proofs = layOutProofs(people, files)
  checkMemberships(memberships, existing, new Set(terms.map(({ value }) => value.slug)))
  checkPackages(packages, existing)
  checkHeld(people, { memberships: values(memberships), packages: values(packages), venueSlugs })
  checkRestrictions(restrictions)
  checkInductions(people, values(restrictions))
  checkSales(sales, { venues: values(venues), people: values(people), existing })
  checkWaiting(waiting, { people: values(people), existing })

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
    restrictions: values(restrictions),
    activities: laidActivities,
    tickets,
    prices: laidPrices,
    series,
    oneOffs,
    closures: laidClosures,
    blockBookings: laidBlocks,
    memberships: values(memberships),
    packages: values(packages),
    people: values(people),
    proofs,
    sales: values(sales),
    waiting: values(waiting),
  }
}

const checkSales = (
  sales: readonly Checked<SaleFile>[],
  of: { venues: readonly VenueFile[]; people: readonly PersonFile[]; existing: ExistingRows },
): void => {
  for (const { value: sale, refuse } of sales) {
    const { venue, to, by, till, tender, number } = sale
    checkSession(sale, of.existing, refuse)
    if (to !== null && !of.people.some(({ reference }) => reference === to))
      refuse('to', unknown(to, 'people.json'))
    if (!of.people.some(({ reference, role }) => reference === by && role === 'staff'))
      refuse('by', unknown(by, 'the staff of people.json'))
    const tills = of.venues.find(({ slug }) => slug === venue)?.tills ?? []
    if (till !== null && !tills.some(({ slug }) => slug === till))
      refuse('till', unknown(till, `the tills of ${venue}`))
    if (tender !== 'cash' && number === undefined) refuse('number', `is missing, of the ${tender}.`)
    if (sale.cancelled && to === null) refuse('cancelled', 'a walk-in has nothing to cancel with.')
    if (sale.cancelled && sale.attendance !== undefined)
      refuse('attendance', 'nobody comes to what they have cancelled.')
  }
}

const checkSession = (
  { venue, activity, session, on, at }: WhichSession,
  existing: ExistingRows,
  refuse: Checked<unknown>['refuse'],
): void => {
  if (!existing.activities.has(`${venue}/${activity}`))
    refuse('activity', unknown(activity, `the activities of ${venue}`))
  const isOfToday = session !== undefined && on === undefined && at === undefined
  const isOfADay = session === undefined && on !== undefined && at !== undefined
  if (!isOfToday && !isOfADay) refuse('session', 'say either session, or on and at.')
}

const checkWaiting = (
  waiting: readonly Checked<WaitingFile>[],
  of: { people: readonly PersonFile[]; existing: ExistingRows },
): void => {
  for (const { value, refuse } of waiting) {
    checkSession(value, of.existing, refuse)
    for (const [index, person] of value.people.entries()) {
      if (!of.people.some(({ reference }) => reference === person))
        refuse(`people.${index}`, unknown(person, 'people.json'))
    }
  }
}

/** Proofs with what is in their files, which are told by their content as those that people send. */
const layOutProofs = (people: readonly Checked<PersonFile>[], files: Pick<Folder, 'asset'>): ProofFile[] =>
  people.flatMap(({ value: { reference, documents }, refuse }) =>
    documents.flatMap((document, index): ProofFile[] => {
      const field = `documents.${index}.file`
      const bytes = files.asset(document.file)
      const mediaType = bytes === null ? null : mediaTypeOf(bytes)
      if (bytes === null) refuse(field, `there is no ${document.file} in the folder.`)
      else if (mediaType === null) refuse(field, `${document.file} is no JPEG, PNG or PDF.`)
      return bytes === null || mediaType === null ? [] : [{ ...document, reference, bytes, mediaType }]
    }),
  )

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
