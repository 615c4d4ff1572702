import { sql } from 'kysely'
import { updateAccessCode } from '#server/bookings/sql/orders.ts'
import { clearCode } from '#server/platform/clearCode.ts'
import type { Tx } from '#server/platform/database.ts'

/** A session or a court for tests of booking. */
export type TestOpportunity = {
  kind: 'classes' | 'courts'
  /** Pence, 20 % VAT in it. */
  price: number
  capacity: number
  isOver: boolean
  releaseMinutes: number | null
  freeCancelMinutes: number
  customerRefund: boolean
  prepayment: 'required' | 'optional' | 'unavailable' | null
  needsApproval: boolean
  needsAttendee: boolean
  hasQuestion: boolean
  /** Where people take part online; '' where they do not. */
  joinLink: string
}

/** What the slugs of the venues of a data set begin with. */
export const slugOf = (dataset: string) => `test-${dataset}-`

/** One after the other, so that none starts when another does. */
export const lockOperator = (tx: Tx, operatorId: number): Promise<{ timezone: string }> =>
  tx
    .selectFrom('operator')
    .select('timezone')
    .where('id', '=', operatorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** The venue of a data set, made where there is none. Its timetable is made for today already, and has no lines. */
export const openVenueOf = async (
  tx: Tx,
  of: { operatorId: number; dataset: string; timezone: string; today: string },
): Promise<number> => {
  const { operatorId, dataset, timezone, today } = of
  const { rows } = await sql<{ id: number }>`
    select id from venue where operator_id = ${operatorId} and status = 'open'
      and starts_with(slug, ${slugOf(dataset)})`.execute(tx)
  if (rows[0] !== undefined) return rows[0].id
  const { id } = await tx
    .insertInto('venue')
    .values({
      operatorId,
      slug: sql<string>`${slugOf(dataset)} || (select count(*) + 1 from venue where operator_id = ${operatorId})`,
      name: `Test ${dataset}`,
      timezone,
      addressLineOne: '1 Test Lane',
      town: 'Quillmoor',
      region: 'Greater Manchester',
      postcode: 'OL1 9ZZ',
      lat: 53.54,
      lng: -2.11,
      phone: '01632 960999',
      releaseDaysVisitor: 60,
      releaseDaysCustomer: 60,
      plannedOn: today,
      position: 999,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Where the sessions of an activity are. */
export type TestActivity = { id: number; locationId: number; seriesId: number; name: string }

export const activityOf = async (
  tx: Tx,
  venueId: number,
  slug: string,
): Promise<TestActivity | undefined> => {
  const { rows } = await sql<TestActivity>`
    select a.id, a.name, al.location_id, s.id as series_id
    from activity a join activity_location al on al.activity_id = a.id join series s on s.activity_id = a.id
    where a.venue_id = ${venueId} and a.slug = ${slug}`.execute(tx)
  return rows[0]
}

/** The activity of a session of a data set, with what another session of it needs. */
type TestTwin = TestActivity & {
  operatorId: number
  venueId: number
  kind: TestOpportunity['kind']
  timezone: string
  capacity: number
}

export const twinOf = async (tx: Tx, occurrenceId: number): Promise<TestTwin | undefined> => {
  const { rows } = await sql<TestTwin>`
    select a.id, a.name, a.kind, o.location_id, o.series_id, o.capacity, o.venue_id, v.operator_id, op.timezone
    from occurrence o join activity a on a.id = o.activity_id join venue v on v.id = o.venue_id
    join operator op on op.id = v.operator_id
    where o.id = ${occurrenceId} and starts_with(v.slug, ${'test-'}) and o.series_id is not null`.execute(tx)
  return rows[0]
}

const concepts = {
  classes: ['https://openactive.io/activity-list#bf1a5e00-cdcf-465d-8c5a-6f57040b7f7e'],
  courts: ['https://openactive.io/facility-types#9db5681e-700e-4b30-99a5-355885d94db2'],
}

export const insertActivity = async (
  tx: Tx,
  of: {
    venueId: number
    operatorId: number
    slug: string
    validUntil: string
    terms: Omit<TestOpportunity, 'capacity' | 'isOver'>
    words: { name: string; description: string; question: string }
  },
): Promise<TestActivity> => {
  const { venueId, operatorId, slug, terms, validUntil, words } = of
  const { name, description, question } = words
  const { kind, price, hasQuestion, ...columns } = terms
  const { id } = await tx
    .insertInto('activity')
    .values({
      ...columns,
      venueId,
      slug,
      name,
      kind,
      description,
      conceptIds: concepts[kind],
      vatRate: 2000,
      lastBookableMinutes: 0,
      allowsOverlap: true,
      hasWaitlist: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('pricingOption')
    .values({ activityId: id, slug: 'standard', name: 'Standard', price })
    .execute()
  const location = await tx
    .insertInto('location')
    .values({ venueId, slug, name: kind === 'courts' ? 'Court' : 'Studio' })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kind === 'courts') {
    const space = await tx
      .insertInto('space')
      .values({ venueId, slug })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('locationSpace').values({ locationId: location.id, spaceId: space.id }).execute()
  }
  await tx.insertInto('activityLocation').values({ activityId: id, locationId: location.id }).execute()
  const series = await tx
    .insertInto('series')
    .values({
      activityId: id,
      slug: 'test',
      weekdays: [1],
      startTime: '10:00',
      durationMinutes: 60,
      capacity: 10,
      validFrom: validUntil,
      validUntil,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (hasQuestion) {
    await tx
      .insertInto('question')
      .values({
        operatorId,
        activityId: id,
        slug: 'level',
        text: question,
        type: 'text',
        options: '[]',
      })
      .execute()
  }
  return { id, name, locationId: location.id, seriesId: series.id }
}

export const countOccurrences = async (tx: Tx, activityId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from occurrence where activity_id = ${activityId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export const insertOccurrence = async (
  tx: Tx,
  occurrence: TestActivity & {
    venueId: number
    capacity: number
    startsAt: Date
    endsAt: Date
    localDate: string
    key: string
  },
): Promise<number> => {
  const { id: activityId, key, ...columns } = occurrence
  const { id } = await tx
    .insertInto('occurrence')
    .values({ ...columns, activityId, publicId: `AQT${key}`, compositeKey: key.slice(0, 8) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The operators that partners may sell for. */
export const operatorsByFeeds = (tx: Tx): Promise<{ id: number; slug: string }[]> =>
  tx.selectFrom('operator').select(['id', 'slug']).where('openBooking', '=', true).orderBy('id').execute()

/** What the seller says of every item of an order. */
export const noteOnItems = async (
  tx: Tx,
  id: number,
  note: { cancellationMessage: string } | { customerNotice: string },
): Promise<void> => {
  await tx.updateTable('partnerOrderItem').set(note).where('partnerOrderId', '=', id).execute()
}

/** Gives bookings new access codes in place of those they have. */
export const renewAccessCodes = async (tx: Tx, bookingIds: readonly number[]): Promise<void> => {
  for (const id of bookingIds) await updateAccessCode(tx, id, clearCode(6))
}
