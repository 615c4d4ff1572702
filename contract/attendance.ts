import { z } from 'zod'
import { calledOffBooking, informed, reach } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { day, hour, id, optional, optionalLink, optionalText, otherwise, text, ticketCode } from './fields.ts'
import { calendarDate, clockTime, displayDate, displayMoney, instant, moment } from './shapes.ts'
import { refundDestinationIds } from './tenders.ts'
import { waitlistEntry } from './waitlists.ts'
import { waiverRecord } from './waivers.ts'

/** How many are expected, have come, stayed away. Places, not bookings. */
const heads = { booked: z.int(), attended: z.int(), absent: z.int() }

/** A session of the day as the desk sees it. `held`: places in baskets now. */
export const deskSession = z
  .object({
    id: z.int(),
    /** By which its places are sold. */
    bookableId: z.string(),
    name: z.string(),
    kind: z.enum(['classes', 'courts', 'tickets']),
    activitySlug: z.string(),
    activityName: z.string(),
    locationName: z.string(),
    /** Names of who takes it. */
    instructors: z.array(z.string()),
    startsAt: clockTime,
    endsAt: clockTime,
    begins: instant,
    ends: instant,
    cancelled: z.boolean(),
    capacity: z.int(),
    /** Free places as the timetable counts them: none that is sold, held, waited for, or whose floor is in use. */
    spaces: z.int(),
    /** Another booking or class is on the court's floor. */
    floorInUse: z.boolean(),
    held: z.int(),
    waiting: z.int(),
    /** Places let outside this system, by whom they are for; `deskOnly` ones are kept for sale at the desk. */
    blocks: z.array(z.object({ note: z.string(), places: z.int(), deskOnly: z.boolean() })),
    ...heads,
    /** Places of people whose booking ended because the venue has called the session off. */
    calledOff: z.int(),
  })
  .meta({ id: 'DeskSession' })
export type DeskSession = z.output<typeof deskSession>

/** A closure as staff see it. One of several places by the same act is one. */
export const closure = z
  .object({
    id: z.int(),
    /** None: the whole venue. */
    places: z.array(z.string()),
    from: moment,
    /** Null: until further notice. */
    until: moment.nullable(),
    /** What people are told; `''` for nothing. */
    publicReason: z.string(),
    /** What staff alone read. */
    reason: z.string(),
    /** `files`: the operator's files close it, and lift it. */
    origin: z.enum(['files', 'office']),
    /** Null once people are told, and where the files close it. */
    takeBackUntil: instant.nullable(),
    /** Without an end, and nobody has said today that it goes on. */
    asksIfClosed: z.boolean(),
  })
  .meta({ id: 'Closure' })
export type Closure = z.output<typeof closure>

/** The columns of the board, by what is on there. */
const placeKind = z.enum(['courts', 'classes', 'tickets'])
export type PlaceKind = z.output<typeof placeKind>

const board = z
  .object({
    date: calendarDate,
    today: displayDate,
    /** From the first start to the last end of what the day has, taken or not; null on a day without any. */
    hours: z.object({ from: instant, until: instant }).nullable(),
    /** The smallest places with something on: four courts, not the hall that they are. */
    places: z.array(z.object({ id: z.int(), name: z.string(), kind: placeKind })),
    /** Without the courts that nobody has. */
    sessions: z.array(deskSession.extend({ placeIds: z.array(z.int()) })),
    /** `ends`: with the day at the latest. */
    closures: z.array(closure.extend({ begins: instant, ends: instant, placeIds: z.array(z.int()) })),
    /** Places let to hirers. */
    hires: z.array(
      z.object({
        id: z.int(),
        hirer: z.string(),
        phone: z.string(),
        name: z.string(),
        place: z.string(),
        isProvisional: z.boolean(),
        startsAt: clockTime,
        endsAt: clockTime,
        begins: instant,
        ends: instant,
        placeIds: z.array(z.int()),
      }),
    ),
  })
  .meta({ id: 'Board' })
export type Board = z.output<typeof board>

