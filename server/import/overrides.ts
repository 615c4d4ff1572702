import { sql } from 'kysely'
import { localDay } from '#contract/time.ts'
import { acts, recordProgram } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { isSame } from './reconcile.ts'
import type { Reconciled } from './reconcile.ts'
import { countBookings, deleteOverrides, updateFilesValues } from './sql/overrides.ts'
import type { Row } from './sql/reconcile.ts'

/* What staff have changed in the browser of what the files say, too: an import leaves it so, and says where they differ. */

/** A field that staff have changed, with its columns as they set them and as the files said last. */
export type Override = {
  id: number
  venueId: number
  /** Null: a field of the venue itself. */
  activityId: number | null
  field: string
  value: Row
  filesValue: Row
  hasFilesChanged: boolean
  setBy: string
  setAt: Date
  reason: string
  venueSlug: string
  venueName: string
  timezone: string
  activitySlug: string | null
  activityName: string | null
  /** Where the files have it. */
  inFiles: FieldPosition | null
}

/** Where the files have a field, or where what it is of begins when they do not have it. The first line is 1. */
export type FieldPosition = { file: string; line: number }

/** Those of an operator, the ones that the files have changed first. */
export const overridesOf = async (db: Tx, operatorId: number): Promise<Override[]> => {
  const { rows } = await sql<Override>`
    select f.id, f.venue_id, f.activity_id, f.field, f.value, f.files_value, f.has_files_changed, f.set_at, f.reason,
      trim(c.first_name || ' ' || c.last_name) as set_by, v.slug as venue_slug, v.name as venue_name, v.timezone,
      a.slug as activity_slug, a.name as activity_name,
      case when p.file is not null then
        jsonb_build_object('file', p.file, 'line', coalesce((p.field_lines ->> f.field)::int, p.line))
      end as in_files
    from field_override f
    join venue v on v.id = f.venue_id
    left join activity a on a.id = f.activity_id
    join customer c on c.id = f.set_by
    left join file_position p on p.venue_id = f.venue_id and p.activity_id is not distinct from f.activity_id
    where v.operator_id = ${operatorId}
    order by f.has_files_changed desc, v.position, v.id, a.position, a.id, f.field`.execute(db)
  return rows
}

/** A closure of the files that staff have ended. */
export type LiftedClosure = {
  id: number
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
  places: string[]
  startsAt: Date
  /** null: until further notice. */
  endsAt: Date | null
  reason: string
  liftedBy: string
  liftedAt: Date
}

/** Those of an operator that would not be over, those of one act together. */
export const liftedClosuresOf = async (tx: Tx, operatorId: number, now: Date): Promise<LiftedClosure[]> => {
  const { rows } = await sql<LiftedClosure>`
    select min(c.id) as id, v.id as venue_id, v.slug as venue_slug, v.name as venue_name, v.timezone,
      coalesce(array_agg(l.name order by l.position, l.id) filter (where l.id is not null), '{}') as places,
      c.starts_at, c.ends_at, c.reason, trim(p.first_name || ' ' || p.last_name) as lifted_by, c.lifted_at
    from lifted_closure c
    join venue v on v.id = c.venue_id
    left join location l on l.id = c.location_id
    join customer p on p.id = c.lifted_by
    where v.operator_id = ${operatorId} and (c.ends_at is null or c.ends_at > ${now})
    group by v.id, c.starts_at, c.ends_at, c.reason, p.id, c.lifted_at
    order by c.starts_at, 1`.execute(tx)
  return rows
}

