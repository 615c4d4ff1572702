import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/* The catalogue of an operator as it is in force, for its files. What is withdrawn is left out. */

export const operatorsToExport = (db: Tx) => db.selectFrom('operator').selectAll().orderBy('id').execute()

export const themesOf = (db: Tx, operatorId: number) =>
  db.selectFrom('theme').selectAll().where('operatorId', '=', operatorId).orderBy('slug').execute()

export const venuesOf = (db: Tx, operatorId: number) =>
  db
    .selectFrom('venue')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .orderBy('position')
    .orderBy('slug')
    .execute()

export const tillsOf = (db: Tx, operatorId: number) =>
  db
    .selectFrom('till as t')
    .innerJoin('venue as v', 'v.id', 't.venueId')
    .select(['t.venueId', 't.slug', 't.name'])
    .where('v.operatorId', '=', operatorId)
    .where('t.withdrawn', '=', false)
    .orderBy('t.position')
    .orderBy('t.slug')
    .execute()

export type LocationRow = {
  id: number
  venueId: number
  slug: string
  name: string
  kind: 'resource' | 'venue'
  spaces: string[]
}

export const locationsOf = async (db: Tx, operatorId: number): Promise<LocationRow[]> => {
  const { rows } = await sql<LocationRow>`
    select l.id, l.venue_id, l.slug, l.name, l.kind, array(
      select s.slug from location_space ls join space s on s.id = ls.space_id
      where ls.location_id = l.id order by s.id
    ) as spaces
    from location l join venue v on v.id = l.venue_id
    where v.operator_id = ${operatorId} order by l.position, l.id`.execute(db)
  return rows
}

export const instructorsOf = (db: Tx, operatorId: number) =>
  db
    .selectFrom('instructor')
    .select(['id', 'slug', 'name'])
    .where('operatorId', '=', operatorId)
    .orderBy('slug')
    .execute()

export const tagsOf = (db: Tx, operatorId: number) =>
  db
    .selectFrom('tag')
    .select(['id', 'slug', 'name', 'means'])
    .where('operatorId', '=', operatorId)
    .orderBy('slug')
    .execute()

export const termsOf = (db: Tx, operatorId: number) =>
  db
    .selectFrom('terms')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('withdrawn', '=', false)
    .orderBy('slug')
    .execute()

export const restrictionsOf = (db: Tx, operatorId: number) =>
  db
    .selectFrom('restriction')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('withdrawn', '=', false)
    .orderBy('slug')
    .execute()

export const questionsOf = (db: Tx, operatorId: number) =>
  db
    .selectFrom('question')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('withdrawn', '=', false)
    .orderBy('position')
    .orderBy('slug')
    .execute()

export const activitiesOf = (db: Tx, operatorId: number) =>
  db
    .selectFrom('activity as a')
    .innerJoin('venue as v', 'v.id', 'a.venueId')
    .selectAll('a')
    .where('v.operatorId', '=', operatorId)
    .where('a.withdrawn', '=', false)
    .orderBy('a.position')
    .orderBy('a.slug')
    .orderBy('v.position')
    .execute()

/** The slugs of what activities are linked to, by the activity's id. */
export const linksOfActivities = async (
  db: Tx,
  table: 'activityRestriction' | 'activityInduction',
  operatorId: number,
): Promise<Map<number, string[]>> => {
  const { rows } = await sql<{ id: number; slugs: string[] }>`
    select x.activity_id as id, array_agg(r.slug order by r.slug) as slugs
    from ${sql.table(table)} x join restriction r on r.id = x.restriction_id
    where r.operator_id = ${operatorId} and not r.withdrawn group by x.activity_id`.execute(db)
  return new Map(rows.map(({ id, slugs }) => [id, slugs]))
}

const ofActivity = (db: Tx, operatorId: number) =>
  db
    .selectFrom('activity as a')
    .innerJoin('venue as v', 'v.id', 'a.venueId')
    .where('v.operatorId', '=', operatorId)
    .where('a.withdrawn', '=', false)
    .select(['v.slug as venue', 'a.slug as activity'])

export const ticketsOf = (db: Tx, operatorId: number) =>
  ofActivity(db, operatorId)
    .innerJoin('ticketType as t', 't.activityId', 'a.id')
    .select(['t.activityId', 't.slug', 't.name', 't.places', 't.maxQuantity', 't.ageMin', 't.ageMax'])
    .where('t.withdrawn', '=', false)
    .orderBy('t.position')
    .orderBy('t.slug')
    .execute()

export const pricesOf = (db: Tx, operatorId: number) =>
  ofActivity(db, operatorId)
    .innerJoin('pricingOption as p', 'p.activityId', 'a.id')
    .leftJoin('ticketType as t', 't.id', 'p.ticketTypeId')
    .select([
      't.slug as ticket',
      'p.slug as option',
      'p.band',
      'p.name',
      'p.price',
      'p.concession',
      'p.proof',
    ])
    .select(['p.ageMin', 'p.ageMax', 'p.position', 'p.vatRate'])
    .where('p.withdrawn', '=', false)
    .orderBy('p.position')
    .orderBy('a.slug')
    .orderBy('v.position')
    .orderBy('p.id')
    .execute()

/** A price that was taken back is none. */
export const priceStepsOf = (db: Tx, operatorId: number) =>
  ofActivity(db, operatorId)
    .innerJoin('pricingOption as p', 'p.activityId', 'a.id')
    .innerJoin('priceStep as s', 's.pricingOptionId', 'p.id')
    .leftJoin('ticketType as t', 't.id', 'p.ticketTypeId')
    .select(['t.slug as ticket', 'p.slug as option', 'p.band', 's.fromDay'])
    .select('s.price')
    .$narrowType<{ price: number }>()
    .where('p.withdrawn', '=', false)
    .where('s.price', 'is not', null)
    .orderBy('p.position')
    .orderBy('a.slug')
    .orderBy('v.position')
    .orderBy('p.id')
    .orderBy('s.fromDay')
    .execute()

