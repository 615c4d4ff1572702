import { beforeEach, describe, expect, it } from 'vitest'
import type { Grouping, ReportId } from '#contract/reportTypes.ts'
import { aClassToAttend, afterwards } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { writeReservations } from '#test/support/reservations.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

// Each test counts by hand what it has put in: Yoga on Tuesday 2 March 2027 at 18:00, two places at £5.00.

let evening: ClassToAttend
let ines: TestBrowser
let ben: { id: number }

beforeEach(async () => {
  evening = await aClassToAttend()
  const { db, operator } = evening
  await db.updateTable('activity').set({ vatRate: 2000, nominalCode: '4000' }).execute()
  ines = evening.app.browser({ site: 'desk' })
  await ines.logIn(
    (await aMemberOfStaff(db, operator.id, { staffLevel: 'supervisor', firstName: 'Ines' })).id,
  )
  ben = await aCustomer(db, operator.id, { firstName: 'Ben', lastName: 'Birch' })
})

const march = { from: '2027-03-01', until: '2027-03-31' }

const read = async (report: ReportId, more: { by?: Grouping; venues?: string; basis?: 'cash' } = {}) =>
  ines.send(api.reports.read, { report, ...march, ...more })

const later = (days: number, capacity = 4) =>
  anOccurrence(
    evening.db,
    {
      activity: evening.activity,
      locationId: evening.studio.id,
      startsAt: new Date(Date.parse('2027-03-02T18:00:00Z') + days * 86_400_000),
    },
    { capacity, name: 'Yoga late' },
  )

