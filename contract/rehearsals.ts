import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { countUpTo, day, id } from './fields.ts'
import { displayDate, instant, moment } from './shapes.ts'

/** Whom a release is for: a venue may open a day earlier for customers than for visitors. */
export const audiences = ['everybody', 'customers', 'visitors'] as const
export type ReleaseAudience = (typeof audiences)[number]

/** How visitors come: nearly all in the first seconds, most in the first minutes, or evenly over ten minutes. */
export const arrivals = ['at_once', 'usual', 'even'] as const
export type Arrival = (typeof arrivals)[number]

export const mostVisitors = 20_000
/** The embedded database answers one call after the other. */
export const mostVisitorsEmbedded = 500

/** How many days a report is kept. */
export const reportDays = 90

export const rehearsalProblems = [
  'staff',
  'live_slow',
  'live_busy',
  'restart',
  'no_right',
  'no_room',
  'nothing_to_book',
  'too_long',
  'node_lost',
  'fault',
] as const
export type RehearsalProblem = (typeof rehearsalProblems)[number]

export const verdicts = ['holds', 'holds_with_waiting', 'does_not_hold'] as const
export type Verdict = (typeof verdicts)[number]

/** Milliseconds; null where nobody got so far. */
const times = z.object({ p50: z.int(), p95: z.int(), p99: z.int() }).nullable()
export type StepTimes = z.output<typeof times>

/** The first that was used up. */
const limit = z.discriminatedUnion('kind', [
  /** Calls waited for a connection to the database. */
  z.object({ kind: z.literal('connections'), from: z.int(), to: z.int() }),
  /** The process of the server had no time left. */
  z.object({ kind: z.literal('processor') }),
  /** The embedded database answers one call after the other. */
  z.object({ kind: z.literal('embedded') }),
  /** Calls were refused since too many were in progress. */
  z.object({ kind: z.literal('queue') }),
])
export type RehearsalLimit = z.output<typeof limit>

const report = z
  .object({
    verdict: z.enum(verdicts),
    limit: limit.nullable(),
    /** Places that were free when it began. */
    places: z.int(),
    /** Milliseconds after booking opened; null: it did not happen. */
    firstGoneAfter: z.int().nullable(),
    soldOutAfter: z.int().nullable(),
    /** Visitors, by how it ended for them. */
    held: z.int(),
    paid: z.int(),
    refused: z.int(),
    /** Who was told at least once to try again. */
    busy: z.int(),
    failed: z.int(),
    look: times,
    hold: times,
    pay: times,
    /** Who got none of a session's places though somebody who came later did, and by how many milliseconds at most. */
    passedOver: z.int(),
    passedOverBy: z.int(),
    oversold: z.int(),
    stranded: z.int(),
    /** Of the server's process in its busiest second, of a hundred. */
    processor: z.int(),
    connections: z.object({ most: z.int(), waiting: z.int() }),
  })
  .meta({ id: 'RehearsalReport' })
export type RehearsalReport = z.output<typeof report>

const progress = z.object({ arrived: z.int(), held: z.int(), paid: z.int(), busy: z.int() })
export type RehearsalProgress = z.output<typeof progress>

const rehearsal = z
  .object({
    id: z.int(),
    /** The name of the venue. */
    venue: z.string(),
    day: displayDate,
    opensAt: moment,
    audience: z.enum(audiences),
    visitors: z.int(),
    arrival: z.enum(arrivals),
    paying: z.int(),
    /** null: the account is closed. */
    begunBy: z.string().nullable(),
    begunAt: instant,
    state: z.enum(['waiting', 'copying', 'running', 'done', 'stopped', 'failed']),
    isStopping: z.boolean(),
    problem: z.enum(rehearsalProblems).nullable(),
    progress: progress.nullable(),
    report: report.nullable(),
  })
  .meta({ id: 'Rehearsal' })
export type Rehearsal = z.output<typeof rehearsal>

const release = z
  .object({
    day: displayDate,
    audience: z.enum(audiences),
    opensAt: moment,
    /** Free now, of the sessions that are made already. */
    places: z.int(),
    /** What can be booked from then on. */
    activities: z.array(z.string()),
  })
  .meta({ id: 'Release' })
export type Release = z.output<typeof release>

const atVenue = { venue: z.string() }

export const rehearsals = {
  releases: endpoint({
    method: 'GET',
    path: '/office/rehearsals/releases',
    summary:
      'The next times at which booking opens at a venue, and how many visitors a rehearsal of one has.',
    allow: 'staff',
    needs: 'rehearse',
    query: z.object(atVenue),
    returns: z.object({
      releases: z.array(release),
      /** Twice those who held places at the busiest release of eight weeks. */
      visitors: z.int(),
      mostVisitors: z.int(),
    }),
    reads: ['timetable'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/office/rehearsals',
    summary: 'The rehearsals of a venue in the last 90 days, the newest first.',
    allow: 'staff',
    needs: 'rehearse',
    query: z.object(atVenue),
    returns: z.object({ rehearsals: z.array(rehearsal) }),
    reads: ['rehearsals'],
  }),
  begin: endpoint({
    method: 'POST',
    path: '/office/rehearsals',
    summary: 'Rehearse a release on a copy of the database, with made-up people and cards.',
    allow: 'staff',
    needs: 'rehearse',
    body: z.object({
      ...atVenue,
      day: day(),
      audience: z.enum(audiences),
      /** As `releases` has it in UTC: a day of some activities may open apart. */
      opensAt: z.iso.datetime({ offset: true }),
      visitors: countUpTo(mostVisitors),
      arrival: z.enum(arrivals),
      paying: z.int().min(0).max(100),
    }),
    returns: rehearsal,
    errors: { release_near: 409, no_room: 409, one_at_a_time: 409 },
    idempotent: true,
    changes: ['rehearsals'],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/office/rehearsals/{rehearsalId}/stop',
    summary: 'Stop a rehearsal and drop its copy.',
    allow: 'staff',
    needs: 'rehearse',
    params: z.object({ rehearsalId: id }),
    returns: rehearsal,
    idempotent: true,
    changes: ['rehearsals'],
  }),
  file: endpoint({
    method: 'POST',
    path: '/office/rehearsals/{rehearsalId}/file',
    summary: 'The report of a rehearsal as a CSV file.',
    allow: 'staff',
    needs: 'rehearse',
    params: z.object({ rehearsalId: id }),
    returns: z.object({ name: z.string(), text: z.string() }),
  }),
} as const
