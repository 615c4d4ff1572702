import { beforeEach, describe, expect, it } from 'vitest'
import { cancelBookingsOfCancelledOccurrences } from '#server/bookings/cancel.ts'
import { settleCallOffs } from '#server/timetable/callOff.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import { testDatabase } from '#test/support/database.ts'
import { recordedEvents, recordEvents } from '#test/support/events.ts'
import { aHallToHire, now } from '#test/support/hires.ts'
import type { HallToHire } from '#test/support/hires.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'
import { settleHires } from './states.ts'

let world: HallToHire

beforeEach(async () => {
  world = await aHallToHire((await testDatabase()).db)
})

/** The clock goes on, and what it does to sessions and hires. */
const at = async (instant: string) => {
  const then = new Date(instant)
  world.app.clock.set(then)
  await world.office.logIn(world.staff.id)
  await settleCallOffs(world.db, then)
  await cancelBookingsOfCancelledOccurrences(world.db, then)
  await settleHires(world.db, then)
}

const names = async (day: string) =>
  (await world.onSale(day)).map(({ at: time, place }) => `${time} ${place}`)

describe('what a hire would be', () => {
  it('lists each date, what it costs, and that half-term is left out', async () => {
    const except = [{ from: '2027-03-10', until: '2027-03-12', reason: 'Half-term' }]
    const effect = await world.preview({ except })
    expect(effect).toMatchObject({
      lets: 3,
      undecided: 0,
      minutes: 270,
      total: { raw: 9000 },
      isExempt: false,
      calledOff: 0,
    })
    expect(effect.days.map(({ date, state, reason }) => [date.raw, state, reason])).toEqual([
      ['2027-03-04', 'free', ''],
      ['2027-03-11', 'excepted', 'Half-term'],
      ['2027-03-18', 'free', ''],
      ['2027-03-25', 'free', ''],
    ])
    expect(await world.hires()).toEqual([])
  })

  it('names who has a place, with a phone number, and what is free instead', async () => {
    const [court] = await world.onSale('2027-03-04')
    await world.book(court!.publicId, 800)
    const [first, second] = (await world.preview()).days
    expect(first).toMatchObject({
      state: 'taken',
      place: 'Main Hall',
      takenBy: [
        {
          kind: 'booking',
          name: 'Badminton',
          who: 'Ann Example',
          phone: '07700 900123',
          canBeCalledOff: true,
        },
      ],
      others: [{ name: 'Studio' }],
    })
    expect(second).toMatchObject({ state: 'free' })
  })

  it('finds classes whose sessions are made, those that the programme has later, and closures', async () => {
    await world.db
      .insertInto('closure')
      .values({
        venueId: world.venue.id,
        locationId: world.court2.id,
        startsAt: new Date('2027-03-16T00:00:00Z'),
        endsAt: new Date('2027-03-17T00:00:00Z'),
        reason: 'New floor',
      })
      .execute()
    const { days } = await world.preview({ weekdays: [2], from: '2027-03-02', start: '18:30', end: '19:30' })
    expect(
      days.map(({ date, state, takenBy, reason }) => [date.raw, state, takenBy[0]?.kind, reason]),
    ).toEqual([
      ['2027-03-02', 'taken', 'session', ''],
      ['2027-03-09', 'taken', 'session', ''],
      ['2027-03-16', 'closed', undefined, 'New floor'],
      ['2027-03-23', 'taken', 'planned', ''],
    ])
  })

  it('is refused for a time that is over, too far away or covers no day, and for places of another venue', async () => {
    expect(await refusal(world.preview({ from: '2027-02-25' }))).toMatchObject({ code: 'invalid_time' })
    expect(await refusal(world.preview({ end: '16:00' }))).toMatchObject({ code: 'invalid_time' })
    expect(
      await refusal(world.preview({ weekdays: [1], from: '2027-03-04', until: '2027-03-05' })),
    ).toMatchObject({
      code: 'no_sessions',
      message: 'This covers no session. Check place, day and times.',
    })
    expect(await refusal(world.preview({ locationIds: [999_999] }))).toMatchObject({ code: 'not_found' })
    expect(await refusal(world.preview({ hirerId: 999_999 }))).toMatchObject({ code: 'not_found' })
  })

  it('lets no piece of floor twice to the same hire', async () => {
    const effect = await world.preview({ locationIds: [world.hall.id, world.court1.id], until: '2027-03-04' })
    expect(effect.days.map(({ place, state }) => [place, state])).toEqual([
      ['Main Hall', 'free'],
      ['Court 1', 'taken'],
    ])
  })
})