const attendanceStatus = z.enum(['booked', 'attended', 'not_attended'])

/** A person expected. `customerId` is null for a walk-in. */
export const expected = z
  .object({
    bookingId: z.int(),
    orderId: z.int(),
    orderReference: z.string(),
    status: attendanceStatus,
    firstName: z.string(),
    lastName: z.string(),
    customerId: z.int().nullable(),
    customerReference: z.string().nullable(),
    /** Who bought it, where that is another person. */
    boughtBy: z.string().nullable(),
    /** A booking partner has sold it. */
    soldByPartner: z.boolean(),
    title: z.string(),
    quantity: z.int(),
    accessCode: z.string(),
    attendanceAt: instant.nullable(),
    /** On the day. */
    age: z.int().nullable(),
    /** To be shown, because the price is for an age and the date of birth is not known. */
    proofOfAge: z.boolean(),
    /** URL of the photo by which staff know the person. */
    profilePhoto: z.string().nullable(),
    /** What an instructor should know of them, and whom to call; `''` when not given. */
    medicalNotes: z.string(),
    emergencyContact: z.string(),
    /** Of whom it is for or, where they have none, who booked; `''` when not given. */
    phone: z.string(),
    /** What this booking owes on arrival; null where it is paid. */
    toPay: displayMoney.nullable(),
    /** What is agreed to for them, of the waivers that the session needs. */
    waivers: z.array(waiverRecord),
  })
  .meta({ id: 'Expected' })
export type Expected = z.output<typeof expected>

/** A person on the waitlist. */
const waiting = z
  .object({
    waitlistId: z.int(),
    userId: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    reference: z.string(),
    status: z.enum(['waiting', 'offered']),
    joinedAt: instant,
    offerExpiresAt: instant.nullable(),
  })
  .meta({ id: 'Waiting' })
export type Waiting = z.output<typeof waiting>

/** A call-off by staff: what people are told of it, and until when it can be taken back; null once they are told. */
const callOff = z.object({ reason: z.string(), takeBackUntil: instant.nullable() })

/** What calling a session off does, found by doing it and undoing that. */
export const callOffEffect = z.object({
  /** Another one once it would do something else. Who calls off names the one they have seen. */
  digest: z.string(),
  bookings: z.int(),
  places: z.int(),
  refunds: z.array(z.object({ to: z.enum(refundDestinationIds), amount: displayMoney })),
  refundTotal: displayMoney,
  reach,
  /** People on the waitlist, who are told, too. */
  waiting: z.int(),
})
export type CallOffEffect = z.output<typeof callOffEffect>

/** A session that those who have booked one that is called off may be offered instead. */
export const alternative = z.object({
  id: z.int(),
  name: z.string(),
  date: calendarDate,
  startsAt: clockTime,
  endsAt: clockTime,
  duration: z.string(),
  locationName: z.string(),
  instructors: z.array(z.string()),
  /** Free places. */
  free: z.int(),
})
export type Alternative = z.output<typeof alternative>

const instructor = z.object({ id: z.int(), name: z.string() })

const register = z.object({
  session: deskSession,
  date: calendarDate,
  venueSlug: z.string(),
  venueName: z.string(),
  expected: z.array(expected),
  /** Whoever had booked a session that was called off; none of another. */
  calledOff: z.array(calledOffBooking),
  /** Whom a message to everybody booked would reach. */
  reach,
  waitlist: z.array(waiting),
  /** The rooms it may be moved to, the one it is in included. */
  rooms: z.array(z.object({ id: z.int(), name: z.string() })),
  locationId: z.int(),
  /** Where people meet instead of the room; `''` for the room. */
  meetingPoint: z.string(),
  /** Where people take part online; `''` where they do not. */
  joinLink: z.string(),
  instructors: z.array(instructor),
  /** What staff have called it off with; null when it stands, or when a closure or the timetable has cancelled it. */
  callOff: callOff.nullable(),
  /** Another one once the name, the time or the place of the session has changed. */
  version: z.string(),
})
export type Register = z.output<typeof register>

