import { sql } from 'kysely'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { InvalidFiles } from '#server/import/files/folder.ts'
import type { ImportOptions } from '#server/import/load.ts'
import { importObjectionCodes } from '#contract/office.ts'
import { importOperator } from '#server/import/run.ts'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from './database.ts'

/** When the files are imported unless a test says otherwise. */
export const now = new Date('2027-03-01T06:00:00Z')

/** The files of an operator by their names: as text, or as what is written as JSON. */
export type Files = Record<string, string | object>

/** The venue of the small operator. */
export const venueInFiles = {
  slug: 'centre',
  name: 'Centre',
  theme: 'plain',
  migration_date: '+3d',
  release: { visitor_days: 0, customer_days: 1, time: '22:00' },
  locations: [
    { slug: 'hall', name: 'Hall', contains: ['court-1', 'court-2'] },
    { slug: 'court-1', name: 'Court 1' },
    { slug: 'court-2', name: 'Court 2' },
    { slug: 'pool', name: 'Pool', shared: true },
  ],
}

/** A small operator: one venue, a class by the week and courts that make a hall. */
export const small: Files = {
  'operator.json': {
    slug: 'small',
    name: 'Small Leisure',
    theme: 'plain',
    footer: '<p onclick="x()">Hello</p>',
  },
  'themes.json': [
    { slug: 'plain', logo: 'assets/logo.svg', primary_colour: '#5B2A86', secondary_colour_1: '#f2b705' },
  ],
  'assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="#fff"/></svg>',
  'venues.json': [venueInFiles],
  'activities.json': [
    {
      slug: 'fitness',
      name: 'Fitness',
      kind: 'classes',
      vat_rate: 20,
      children: [
        { slug: 'yoga', name: 'Yoga' },
        { slug: 'aqua', name: 'Aqua', vat_rate: 5 },
      ],
    },
    { slug: 'badminton', name: 'Badminton', kind: 'courts' },
    { slug: 'swim', name: 'Swim', kind: 'tickets', tickets: [{ slug: 'adult', name: 'Adult' }] },
  ],
  'instructors.json': [{ slug: 'sam', name: 'Sam Example' }],
  'tags.json': [{ slug: 'calm', name: 'Calm' }],
  'prices.csv':
    'activity,ticket,option,name,price,concession\nyoga,,standard,Standard,7.40,no\nyoga,,junior,Junior,£3,yes\naqua,,,,5.00,\nbadminton,,,,9.80,\nswim,adult,,,4.05,\n',
  'timetable.csv':
    'venue,activity,days,start,minutes,until,locations,capacity,instructors,tags\ncentre,yoga,daily,18:00,60,,hall,12,sam,calm\n,aqua,Mon-Fri,10:00,45,,pool,20,,\ncentre,badminton,daily,08:00,60,12:00,court-1 court-2,,,\ncentre,swim,daily,07:00,60,09:00,pool,30,,\n',
  'sessions.csv':
    'venue,activity,name,date,start,minutes,location,capacity\ncentre,aqua,Aqua party,+10d,15:00,90,pool,40\n',
  'terms.json': [{ slug: 'rules', name: 'Rules', html: '<p>Be kind.</p><script>x</script>' }],
  'people.json': [
    {
      reference: 'S-1',
      email: 'ann@example.test',
      password: 'a-good-password',
      first_name: 'Ann',
      last_name: 'Example',
      home_venue: 'centre',
      note: 'a parent',
      children: [{ reference: 'S-2', first_name: 'Bo', last_name: 'Example', date_of_birth: '2018-01-01' }],
    },
    { reference: 'S-3', email: 'desk@example.test', first_name: 'Di', last_name: 'Example', role: 'staff' },
  ],
}

/** A folder that goes when the test is over. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'operator-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

export const writeFiles = (folder: string, files: Files): void => {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
}

/** The error with which files are refused that must be. */
export const invalidFilesOf = async (reading: Promise<unknown>): Promise<InvalidFiles> => {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(InvalidFiles)
  return error as InvalidFiles
}

/** A folder for an operator's files, the database that they are imported into, and how. */
export type OperatorFolder = Awaited<ReturnType<typeof anOperatorFolder>>

/** Empties the database, this worker's unless given, and makes a folder, which goes when the test is over. */
export const anOperatorFolder = async (of?: Database) => {
  const db = of ?? (await testDatabase()).db
  await emptyTables(db)
  const folder = makeFolder()
  const write = (files: Files): void => writeFiles(folder, files)

  /** Imports the small operator, with these files instead of its own; what is likely a mistake is accepted unless said otherwise. */
  const load = (files: Files = {}, how: Partial<ImportOptions> = {}) => {
    write({ ...small, ...files })
    return importOperator(db, folder, { now, accept: importObjectionCodes, ...how })
  }

  /** The lines with which an import is refused that must be. */
  const refused = async (files: Files): Promise<string[]> => {
    const { message } = await invalidFilesOf(load(files))
    return message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }

  return { db, path: folder, write, load, refused }
}

/** How much of each there is. */
export const countsOf = async (db: Database) => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from operator)::int as operators, (select count(*) from venue)::int as venues,
      (select count(*) from activity)::int as activities, (select count(*) from pricing_option)::int as prices,
      (select count(*) from series)::int as series, (select count(*) from occurrence)::int as sessions,
      (select count(*) from customer)::int as people`.execute(db)
  return rows[0]
}