describe('a hire', () => {
  it('has its floor: courts there are sold no more, on any of its dates, and come back when a date is left out', async () => {
    const courts = [
      '17:00 Court 1',
      '17:00 Court 2',
      '18:00 Court 1',
      '18:00 Court 2',
      '19:00 Court 1',
      '19:00 Court 2',
    ]
    expect(await names('2027-03-04')).toEqual(courts)
    const { id } = await world.hire()
    expect(await names('2027-03-04')).toEqual(['19:00 Court 1', '19:00 Court 2'])
    expect(await world.hires()).toMatchObject([
      {
        name: 'PE lessons',
        state: 'confirmed',
        places: ['Main Hall'],
        dates: [{ state: 'let' }, {}, {}, {}],
      },
    ])
    // A day whose sessions are made later.
    await generateOccurrences(world.db, { now: new Date('2027-03-10T09:00:00Z') })
    expect(await names('2027-03-18')).toEqual(['19:00 Court 1', '19:00 Court 2'])
    expect(
      await world.office.send(api.hirers.leaveOut, {
        hireId: id,
        from: '2027-03-04',
        until: '2027-03-04',
        reason: 'Snow',
      }),
    ).toEqual({ leftOut: 1 })
    expect(await names('2027-03-04')).toEqual(courts)
    expect((await world.hires())[0]).toMatchObject({
      exceptions: [{ from: '2027-03-04', until: '2027-03-04', reason: 'Snow' }],
      dates: [{ state: 'left_out' }, { state: 'let' }, { state: 'let' }, { state: 'let' }],
    })
    expect(await wrongWithPlaces(world.db, now)).toEqual([])
  })

  it('is refused with each date that is taken and undecided, and while another hire has the place', async () => {
    await world.hire({ until: '2027-03-11' })
    const effect = await world.preview({ locationIds: [world.court1.id] })
    expect(effect.days[0]?.takenBy).toMatchObject([
      { kind: 'hire', name: 'PE lessons', who: 'Park School', phone: '020 7946 0100', canBeCalledOff: false },
    ])
    expect(await refusal(world.hire({ locationIds: [world.court1.id] }))).toMatchObject({
      code: 'floor_taken',
      message: 'Court 1 is taken: Thu 4 Mar (Park School), Thu 11 Mar (Park School).',
    })
    const leaveOut = (day: string) => ({ day, locationId: world.court1.id, act: 'leave_out' as const })
    const decisions = [leaveOut('2027-03-04'), leaveOut('2027-03-11')]
    await world.hire({ locationIds: [world.court1.id], decisions })
    expect((await world.hires())[0]?.dates.map(({ date }) => date.raw)).toEqual(['2027-03-18', '2027-03-25'])
    const callOff = { day: '2027-03-04', locationId: world.hall.id, act: 'call_off' as const }
    expect((await world.preview({ decisions: [callOff], until: '2027-03-04' })).undecided).toBe(1)
  })

  it('is let elsewhere on a date that is taken', async () => {
    const [court] = await world.onSale('2027-03-04')
    await world.book(court!.publicId, 800)
    const elsewhere = { day: '2027-03-04', locationId: world.hall.id, act: 'other_place' as const }
    const decisions = [{ ...elsewhere, otherId: world.studio.id }]
    expect((await world.preview({ decisions })).days[0]).toMatchObject({
      state: 'decided',
      otherPlace: { name: 'Studio' },
    })
    await world.hire({ decisions })
    expect((await world.hires())[0]?.dates.map(({ place }) => place)).toEqual([
      'Studio',
      'Main Hall',
      'Main Hall',
      'Main Hall',
    ])
    const gone = [{ ...elsewhere, otherId: world.court2.id }]
    expect((await world.preview({ decisions: gone, until: '2027-03-04' })).undecided).toBe(1)
  })

  it('has what is in its way called off: refunded a minute later, and its floor goes to nobody else meanwhile', async () => {
    const [court] = await world.onSale('2027-03-04')
    await world.book(court!.publicId, 800)
    const decisions = [{ day: '2027-03-04', locationId: world.hall.id, act: 'call_off' as const }]
    expect(await world.preview({ decisions })).toMatchObject({
      lets: 4,
      undecided: 0,
      calledOff: 1,
      bookings: 1,
      refundTotal: { raw: 800 },
    })
    await world.hire({ decisions })
    expect((await world.hires())[0]?.dates[0]).toMatchObject({ state: 'waiting' })
    expect(await names('2027-03-04')).toEqual(['19:00 Court 1', '19:00 Court 2'])
    expect(
      await refusal(world.office.send(api.attendance.takeBackCallOff, { sessionId: court!.id })),
    ).toMatchObject({
      code: 'too_late',
      message: 'This place is let to a hirer now. Leave the date out of the hire first.',
    })
    await at('2027-03-01T09:01:00Z')
    expect((await world.hires())[0]?.dates[0]).toMatchObject({ state: 'let' })
    expect(await world.db.selectFrom('booking').select('status').execute()).toEqual([
      { status: 'cancelled_by_venue' },
    ])
    expect(await wrongWithPlaces(world.db, now)).toEqual([])
  })

  it('is refused with the effect that has changed, when somebody books after it was looked at', async () => {
    const { digest } = await world.preview()
    const [court] = await world.onSale('2027-03-04')
    await world.book(court!.publicId, 800)
    expect(
      await refusal(world.office.send(api.hirers.hire, { ...world.wanted(), name: 'PE', digest })),
    ).toMatchObject({
      code: 'effect_changed',
      message: 'This has changed since you looked: 3 dates, 1 taken now. Check it again.',
    })
    expect(await world.hires()).toEqual([])
  })

  it('takes the place of a class that the programme would have made later', async () => {
    const wanted = { weekdays: [2], from: '2027-03-23', until: '2027-03-23', start: '19:00', end: '20:00' }
    await world.hire({
      ...wanted,
      decisions: [{ day: '2027-03-23', locationId: world.hall.id, act: 'call_off' as const }],
    })
    const { notMade } = await generateOccurrences(world.db, { now: new Date('2027-03-20T09:00:00Z') })
    expect(notMade).toMatchObject([
      { name: 'Gymnastics', why: 'floor_taken', occupant: { name: 'Park School' } },
    ])
  })

  it('is exempt from VAT from ten dates on, where the hirer is', async () => {
    const tenWeeks = { until: '2027-05-06' }
    expect(await world.preview(tenWeeks)).toMatchObject({ lets: 10, isExempt: true })
    await world.hire(tenWeeks)
    expect((await world.hires())[0]).toMatchObject({ isExempt: true })
  })
})

