import { z } from 'zod'
import { alternative, callOffEffect, closure } from './attendance.ts'
import { endpoint } from './endpoint.ts'
import { day, id, optionalText, otherwise, text } from './fields.ts'
import { calendarDate, clockTime, instant } from './shapes.ts'

/** A place of a venue that can be closed. */
const place = z.object({ id: z.int(), name: z.string() })

/** What a closure does, found by doing it and undoing that. */
export const closureEffect = z.object({
  ...callOffEffect.shape,
  /** Sessions that people have booked, which are called off. */
  calledOff: z.int(),
  /** Sessions that nobody has booked, which are no longer offered. */
  withdrawn: z.int(),
  /** Dates let to hirers there, which stay: somebody has to ring the hirer and leave them out. The next ones first. */
  hires: z.array(
    z.object({
      hirerId: z.int(),
      hirer: z.string(),
      phone: z.string(),
      date: calendarDate,
      place: z.string(),
    }),
  ),
})
export type ClosureEffect = z.output<typeof closureEffect>

/** A session that a closure calls off, and what those who have booked it can be offered instead. */
const insteadOf = z.object({
  sessionId: z.int(),
  name: z.string(),
  date: calendarDate,
  startsAt: clockTime,
  alternatives: z.array(alternative),
})
export type InsteadOf = z.output<typeof insteadOf>

/** A day and an hour on the venue's wall: `2027-03-04T14:00`. */
const wallTime = z.string().regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, 'Choose a day and a time.')

const wanted = {
  venue: z.string(),
  /** None: the whole venue. */
  locationIds: z.array(id).max(200).default([]),
  from: wallTime,
  /** Null: until further notice. */
  until: wallTime.nullable(),
}

const errors = { invalid_time: 422 } as const

const changes = ['attendance', 'bookings', 'catalogue', 'timetable', 'waitlists'] as const

export const closures = {
  onDay: endpoint({
    method: 'GET',
    path: '/foh/venues/{venue}/closures',
    summary: 'The closures of a venue that fall on a day, and the places that can be closed.',
    allow: 'staff',
    needs: 'check_in',
    ownSessions: true,
    params: z.object({ venue: z.string() }),
    query: z.object({ date: day() }),
    returns: z.object({
      venue: z.object({ slug: z.string(), name: z.string(), timezone: z.string() }),
      places: z.array(place),
      closures: z.array(closure),
    }),
    reads: ['timetable'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/office/closures/preview',
    summary:
      'What closing places of a venue would do: which sessions go, who is told, and what they get back. Changes nothing.',
    allow: 'staff',
    needs: 'close',
    body: z.object(wanted),
    returns: closureEffect.extend({
      /** The sessions it calls off that people have booked here, where there are any. */
      instead: z.array(insteadOf),
    }),
    errors,
  }),
  close: endpoint({
    method: 'POST',
    path: '/office/closures',
    summary:
      'Close places of a venue. Nothing there is sold at once; a minute later bookings are refunded in full and people are told.',
    allow: 'staff',
    needs: 'close',
    body: z.object({
      ...wanted,
      /** What staff alone read. */
      reason: optionalText(200),
      /** What people are told; `''` for nothing. */
      publicReason: optionalText(200),
      /** What those are offered who have booked a session that is called off, as on a call-off. */
      offers: otherwise(z.array(z.object({ sessionId: id, offers: z.array(id).min(1).max(3) })).max(200), []),
      /** Of the effect that the caller has seen: refused where it is another by now. */
      digest: text(64),
    }),
    returns: z.object({ id: z.int(), takeBackUntil: instant }),
    errors: { ...errors, effect_changed: 409, offer_gone: 409 },
    idempotent: true,
    changes,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/office/closures/{closureId}/undo',
    summary: 'Take back a closure within its minute. Nobody has been told or refunded.',
    allow: 'staff',
    needs: 'close',
    params: z.object({ closureId: id }),
    returns: z.object({}),
    errors: { too_late: 409 },
    idempotent: true,
    changes,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/office/closures/{closureId}/confirm',
    summary: 'Say that a closure without an end goes on. It is asked again tomorrow.',
    allow: 'staff',
    needs: 'close',
    params: z.object({ closureId: id }),
    returns: z.object({}),
    idempotent: true,
    changes: ['timetable'],
  }),
  lift: endpoint({
    method: 'POST',
    path: '/office/file-closures/{fileClosureId}/end',
    summary:
      "Open again what the operator's files have closed. An import leaves it so while the files say the same.",
    allow: 'staff',
    needs: 'close',
    params: z.object({ fileClosureId: id }),
    returns: z.object({}),
    idempotent: true,
    changes,
  }),
  end: endpoint({
    method: 'POST',
    path: '/office/closures/{closureId}/end',
    summary: 'Open again what staff have closed. What was called off stays so; the rest is offered again.',
    allow: 'staff',
    needs: 'close',
    params: z.object({ closureId: id }),
    returns: z.object({}),
    idempotent: true,
    changes,
  }),
}
