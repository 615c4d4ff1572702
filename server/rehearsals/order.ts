import { z } from 'zod'
import { audiences } from '#contract/rehearsals.ts'

/*
 * What the node that runs a rehearsal and its two programs say to each other: the server on the copy (server/rehearsal.ts)
 * and the visitors (bin/rehearse.mjs).
 */

/** What the server on the copy is to make ready. */
export const shadowOrder = z.object({
  /** Where it copies from: a database server, or a copy of the files of an embedded database. */
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('server'), url: z.string() }),
    z.object({ kind: z.literal('files'), folder: z.string() }),
  ]),
  /** Sessions that begin from then on are copied. */
  from: z.coerce.date(),
  operatorId: z.int(),
  venueId: z.int(),
  day: z.string(),
  audience: z.enum(audiences),
  opensAt: z.coerce.date(),
  /** So long before booking opens its clock begins, in milliseconds. */
  leadMs: z.int(),
  visitors: z.int(),
})
export type ShadowOrder = z.output<typeof shadowOrder>

/** A session that visitors want, as they name it in the address of its day and in their basket. */
const wantedSession = z.object({
  id: z.int(),
  activity: z.string(),
  /** Of a session that is sold by the ticket. */
  ticketId: z.string().nullable(),
})
export type WantedSession = z.output<typeof wantedSession>

/** Of the server's process, in some tenths of a second. `waiting`: calls without a connection to the database. */
const sample = z.object({
  busy: z.number(),
  open: z.number(),
  waiting: z.number(),
})
export type Sample = z.output<typeof sample>

const shadowCounts = z.object({
  places: z.int(),
  firstGoneAt: z.coerce.date().nullable(),
  soldOutAt: z.coerce.date().nullable(),
  oversold: z.int(),
  stranded: z.int(),
})
export type ShadowCounts = z.output<typeof shadowCounts>

export const fromShadow = z.discriminatedUnion('say', [
  z.object({
    say: z.literal('ready'),
    port: z.int(),
    venue: z.string(),
    sessions: z.array(wantedSession),
    tokens: z.array(z.string()),
    opensInMs: z.number(),
  }),
  z.object({ say: z.literal('sample'), sample }),
  z.object({ say: z.literal('counts'), counts: shadowCounts }),
  z.object({ say: z.literal('failed'), message: z.string() }),
])
export type FromShadow = z.input<typeof fromShadow>

const stepTimes = z.object({ p50: z.number(), p95: z.number(), p99: z.number() }).nullable()

const visitorCounts = z.object({
  arrived: z.int(),
  held: z.int(),
  paid: z.int(),
  refused: z.int(),
  busy: z.int(),
  failed: z.int(),
})

export const visitorsResult = z.object({
  ...visitorCounts.shape,
  look: stepTimes,
  hold: stepTimes,
  pay: stepTimes,
  passedOver: z.int(),
  passedOverBy: z.number(),
  /** What unexpected answers said. */
  faults: z.array(z.string()),
})
export type VisitorsResult = z.output<typeof visitorsResult>

export const fromVisitors = z.discriminatedUnion('say', [
  z.object({ say: z.literal('progress'), progress: visitorCounts }),
  z.object({ say: z.literal('done'), result: visitorsResult }),
])