it('whoever closes a place reads whose dates are there, and is refused when another is let meanwhile', async () => {
  const wanted = { venue: world.venue.slug, locationIds: [world.court1.id] }
  const days = { from: '2027-03-11T00:00', until: '2027-03-12T00:00' }
  const preview = () => world.office.send(api.closures.preview, { ...wanted, ...days })
  const { digest, hires } = await preview()
  expect(hires).toEqual([])
  await world.hire()
  expect((await preview()).hires).toMatchObject([
    {
      hirer: 'Park School',
      phone: '020 7946 0100',
      date: { raw: '2027-03-11' },
      place: 'Main Hall',
    },
  ])
  const close = world.office.send(api.closures.close, { ...wanted, ...days, digest })
  expect(await refusal(close)).toMatchObject({ code: 'effect_changed' })
})

describe('the states of a hire', () => {
  it('a provisional one lapses by its day, and its floor is free again', async () => {
    const { id } = await world.hire({ lapsesOn: '2027-03-03' })
    await at('2027-03-03T22:00:00Z')
    expect(await world.hires()).toMatchObject([{ state: 'provisional' }])
    await at('2027-03-04T00:10:00Z')
    expect(await world.hires()).toMatchObject([{ state: 'lapsed' }])
    expect(await names('2027-03-04')).toHaveLength(6)
    expect(await refusal(world.office.send(api.hirers.confirm, { hireId: id }))).toMatchObject({
      code: 'not_provisional',
    })
  })

  it('a confirmed one runs from its first date, ends with its last, and tells programs of both', async () => {
    await recordEvents(world.db, world.operator.id, world.staff.id)
    const events = async () =>
      (await recordedEvents(world.db)).map(({ type }) => type).filter((type) => type.startsWith('hire.'))
    const { id } = await world.hire({ lapsesOn: '2027-03-03', until: '2027-03-11' })
    expect(await events()).toEqual([])
    await world.office.send(api.hirers.confirm, { hireId: id })
    await at('2027-03-04T17:30:00Z')
    expect(await world.hires()).toMatchObject([{ state: 'running' }])
    await at('2027-03-11T18:31:00Z')
    expect(await world.hires()).toMatchObject([{ state: 'ended' }])
    expect(await events()).toEqual(['hire.confirmed', 'hire.ended'])
  })

  it('ends after a day that staff choose', async () => {
    const { id } = await world.hire()
    expect(await world.office.send(api.hirers.end, { hireId: id, lastDay: '2027-03-11' })).toEqual({
      leftOut: 2,
    })
    expect(await world.hires()).toMatchObject([{ state: 'confirmed' }])
    expect(await world.office.send(api.hirers.end, { hireId: id, lastDay: '2027-03-01' })).toEqual({
      leftOut: 2,
    })
    expect(await world.hires()).toMatchObject([{ state: 'ended' }])
    expect(
      await refusal(world.office.send(api.hirers.end, { hireId: id, lastDay: '2027-03-11' })),
    ).toMatchObject({
      code: 'already_ended',
    })
    const none = world.office.send(api.hirers.leaveOut, {
      hireId: id,
      from: '2027-03-01',
      until: '2027-04-01',
    })
    expect(await refusal(none)).toMatchObject({ code: 'no_sessions' })
  })
})

