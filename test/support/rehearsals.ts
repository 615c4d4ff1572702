import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import { testApp } from './app.ts'
import { aBookableClass } from './factories/bookableClass.ts'
import { aCustomer, giveRoles } from './factories/customers.ts'
import { aMemberOfStaff } from './tills.ts'

/** A morning; tonight at 22:00 a day opens for customers and another one for visitors. */
export const now = new Date('2027-03-02T09:00:00Z')

/** What tonight opens for customers: seven days ahead. */
export const tonight = { day: '2027-03-09', audience: 'customers', opensAt: '2027-03-02T22:00:00Z' } as const

/** A venue with a class each evening, and somebody of its programme at the desk. */
export const aReleasingVenue = async (db: Database, { settings = {}, capacity = 12 } = {}) => {
  const app = testApp(db, { now, settings })
  const startsAt = new Date('2027-03-03T12:00:00Z')
  const world = await aBookableClass(db, { startsAt, capacity })
  for (const [slug, startTime] of [
    ['early', '17:00'],
    ['late', '19:00'],
  ]) {
    const { id } = await db
      .insertInto('series')
      .values({
        activityId: world.activity.id,
        slug: slug ?? '',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        startTime: startTime ?? '',
        durationMinutes: 60,
        capacity,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('seriesLocation').values({ seriesId: id, locationId: world.studio.id }).execute()
  }
  await generateOccurrences(db, { now })
  const staff = await aMemberOfStaff(db, world.operator.id)
  await giveRoles(db, staff.id, [{ role: 'programme' }, { role: 'desk' }])
  const desk = app.browser({ site: 'desk' })
  await desk.logIn(staff.id)
  const ann = await aCustomer(db, world.operator.id)
  return { ...world, app, db, desk, staff, ann }
}

/** In every column that can hold words about people. */
const mark = 'qzmark'

/** Writes what nobody else may read into all columns of people, of those they come with, and of log-ins and cards. */
export const markPeople = async (db: Database): Promise<void> => {
  await sql`update customer set first_name = 'QZMARK-first', last_name = 'QZMARK-last', email = 'qzmark-' || id || '@example.test',
    phone = '07700 900' || (100 + id % 800), address_line_one = 'QZMARK-street', city = 'QZMARK-city', postcode = 'QZMARK',
    emergency_contact_name = 'QZMARK-contact', emergency_contact_phone = 'QZMARK-phone', medical_notes = 'QZMARK-notes',
    reference = 'QZMARK-' || id, source = 'QZMARK-source'`.execute(db)
  await sql`update customer_order set email = 'qzmark@example.test', payer_first_name = 'QZMARK-payer', payer_last_name = 'QZMARK-payer',
    payer_phone = 'QZMARK-phone', items = '[{"name":"QZMARK-item"}]', reference = 'QZMARK-' || id`.execute(db)
  await sql`update booking set customer_notice = 'QZMARK-notice', access_code = 'QZMARK-' || id`.execute(db)
  await sql`update basket set notices = '[{"message":"QZMARK-notice"}]', network = 'QZMARK-network'`.execute(
    db,
  )
  await sql`update venue set phone = 'QZMARK-phone', email = 'qzmark@example.test'`.execute(db)
  await sql`update operator set phone = 'QZMARK-phone', email = 'qzmark@example.test', payee_account = 'QZMARK-account'`.execute(
    db,
  )
  await sql`insert into instructor (operator_id, slug, name) select id, 'qzmark-instructor', 'QZMARK-instructor' from operator`.execute(
    db,
  )
  await sql`insert into hirer (operator_id, name, contact, email, created_at)
    select id, 'QZMARK-club', 'QZMARK-contact', 'qzmark@example.test', now() from operator`.execute(db)
  await sql`insert into saved_card (customer_id, provider, external_identifier, card_holder_name, brand, last_four, expiry, created_at)
    select min(id), 'demo', 'QZMARK-card', 'QZMARK-holder', 'Visa', '4242', '1230', now() from customer`.execute(
    db,
  )
  await sql`insert into notice (operator_id, kind, about, recipient, data, created_at)
    select id, 'booking_confirmed', 'order:1', 'qzmark@example.test', '{}', now() from operator`.execute(db)
}

/** The tables of a database with a mark in any row. */
export const tablesWithMark = async (query: (text: string) => Promise<unknown[]>): Promise<string[]> => {
  const tables = (await query(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'schema\\_%'`,
  )) as { name: string }[]
  const marked: string[] = []
  for (const { name } of tables) {
    const [row] = (await query(
      `select count(*)::int as rows from ${name} t where to_jsonb(t)::text ilike '%${mark}%'`,
    )) as { rows: number }[]
    if ((row?.rows ?? 0) > 0) marked.push(name)
  }
  return marked.toSorted()
}
