import { randomBytes } from 'node:crypto'
import type { Database, Tx } from '#server/platform/database.ts'
import { hashOf } from '#server/sessions/service.ts'
import { generateOccurrences } from '#server/timetable/generation/service.ts'
import type { Generated, OneOff } from '#server/timetable/generation/service.ts'
import { readOperatorFiles } from './files.ts'
import type { OperatorFiles } from './files.ts'
import {
  deleteUnreferred,
  insertOperator,
  insertPeople,
  knownPeople,
  linkPeople,
  lockOperator,
  setClosures,
  setLinks,
  setRole,
  slugsOf,
  updateOperator,
} from './queries.ts'
import type { OperatorRow, Row } from './queries.ts'
import { reconcile } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'

export { FilesRefused } from './problems.ts'
export type { Change } from './reconcile.ts'

/** What an import did, or with `check` would do. */
export type Imported = { changes: Change[]; occurrences: Generated }

/**
 * Loads an operator's files (docs/operator-files.md) and makes the timetable they ask for: all of it or nothing.
 * Doing it again changes nothing. What the files no longer have is withdrawn; what people have booked stays booked.
 * @param folder where the files are
 * @param check changes nothing and answers what would change
 * @throws FilesRefused with everything that is wrong with the files
 */
export const importOperator = async (
  db: Database,
  folder: string,
  { now, check = false }: { now: Date; check?: boolean },
): Promise<Imported> => {
  const files = await readOperatorFiles(folder, now)
  try {
    return await db.transaction().execute(async (tx) => {
      const imported = await load(tx, files, now)
      if (check) throw new OnlyChecked(imported)
      return imported
    })
  } catch (error) {
    if (error instanceof OnlyChecked) return error.imported
    throw error
  }
}

/** Undoes the transaction of an import that was only to be looked at. */
class OnlyChecked extends Error {
  readonly imported: Imported

  constructor(imported: Imported) {
    super('Nothing was written.')
    this.imported = imported
  }
}

const load = async (tx: Tx, files: OperatorFiles, now: Date): Promise<Imported> => {
  const changes: Change[] = []
  const operator = await loadOperator(tx, files, changes)
  if (operator.importedDigest === files.importedAs) {
    return { changes, occurrences: await generateOccurrences(tx, { now, operatorId: operator.id }) }
  }
  const themes = await loadThemes(tx, operator, files, changes)
  const venues = await loadVenues(tx, operator.id, files, themes, changes)
  const places = await loadPlaces(tx, operator.id, files, venues, changes)
  const staffing = {
    instructors: await loadNamed(tx, operator.id, 'instructor', files.instructors, changes),
    tags: await loadNamed(tx, operator.id, 'tag', files.tags, changes),
  }
  const activities = await loadActivities(tx, operator.id, files, venues, changes)
  await loadPrices(tx, operator.id, files, { venues, activities }, changes)
  await loadProgramme(tx, operator.id, files, { venues, activities, ...places, ...staffing }, changes)
  await loadTerms(tx, operator.id, files, changes)
  await loadPeople(tx, operator.id, files, venues, now, changes)
  await removeUnused(
    tx,
    [
      { table: 'theme', what: 'theme', gone: themes.gone },
      { table: 'location', what: 'location', gone: places.locations.gone },
      { table: 'space', what: 'space', gone: places.spaces.gone },
      { table: 'instructor', what: 'instructor', gone: staffing.instructors.gone },
      { table: 'tag', what: 'tag', gone: staffing.tags.gone },
    ],
    changes,
  )
  const occurrences = await generateOccurrences(tx, {
    now,
    operatorId: operator.id,
    oneOffs: oneOffsOf(files, { venues, activities, ...places, ...staffing }),
  })
  await updateOperator(tx, operator.id, { importedDigest: files.importedAs })
  return { changes, occurrences }
}

