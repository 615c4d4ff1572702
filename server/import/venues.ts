import { operatorMessages } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { columnsOfVenue } from './files/editable.ts'
import { missingSlug } from './files/references.ts'
import type { LocationFile, OperatorFiles, VenueFile } from './files/types.ts'
import type { Checked } from './files/validation.ts'
import type { Overrides } from './overrides.ts'
import { labelByOwner, reconcile, reconcileLinks, slugOf } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'

/* Loads venues with their tills, locations and spaces, and instructors and tags. */

export const loadVenues = (
  tx: Tx,
  operatorId: number,
  { operator, venues }: OperatorFiles,
  { themes, overrides }: { themes: Reconciled; overrides: Overrides },
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
      inForce: overrides.ofVenue,
      rows: venues.map((venue, position) => ({
        operatorId,
        slug: venue.slug,
        name: venue.name,
        venueType: venue.venueType,
        addressLineOne: venue.addressLineOne,
        town: venue.town,
        region: venue.region,
        postcode: venue.postcode,
        lat: venue.lat,
        lng: venue.lng,
        timezone: venue.timezone ?? operator.timezone,
        activitiesV2Enabled: venue.activitiesV2Enabled,
        migrationDate: venue.migrationDate,
        displayVenueSelectionButton: venue.displayVenueSelectionButton,
        onlineJoiningEnabled: venue.onlineJoining,
        themeId: venue.theme === null ? null : themes.idOf(venue.theme),
        footerHtml: venue.footer,
        ...columnsOfVenue(venue),
        position,
      })),
    },
    changes,
  )

export const loadTills = async (
  tx: Tx,
  operatorId: number,
  { venues: files }: OperatorFiles,
  venues: Reconciled,
  changes: Change[],
): Promise<Reconciled> => {
  const label = await labelByOwner(tx, 'venue', operatorId)
  return reconcile(
    tx,
    operatorId,
    {
      table: 'till',
      what: 'till',
      owner: 'venueId',
      key: ['venueId', 'slug'],
      label: (row) => label(row['venueId'], row),
      gone: { withdrawn: true },
      rows: files.flatMap(({ slug: venue, tills }) =>
        tills.map(({ slug, name }, position) => ({
          venueId: venues.idOf(venue),
          slug,
          name,
          position,
          withdrawn: false,
        })),
      ),
    },
    changes,
  )
}

export type LoadedLocations = { locations: Reconciled; spaces: Reconciled }

export const loadLocations = async (
  tx: Tx,
  operatorId: number,
  { locations }: OperatorFiles,
  venues: Reconciled,
  changes: Change[],
): Promise<LoadedLocations> => {
  const label = await labelByOwner(tx, 'venue', operatorId)
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
  const labels = new Map(locations.map(({ venue, slug }) => [idOf(venue, slug), `${venue}/${slug}`]))
  await reconcileLinks(
    tx,
    changes,
    { what: 'location', labels },
    'spaces',
    'locationSpace',
    locations.flatMap(({ venue, slug, spaces: own }) =>
      own.map((space) => [idOf(venue, slug), spaces.idOf(venues.idOf(venue), space)] as const),
    ),
  )
  return { locations: made, spaces }
}

export const loadNamed = (
  tx: Tx,
  operatorId: number,
  table: 'instructor' | 'tag',
  entries: readonly { slug: string; name: string; means?: string }[],
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
      rows: entries.map((entry) => ({ operatorId, ...entry })),
    },
    changes,
  )

export const locationsOf = (venues: readonly Checked<VenueFile>[]): LocationFile[] =>
  venues.flatMap(({ value: venue, report }) => {
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
      if (bySlug.get(location.slug) !== location)
        report(`${field}.slug`, operatorMessages().importing.twice({ name: location.slug }))
      if (location.shared && location.contains.length > 0) {
        report(`${field}.shared`, operatorMessages().importing.sharedWithParts)
      }
      for (const part of location.contains) {
        if (part === location.slug || !bySlug.has(part)) {
          report(`${field}.contains`, missingSlug(part, operatorMessages().importing.lists.ownLocations))
        } else if (spacesOf(part, [location.slug]).length === 0) {
          report(
            `${field}.contains`,
            operatorMessages().importing.partUnusable({ part, location: location.slug }),
          )
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