/** One act of staff on a session or a booking of it, in words. `person` is '' for a program that the operator has run. */
const sessionAct = z.object({ id: z.int(), at: instant, person: z.string(), text: z.string() })
export type SessionAct = z.output<typeof sessionAct>

/** Who has just been marked, and at what. */
const marked = z.object({
  expected,
  session: z.object({
    id: z.int(),
    name: z.string(),
    startsAt: clockTime,
    locationName: z.string(),
    /** Until it starts; negative afterwards. */
    minutesToStart: z.int(),
  }),
  /** What is given back of the penalty for missing it, which had been paid; null for nothing. */
  penaltyRefund: displayMoney.nullable(),
})
export type Marked = z.output<typeof marked>

/** The answer to a check-in at a kiosk. No more of the person than a first name. */
const checkedInSelf = z
  .object({
    firstName: z.string(),
    title: z.string(),
    quantity: z.int(),
    startsAt: clockTime,
    locationName: z.string(),
  })
  .meta({ id: 'CheckedInSelf' })
export type CheckedInSelf = z.output<typeof checkedInSelf>

const changes = ['attendance', 'bookings'] as const

export const attendance = {
  day: endpoint({
    method: 'GET',
    path: '/foh/venues/{venue}/sessions',
    summary: 'The sessions of a day at a venue, with how many are expected and have come.',
    allow: 'staff',
    needs: 'check_in',
    ownSessions: true,
    params: z.object({ venue: z.string() }),
    query: z.object({
      date: day(),
      /** `booked`: those with people expected or on the waitlist, those let to somebody, and those called off with people. */
      show: otherwise(z.enum(['booked', 'all']), 'booked'),
    }),
    returns: z.object({ date: calendarDate, today: displayDate, sessions: z.array(deskSession) }),
    reads: ['attendance', 'timetable'],
  }),
  board: endpoint({
    method: 'GET',
    path: '/foh/venues/{venue}/board',
    summary: 'A day at a venue by place and time: sessions with their people, lets to clubs, and closures.',
    allow: 'staff',
    needs: 'check_in',
    ownSessions: true,
    params: z.object({ venue: z.string() }),
    query: z.object({ date: day() }),
    returns: board,
    reads: ['attendance', 'timetable'],
  }),
  registers: endpoint({
    method: 'GET',
    path: '/foh/venues/{venue}/registers',
    summary: 'Who is expected at each session of a day at a venue, for a print of the day.',
    allow: 'staff',
    needs: 'check_in',
    ownSessions: true,
    params: z.object({ venue: z.string() }),
    query: z.object({ date: day() }),
    returns: z.array(z.object({ sessionId: z.int(), expected: z.array(expected) })),
    reads: ['attendance'],
  }),
  register: endpoint({
    method: 'GET',
    path: '/foh/sessions/{sessionId}',
    summary: 'Who is expected at a session, who has come, and who waits.',
    allow: 'staff',
    needs: 'check_in',
    ownSessions: true,
    params: z.object({ sessionId: id }),
    returns: register,
    reads: ['attendance', 'timetable', 'waitlists'],
  }),
  sessionHistory: endpoint({
    method: 'GET',
    path: '/foh/sessions/{sessionId}/history',
    summary: 'What staff have done with a session and its bookings: the latest first, at most 50.',
    allow: 'staff',
    needs: 'check_in',
    ownSessions: true,
    params: z.object({ sessionId: id }),
    returns: z.array(sessionAct),
    reads: ['attendance', 'bookings', 'timetable', 'waitlists'],
  }),
  changeSession: endpoint({
    method: 'PATCH',
    path: '/foh/sessions/{sessionId}',
    summary:
      'Change the name, time or place of a session. People who have booked it get an e-mail; partners read it in their feed.',
    allow: 'staff',
    needs: 'sessions.move',
    params: z.object({ sessionId: id }),
    body: z.object({
      name: optional(text(120)),
      date: optional(day()),
      startsAt: optional(hour),
      /** Before the start: on the next day. */
      endsAt: optional(hour),
      locationId: optional(id),
      /** `''` is the room. */
      meetingPoint: optionalText(200),
      /** An https address, for those who have booked alone; `''` for none. */
      joinLink: optionalLink(),
      message: otherwise(z.string().trim().max(1000), ''),
      /** Of the register that the change was made on: refused where the session is another by now. */
      version: optional(text(64)),
    }),
    returns: z.object({ notified: z.int(), ...informed.shape }),
    errors: { cancelled: 410, begun: 409, invalid_time: 422, floor_taken: 409, changed_meanwhile: 409 },
    idempotent: true,
    changes: ['attendance', 'bookings', 'timetable'],
  }),
  previewCallOff: endpoint({
    method: 'POST',
    path: '/foh/sessions/{sessionId}/call-off/preview',
    summary: 'What calling a session off would do: who is told, and what they get back. Changes nothing.',
    allow: 'staff',
    needs: 'sessions.call_off',
    params: z.object({ sessionId: id }),
    returns: callOffEffect.extend({ alternatives: z.array(alternative) }),
    errors: { begun: 409, already_called_off: 409 },
  }),
  callOff: endpoint({
    method: 'POST',
    path: '/foh/sessions/{sessionId}/call-off',
    summary:
      'Call a session off. It is sold no more at once; a minute later its bookings are refunded in full and people are told.',
    allow: 'staff',
    needs: 'sessions.call_off',
    params: z.object({ sessionId: id }),
    body: z.object({
      /** What people are told; `''` for no reason. */
      reason: optionalText(200),
      /** Sessions offered instead: places there are kept for a day, or half the time that is left. */
      offers: otherwise(z.array(id).max(3), []),
      /** Of the effect that the caller has seen: refused where it is another by now. */
      digest: text(64),
    }),
    returns: z.object({ takeBackUntil: instant }),
    errors: { begun: 409, already_called_off: 409, effect_changed: 409, offer_gone: 409 },
    idempotent: true,
    changes: ['attendance', 'bookings', 'timetable', 'waitlists'],
  }),
  takeBackCallOff: endpoint({
    method: 'POST',
    path: '/foh/sessions/{sessionId}/call-off/undo',
    summary: 'Take back a call-off within its minute. Nobody has been told or refunded.',
    allow: 'staff',
    needs: 'sessions.call_off',
    params: z.object({ sessionId: id }),
    returns: z.object({}),
    errors: { too_late: 409 },
    idempotent: true,
    changes: ['attendance', 'bookings', 'timetable', 'waitlists'],
  }),
  coverOptions: endpoint({
    method: 'GET',
    path: '/foh/sessions/{sessionId}/cover',
    summary: 'Who could take a session, and what each of them has at that time.',
    allow: 'staff',
    needs: 'sessions.change',
    params: z.object({ sessionId: id }),
    /** `busyWith`: another session that they have at that time. */
    returns: z.array(instructor.extend({ busyWith: z.string().nullable() })),
    reads: ['attendance', 'timetable'],
  }),
  cover: endpoint({
    method: 'POST',
    path: '/foh/sessions/{sessionId}/cover',
    summary: 'Have others take a session. People who have booked it or wait for it get an e-mail.',
    allow: 'staff',
    needs: 'sessions.change',
    params: z.object({ sessionId: id }),
    body: z.object({
      instructorIds: z.array(id).min(1, 'Choose who takes it.').max(10),
      message: optionalText(1000),
      /** Also where one of them has another session at that time. */
      acceptClash: z.boolean().default(false),
    }),
    returns: z.object({ notified: z.int(), ...informed.shape }),
    errors: { cancelled: 410, begun: 409, instructor_clash: 409 },
    idempotent: true,
    changes: ['attendance', 'bookings', 'timetable'],
  }),
  resize: endpoint({
    method: 'POST',
    path: '/foh/sessions/{sessionId}/capacity',
    summary:
      'Give a session another number of places. With fewer than are taken none is sold until so many have come free.',
    allow: 'staff',
    needs: 'sessions.change',
    params: z.object({ sessionId: id }),
    body: z.object({
      places: z
        .int('Enter a whole number.')
        .min(0, 'A session has no fewer than 0 places.')
        .max(10_000, 'A session has no more than 10,000 places.'),
    }),
    returns: z.object({ capacity: z.int(), taken: z.int() }),
    errors: { cancelled: 410, begun: 409, is_court: 409 },
    idempotent: true,
    changes: ['attendance', 'timetable', 'waitlists'],
  }),
  notifySession: endpoint({
    method: 'POST',
    path: '/foh/sessions/{sessionId}/notices',
    summary: 'Send a message to all who have booked a session; partners pass it on to their customers.',
    allow: 'staff',
    needs: 'sessions.message',
    params: z.object({ sessionId: id }),
    body: z.object({ message: text(1000) }),
    returns: z.object({ notified: z.int(), ...informed.shape }),
    errors: { cancelled: 410 },
    idempotent: true,
    changes: ['attendance', 'bookings'],
  }),
  mark: endpoint({
    method: 'PUT',
    path: '/foh/bookings/{bookingId}/attendance',
    summary: 'Record that a person came or did not; `booked` undoes it.',
    allow: 'staff',
    needs: 'check_in',
    ownSessions: true,
    params: z.object({ bookingId: id }),
    body: z.object({
      status: attendanceStatus,
      /** What the caller sees: refused where it is neither that nor `status` by now. */
      from: optional(attendanceStatus),
    }),
    returns: marked,
    errors: { booking_cancelled: 409, too_early: 409, changed_meanwhile: 409 },
    changes,
  }),
  checkIn: endpoint({
    method: 'POST',
    path: '/foh/venues/{venue}/check-in',
    summary: 'Check in by the code of a booking, typed or scanned.',
    allow: 'staff',
    needs: 'check_in',
    params: z.object({ venue: z.string() }),
    body: z.object({ code: ticketCode }),
    returns: marked,
    errors: { booking_cancelled: 409, another_day: 409, another_venue: 409, already_attended: 409 },
    idempotent: true,
    changes,
  }),
  group: endpoint({
    method: 'GET',
    path: '/foh/venues/{venue}/groups/{code}',
    summary:
      'Who is expected today at a venue by one order, named by the code for all of its people: its reference.',
    allow: 'staff',
    needs: 'check_in',
    params: z.object({ venue: z.string(), code: ticketCode }),
    returns: z.array(marked),
    errors: { another_day: 409 },
    reads: ['attendance'],
  }),
  checkInSelf: endpoint({
    method: 'POST',
    path: '/activities/venues/{venue}/check-in',
    summary:
      'Check oneself in at a kiosk of the venue, by the code of a booking, from an hour before it starts.',
    allow: 'anyone',
    params: z.object({ venue: z.string() }),
    body: z.object({ code: ticketCode }),
    returns: checkedInSelf,
    errors: {
      booking_cancelled: 409,
      another_day: 409,
      another_venue: 409,
      already_attended: 409,
      too_early: 409,
      closed: 410,
    },
    idempotent: true,
    // A code is not to be guessed. A leisure centre may be one address to us.
    limit: { attempts: 60, seconds: 600 },
    changes,
  }),
  offer: endpoint({
    method: 'POST',
    path: '/foh/waitlist/{waitlistId}/offer',
    summary: 'Offer a free place to a person on the waitlist, out of turn.',
    allow: 'staff',
    needs: 'sell',
    params: z.object({ waitlistId: id }),
    returns: waitlistEntry,
    errors: {
      full: 409,
      held: 409,
      clash: 409,
      cancelled: 410,
      closed: 410,
      // What became of the entry meanwhile.
      offered: 409,
      taken: 409,
      passed: 409,
      left: 409,
    },
    idempotent: true,
    changes: ['attendance', 'waitlists', 'timetable'],
  }),
}