const loadOperator = async (
  tx: Tx,
  files: OperatorFiles,
  changes: Change[],
): Promise<{ id: number; themeId: number | null; importedDigest: string | null }> => {
  const { operator } = files
  const row: OperatorRow = {
    slug: operator.slug,
    name: operator.name,
    legalName: operator.legalName,
    vatNumber: operator.vatNumber,
    currencySymbol: operator.currencySymbol,
    timezone: operator.timezone,
    migrationDate: operator.migrationDate,
    onlineJoiningEnabled: operator.onlineJoining,
    onlineGuestPassesEnabled: operator.onlineGuestPasses,
    kioskHomeUrl: operator.kioskHomeUrl,
    analyticsContainerIds: operator.analyticsContainerIds,
    frameOrigins: operator.frameOrigins,
    basketHoldSeconds: operator.basketHoldSeconds,
    footerHtml: operator.footer,
  }
  const known = await lockOperator(tx, operator.slug)
  if (known === undefined) {
    changes.push({ what: 'operator', which: operator.slug, how: 'added' })
    return { id: await insertOperator(tx, row), themeId: null, importedDigest: null }
  }
  const fields = (Object.keys(row) as (keyof OperatorRow)[]).filter(
    (column) => JSON.stringify(row[column]) !== JSON.stringify(known[column]),
  )
  if (fields.length > 0) {
    await updateOperator(tx, known.id, row)
    changes.push({ what: 'operator', which: operator.slug, how: 'changed', fields })
  }
  return known
}

const slugOf = (row: Row): string => String(row['slug'])

const loadThemes = async (
  tx: Tx,
  operator: { id: number; themeId: number | null },
  { operator: { slug, theme }, themes }: OperatorFiles,
  changes: Change[],
): Promise<Reconciled> => {
  const reconciled = await reconcile(
    tx,
    operator.id,
    {
      table: 'theme',
      what: 'theme',
      owner: 'operatorId',
      key: ['slug'],
      label: slugOf,
      rows: themes.map((one) => ({
        operatorId: operator.id,
        slug: one.slug,
        appLogo: one.logo,
        primaryColour: one.primaryColour,
        secondaryColourOne: one.secondaryColour1,
        secondaryColourTwo: one.secondaryColour2,
        headerBgColour: one.headerBgColour,
        darkBgColour: one.darkBgColour,
        headingFont: one.headingFont,
        bodyFont: one.bodyFont,
        secondaryButtonStyle: one.secondaryButtonStyle,
        headerPrimaryColour: one.headerPrimaryColour,
      })),
    },
    changes,
  )
  const themeId = theme === null ? null : reconciled.idOf(theme)
  if (themeId !== operator.themeId) {
    await updateOperator(tx, operator.id, { themeId })
    changes.push({ what: 'operator', which: slug, how: 'changed', fields: ['theme'] })
  }
  return reconciled
}

const loadVenues = (
  tx: Tx,
  operatorId: number,
  { operator, venues }: OperatorFiles,
  themes: Reconciled,
  changes: Change[],
): Promise<Reconciled> =>
  reconcile(
    tx,
    operatorId,
    {
      table: 'venue',
      what: 'venue',
      owner: 'operatorId',
      key: ['slug'],
      label: slugOf,
      gone: { status: 'closed' },
      rows: venues.map((venue, position) => ({
        operatorId,
        slug: venue.slug,
        name: venue.name,
        venueType: venue.venueType,
        status: venue.status,
        addressLineOne: venue.addressLineOne,
        town: venue.town,
        postcode: venue.postcode,
        lat: venue.lat,
        lng: venue.lng,
        phone: venue.phone,
        email: venue.email,
        timezone: venue.timezone ?? operator.timezone,
        activitiesV2Enabled: venue.activitiesV2Enabled,
        migrationDate: venue.migrationDate,
        displayVenueSelectionButton: venue.displayVenueSelectionButton,
        onlineJoiningEnabled: venue.onlineJoining,
        themeId: venue.theme === null ? null : themes.idOf(venue.theme),
        footerHtml: venue.footer,
        description: venue.description,
        amenities: venue.amenities,
        openingHours: venue.openingHours,
        releaseDaysVisitor: venue.release.visitorDays,
        releaseDaysCustomer: venue.release.customerDays,
        releaseTime: venue.release.time,
        position,
      })),
    },
    changes,
  )

type Places = { locations: Reconciled; spaces: Reconciled }