export const linesOf = (db: Tx, operatorId: number) =>
  ofActivity(db, operatorId)
    .innerJoin('series as s', 's.activityId', 'a.id')
    .select(['s.slug', 's.name', 's.description', 's.weekdays', 's.startTime', 's.durationMinutes'])
    .select(['s.untilTime', 's.stepMinutes', 's.capacity', 's.validFrom', 's.validUntil', 's.band'])
    .select(['s.instructorIds', 's.tagIds', 's.exceptions'])
    .select(
      sql<string[]>`array(
        select l.slug from series_location sl join location l on l.id = sl.location_id
        where sl.series_id = s.id order by l.position, l.id
      )`.as('locations'),
    )
    .where('s.withdrawn', '=', false)
    .orderBy('a.slug')
    .orderBy('v.position')
    .orderBy('s.slug')
    .execute()

/** One-off sessions to come, as they take place. */
export const oneOffsOf = (db: Tx, operatorId: number, now: Date) =>
  ofActivity(db, operatorId)
    .innerJoin('occurrence as o', 'o.activityId', 'a.id')
    .innerJoin('location as l', 'l.id', 'o.locationId')
    .select(['v.timezone', 'a.name as activityName', 'o.slug', 'o.name', 'o.description'])
    .select(['a.description as activityDescription', 'a.kind'])
    .select(['o.startsAt', 'o.endsAt', 'l.slug as location', 'o.band', 'o.instructorIds', 'o.tagIds'])
    .select(sql<number>`coalesce(o.planned_capacity, o.capacity)`.as('capacity'))
    .where('o.slug', 'is not', null)
    .where('o.status', '=', 'scheduled')
    .where(sql<boolean>`o.local_date >= (${now} at time zone v.timezone)::date`)
    .orderBy('o.startsAt')
    .orderBy('a.slug')
    .orderBy('o.slug')
    .execute()

/** What is closed and not over, by the operator's files or by staff. */
export const closuresOf = (db: Tx, operatorId: number, now: Date) =>
  db
    .selectFrom('closure as c')
    .innerJoin('venue as v', 'v.id', 'c.venueId')
    .leftJoin('location as l', 'l.id', 'c.locationId')
    .select(['v.slug as venue', 'v.timezone', 'l.slug as location', 'c.startsAt', 'c.endsAt', 'c.reason'])
    .where('v.operatorId', '=', operatorId)
    .where((where) => where.or([where('c.endsAt', 'is', null), where('c.endsAt', '>', now)]))
    // Staff may close what the files have closed.
    .groupBy(['v.id', 'l.id', 'c.startsAt', 'c.endsAt', 'c.reason'])
    .orderBy('v.position')
    .orderBy('l.position')
    .orderBy('c.startsAt')
    .orderBy('c.endsAt')
    .orderBy('c.reason')
    .execute()

export const blockBookingsOf = (db: Tx, operatorId: number) =>
  ofActivity(db, operatorId)
    .innerJoin('blockBooking as b', 'b.activityId', 'a.id')
    .leftJoin('location as l', 'l.id', 'b.locationId')
    .select(['b.slug', 'l.slug as location', 'b.weekdays', 'b.startTime', 'b.untilTime', 'b.validFrom'])
    .select(['b.validUntil', 'b.places', 'b.deskOnly', 'b.note'])
    .where('b.withdrawn', '=', false)
    .orderBy('a.slug')
    .orderBy('v.position')
    .orderBy('b.slug')
    .execute()

export const plansOf = async (db: Tx, operatorId: number) =>
  db
    .selectFrom('membershipPlan as p')
    .selectAll('p')
    .select([
      sql<string[]>`array(
        select v.slug from membership_plan_venue x join venue v on v.id = x.venue_id
        where x.plan_id = p.id order by v.position, v.id)`.as('venues'),
      sql<string[]>`array(
        select t.slug from membership_plan_terms x join terms t on t.id = x.terms_id
        where x.plan_id = p.id order by t.slug)`.as('terms'),
    ])
    .where('p.operatorId', '=', operatorId)
    .where('p.withdrawn', '=', false)
    .orderBy('p.position')
    .orderBy('p.slug')
    .execute()

export const benefitsOf = (db: Tx, operatorId: number) =>
  db
    .selectFrom('benefit as b')
    .innerJoin('membershipPlan as p', 'p.id', 'b.planId')
    .selectAll('b')
    .select(
      sql<string[]>`array(
        select distinct a.slug from benefit_activity x join activity a on a.id = x.activity_id
        where x.benefit_id = b.id order by a.slug)`.as('activities'),
    )
    .where('p.operatorId', '=', operatorId)
    .where('b.withdrawn', '=', false)
    .orderBy('b.position')
    .orderBy('b.slug')
    .execute()

export const productsOf = (db: Tx, operatorId: number) =>
  db
    .selectFrom('packageProduct as p')
    .selectAll('p')
    .select([
      sql<string[]>`array(
        select distinct a.slug from package_activity x join activity a on a.id = x.activity_id
        where x.product_id = p.id order by a.slug)`.as('activities'),
      sql<string[]>`array(
        select distinct v.slug from package_activity x join activity a on a.id = x.activity_id
        join venue v on v.id = a.venue_id where x.product_id = p.id order by v.slug)`.as('venues'),
    ])
    .where('p.operatorId', '=', operatorId)
    .where('p.withdrawn', '=', false)
    .orderBy('p.slug')
    .execute()
