import { sql } from 'kysely'
import type { OwnRelease } from '#server/activities/rules.ts'
import type { Tx } from '#server/platform/database.ts'

/** An activity that can be booked, with the words it is searched by. */
export type ActivityRow = OwnRelease & {
  id: number
  venueId: number
  slug: string
  name: string
  kind: 'classes' | 'courts' | 'tickets'
  icon: string
  lastBookableMinutes: number
  /** The name of its topmost heading, or its own. */
  rootName: string
  /** Names of its headings, instructors and tags. */
  words: string[]
  /** Names of its sessions that differ from its own. */
  sessionNames: string[]
  instructorIds: number[]
}

/** Changes with every import, and only an import changes what is offered. */
export const catalogueVersion = (db: Tx, operatorId: number) =>
  db.selectFrom('operator').select('importedDigest').where('id', '=', operatorId).executeTakeFirstOrThrow()

/** Activities of all open venues. One query. */
export const bookableActivities = async (db: Tx, operatorId: number, now: Date): Promise<ActivityRow[]> => {
  const { rows } = await sql<ActivityRow>`
    with named as (
      select s.activity_id, s.name, s.instructor_ids, s.tag_ids from series s where not s.withdrawn
        or exists (select 1 from occurrence o where o.series_id = s.id and o.status = 'scheduled' and o.ends_at > ${now})
      union all
      select o.activity_id, o.name, o.instructor_ids, o.tag_ids from occurrence o
        where o.slug is not null and o.status = 'scheduled' and o.ends_at > ${now}
    ), of_activity as (
      select n.activity_id, array_agg(distinct n.name) filter (where n.name is not null) as names,
        array_agg(distinct i.name) filter (where i.name is not null) as instructors,
        array_agg(distinct i.id) filter (where i.id is not null) as instructor_ids,
        array_agg(distinct t.name) filter (where t.name is not null) as tags
      from named n
      left join instructor i on i.id = any(n.instructor_ids)
      left join tag t on t.id = any(n.tag_ids)
      group by n.activity_id
    )
    select a.id, a.venue_id, a.slug, a.name, a.kind, a.icon, a.last_bookable_minutes, a.release_days, a.release_time,
      a.release_minutes,
      coalesce(g.name, p.name, a.name) as root_name,
      array_remove(array[p.name, g.name] || coalesce(m.instructors, '{}') || coalesce(m.tags, '{}'), null) as words,
      array_remove(coalesce(m.names, '{}'), a.name) as session_names,
      coalesce(m.instructor_ids, '{}') as instructor_ids
    from activity a
    join venue v on v.id = a.venue_id
    left join activity p on p.id = a.parent_id
    left join activity g on g.id = p.parent_id
    left join of_activity m on m.activity_id = a.id
    where v.operator_id = ${operatorId} and v.status = 'open' and not a.withdrawn
      and not exists (select 1 from activity c where c.parent_id = a.id and not c.withdrawn)
    order by v.position, v.id, a.position, a.id`.execute(db)
  return rows
}

export const instructorNames = (db: Tx, operatorId: number): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('instructor').select(['id', 'name']).where('operatorId', '=', operatorId).execute()

/** All venues of an operator in its own order, with the rules by which their days open. */
export const searchVenues = (db: Tx, operatorId: number) =>
  db
    .selectFrom('venue')
    .innerJoin('operator', 'operator.id', 'venue.operatorId')
    .select((eb) => [
      'venue.id',
      'venue.slug',
      'venue.name',
      'venue.venueType',
      'venue.status',
      'venue.addressLineOne',
      'venue.town',
      'venue.postcode',
      'venue.lat',
      'venue.lng',
      'venue.phone',
      'venue.email',
      'venue.timezone',
      'venue.activitiesV2Enabled',
      'venue.migrationDate',
      sql<boolean>`displays_venue_selection(venue, (select count_open_venues(${operatorId})))`.as(
        'displayVenueSelectionButton',
      ),
      'venue.onlineJoiningEnabled',
      'venue.releaseDaysVisitor',
      'venue.releaseDaysCustomer',
      'venue.releaseTime',
      eb.fn.coalesce('venue.migrationDate', 'operator.migrationDate').as('effectiveMigrationDate'),
    ])
    .where('venue.operatorId', '=', operatorId)
    .orderBy('venue.position')
    .orderBy('venue.id')
    .execute()

export type SearchVenueRow = Awaited<ReturnType<typeof searchVenues>>[number]