/** Until the transaction ends no import begins, and this waits for one that has. Several may at once. */
export const keepImportsOut = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(hashtext('onside import'))`.execute(tx)
}

/** Of a difference, what the files say now. */
export type Difference = { override: Override; inFiles: Row }

/** What became of the overrides in an import. */
export type OverrideOutcome = {
  /** The files say what they said before. */
  retained: Override[]
  /** The files say something new, and what staff have set stays. */
  differs: Difference[]
  /** What staff have set has given way. */
  lost: Difference[]
  /** Closures of the files that staff have ended, and which stay so. */
  liftedClosures: LiftedClosure[]
  /** Those that hold again. */
  closuresBack: LiftedClosure[]
  /** What the files have withdrawn although people have booked it or staff have changed it. */
  withdrawnInUse: { what: 'venue' | 'activity'; which: string; bookings: number; overrides: Override[] }[]
}

export type Overrides = {
  /** The row of a venue, or of an activity, with what holds of it. */
  ofVenue: (id: number, row: Row) => Row
  ofActivity: (id: number, row: Row) => Row
}

/** The columns of a row that an override is about. */
export const sameColumns = (override: Pick<Override, 'value'>, row: Row): Row =>
  Object.fromEntries(Object.keys(override.value).map((column) => [column, row[column]]))

/** Whether the columns of one are those of the other: the database writes them in its own order. */
export const isSameRow = (one: Row, other: Row): boolean =>
  Object.keys(one).every((column) => isSame(one[column], other[column]))

/**
 * Decides for each override, when its row is compared with the files, whether it stays.
 * @param all those of the operator
 * @param filesWin whether none stays
 */
export const decideOverrides = (all: readonly Override[], filesWin: boolean) => {
  const retained = new Set<Override>()
  const differs = new Map<Override, Row>()
  const lost = new Map<Override, Row>()
  const ended = new Set<Override>()
  const inForce = (ofRow: readonly Override[], row: Row): Row => {
    const stays: Row[] = []
    for (const override of ofRow) {
      const inFiles = sameColumns(override, row)
      if (isSameRow(override.value, inFiles)) ended.add(override)
      else if (filesWin) lost.set(override, inFiles)
      else {
        stays.push(override.value)
        if (isSameRow(override.filesValue, inFiles)) retained.add(override)
        else differs.set(override, inFiles)
      }
    }
    return Object.assign({}, row, ...stays) as Row
  }
  const ofVenue = (id: number, row: Row) =>
    inForce(
      all.filter(({ venueId, activityId }) => venueId === id && activityId === null),
      row,
    )
  const ofActivity = (id: number, row: Row) =>
    inForce(
      all.filter(({ activityId }) => activityId === id),
      row,
    )
  const inOrder = (decided: ReadonlyMap<Override, Row>): Difference[] =>
    [...decided].map(([override, inFiles]) => ({ override, inFiles }))
  return {
    ofVenue,
    ofActivity,
    decided: () => ({
      retained: [...retained],
      differs: inOrder(differs),
      lost: inOrder(lost),
      ended: filesWin ? [...all] : [...ended],
    }),
  }
}

/** Writes what has been decided, and what the files have withdrawn that is in use. */
export const saveOverrides = async (
  tx: Tx,
  overrides: ReturnType<typeof decideOverrides>,
  all: readonly Override[],
  { venues, activities, now }: { venues: Reconciled; activities: Reconciled; now: Date },
): Promise<Omit<OverrideOutcome, 'liftedClosures' | 'closuresBack'>> => {
  const { ended, differs, retained, lost } = overrides.decided()
  // A venue that is gone is closed, whatever staff have set; what else they have changed of it stays, should it come back.
  const closed = all.filter(
    ({ venueId, activityId, field }) =>
      activityId === null && field === 'status' && venues.withdrawn.some(({ id }) => id === venueId),
  )
  await deleteOverrides(
    tx,
    [...ended, ...closed].map(({ id }) => id),
  )
  await updateFilesValues(
    tx,
    differs.map(({ override: { id }, inFiles }) => ({ id, filesValue: inFiles })),
  )
  const inUse = async (what: 'venue' | 'activity', withdrawn: Reconciled['withdrawn']) => {
    const bookings = await countBookings(
      tx,
      `${what}Id`,
      withdrawn.map(({ id }) => id),
      now,
    )
    return withdrawn.map(({ id, which }) => ({
      what,
      which,
      bookings: bookings.get(id) ?? 0,
      overrides: all.filter((override) =>
        what === 'activity'
          ? override.activityId === id
          : override.venueId === id && override.activityId === null,
      ),
    }))
  }
  const withdrawn = [
    ...(await inUse('venue', venues.withdrawn)),
    ...(await inUse('activity', activities.withdrawn)),
  ]
  return {
    retained,
    differs,
    lost,
    withdrawnInUse: withdrawn.filter((one) => one.bookings > 0 || one.overrides.length > 0),
  }
}

/** A record of what staff had set when the operator let the files win. */
export const recordFilesWin = (
  tx: Tx,
  operatorId: number,
  { lost, closuresBack, reason }: Pick<OverrideOutcome, 'lost' | 'closuresBack'> & { reason: string },
  now: Date,
): Promise<void> =>
  recordProgram(
    tx,
    operatorId,
    {
      act: acts.filesWon,
      subject: `operator:${operatorId}`,
      detail: {
        reason,
        lost: lost.map(({ override, inFiles }) => ({
          subject: subjectOf(override),
          field: override.field,
          before: override.value,
          after: inFiles,
        })),
        closures: closuresBack.map(({ venueSlug, startsAt, endsAt }) => ({
          venue: venueSlug,
          from: startsAt,
          until: endsAt,
        })),
      },
    },
    now,
  )

/** What an override is of, as the files call it: `centre`, `centre/yoga`. */
export const subjectOf = ({ venueSlug, activitySlug }: Override): string =>
  activitySlug === null ? venueSlug : `${venueSlug}/${activitySlug}`

/** The day on which staff set it, on the venue's wall. */
export const daySet = ({ setAt, timezone }: Override): string => localDay(setAt, timezone)
