import { sql } from 'kysely'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { isEmpty } from '#server/operator/find.ts'
import { projectRoot } from '#server/platform/config.ts'
import { anOperatorFolder, countsOf, now } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { demoLogins } from './demo.ts'
import { importOperator, reloadRelativeDays } from './run.ts'

const demo = path.join(projectRoot(), 'demo')

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

describe('a first import', () => {
  test('fills the catalogue, the people and the timetable', async () => {
    expect(await isEmpty(folder.db)).toBe(true)
    const { occurrences } = await folder.load()
    expect(await isEmpty(folder.db)).toBe(false)
    expect(occurrences.notMade).toEqual([])
    // Three days: yoga 3, aqua 3 (Monday to Wednesday) and the party, badminton 4 × 2 × 3, swim 2 × 3.
    expect(await countsOf(folder.db)).toEqual({
      operators: 1,
      venues: 1,
      activities: 5,
      prices: 5,
      series: 4,
      sessions: 37,
      people: 3,
    })
  })
})

describe('all or nothing', () => {
  test('--check says what would change and changes nothing', async () => {
    const { changes, occurrences } = await folder.load({}, { check: true })
    expect(changes).toContainEqual({ what: 'venue', which: 'centre', how: 'added' })
    expect(occurrences.added).toBe(37)
    expect(await countsOf(folder.db)).toMatchObject({ operators: 0, venues: 0, sessions: 0, people: 0 })
  })

  test('a fault in the middle leaves nothing behind', async () => {
    await sql`alter table customer add constraint fault check (reference <> 'S-3')`.execute(folder.db)
    try {
      await expect(folder.load()).rejects.toThrow('fault')
    } finally {
      await sql`alter table customer drop constraint fault`.execute(folder.db)
    }
    expect(await countsOf(folder.db)).toMatchObject({ operators: 0, venues: 0, sessions: 0, people: 0 })
  })
})

