import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/database.ts'
import type { OfActivity, OperatorFiles } from './layout.ts'
import { replaceLinks, updateOperator } from './queries.ts'
import type { Row } from './queries.ts'
import { labelByOwner, recordCount, reconcile, slugOf } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'

/* What is offered where: themes, venues and their places, activities, tickets, prices, terms. */

export const loadThemes = async (
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

export const loadVenues = (
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
  const linked = await replaceLinks(
    tx,
    'locationSpace',
    locations.map(({ venue, slug }) => idOf(venue, slug)),
    locations.flatMap(({ venue, slug, spaces: own }) =>
      own.map((space) => [idOf(venue, slug), spaces.idOf(venues.idOf(venue), space)] as const),
    ),
  )
  recordCount(changes, 'floor of locations', linked)
  return { locations: made, spaces }
}

export const loadNamed = (
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

export const loadActivities = async (
  tx: Tx,
  operatorId: number,
  { activities }: OperatorFiles,
  venues: Reconciled,
  changes: Change[],
): Promise<Reconciled> => {
  const label = await labelByOwner(tx, 'venue', operatorId)
  const common = {
    table: 'activity',
    what: 'activity',
    owner: 'venueId',
    key: ['venueId', 'slug'],
    label: (row: Row) => label(row['venueId'], row),
  } as const
  const rowOf = (activity: (typeof activities)[number], parentId: number | null): Row => {
    const {
      venue,
      parent: _parent,
      heading: _heading,
      restrictions: _restrictions,
      questions: _questions,
      ...columns
    } = activity
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

export type Catalogue = { venues: Reconciled; activities: Reconciled }

export const activityIdOf = ({ venues, activities }: Catalogue, { venue, activity }: OfActivity): number =>
  activities.idOf(venues.idOf(venue), activity)

export const loadPrices = async (
  tx: Tx,
  operatorId: number,
  { tickets, prices }: OperatorFiles,
  catalogue: Catalogue,
  changes: Change[],
): Promise<void> => {
  const label = await labelByOwner(tx, 'activity', operatorId)
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

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The id of a ticket type in the second world: AQT and 31 letters, never digits (wire §1.9). */
const ticketId = (): string =>
  `AQT${[...randomBytes(31)].map((byte) => letters[byte % letters.length]).join('')}`

export const loadTerms = async (
  tx: Tx,
  operatorId: number,
  { terms }: OperatorFiles,
  changes: Change[],
): Promise<Reconciled> =>
  reconcile(
    tx,
    operatorId,
    {
      table: 'terms',
      what: 'terms',
      owner: 'operatorId',
      key: ['slug'],
      label: slugOf,
      gone: { withdrawn: true },
      rows: terms.map(({ for: purpose, ...one }) => ({ operatorId, ...one, purpose, withdrawn: false })),
    },
    changes,
  )
