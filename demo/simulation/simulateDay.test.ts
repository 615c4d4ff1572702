import { beforeEach, describe, expect, test } from 'vitest'
import { simulateDayJob } from '#server/import/demo.ts'
import { createLog } from '#server/platform/log.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { anOperatorFolder, small } from '#test/support/operatorFiles.ts'
import type { Files, OperatorFolder } from '#test/support/operatorFiles.ts'
import { wrongWithTills } from '#test/support/tills.ts'
import { simulateDay } from './simulateDay.ts'

const quiet = createLog('silent')

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

describe('sales.json and waitlists.json', () => {
  const staff = { reference: 'S-3', email: 'desk@example.test', first_name: 'Di', last_name: 'Example' }
  const files: Files = {
    'venues.json': (small['venues.json'] as object[]).map((venue) => ({
      ...venue,
      release: { visitor_days: 7, customer_days: 7, time: '00:00' },
      tills: [{ slug: 'front', name: 'Front' }],
    })),
    'people.json': [(small['people.json'] as object[])[0] as object, { ...staff, role: 'staff' }],
    'sales.json': [
      {
        session: 'over',
        to: 'S-1',
        till: 'front',
        tender: 'cash',
        tendered: '20.00',
        attendance: 'attended',
      },
      { session: 'over', to: null, till: null, tender: 'cheque', number: '17', attendance: 'not_attended' },
      { session: 'over', to: null, till: null, tender: 'cash' },
    ].map((sale) => ({ ...sale, venue: 'centre', activity: 'badminton', by: 'S-3' })),
  }

  test('is sold by the calls of the desk, once a day, and those who came are marked', async () => {
    const invalidated = new Set<number>()
    folder.db.onInvalidate((venueId) => void invalidated.add(venueId))
    const open = async (now: Date): Promise<void> => {
      const simulate = (payload: unknown) => simulateDay(folder.db, payload, now)
      await folder.load(files, { now })
      await runDueJobs(folder.db, { [simulateDayJob]: simulate }, now, quiet)
    }
    await open(new Date('2027-03-01T12:00:00Z'))
    const entries = async () =>
      folder.db
        .selectFrom('tillEntry as e')
        .innerJoin('customerOrder as o', 'o.id', 'e.orderId')
        .innerJoin('booking as b', 'b.orderId', 'o.id')
        .leftJoin('till as t', 't.id', 'e.tillId')
        .select(['e.tenderType', 'e.amount', 'e.tendered', 'e.localDate', 't.slug', 'b.status'])
        .orderBy('e.id')
        .execute()
    const sold = { amount: 980, localDate: '2027-03-01' }
    const first = [
      { ...sold, tenderType: 'cash', tendered: 2000, slug: 'front', status: 'attended' },
      { ...sold, tenderType: 'cheque', tendered: null, slug: null, status: 'not_attended' },
      { ...sold, tenderType: 'cash', tendered: 980, slug: null, status: 'booked' },
    ]
    expect(await entries()).toEqual(first)
    expect(await wrongWithTills(folder.db)).toEqual([])
    expect(await folder.db.selectFrom('session').selectAll().execute()).toEqual([])
    expect(invalidated.size).toBe(1)
    await open(new Date('2027-03-01T12:30:00Z'))
    expect(await entries()).toEqual(first)
    await open(new Date('2027-03-02T12:00:00Z'))
    expect((await entries()).slice(3).map(({ localDate }) => localDate)).toEqual(Array(3).fill('2027-03-02'))
  })

  test('what is full is waited for, and what is cancelled is paid back and offered to the first of them', async () => {
    const people = ['S-4', 'S-5'].map((reference) => ({
      reference,
      email: `${reference.toLowerCase()}@example.test`,
      first_name: 'Wil',
      last_name: 'Example',
    }))
    const session = { venue: 'centre', activity: 'yoga', on: '+2d', at: '18:00' }
    const today: Files = {
      ...files,
      'people.json': [...(files['people.json'] as object[]), ...people],
      'block_bookings.csv': 'venue,activity,days,places\ncentre,yoga,daily,11\n',
      'sales.json': [{ ...session, to: 'S-1', by: 'S-3', tender: 'cash', cancelled: true }],
      'waitlists.json': [{ ...session, people: ['S-5', 'S-4'] }],
    }
    const state = async () => ({
      waiting: await folder.db
        .selectFrom('waitlistEntry as w')
        .innerJoin('customer as c', 'c.id', 'w.personId')
        .innerJoin('occurrence as o', 'o.id', 'w.occurrenceId')
        .select(['c.reference', 'w.state', 'o.localDate'])
        .orderBy('w.id')
        .execute(),
      bookings: await folder.db.selectFrom('booking').select(['status', 'price']).execute(),
      credit: await folder.db.selectFrom('creditLot').select(['available']).execute(),
    })
    const open = async (now: Date): Promise<void> => {
      const simulate = (payload: unknown) => simulateDay(folder.db, payload, now)
      await folder.load(today, { now })
      await runDueJobs(folder.db, { [simulateDayJob]: simulate }, now, quiet)
    }
    await open(new Date('2027-03-01T12:00:00Z'))
    const first = {
      waiting: [
        { reference: 'S-5', state: 'offered', localDate: '2027-03-03' },
        { reference: 'S-4', state: 'waiting', localDate: '2027-03-03' },
      ],
      bookings: [{ status: 'cancelled', price: 740 }],
      credit: [{ available: 740 }],
    }
    expect(await state()).toEqual(first)
    expect(await wrongWithTills(folder.db)).toEqual([])
    await open(new Date('2027-03-01T12:30:00Z'))
    expect(await state()).toEqual(first)
  })

  test('says which session is meant in one way, and cancels for a person', async () => {
    const sale = { venue: 'centre', activity: 'yoga', by: 'S-3', tender: 'cash' }
    const problems = await folder.refused({
      ...files,
      'sales.json': [
        { ...sale, session: 'next', at: '18:00' },
        { ...sale, on: 'today' },
        { ...sale, session: 'next', cancelled: true },
        { ...sale, to: 'S-1', session: 'next', cancelled: true, attendance: 'attended' },
      ],
      'waitlists.json': [{ venue: 'centre', activity: 'yoga', session: 'next', people: ['S-1', 'S-9'] }],
    })
    expect(problems.map((problem) => problem.replace(/^(\w+\.json) line \d+, /, '$1 '))).toEqual([
      'sales.json session "next": set either session, or on and at.',
      'sales.json session: set either session, or on and at.',
      "sales.json cancelled true: a walk-in can't cancel.",
      'sales.json attendance "attended": a cancelled booking has no attendance.',
      'waitlists.json people.1 "S-9": there is no S-9 in people.json.',
    ])
  })

  test('is refused where it names what is not there', async () => {
    const sale = { venue: 'centre', activity: 'chess', session: 'next', to: 'S-9', by: 'S-1', till: 'back' }
    const problems = await folder.refused({ ...files, 'sales.json': [{ ...sale, tender: 'cheque' }] })
    expect(problems.map((problem) => problem.replace(/^sales.json line \d+, /, ''))).toEqual([
      'activity "chess": there is no chess in the activities of centre.',
      'to "S-9": there is no S-9 in people.json.',
      'by "S-1": there is no S-1 in the staff of people.json.',
      'till "back": there is no back in the tills of centre.',
      'number: is missing: the cheque number.',
    ])
  })
})