test('a room that the files no longer have stays while a session is in the timetable that staff have moved from it', async () => {
  await folder.load()
  const { id: venueId } = await folder.db.selectFrom('venue').select('id').executeTakeFirstOrThrow()
  const marquee = await folder.db
    .insertInto('location')
    .values({ venueId, slug: 'marquee', name: 'Marquee' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update occurrence set planned_location_id = ${marquee.id}, planned_starts_at = starts_at, planned_name = name
    where id = (select min(id) from occurrence)`.execute(folder.db)
  await folder.load({ 'operator.json': { slug: 'small', name: 'Small and Open', theme: 'plain' } })
  const { name } = await folder.db.selectFrom('operator').select('name').executeTakeFirstOrThrow()
  expect(name).toBe('Small and Open')
})

describe('the demo operator', () => {
  test('loads without a complaint and shows every state', async () => {
    const { occurrences } = await importOperator(folder.db, demo, { now: new Date() })
    expect(occurrences.notMade).toEqual([])
    expect(occurrences.added).toBeGreaterThan(5000)

    const { rows: venues } = await sql<{
      slug: string
      status: string
      activities: number
      kinds: number
      lat: number | null
      themes: number
    }>`
      select v.slug, v.status, v.lat, v.migration_date,
        (select count(distinct o.activity_id) from occurrence o where o.venue_id = v.id)::int as activities,
        (select count(distinct a.kind) from activity a join occurrence o on o.activity_id = a.id where a.venue_id = v.id)::int as kinds
      from venue v order by v.position`.execute(folder.db)
    const open = venues.filter(({ status }) => status === 'open')
    expect(open.length).toBeGreaterThanOrEqual(5)
    expect(open.every(({ activities }) => activities >= 10)).toBe(true)
    expect(open.filter(({ kinds }) => kinds === 3).length).toBeGreaterThanOrEqual(4)
    expect(venues.some(({ lat, status }) => lat === null && status === 'open')).toBe(true)
    expect(venues.some(({ status }) => status === 'maintenance')).toBe(true)
    expect(venues.some(({ status }) => status === 'closed')).toBe(true)
    const { rows: migrating } = await sql<{ days: number }>`
      select migration_date - current_date as days from venue where migration_date is not null`.execute(
      folder.db,
    )
    expect(migrating[0]?.days).toBeGreaterThanOrEqual(2)

    const { rows: ages } = await sql<{ name: string; from: number | null; to: number | null }>`
      select distinct name, age_min as from, age_max as to from pricing_option
      where name in ('Junior', '60 and over') order by name`.execute(folder.db)
    expect(ages).toEqual([
      { name: '60 and over', from: 60, to: null },
      { name: 'Junior', from: null, to: 15 },
    ])

    const { rows: states } = await sql<Record<string, number>>`
      select count(*) filter (where places_taken = capacity)::int as full_up,
        count(*) filter (where capacity - places_taken between 1 and 2 and capacity > 5)::int as nearly,
        count(*) filter (where status = 'cancelled')::int as off,
        count(*) filter (where exists (
          select 1 from hold h where h.occurrence_id = o.id and h.state = 'held' and h.held_until > now()
        ))::int as held,
        count(*) filter (where not exists (
          select 1 from pricing_option p where p.activity_id = o.activity_id and p.price > 0
        ))::int as free_of_charge,
        count(*) filter (where exists (
          select 1 from activity a where a.id = o.activity_id and coalesce(a.release_days, a.release_minutes) is not null
        ))::int as own_rule
      from occurrence o`.execute(folder.db)
    for (const [state, count] of Object.entries(states[0] ?? {}))
      expect({ [state]: count > 0 }).toEqual({ [state]: true })

    // The full venue: every session of it is sold, or stands on floor that is.
    const { rows: left } = await sql<{ n: number }>`
      select count(*)::int as n from occurrence o
      join venue v on v.id = o.venue_id and v.slug = 'brindle-park-arena'
      join activity a on a.id = o.activity_id
      where o.places_taken < o.capacity and not (a.kind = 'courts' and exists (
        select 1 from location_space ls join space_claim c on c.space_id = ls.space_id
        where ls.location_id = o.location_id and c.during && time_span(o.starts_at, o.ends_at)
      ))`.execute(folder.db)
    expect(left[0]?.n).toBe(0)

    const again = await importOperator(folder.db, demo, { now: new Date() })
    expect(again).toMatchObject({
      changes: [],
      occurrences: { added: 0, changed: 0, withdrawn: 0, cancelled: 0 },
    })
    expect((await demoLogins(demo)).map(({ who }) => who)).toEqual([
      'a customer',
      'a customer with two children',
      'a member',
      'a member whose payment failed and will be retried',
      'a member who owes a payment and is frozen',
      'a person who started joining and has not paid',
      'a customer on waitlists, with one place offered',
      'a student who has to upload proof',
      'front desk staff',
      'front desk supervisor',
    ])
  }, 120_000)
})

describe('files that count days from the import', () => {
  const migrationDate = async () =>
    (await folder.db.selectFrom('venue').select('migrationDate').executeTakeFirstOrThrow()).migrationDate

  test('are loaded again on the next day, once', async () => {
    await folder.load()
    expect(await reloadRelativeDays(folder.db, folder.path, now)).toBe(false)
    expect(await migrationDate()).toBe('2027-03-04')
    const tomorrow = new Date('2027-03-02T00:00:00Z')
    expect(await reloadRelativeDays(folder.db, folder.path, tomorrow)).toBe(true)
    expect(await migrationDate()).toBe('2027-03-05')
    expect(await reloadRelativeDays(folder.db, folder.path, tomorrow)).toBe(false)
  })

  test('are not, when they are other files than those that were loaded', async () => {
    await folder.load()
    folder.write({ 'tags.json': [{ slug: 'calm', name: 'Calmer' }] })
    expect(await reloadRelativeDays(folder.db, folder.path, new Date('2027-03-02T00:00:00Z'))).toBe(false)
    expect(await reloadRelativeDays(folder.db, path.join(folder.path, 'not-there'), now)).toBe(false)
  })
})