const letPlaces = async (occurrenceId: number, places: number, note: string): Promise<void> => {
  const { id: blockBookingId } = await evening.db
    .insertInto('blockBooking')
    .values({
      activityId: evening.activity.id,
      slug: note.toLowerCase(),
      weekdays: [2],
      startTime: '18:00',
      untilTime: '19:00',
      places,
      note,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeReservations(evening.db, async (tx) => {
    const createdAt = evening.app.clock.now()
    await tx
      .insertInto('hold')
      .values({ occurrenceId, blockBookingId, places, state: 'confirmed', createdAt })
      .execute()
    await tx.updateTable('occurrence').set({ placesTaken: places }).where('id', '=', occurrenceId).execute()
  })
}

describe('R1: how full sessions were', () => {
  it('counts places sold of those on offer, who came, and what is left of the income', async () => {
    // Two sold at £5.00; one of them came. A week later one of four places is let, and nobody has booked.
    const { id: first } = await evening.aBooking(evening.ann.id)
    const { id: second } = await evening.aBooking(ben.id)
    await letPlaces((await later(7)).id, 1, 'Dolphins')
    await later(14).then(({ id }) =>
      evening.db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', id).execute(),
    )
    await evening.setClock(afterwards)
    await evening.mark(first, 'attended')
    await evening.mark(second, 'not_attended')
    await ines.logIn((await aMemberOfStaff(evening.db, evening.operator.id, { staffLevel: 'supervisor' })).id)
    const { rows, totals, chart, rowCount } = await read('fullness')
    expect(rows).toEqual([
      {
        day: '',
        venue: '',
        activity: 'Yoga',
        session: '',
        instructor: '',
        start: '',
        // 2 of the first, and 4 less the one that is let.
        places: 5,
        sold: 2,
        attended: 1,
        absent: 1,
        waitlisted: 0,
        fillPercent: 40,
        income: 1000,
      },
    ])
    expect(totals).toMatchObject({ places: 5, sold: 2, fillPercent: 40, income: 1000 })
    expect(chart).toEqual([{ label: 'Yoga', value: 40, before: null }])
    expect(rowCount).toBe(1)
    expect((await read('fullness', { by: 'each' })).rows).toMatchObject([
      { day: '2027-03-02', venue: 'Demo Centre', start: '18:00', places: 2, sold: 2, fillPercent: 100 },
      { day: '2027-03-09', session: 'Yoga late', places: 3, sold: 0, fillPercent: 0 },
    ])
    expect((await read('fullness', { by: 'hour' })).rows).toMatchObject([
      { day: 'Tuesday', start: '18:00', places: 5, sold: 2 },
    ])
    expect((await read('fullness', { by: 'class' })).rows).toMatchObject([
      { session: 'Yoga late', places: 3 },
      { session: 'yoga', places: 2 },
    ])
  })

  it('adds up by instructor, and has none of another venue', async () => {
    const { id } = await evening.db
      .insertInto('instructor')
      .values({ operatorId: evening.operator.id, slug: 'priti', name: 'Priti' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await evening.db
      .updateTable('occurrence')
      .set({ instructorIds: [id] })
      .execute()
    await later(7)
    expect((await read('fullness', { by: 'instructor', venues: 'demo-centre' })).rows).toMatchObject([
      { instructor: '', places: 4 },
      { instructor: 'Priti', places: 2 },
    ])
  })
})

it('R2: income by the week of the session is what was charged, with its VAT; refunds stand apart', async () => {
  // Three at £5.00, of which £0.83 is VAT; one of them was refunded.
  const { id: bookingId } = await evening.aBooking(evening.ann.id)
  await ines.send(api.bookings.cancelAtDesk, { bookingId, refund: 'full', to: 'cash', reason: 'Ill' })
  await evening.aBooking(evening.ann.id)
  await evening.aBooking(ben.id)
  const expected = {
    week: '2027-03-01',
    venue: 'Demo Centre',
    activity: 'Yoga',
    nominalCode: '4000',
    gross: 1500,
    vat: 249,
    net: 1251,
    refunds: 500,
  }
  const bySession = await read('income')
  expect(bySession.rows).toEqual([{ ...expected, bookings: 2 }])
  expect(bySession.chart.map(({ label, value }) => [label, value])).toEqual([
    ['2027-03-01', 1251],
    ['2027-03-08', 0],
    ['2027-03-15', 0],
    ['2027-03-22', 0],
    ['2027-03-29', 0],
  ])
  // By the day of payment: three were sold.
  expect((await read('income', { basis: 'cash' })).rows).toEqual([{ ...expected, bookings: 3 }])
})

it('R5: people who missed or cancelled too late twice within 28 days, with what it cost them', async () => {
  const missed = await evening.aBooking(ben.id)
  const onTime = await evening.aBooking(evening.ann.id)
  const next = await later(27)
  const late = await evening.aBooking(ben.id, next.id)
  const freed = await evening.aBooking(evening.ann.id, next.id)
  const absent = (id: number) => evening.db.updateTable('booking').where('id', '=', id)
  const startsAt = new Date('2027-03-29T17:00:00Z')
  await absent(missed.id).set({ status: 'not_attended' }).execute()
  await absent(onTime.id).set({ status: 'not_attended' }).execute()
  // Free until two hours before: one cancelled an hour before, the other three.
  const cancelled = { status: 'cancelled', freeCancelMinutes: 120 } as const
  const before = (hours: number) => new Date(next.startsAt.getTime() - hours * 3_600_000)
  await absent(late.id)
    .set({ ...cancelled, cancelledAt: before(1) })
    .execute()
  await absent(freed.id)
    .set({ ...cancelled, cancelledAt: before(3) })
    .execute()
  await evening.db
    .insertInto('penalty')
    .values({
      operatorId: evening.operator.id,
      customerId: ben.id,
      bookingId: missed.id,
      description: 'Missed',
      amount: 300,
      status: 'outstanding',
      createdAt: startsAt,
    })
    .execute()
  const { reference } = await evening.db
    .selectFrom('customer')
    .select('reference')
    .where('id', '=', ben.id)
    .executeTakeFirstOrThrow()
  const ofBen = { person: 'Ben Birch', reference, venue: 'Demo Centre' }
  expect((await read('absences')).rows).toEqual([
    { ...ofBen, day: '2027-03-02', session: 'yoga', kind: 'no_show', penalty: 300, state: 'outstanding' },
    { ...ofBen, day: '2027-03-29', session: 'Yoga late', kind: 'late_cancel', penalty: 0, state: '' },
  ])
  // A day further apart they are not within 28 days of each other.
  await evening.db
    .updateTable('occurrence')
    .set({ localDate: '2027-03-30' })
    .where('id', '=', next.id)
    .execute()
  expect((await read('absences')).rows).toEqual([])
})

it('R8: those who waited, those who got a place, and those who did not', async () => {
  const joinedAt = evening.app.clock.now()
  const wait = async (state: 'taken' | 'passed' | 'closed' | 'waiting', instead: number | null = null) => {
    const { id } = await aCustomer(evening.db, evening.operator.id)
    await evening.db
      .insertInto('waitlistEntry')
      .values({
        occurrenceId: evening.occurrence.id,
        personId: id,
        joinedById: id,
        idForm: 'v2',
        places: 1,
        state,
        joinedAt,
        endedAt: state === 'waiting' ? null : joinedAt,
        insteadOfId: instead,
      })
      .execute()
  }
  for (const state of ['taken', 'passed', 'closed', 'waiting'] as const) await wait(state)
  // An offer in place of a session that was cancelled is no demand.
  await wait('taken', (await later(7)).id)
  expect((await read('demand')).rows).toEqual([
    {
      week: '2027-03-01',
      activity: 'Yoga',
      session: 'yoga',
      waited: 4,
      placed: 1,
      unmet: 2,
      venue: 'Demo Centre',
    },
  ])
})

it('R10: what a concession has given, and a district only where 10 people come from it', async () => {
  const { db, operator, activity } = evening
  const session = await later(1, 20)
  const sellTo = async (postcode: string) => {
    const { id } = await aCustomer(db, operator.id, { postcode })
    const booking = await evening.aBooking(id, session.id)
    return booking.id
  }
  for (let number = 0; number < 10; number += 1) await sellTo('LS1 4AB')
  for (let number = 0; number < 3; number += 1) await sellTo('YO31 7EX')
  // One more at the full price, which is no concession.
  const full = await sellTo('LS1 4AB')
  const { id: junior } = await db
    .insertInto('pricingOption')
    .values({
      activityId: activity.id,
      slug: 'junior',
      name: 'Junior',
      price: 300,
      concession: true,
      position: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('booking').set({ price: 300 }).where('id', '<>', full).execute()
  await db
    .updateTable('basketItem')
    .set({ pricingOptionId: junior })
    .from('booking as b')
    .whereRef('b.basketItemId', '=', 'basketItem.id')
    .where('b.id', '<>', full)
    .execute()
  // At £3.00 instead of £5.00.
  expect((await read('concessions')).rows).toEqual([
    { month: '2027-03', rule: 'Junior', places: 3, fullPrice: 1500, given: 600, district: '' },
    { month: '2027-03', rule: 'Junior', places: 10, fullPrice: 5000, given: 2000, district: 'LS1' },
  ])
})

it('R11: hours let, by the name of the hirer; what the desk keeps is not let', async () => {
  await letPlaces((await later(7)).id, 2, 'Dolphins')
  await letPlaces((await later(14)).id, 2, 'Otters')
  const ofDesk = await evening.db
    .insertInto('blockBooking')
    .values({
      activityId: evening.activity.id,
      slug: 'desk',
      weekdays: [2],
      startTime: '18:00',
      untilTime: '19:00',
      deskOnly: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeReservations(evening.db, (tx) =>
    tx
      .insertInto('hold')
      .values({
        occurrenceId: evening.occurrence.id,
        blockBookingId: ofDesk.id,
        places: 1,
        state: 'held',
        heldUntil: afterwards,
        createdAt: evening.app.clock.now(),
      })
      .execute(),
  )
  const nothingOwed = { invoiced: 0, paid: 0, due30: 0, due60: 0, due90: 0 }
  const hour = { hours: 1, sessions: 1, activity: 'Yoga', venue: 'Demo Centre', ...nothingOwed }
  expect((await read('hirers')).rows).toEqual([
    { hirer: 'Dolphins', ...hour },
    { hirer: 'Otters', ...hour },
  ])
})
