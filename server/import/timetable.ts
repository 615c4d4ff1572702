import type { z } from 'zod'
import { daysAfter } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { instantOf, minutesOf, weekdayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { OneOff } from '#server/timetable/programme.ts'
import { activityIdOf } from './activities.ts'
import type { Catalogue } from './activities.ts'
import {
  missingSlug,
  requireInstructorsAndTags,
  requireLocations,
  resolveActivities,
  slugFrom,
  weekdaysAsSlug,
} from './files/references.ts'
import type { CatalogueIndex, ReportProblem } from './files/references.ts'
import type { blockBookingRow, closureRow, sessionRow, timetableRow } from './files/schema/timetable.ts'
import type {
  BlockBookingFile,
  ClosureFile,
  OfActivity,
  OneOffFile,
  OperatorFiles,
  SeriesFile,
} from './files/types.ts'
import { everyDay } from './files/fields.ts'
import type { Checked } from './files/validation.ts'
import { labelByOwner, reconcile, reconcileClosures, reconcileLinks } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'
import { replaceLinks } from './sql/reconcile.ts'
import type { LoadedLocations } from './venues.ts'

/* Loads series and block bookings, and closures. */

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
    {
      what: 'timetable line',
      labels: new Map(
        files.series.map((one, index) => [seriesIds[index] ?? 0, `${one.venue}/${one.activity}/${one.slug}`]),
      ),
    },
    'locations',
    'seriesLocation',
    files.series.flatMap((one, index) =>
      one.locations.map((slug) => [seriesIds[index] ?? 0, locationIdOf(one.venue, slug)] as const),
    ),
  )
  // Follows from the lines, which have been recorded.
  await replaceLinks(
    tx,
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
}

export const loadClosures = (
  tx: Tx,
  operatorId: number,
  { closures }: OperatorFiles,
  { venues, locations }: Pick<TimetableCatalogue, 'venues' | 'locations'>,
  now: Date,
  changes: Change[],
): Promise<void> =>
  reconcileClosures(
    tx,
    changes,
    operatorId,
    closures.map(({ venue, location, ...columns }) => ({
      venueId: venues.idOf(venue),
      locationId: location === null ? null : locations.idOf(venues.idOf(venue), location),
      ...columns,
    })),
    now,
  )

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

/* Normalises the timetable, sessions, block bookings and closures. */

/** Refuses a line whose occurrences no one could pay for. */
export type RequirePrice = (session: OfActivity & { band: string }, report: ReportProblem) => void

/** How far ahead a closure that comes every week is written out. */
const longestClosureDays = 400

export const normaliseTimetable = (
  rows: readonly Checked<z.output<ReturnType<typeof timetableRow>>>[],
  catalogue: CatalogueIndex,
  requirePrice: RequirePrice,
): SeriesFile[] => {
  const seen = new Set<string>()
  return rows.flatMap(({ value: row, report }) => {
    requireInstructorsAndTags(row, report, catalogue)
    if (row.from !== undefined && row.to !== undefined && row.from > row.to)
      report('to', operatorMessages().importing.beforeFrom)
    if (row.every !== undefined && row.until === undefined)
      report('until', operatorMessages().importing.untilForEvery)
    if (row.until !== undefined && minutesOf(row.start) + row.minutes > minutesOf(row.until)) {
      report('until', operatorMessages().importing.tooShortForOne)
    }
    return resolveActivities(row, report, catalogue).map(({ venue, kind }) => {
      requireLocations(row.locations, venue, report, catalogue, 'locations')
      if (kind !== 'courts' && row.capacity === undefined)
        report('capacity', operatorMessages().importing.missing)
      const slug =
        row.key ??
        slugFrom(
          weekdaysAsSlug(row.days),
          row.start.replace(':', ''),
          row.locations.join('-'),
          row.name,
          row.from,
        )
      const key = `${venue}/${row.activity}/${slug}`
      if (seen.has(key)) report('key', operatorMessages().importing.sameLine)
      seen.add(key)
      const series: SeriesFile = {
        venue,
        activity: row.activity,
        slug,
        ...columnsOfRow(row),
        weekdays: row.days,
        startTime: row.start,
        durationMinutes: row.minutes,
        untilTime: row.until ?? null,
        stepMinutes: row.until === undefined ? null : (row.every ?? row.minutes),
        capacity: row.capacity ?? 1,
        validFrom: row.from ?? null,
        validUntil: row.to ?? null,
        exceptions: row.except,
        locations: row.locations,
      }
      requirePrice(series, report)
      return series
    })
  })
}

type ProgrammedRow = z.output<ReturnType<typeof timetableRow>> | z.output<ReturnType<typeof sessionRow>>

/** What a line of either file says of its sessions, besides their capacity. */
const columnsOfRow = ({ name, description, band, instructors, tags }: ProgrammedRow) => ({
  name: name ?? null,
  description: description ?? null,
  band,
  instructors,
  tags,
})

