import { activityIdOf } from '#server/import/activities/service.ts'
import type { Catalogue } from '#server/import/activities/service.ts'
import type { OperatorFiles } from '#server/import/files/types.ts'
import {
  labelByOwner,
  reconcile,
  reconcileClosures,
  reconcileLinks,
} from '#server/import/reconcile/service.ts'
import type { Change, Reconciled } from '#server/import/reconcile/service.ts'
import type { LoadedLocations } from '#server/import/venues/service.ts'
import type { Tx } from '#server/platform/database.ts'
import type { OneOff } from '#server/timetable/programme.ts'

/* Loads series, block bookings and closures. */

type TimetableCatalogue = Catalogue & LoadedLocations & { instructors: Reconciled; tags: Reconciled }

export const loadTimetable = async (
  tx: Tx,
  operatorId: number,
  files: OperatorFiles,
  catalogue: TimetableCatalogue,
  changes: Change[],
): Promise<void> => {
  const { venues, locations } = catalogue
  const locationIdOf = (venue: string, slug: string) => locations.idOf(venues.idOf(venue), slug)
  const label = await labelByOwner(tx, 'activity', operatorId)
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
        activityId: activityIdOf(catalogue, { venue, activity }),
        ...columns,
        instructorIds: instructors.map((slug) => catalogue.instructors.idOf(slug)),
        tagIds: tags.map((slug) => catalogue.tags.idOf(slug)),
        withdrawn: false,
      })),
    },
    changes,
  )
  const seriesIds = files.series.map((one) => series.idOf(activityIdOf(catalogue, one), one.slug))
  await reconcileLinks(
    tx,
    changes,
    'locations of timetable lines',
    'seriesLocation',
    seriesIds,
    files.series.flatMap((one, index) =>
      one.locations.map((slug) => [seriesIds[index] ?? 0, locationIdOf(one.venue, slug)] as const),
    ),
  )
  await reconcileLinks(
    tx,
    changes,
    'locations of activities',
    'activityLocation',
    files.activities.map((one) => activityIdOf(catalogue, { venue: one.venue, activity: one.slug })),
    [
      ...files.series.flatMap((one) =>
        one.locations.map((slug) => [activityIdOf(catalogue, one), locationIdOf(one.venue, slug)] as const),
      ),
      ...files.oneOffs.map(
        (one) => [activityIdOf(catalogue, one), locationIdOf(one.venue, one.location)] as const,
      ),
    ],
  )

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
        activityId: activityIdOf(catalogue, { venue, activity }),
        locationId: location === null ? null : locationIdOf(venue, location),
        ...columns,
        withdrawn: false,
      })),
    },
    changes,
  )
  await reconcileClosures(
    tx,
    changes,
    operatorId,
    files.closures.map(({ venue, location, ...columns }) => ({
      venueId: venues.idOf(venue),
      locationId: location === null ? null : locationIdOf(venue, location),
      ...columns,
    })),
  )
}

/** The one-off occurrences by venue; they are not kept but made. */
export const oneOffsByVenue = (
  { oneOffs }: OperatorFiles,
  catalogue: TimetableCatalogue,
): Map<number, OneOff[]> => {
  const byVenue = new Map<number, OneOff[]>()
  for (const one of oneOffs) {
    const venueId = catalogue.venues.idOf(one.venue)
    const { venue: _venue, activity: _activity, location, instructors, tags, ...columns } = one
    byVenue.set(venueId, [
      ...(byVenue.get(venueId) ?? []),
      {
        ...columns,
        activityId: activityIdOf(catalogue, one),
        locationId: catalogue.locations.idOf(venueId, location),
        instructorIds: instructors.map((slug) => catalogue.instructors.idOf(slug)),
        tagIds: tags.map((slug) => catalogue.tags.idOf(slug)),
      },
    ])
  }
  return byVenue
}