const loadPlaces = async (
  tx: Tx,
  operatorId: number,
  { locations }: OperatorFiles,
  venues: Reconciled,
  changes: Change[],
): Promise<Places> => {
  const label = await namesOf(tx, 'venue', operatorId)
  const spaceSlugs = new Map(
    locations.flatMap(({ venue, spaces }) => spaces.map((slug) => [`${venue}/${slug}`, { venue, slug }])),
  )
  const spaces = await reconcile(
    tx,
    operatorId,
    {
      table: 'space',
      what: 'space',
      owner: 'venueId',
      key: ['venueId', 'slug'],
      label: (row) => label(row['venueId'], row),
      rows: [...spaceSlugs.values()].map(({ venue, slug }) => ({ venueId: venues.idOf(venue), slug })),
    },
    changes,
  )
  const made = await reconcile(
    tx,
    operatorId,
    {
      table: 'location',
      what: 'location',
      owner: 'venueId',
      key: ['venueId', 'slug'],
      label: (row) => label(row['venueId'], row),
      rows: locations.map(({ venue, slug, name, kind, position }) => ({
        venueId: venues.idOf(venue),
        slug,
        name,
        kind,
        position,
      })),
    },
    changes,
  )
  const idOf = (venue: string, slug: string) => made.idOf(venues.idOf(venue), slug)
  const linked = await setLinks(
    tx,
    'locationSpace',
    locations.map(({ venue, slug }) => idOf(venue, slug)),
    locations.flatMap(({ venue, slug, spaces: own }) =>
      own.map((space) => [idOf(venue, slug), spaces.idOf(venues.idOf(venue), space)] as const),
    ),
  )
  noteLinks(changes, 'floor of locations', linked)
  return { locations: made, spaces }
}

const loadNamed = (
  tx: Tx,
  operatorId: number,
  table: 'instructor' | 'tag',
  entries: readonly { slug: string; name: string }[],
  changes: Change[],
): Promise<Reconciled> =>
  reconcile(
    tx,
    operatorId,
    {
      table,
      what: table,
      owner: 'operatorId',
      key: ['slug'],
      label: slugOf,
      rows: entries.map(({ slug, name }) => ({ operatorId, slug, name })),
    },
    changes,
  )

const loadActivities = async (
  tx: Tx,
  operatorId: number,
  { activities }: OperatorFiles,
  venues: Reconciled,
  changes: Change[],
): Promise<Reconciled> => {
  const label = await namesOf(tx, 'venue', operatorId)
  const common = {
    table: 'activity',
    what: 'activity',
    owner: 'venueId',
    key: ['venueId', 'slug'],
    label: (row: Row) => label(row['venueId'], row),
  } as const
  const rowOf = (activity: (typeof activities)[number], parentId: number | null): Row => {
    const { venue, parent: _parent, heading: _heading, ...columns } = activity
    return { venueId: venues.idOf(venue), parentId, ...columns, withdrawn: false }
  }
  // Headings first: what stands under them needs their ids.
  const roots = await reconcile(
    tx,
    operatorId,
    { ...common, rows: activities.filter(({ parent }) => parent === null).map((root) => rowOf(root, null)) },
    changes,
  )
  return reconcile(
    tx,
    operatorId,
    {
      ...common,
      gone: { withdrawn: true },
      rows: activities.map((activity) =>
        rowOf(
          activity,
          activity.parent === null ? null : roots.idOf(venues.idOf(activity.venue), activity.parent),
        ),
      ),
    },
    changes,
  )
}

type OfActivity = { venue: string; activity: string }
type Catalogue = { venues: Reconciled; activities: Reconciled }

const activityIdOf = ({ venues, activities }: Catalogue, { venue, activity }: OfActivity): number =>
  activities.idOf(venues.idOf(venue), activity)

const loadPrices = async (
  tx: Tx,
  operatorId: number,
  { tickets, prices }: OperatorFiles,
  catalogue: Catalogue,
  changes: Change[],
): Promise<void> => {
  const label = await namesOf(tx, 'activity', operatorId)
  const types = await reconcile(
    tx,
    operatorId,
    {
      table: 'ticketType',
      what: 'ticket type',
      owner: 'activityId',
      key: ['activityId', 'slug'],
      label: (row) => label(row['activityId'], row),
      gone: { withdrawn: true },
      onlyNew: () => ({ publicId: ticketId() }),
      rows: tickets.map(({ venue, activity, ...columns }) => ({
        activityId: activityIdOf(catalogue, { venue, activity }),
        ...columns,
        withdrawn: false,
      })),
    },
    changes,
  )
  const ticketSlugs = new Map<unknown, string>(
    tickets.map((ticket) => [types.idOf(activityIdOf(catalogue, ticket), ticket.slug), ticket.slug]),
  )
  await reconcile(
    tx,
    operatorId,
    {
      table: 'pricingOption',
      what: 'price',
      owner: 'activityId',
      key: ['activityId', 'ticketTypeId', 'band', 'slug'],
      label: (row) =>
        [label(row['activityId'], row), ticketSlugs.get(row['ticketTypeId']), row['band']]
          .filter((part) => part !== undefined && part !== '')
          .join('/'),
      gone: { withdrawn: true },
      rows: prices.map(({ venue, activity, ticket, ...columns }) => {
        const activityId = activityIdOf(catalogue, { venue, activity })
        return {
          activityId,
          ticketTypeId: ticket === null ? null : types.idOf(activityId, ticket),
          ...columns,
          withdrawn: false,
        }
      }),
    },
    changes,
  )
}

