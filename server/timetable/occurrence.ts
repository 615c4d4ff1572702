import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tables } from '#server/platform/tables.ts'

/** A session: a row of its table. Whatever else describes a session picks from it. Instants are UTC, days the venue's. */
export type Occurrence = Selectable<Tables['occurrence']>

/** As the planner reckons: instants are milliseconds since 1970. */
export type Reckoned<Row> = {
  readonly [Key in keyof Row]: Row[Key] extends Date
    ? number
    : Row[Key] extends Date | null
      ? number | null
      : Row[Key] extends readonly (infer One)[]
        ? readonly One[]
        : Row[Key]
}

/**
 * What the programme of a venue has to do with each column of a session.
 *   line      its line in the programme says it, in a column of the same name: compared and written
 *   derived   follows from its line and the day: compared and written
 *   found     by this the session that stands is found or judged; never written again
 *   apart     the programme neither reads nor changes it
 */
export const occurrenceColumns = {
  id: 'found',
  publicId: 'apart',
  venueId: 'apart',
  activityId: 'found',
  locationId: 'derived',
  seriesId: 'derived',
  slug: 'found',
  name: 'line',
  description: 'line',
  startsAt: 'derived',
  endsAt: 'derived',
  localDate: 'derived',
  compositeKey: 'derived',
  capacity: 'line',
  placesTaken: 'found',
  status: 'found',
  band: 'line',
  instructorIds: 'line',
  tagIds: 'line',
  // Staff change these of one session; the programme leaves them so.
  plannedStartsAt: 'found',
  plannedLocationId: 'found',
  plannedName: 'found',
  plannedInstructorIds: 'found',
  staffCapacity: 'found',
  meetingPoint: 'apart',
  joinLink: 'apart',
  plannedCapacity: 'derived',
} as const satisfies Record<keyof Occurrence, 'line' | 'derived' | 'found' | 'apart'>

type Column = keyof Occurrence
type Columns = typeof occurrenceColumns
type ColumnsThatAre<Role> = { [Key in Column]: Columns[Key] extends Role ? Key : never }[Column]

export type LineColumn = ColumnsThatAre<'line'>
export type WrittenColumn = ColumnsThatAre<'line' | 'derived'>
export type ReadColumn = ColumnsThatAre<'line' | 'derived' | 'found'>

const columnsThatAre = <Role extends Columns[Column]>(...roles: readonly Role[]) =>
  (Object.keys(occurrenceColumns) as Column[]).filter((column): column is ColumnsThatAre<Role> =>
    roles.some((role) => role === occurrenceColumns[column]),
  )

export const lineColumns = columnsThatAre('line')
export const writtenColumns = columnsThatAre('line', 'derived')
export const readColumns = columnsThatAre('line', 'derived', 'found')

type Instant = { [Key in Column]: Date extends Occurrence[Key] ? Key : never }[Column]
const instants: Readonly<Record<Instant, true>> = { startsAt: true, endsAt: true, plannedStartsAt: true }
export const isInstant = (column: string): boolean => column in instants

/** A session without one of these of its own has its activity's. */
type OfActivity = { name: string; description: string | null }

/** What a line of the programme says of its sessions. */
export const columnsOfLine = <
  Line extends Record<LineColumn, unknown> & { [Key in keyof OfActivity]: string | null },
>(
  line: Line,
  activity: OfActivity,
): Pick<Line, LineColumn> & OfActivity => ({
  ...(Object.fromEntries(lineColumns.map((column) => [column, line[column]])) as Pick<Line, LineColumn>),
  name: line.name ?? activity.name,
  description: line.description ?? activity.description,
})

const letters = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 'latin1')

const idLength = 34

/** Ids of the second world: AQG and 31 letters at random, and so never digits (wire §1.9). */
export const publicIds = (count: number): string[] => {
  const bytes = randomBytes(count * idLength)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = letters[(bytes[at] ?? 0) % letters.length] ?? 0
  return Array.from(
    { length: count },
    (_, index) => `AQG${bytes.toString('latin1', index * idLength + 3, (index + 1) * idLength)}`,
  )
}