describe('hirers', () => {
  it('are listed by name, changed with what was before in the audit log, and need a reason for an exemption', async () => {
    const club = { name: 'Aces', termsDays: 14, vatTreatment: 'standard' as const }
    const { id } = await world.office.send(api.hirers.add, club)
    await world.hire({ hirerId: id, lapsesOn: '2027-03-03' })
    expect((await world.office.send(api.hirers.list, {})).hirers).toMatchObject([
      { name: 'Aces', hires: 1, nextDate: '2027-03-04' },
      { name: 'Park School', hires: 0, nextDate: null },
    ])
    const exempt = { ...club, hirerId: id, vatTreatment: 'exempt_series' as const }
    expect(await refusal(world.office.send(api.hirers.change, exempt))).toMatchObject({
      validationMessages: { exemptReason: ['Say why their series are exempt.'] },
    })
    expect(
      await refusal(world.office.send(api.hirers.change, { ...club, hirerId: id, termsDays: 200 })),
    ).toMatchObject({
      validationMessages: { termsDays: ['Choose 0 to 120 days.'] },
    })
    await world.office.send(api.hirers.change, { ...club, hirerId: id, phone: '0161 496 0000' })
    const { entries } = await world.office.send(api.audit.entries, { act: 'hirer changed' })
    expect(entries[0]).toMatchObject({ facts: [{ name: 'phone', before: '–', value: '0161 496 0000' }] })
  })

  it('whose papers end within 30 days are named on Today, to those who may let places', async () => {
    const papers = async () =>
      (await world.office.send(api.operations.alerts, { venue: world.venue.slug })).hirerPapers
    const change = (safeguardingUntil: string, insuranceUntil: string) =>
      world.office.send(api.hirers.change, {
        hirerId: world.school.id,
        name: 'Park School',
        termsDays: 14,
        safeguardingUntil,
        insuranceUntil,
      })
    await change('2027-03-31', '2027-02-28')
    // Nothing is let to them.
    expect(await papers()).toEqual([])
    await world.hire()
    const school = { hirerId: world.school.id, hirer: 'Park School' }
    expect(await papers()).toEqual([
      { ...school, what: 'insurance', until: '2027-02-28', isOver: true },
      { ...school, what: 'safeguarding', until: '2027-03-31', isOver: false },
    ])
    await change('2027-04-01', '2027-04-01')
    expect(await papers()).toEqual([])
    const desk = world.app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(world.db, world.operator.id)).id)
    await change('2027-03-31', '2027-02-28')
    expect(await desk.send(api.operations.alerts, { venue: world.venue.slug })).toMatchObject({
      hirerPapers: [],
    })
  })

  it('are for staff who may let places', async () => {
    const desk = world.app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(world.db, world.operator.id)).id)
    expect(await refusal(desk.send(api.hirers.list, {}))).toMatchObject({ code: 'forbidden' })
  })
})
