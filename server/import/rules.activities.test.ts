import { describe, expect, it } from 'vitest'
import { problemsIn, readSmall, smallVenues } from '#test/fixtures/operatorFolder.ts'

const without = {
  'prices.csv': 'activity,price\n',
  'timetable.csv': 'venue,activity,days,start,minutes,locations,capacity\n',
  'sessions.csv': 'venue,activity,date,start,minutes,location,capacity\n',
  'venues.json': [...smallVenues, { slug: 'annexe', name: 'Annexe', locations: [] }],
}
const yoga = (more: object = {}) => ({ slug: 'yoga', name: 'Yoga', kind: 'classes', ...more })
const files = (...activities: object[]) => ({ ...without, 'activities.json': activities })
const activitiesOf = async (...activities: object[]) => (await readSmall(files(...activities))).activities
const problems = async (...activities: object[]) =>
  (await problemsIn(files(...activities))).map((line) => line.replace('activities.json, ', ''))

describe('an activity', () => {
  it('is at every venue, with what holds by default', async () => {
    const all = await activitiesOf(yoga())
    expect(all.map(({ venue }) => venue)).toEqual(['centre', 'annexe'])
    expect(all[0]).toEqual({
      venue: 'centre',
      parent: null,
      heading: false,
      position: 0,
      slug: 'yoga',
      name: 'Yoga',
      description: null,
      icon: '',
      kind: 'classes',
      browseBy: 'location',
      allocationStrategy: 'customer',
      allowsAnonymousBookings: true,
      allowsOverlap: false,
      preBookingNotice: null,
      whatToBring: null,
      vatRate: 0,
      releaseDays: null,
      releaseTime: null,
      releaseMinutes: null,
      lastBookableMinutes: 10,
      freeCancelMinutes: 0,
      lateCancelFee: null,
      customerRefund: true,
      prepayment: null,
      needsAttendee: false,
      needsApproval: false,
      joinLink: '',
      noShowPenalty: null,
      nominalCode: '',
      hasWaitlist: true,
      printReceipt: false,
      ageMin: null,
      ageMax: null,
      level: '',
      accessibility: [],
      conceptIds: [],
      weeklyLimit: null,
      restrictions: [],
      gives: [],
      questions: [],
    })
  })

  it('is as it says', async () => {
    const entry = {
      icon: 'assets/logo.svg',
      browse_by: 'time',
      allocation: 'automatic',
      anonymous_booking: false,
      may_overlap: true,
      pre_booking_notice: 'Bring water.',
      what_to_bring: 'A towel.',
      vat_rate: 17.5,
      last_bookable_minutes: 30,
      free_cancel_minutes: 240,
      late_cancel_fee: '3.00',
      partners: { refund: false, prepayment: 'optional', attendee: true, approval: true },
      join_link: 'https://meet.example/1',
      no_show_penalty: '5.00',
      waitlist: false,
      print_receipt: true,
      age_min: 16,
      age_max: 16,
      level: 'Beginner',
      accessibility: ['Ramp'],
      concept_ids: ['https://concept.example/1'],
      weekly_limit: 2,
    }
    const [activity] = await activitiesOf(yoga(entry))
    expect(activity).toMatchObject({
      browseBy: 'time',
      allocationStrategy: 'automatic',
      allowsAnonymousBookings: false,
      allowsOverlap: true,
      preBookingNotice: 'Bring water.',
      whatToBring: 'A towel.',
      vatRate: 1750,
      lastBookableMinutes: 30,
      freeCancelMinutes: 240,
      lateCancelFee: 300,
      customerRefund: false,
      prepayment: 'optional',
      needsAttendee: true,
      needsApproval: true,
      joinLink: 'https://meet.example/1',
      noShowPenalty: 500,
      hasWaitlist: false,
      printReceipt: true,
      ageMin: 16,
      ageMax: 16,
      level: 'Beginner',
      accessibility: ['Ramp'],
      conceptIds: ['https://concept.example/1'],
      weeklyLimit: 2,
    })
    expect(activity?.icon).not.toBe('')
  })

  it('has no penalty where it is 0, also under a heading that has one', async () => {
    const child = { slug: 'chair-yoga', name: 'Chair yoga', no_show_penalty: '0' }
    const [, chair] = await activitiesOf(
      yoga({ no_show_penalty: '5.00', venues: ['centre'], children: [child] }),
    )
    expect(chair).toMatchObject({ slug: 'chair-yoga', noShowPenalty: null })
  })

  it('opens by its own days or minutes', async () => {
    const [days] = await activitiesOf(yoga({ release: { days: 3, time: '08:00' } }))
    expect(days).toMatchObject({ releaseDays: 3, releaseTime: '08:00', releaseMinutes: null })
    const [minutes] = await activitiesOf(yoga({ release: { minutes: 90 } }))
    expect(minutes).toMatchObject({ releaseDays: null, releaseTime: null, releaseMinutes: 90 })
  })

  it.each([
    [
      [yoga(), yoga()],
      ['slug: yoga appears twice at centre.', 'slug: yoga appears twice at annexe.'],
    ],
    [[{ slug: 'yoga', name: 'Yoga', venues: ['centre'] }], ['kind: is missing.']],
    [[yoga({ venues: ['centre'], age_min: 18, age_max: 17 })], ['age_max: is less than age_min.']],
    [[yoga({ venues: ['centre', 'nowhere'] })], ['venues: there is no nowhere in the venues.']],
    [[yoga({ venues: ['centre'], kind: 'tickets' })], ['tickets: is missing.']],
    [
      [yoga({ venues: ['centre'], tickets: [{ slug: 'a', name: 'A' }] })],
      ['tickets: is only for activities sold by ticket, and this one is classes.'],
    ],
    [
      [
        yoga({
          venues: ['centre'],
          kind: 'tickets',
          tickets: ['a', 'b', 'a'].map((slug) => ({ slug, name: slug })),
        }),
      ],
      ['tickets.2.slug: a appears twice.'],
    ],
  ])('%j is refused', async (activities, expected) => {
    const found = await problems(...activities)
    expect(new Set(found)).toEqual(new Set(expected))
  })

  it('sold by tickets has them in their order', async () => {
    const tickets = ['adult', 'junior'].map((slug) => ({ slug, name: slug, places: 1 }))
    const read = await readSmall(files(yoga({ venues: ['centre'], kind: 'tickets', tickets })))
    expect(
      read.tickets.map(({ venue, activity, slug, position }) => [venue, activity, slug, position]),
    ).toEqual([
      ['centre', 'yoga', 'adult', 0],
      ['centre', 'yoga', 'junior', 1],
    ])
  })
})