export const normaliseSessions = (
  rows: readonly Checked<z.output<ReturnType<typeof sessionRow>>>[],
  catalogue: CatalogueIndex,
  requirePrice: RequirePrice,
): OneOffFile[] => {
  const seen = new Set<string>()
  return rows.flatMap(({ value: row, report }) => {
    requireInstructorsAndTags(row, report, catalogue)
    return resolveActivities({ venue: [row.venue], activity: row.activity }, report, catalogue).map(
      ({ venue }) => {
        requireLocations([row.location], venue, report, catalogue, 'location')
        const slug = row.key ?? slugFrom(row.date, row.start.replace(':', ''), row.location, row.name)
        const key = `${venue}/${row.activity}/${slug}`
        if (seen.has(key)) report('key', operatorMessages().importing.sameLine)
        seen.add(key)
        const session: OneOffFile = {
          venue,
          activity: row.activity,
          slug,
          ...columnsOfRow(row),
          date: row.date,
          startTime: row.start,
          durationMinutes: row.minutes,
          location: row.location,
          capacity: row.capacity,
        }
        requirePrice(session, report)
        return session
      },
    )
  })
}

export const normaliseBlockBookings = (
  rows: readonly Checked<z.output<ReturnType<typeof blockBookingRow>>>[],
  catalogue: CatalogueIndex,
): BlockBookingFile[] => {
  const seen = new Set<string>()
  return rows.flatMap(({ value: row, report }) => {
    if (minutesOf(row.start) >= minutesOf(row.until))
      report('until', operatorMessages().importing.beforeStart)
    return resolveActivities(row, report, catalogue).flatMap(({ venue }) => {
      requireLocations(row.locations, venue, report, catalogue, 'locations')
      const locations: (string | null)[] = row.locations.length === 0 ? [null] : row.locations
      return locations.map((location) => {
        const slug = slugFrom(
          row.key ??
            slugFrom(
              row.deskOnly ? 'kept' : '',
              weekdaysAsSlug(row.days),
              row.start.replace(':', ''),
              row.from,
            ),
          location,
        )
        const key = `${venue}/${row.activity}/${slug}`
        if (seen.has(key)) report('key', operatorMessages().importing.sameLine)
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
          deskOnly: row.deskOnly,
          note: row.note,
        }
      })
    })
  })
}

/**
 * One closure a day, so that the hours are those on the wall on every day, whatever the clocks do; or one interval from
 * an hour of a day to an hour of another.
 */
export const normaliseClosures = (
  rows: readonly Checked<z.output<ReturnType<typeof closureRow>>>[],
  catalogue: CatalogueIndex,
  today: string,
): ClosureFile[] =>
  rows.flatMap(({ value: row, report }) => {
    const zone = catalogue.zones.get(row.venue)
    if (zone === undefined) {
      report('venue', missingSlug(row.venue, operatorMessages().importing.lists.venues))
      return []
    }
    requireLocations(row.locations, row.venue, report, catalogue, 'locations')
    const intervals =
      row.opensOn === undefined
        ? dailyIntervals(row, report, { zone, today })
        : openingInterval({ ...row, opensOn: row.opensOn }, report, { zone, today })
    return intervals.flatMap((interval) =>
      (row.locations.length === 0 ? [null] : row.locations).map((location) => ({
        venue: row.venue,
        location,
        ...interval,
        reason: row.reason,
      })),
    )
  })

type ClosureCells = z.output<ReturnType<typeof closureRow>>

type Interval = Pick<ClosureFile, 'startsAt' | 'endsAt'>

type Where = { zone: string; today: string }

const dailyIntervals = (row: ClosureCells, report: ReportProblem, { zone, today }: Where): Interval[] => {
  const { days = everyDay, end = '24:00' } = row
  const last = row.until ?? row.date
  if (last < row.date) report('until', operatorMessages().importing.beforeDate)
  else if (!days.some((day) => nextWeekday(row.date, day) <= last))
    report('days', operatorMessages().importing.noSuchDay)
  if (minutesOf(row.start) >= minutesOf(end)) report('end', operatorMessages().importing.beforeStart)
  if (row.opensAt !== undefined) report('opensAt', operatorMessages().importing.withoutOpening)
  const intervals: Interval[] = []
  const horizon = daysAfter(today, longestClosureDays)
  for (let day = row.date; day <= last && day <= horizon; day = daysAfter(day, 1)) {
    if (day < today || !days.includes(weekdayOf(day))) continue
    const startsAt = instantOf(day, row.start, zone)
    const endsAt = end === '24:00' ? instantOf(daysAfter(day, 1), '00:00', zone) : instantOf(day, end, zone)
    intervals.push({ startsAt, endsAt })
  }
  return intervals
}

const openingInterval = (
  row: ClosureCells & { opensOn: string },
  report: ReportProblem,
  { zone, today }: Where,
): Interval[] => {
  for (const field of ['until', 'days', 'end'] as const)
    if (row[field] !== undefined) report(field, operatorMessages().importing.notWithOpening)
  const startsAt = instantOf(row.date, row.start, zone)
  if (row.opensOn === 'later') {
    if (row.opensAt !== undefined) report('opensAt', operatorMessages().importing.withoutOpening)
    return [{ startsAt, endsAt: null }]
  }
  const endsAt = instantOf(row.opensOn, row.opensAt ?? '00:00', zone)
  if (endsAt <= startsAt) report('opensOn', operatorMessages().importing.beforeDate)
  return row.opensOn < today ? [] : [{ startsAt, endsAt }]
}

/** The first day, from one on, that is such a weekday. */
const nextWeekday = (from: string, weekday: number): string =>
  daysAfter(from, (weekday - weekdayOf(from) + 7) % 7)