type Programme = Catalogue & Places & { instructors: Reconciled; tags: Reconciled }

const loadProgramme = async (
  tx: Tx,
  operatorId: number,
  files: OperatorFiles,
  known: Programme,
  changes: Change[],
): Promise<void> => {
  const { venues, locations } = known
  const locationIdOf = (venue: string, slug: string) => locations.idOf(venues.idOf(venue), slug)
  const label = await namesOf(tx, 'activity', operatorId)
  const series = await reconcile(
    tx,
    operatorId,
    {
      table: 'series',
      what: 'timetable line',
      owner: 'activityId',
      key: ['activityId', 'slug'],
      label: (row) => label(row['activityId'], row),
      gone: { withdrawn: true },
      rows: files.series.map(({ venue, activity, locations: _locations, instructors, tags, ...columns }) => ({
        activityId: activityIdOf(known, { venue, activity }),
        ...columns,
        instructorIds: instructors.map((slug) => known.instructors.idOf(slug)),
        tagIds: tags.map((slug) => known.tags.idOf(slug)),
        withdrawn: false,
      })),
    },
    changes,
  )
  const seriesIds = files.series.map((one) => series.idOf(activityIdOf(known, one), one.slug))
  const ofSeries = await setLinks(
    tx,
    'seriesLocation',
    seriesIds,
    files.series.flatMap((one, index) =>
      one.locations.map((slug) => [seriesIds[index] ?? 0, locationIdOf(one.venue, slug)] as const),
    ),
  )
  noteLinks(changes, 'locations of timetable lines', ofSeries)
  const ofActivities = await setLinks(
    tx,
    'activityLocation',
    files.activities.map((one) => activityIdOf(known, { venue: one.venue, activity: one.slug })),
    [
      ...files.series.flatMap((one) =>
        one.locations.map((slug) => [activityIdOf(known, one), locationIdOf(one.venue, slug)] as const),
      ),
      ...files.oneOffs.map(
        (one) => [activityIdOf(known, one), locationIdOf(one.venue, one.location)] as const,
      ),
    ],
  )
  noteLinks(changes, 'locations of activities', ofActivities)

  await reconcile(
    tx,
    operatorId,
    {
      table: 'blockBooking',
      what: 'block booking',
      owner: 'activityId',
      key: ['activityId', 'slug'],
      label: (row) => label(row['activityId'], row),
      gone: { withdrawn: true },
      rows: files.blockBookings.map(({ venue, activity, location, ...columns }) => ({
        activityId: activityIdOf(known, { venue, activity }),
        locationId: location === null ? null : locationIdOf(venue, location),
        ...columns,
        withdrawn: false,
      })),
    },
    changes,
  )
  const closures = await setClosures(
    tx,
    operatorId,
    files.closures.map(({ venue, location, ...columns }) => ({
      venueId: venues.idOf(venue),
      locationId: location === null ? null : locationIdOf(venue, location),
      ...columns,
    })),
  )
  if (closures.added > 0) changes.push({ what: 'closures', which: String(closures.added), how: 'added' })
  if (closures.removed > 0)
    changes.push({ what: 'closures', which: String(closures.removed), how: 'removed' })
}

const oneOffsOf = ({ oneOffs }: OperatorFiles, known: Programme): Map<number, OneOff[]> => {
  const byVenue = new Map<number, OneOff[]>()
  for (const one of oneOffs) {
    const venueId = known.venues.idOf(one.venue)
    const { venue: _venue, activity: _activity, location, instructors, tags, ...columns } = one
    byVenue.set(venueId, [
      ...(byVenue.get(venueId) ?? []),
      {
        ...columns,
        activityId: activityIdOf(known, one),
        locationId: known.locations.idOf(venueId, location),
        instructorIds: instructors.map((slug) => known.instructors.idOf(slug)),
        tagIds: tags.map((slug) => known.tags.idOf(slug)),
      },
    ])
  }
  return byVenue
}