describe('a heading', () => {
  const child = (slug: string, more: object = {}) => ({ slug, name: slug, ...more })
  const fitness = (children: object[], more: object = {}) => ({
    slug: 'fitness',
    name: 'Fitness',
    description: 'All of it.',
    vat_rate: 20,
    children,
    ...more,
  })

  it('hands down what the activities below it do not say', async () => {
    const all = await activitiesOf(
      fitness([child('spin', { kind: 'classes' }), child('aqua', { vat_rate: 5 })], {
        kind: 'classes',
        venues: ['centre'],
      }),
    )
    expect(
      all.map(({ slug, name, parent, heading, position, vatRate, description }) => [
        slug,
        name,
        parent,
        heading,
        position,
        vatRate,
        description,
      ]),
    ).toEqual([
      ['fitness', 'Fitness', null, true, 0, 2000, 'All of it.'],
      ['spin', 'spin', 'fitness', false, 0, 2000, null],
      ['aqua', 'aqua', 'fitness', false, 1, 500, null],
    ])
  })

  it('has the kind of the first activity below it', async () => {
    const all = await activitiesOf(
      fitness([child('spin', { kind: 'courts' }), child('swim', { kind: 'classes' })]),
    )
    expect(all[0]).toMatchObject({ slug: 'fitness', kind: 'courts' })
  })

  it('is left out at a venue that has none of its activities', async () => {
    const all = await activitiesOf(
      fitness([child('spin', { venues: ['annexe'] }), child('aqua', { venues: ['annexe'] })], {
        kind: 'classes',
      }),
    )
    expect(all.map(({ venue, slug }) => `${venue}/${slug}`)).toEqual([
      'annexe/fitness',
      'annexe/spin',
      'annexe/aqua',
    ])
  })

  it('has activities only at its own venues', async () => {
    expect(
      await problems(
        fitness([child('spin', { venues: ['annexe'] }), child('aqua', { venues: ['nowhere'] })], {
          kind: 'classes',
          venues: ['centre'],
        }),
      ),
    ).toEqual([
      'children.0.venues: annexe is not among the venues of fitness.',
      'children.1.venues: there is no nowhere in the venues.',
    ])
  })

  it('is no activity itself: it has no tickets of its own', async () => {
    const tickets = [{ slug: 'a', name: 'A' }]
    const read = await readSmall(
      files(fitness([child('swim')], { kind: 'tickets', tickets, venues: ['centre'] })),
    )
    expect(read.tickets.map(({ activity }) => activity)).toEqual(['swim'])
  })

  it('says below which place something is wrong', async () => {
    const wrong = fitness([child('spin'), child('aqua', { age_min: 9, age_max: 8 })], {
      kind: 'classes',
      venues: ['centre'],
    })
    expect(await problems(wrong)).toEqual(['children.1.age_max: is less than age_min.'])
  })
})
