import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dateNotOffered } from './failure.ts'
import { anyId, day, hour, id, optional } from './fields.ts'
import { bookableId, displayDate, moment, displayMoney, price } from './shapes.ts'
import { bookableClass, bookableSlot, bookableTicket, bookableTime } from './bookables.ts'
import { reasonCode } from './refusals.ts'

const ofActivity = z.object({ venue: z.string(), activity: z.string() })

/** For whom: prices, bookings and actions are this person's. */
const forWhom = { selectedUserId: optional(id) }

const onDay = { date: day(dateNotOffered), ...forWhom }

const slotsQuery = z.object({
  ...onDay,
  locationId: optional(id),
  startTime: optional(hour),
  endTime: optional(hour),
  compositeKey: optional(z.string()),
})

const ofClass = z.object({ venue: z.string(), activity: z.string(), id: anyId })

/** A price one person may have. `price` is after their benefit, if they have one; a package is used only if chosen. */
const personalOption = z.object({
  id: z.int(),
  name: z.string(),
  price,
  /** The membership that takes something off, and what it saves. */
  benefit: z.object({ name: z.string(), planName: z.string(), saves: displayMoney }).nullable(),
  /** The package that could pay instead, and the visits left on it. */
  package: z.object({ id: z.int(), name: z.string(), visitsLeft: z.int(), price }).nullable(),
})

/** A person of the customer's household, and what they can book of an occurrence (ours). */
export const householdPerson = z
  .object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    /** In whole years on the day. */
    age: z.int().nullable(),
    isSelf: z.boolean(),
    /** Whether they went the last time the household did this activity. */
    wentLast: z.boolean(),
    isInBasket: z.boolean(),
    /** Why they cannot go; null when they can. */
    reason: z.string().nullable(),
    reasonCode: reasonCode.nullable(),
    /** The tickets for their age, the usual one first; one without id where it is not sold by tickets. */
    tickets: z.array(
      z.object({
        ticketId: bookableId.nullable(),
        name: z.string().nullable(),
        options: z.array(personalOption).min(1),
      }),
    ),
  })
  .meta({ id: 'HouseholdPerson' })
export type HouseholdPerson = z.output<typeof householdPerson>

/** A day of the strip: how many places and times can be booked and of how many sessions, or when it opens. */
const nextDay = z
  .object({
    raw: displayDate,
    /** Null until it opens for the caller, as are times and sessions. A court at an hour is one place. */
    places: z.int().nullable(),
    /** At how many times a court can be booked; how many sessions have places. */
    times: z.int().nullable(),
    sessions: z.int().nullable(),
    /** Some of its sessions can be booked later only. */
    opensLater: z.boolean(),
    opensAt: moment.nullable(),
    /** It is open for customers already: logging in opens it. */
    loginOpens: z.boolean(),
  })
  .meta({ id: 'NextDay', description: 'A day, with its places or its opening' })
export type NextDay = z.output<typeof nextDay>

export const timetable = {
  days: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/days',
    summary: 'The next days of an activity: how many places each has, or when it opens.',
    allow: 'anyone',
    params: ofActivity,
    query: z.object(forWhom),
    returns: z.array(nextDay),
    reads: ['timetable'],
  }),
  times: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/times',
    summary: 'The hours of a day at which something is free, over all courts. v1 ids.',
    allow: 'anyone',
    params: ofActivity,
    query: z.object(onDay),
    returns: z.array(bookableTime),
    reads: ['timetable'],
  }),
  timesV2: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/v2/times',
    summary: 'The hours of a day at which something is free, over all courts. v2 ids.',
    allow: 'anyone',
    params: ofActivity,
    query: z.object(onDay),
    returns: z.array(bookableTime),
    reads: ['timetable'],
  }),
  slots: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/slots',
    summary: 'The courts of a day, or of one of its hours. v1 ids.',
    allow: 'anyone',
    params: ofActivity,
    query: slotsQuery,
    returns: z.array(bookableSlot),
    reads: ['timetable'],
  }),
  slotsV2: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/v2/slots',
    summary: 'The courts of a day, or of one of its hours. v2 ids.',
    allow: 'anyone',
    params: ofActivity,
    query: slotsQuery,
    returns: z.array(bookableSlot),
    reads: ['timetable'],
  }),
  classes: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/timetable',
    summary: 'The classes of a day. v1 ids.',
    allow: 'anyone',
    params: ofActivity,
    query: z.object(onDay),
    returns: z.array(bookableClass),
    reads: ['timetable'],
  }),
  classesV2: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/v2/timetable',
    summary: 'The classes of a day. v2 ids.',
    allow: 'anyone',
    params: ofActivity,
    query: z.object(onDay),
    returns: z.array(bookableClass),
    reads: ['timetable'],
  }),
  classById: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/timetable/{id}',
    summary: 'One class. Answers with its v1 id.',
    allow: 'anyone',
    params: ofClass,
    query: z.object(forWhom),
    returns: bookableClass,
    reads: ['timetable'],
  }),
  classByIdV2: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/activity/{activity}/v2/timetable/{id}',
    summary: 'One class. Answers with its v2 id.',
    allow: 'anyone',
    params: ofClass,
    query: z.object(forWhom),
    returns: bookableClass,
    reads: ['timetable'],
  }),
  tickets: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/activity-category/{category}/activity/{activity}/tickets',
    summary:
      "The fast tickets of a day; or, with a ticket's id for the activity, that one, and no day is needed.",
    allow: 'anyone',
    params: z.object({ venue: z.string(), category: z.string(), activity: anyId }),
    query: z.object({ date: optional(day(dateNotOffered)), ...forWhom }),
    returns: z.array(bookableTicket),
    reads: ['timetable'],
  }),
  occurrence: endpoint({
    method: 'GET',
    path: '/v1/activities/occurrences/{id}',
    summary:
      'Any bookable thing; it always has tickets, made of its pricing options where it is not sold by them.',
    allow: 'anyone',
    params: z.object({ id: anyId }),
    query: z.object(forWhom),
    returns: bookableTicket,
    reads: ['timetable'],
  }),
  household: endpoint({
    method: 'GET',
    path: '/v1/activities/occurrences/{id}/household',
    summary: 'Who of the household can go, why others cannot, and what each of them pays.',
    allow: 'customer',
    params: z.object({ id: anyId }),
    query: z.object(forWhom),
    returns: z.array(householdPerson),
    reads: ['timetable', 'account'],
  }),
}