const loadTerms = async (
  tx: Tx,
  operatorId: number,
  { terms }: OperatorFiles,
  changes: Change[],
): Promise<void> => {
  await reconcile(
    tx,
    operatorId,
    {
      table: 'terms',
      what: 'terms',
      owner: 'operatorId',
      key: ['slug'],
      label: slugOf,
      gone: { withdrawn: true },
      rows: terms.map((one) => ({ operatorId, ...one, withdrawn: false })),
    },
    changes,
  )
}

/**
 * People who are not there yet. Whoever is there keeps what they have changed themselves, their password first of
 * all; only their role and whom they may book for follow the files.
 */
const loadPeople = async (
  tx: Tx,
  operatorId: number,
  { people }: OperatorFiles,
  venues: Reconciled,
  now: Date,
  changes: Change[],
): Promise<void> => {
  const known = await knownPeople(tx, operatorId)
  const there = new Map(known.map((person) => [person.reference, person]))
  const common = { operatorId, source: 'import', createdAt: now }
  const fresh = people.filter(({ reference }) => !there.has(reference))
  const rows = await Promise.all(
    fresh.map(async ({ password, homeVenue, note: _note, children: _children, ...columns }) => ({
      ...common,
      ...columns,
      passwordHash: password === undefined ? null : await hashOf(password),
      homeVenueId: homeVenue === null ? null : venues.idOf(homeVenue),
    })),
  )
  const children = people.flatMap((parent) =>
    parent.children
      .filter(({ reference }) => !there.has(reference))
      .map(({ relation: _relation, ...columns }) => ({
        ...common,
        ...columns,
        email: '',
        passwordHash: null,
        role: 'customer' as const,
        phone: '',
        addressLineOne: parent.addressLineOne,
        addressLineTwo: parent.addressLineTwo,
        city: parent.city,
        postcode: parent.postcode,
        homeVenueId: parent.homeVenue === null ? null : venues.idOf(parent.homeVenue),
        emergencyContactName: `${parent.firstName} ${parent.lastName}`,
        emergencyContactPhone: parent.phone,
        marketingConsent: false,
      })),
  )
  await insertPeople(tx, [...rows, ...children])
  for (const { reference } of [...rows, ...children])
    changes.push({ what: 'person', which: reference, how: 'added' })
  for (const { reference, role } of people) {
    const person = there.get(reference)
    if (person === undefined || person.role === role) continue
    await setRole(tx, person.id, role)
    changes.push({ what: 'person', which: reference, how: 'changed', fields: ['role'] })
  }
  const ids = new Map((await knownPeople(tx, operatorId)).map(({ reference, id }) => [reference, id]))
  const linked = people.flatMap((parent) =>
    parent.children.map(({ reference, relation }) => ({
      customerId: ids.get(parent.reference) ?? 0,
      linkedId: ids.get(reference) ?? 0,
      relation,
    })),
  )
  noteLinks(changes, 'linked people', await linkPeople(tx, linked))
}

const removeUnused = async (
  tx: Tx,
  candidates: readonly {
    table: Parameters<typeof deleteUnreferred>[1]
    what: string
    gone: Reconciled['gone']
  }[],
  changes: Change[],
): Promise<void> => {
  for (const { table, what, gone } of candidates) {
    const removed = await deleteUnreferred(
      tx,
      table,
      gone.map(({ id }) => id),
    )
    for (const row of gone) {
      if (removed.includes(row.id)) changes.push({ what, which: slugOf(row), how: 'removed' })
    }
  }
}

const noteLinks = (changes: Change[], what: string, count: number): void => {
  if (count > 0) changes.push({ what, which: String(count), how: 'changed' })
}

/** Names rows by what they belong to: the id they carry, as the files call it. */
const namesOf = async (tx: Tx, of: 'venue' | 'activity', operatorId: number) => {
  const names = new Map((await slugsOf(tx, of, operatorId)).map(({ id, name }) => [id, name]))
  return (owner: unknown, row: Row): string => `${names.get(Number(owner)) ?? ''}/${slugOf(row)}`
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The id of a ticket type in the second world: AQT and 31 letters, never digits (wire §1.9). */
const ticketId = (): string =>
  `AQT${[...randomBytes(31)].map((byte) => letters[byte % letters.length]).join('')}`
