import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { hour, optional, text } from './fields.ts'
import { place } from './geocoding.ts'
import { bookableId, clockTime, displayDate, price } from './shapes.ts'
import { venue } from './venues.ts'

/** A time that can be booked now. Courts of one start are one time, with the places of all of them. */
const offerTime = z
  .object({
    /** Of the first free court, the class or the ticket, in the form of its day. */
    id: bookableId,
    name: z.string(),
    date: displayDate,
    dayPretty: z.string(),
    datePretty: z.string(),
    difference: z.string(),
    timestamp: z.int(),
    startsAt: clockTime,
    endsAt: clockTime,
    duration: z.string(),
    price,
    pricingOptionId: z.int(),
    spacesRemaining: z.int(),
  })
  .meta({ id: 'OfferTime', description: 'A time that can be booked now' })
export type OfferTime = z.output<typeof offerTime>

/** An activity of a venue with its next bookable times. */
export const offer = z
  .object({
    activitySlug: z.string(),
    activityName: z.string(),
    image: z.string(),
    v2Type: z.enum(['classes', 'resources', 'ticketed']),
    venueSlug: z.string(),
    venueName: z.string(),
    venueTown: z.string(),
    miles: z.number().nullable(),
    times: z.array(offerTime),
  })
  .meta({ id: 'Offer', description: 'An activity of a venue with its next bookable times' })
export type Offer = z.output<typeof offer>

const venueRow = z.object({ venue, miles: z.number().nullable() })
export type VenueRow = z.output<typeof venueRow>

/** A point in degrees: `53.546,-2.113`. */
const point = z.string().regex(/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/, 'This is not a point.')

/** The longest radius that is searched, in miles. */
const maxRadius = 500

const radius = z.coerce.number().positive().max(maxRadius)

/** Where an answer measures from: a place of the words, the device, or the venue chosen before. */
const centre = z.object({
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
  source: z.enum(['place', 'device', 'venue']),
})

/** The days and hours that the words name. Times are wall times of each venue; `to` is exclusive. */
const period = z.object({
  firstDay: displayDate,
  lastDay: displayDate,
  from: hour.nullable(),
  to: z.string().nullable(),
})
export type Period = z.output<typeof period>

/** What an activity or a heading of a venue costs at least, and when it can be booked next. */
const nextOfActivity = z
  .object({
    /** Of an activity that can be booked, or of a heading above such ones. */
    slug: z.string(),
    /** The lowest price that the caller may have; null without any. */
    from: price.nullable(),
    /** Null where nothing can be booked at the moment. */
    next: z
      .object({
        ...offerTime.pick({
          id: true,
          name: true,
          date: true,
          difference: true,
          timestamp: true,
          startsAt: true,
        }).shape,
        ...offer.pick({ activitySlug: true, v2Type: true }).shape,
      })
      .nullable(),
  })
  .meta({ id: 'NextOfActivity', description: 'What an activity costs at least, and its next time' })
export type NextOfActivity = z.output<typeof nextOfActivity>

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/search',
    summary: 'Activities, venues and places by words; the next bookable times, nearest first.',
    allow: 'anyone',
    query: z.object({
      /** "badminton", "yoga tomorrow 18:00", "OL1". */
      q: optional(text(100)),
      /** A town or postcode only. */
      near: optional(text(100)),
      /** Where the device is. */
      at: optional(point),
      /** Miles around a place or the device. */
      radius: optional(radius),
      /** The venue chosen before: distances are from there when nothing else says from where. */
      venue: optional(z.string().max(100)),
    }),
    returns: z.object({
      /** What is left of the words without day, time and place. */
      words: z.string(),
      period: period.nullable(),
      centre: centre.nullable(),
      /** `unavailable`: the maps service could not be reached. */
      placeStatus: z.enum(['none', 'found', 'not_found', 'unavailable']),
      /** Further places of the same name. */
      otherPlaces: z.array(place),
      offers: z.array(offer),
      /** When `offers` is empty: the same at other times, or else what is on near. */
      alternatives: z.array(offer),
      /** A word of the catalogue similar to one that was not found. */
      suggestion: z.string().nullable(),
      /** What the list of venues is: all; those named so; those with the activity; those near; none found. */
      venueMatch: z.enum(['all', 'name', 'activity', 'near', 'none']),
      /** The first of them; `venueCount` is all. */
      venues: z.array(venueRow),
      venueCount: z.int(),
      /** Names of activities to start from. */
      popular: z.array(z.string()),
      /** The nearest venue outside the radius. */
      nearestBeyond: venueRow.nullable(),
    }),
    reads: ['timetable', 'session'],
  }),
  nearest: endpoint({
    method: 'GET',
    path: '/search/nearest',
    summary:
      'The next time of an activity that can be booked, from a day on or else the first; null when there is none.',
    allow: 'anyone',
    query: z.object({ venue: text(100), activity: text(100), from: optional(displayDate) }),
    returns: offer.nullable(),
    reads: ['timetable', 'session'],
  }),
  nextOfVenue: endpoint({
    method: 'GET',
    path: '/search/venue/{venue}',
    summary:
      'What each activity of a venue costs the caller at least, and its next time with a place. None where a venue is not open.',
    allow: 'anyone',
    params: z.object({ venue: z.string() }),
    returns: z.array(nextOfActivity),
    reads: ['timetable', 'session'],
  }),
  again: endpoint({
    method: 'GET',
    path: '/search/again',
    summary: 'What the customer books often, each with its next date that has a place.',
    allow: 'customer',
    returns: z.array(offer),
    reads: ['timetable', 'bookings', 'session'],
  }),
}
