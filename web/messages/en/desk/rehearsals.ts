import type {
  Arrival,
  Rehearsal,
  RehearsalLimit,
  RehearsalProblem,
  Release,
  ReleaseAudience,
  Verdict,
} from '#contract/rehearsals.ts'
import { fullDay, list, number, plural } from '#messages/format.ts'

export const tab = 'Rehearsals'
export const lead = 'Find out whether a release holds before your customers come for it.'

export const begin = 'New rehearsal'
export const beginHelp =
  'Made-up visitors come for the release on a copy of your data. Your customers notice nothing: if your site gets slower, the rehearsal stops by itself.'
export const noReleases = 'No booking opens in the next days'
export const noReleasesHelp = 'A rehearsal needs a day with free places that opens for booking at a set time.'
export const release = 'Release'
export const visitors = 'Visitors'
export const visitorsHelp = ({ suggested, most }: { suggested: number; most: number }): string =>
  `${number(suggested)} is twice your busiest release of the last eight weeks. At most ${number(most)}.`
export const arrival = 'How they come'
export const arrivals: Readonly<Record<Arrival, string>> = {
  at_once: 'Nearly all in the first seconds',
  usual: 'Most in the first five minutes',
  even: 'Evenly over ten minutes',
}
export const paying = 'How many of 100 pay'
export const payingHelp = 'The others hold a place and leave.'
export const start = 'Start the rehearsal'
export const started = 'The rehearsal has started.'

const audiences: Readonly<Record<ReleaseAudience, string>> = {
  everybody: 'for everybody',
  customers: 'for customers',
  visitors: 'for visitors without an account',
}
const dayOf = ({ local }: { local: string }): string => fullDay(local.slice(0, 10))
export const releaseOption = ({ day, audience, opensAt, places }: Release): string =>
  `${dayOf(opensAt)}, ${opensAt.format24Hour}: ${fullDay(day)} ${audiences[audience]}, ${placesOf(places)}`
const placesOf = (count: number): string =>
  plural(count, { one: `${number(count)} place`, other: `${number(count)} places` })
export const releasedActivities = ({ activities }: Pick<Release, 'activities'>): string =>
  `Opens ${list(activities)}.`

export const past = 'Rehearsals of the last 90 days'
export const none = 'No rehearsals yet'
export const noneHelp = 'Start one above. It takes about fifteen minutes.'
export const titleOf = ({ opensAt }: Pick<Rehearsal, 'opensAt'>): string =>
  `${dayOf(opensAt)}, ${opensAt.format24Hour}`
export const about = ({ day, audience, visitors: count, arrival: how, paying: share }: Rehearsal): string =>
  [
    `${fullDay(day)} ${audiences[audience]}`,
    plural(count, { one: `${number(count)} visitor`, other: `${number(count)} visitors` }),
    arrivals[how],
    `${share} of 100 pay`,
  ].join(' · ')
export const begunBy = ({ person, at }: { person: string | null; at: string }): string =>
  person === null ? `Started ${at}` : `Started by ${person}, ${at}`

export const states: Readonly<Record<Rehearsal['state'], string>> = {
  waiting: 'Starting',
  copying: 'Copying',
  running: 'Running',
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Failed',
}
export const verdicts: Readonly<Record<Verdict, string>> = {
  holds: 'Holds',
  holds_with_waiting: 'Holds with waiting',
  does_not_hold: 'Does not hold',
}
export const waiting = 'It starts in a moment.'
export const copying = 'Your timetable and bookings are being copied, with made-up names.'
export const beforeOpening = 'The copy is ready. Visitors look at the timetable and wait for booking to open.'
export const stopping = 'It is being stopped.'
export const progress = ({
  arrived,
  held,
  paid,
  visitors: count,
}: {
  arrived: number
  held: number
  paid: number
  visitors: number
}): string =>
  `${number(arrived)} of ${number(count)} visitors have come. ${number(held)} hold a place, ${number(paid)} have paid.`
export const arrivedLabel = 'Visitors who have come'
export const stop = 'Stop'
export const stopOf = ({ title }: { title: string }): string => `Stop the rehearsal for ${title}`
export const stopRequested = 'The rehearsal is being stopped.'
export const download = 'Download CSV'
export const downloadOf = ({ title }: { title: string }): string =>
  `Download the report of the rehearsal for ${title}`

export const problems: Readonly<Record<RehearsalProblem, string>> = {
  staff: 'Somebody stopped it.',
  live_slow: 'Your site answered more slowly, so it stopped by itself. Rehearse at a quieter time.',
  live_busy: 'Your site turned people away, so it stopped by itself. Rehearse at a quieter time.',
  restart: 'The server was restarted. Start it again.',
  no_right:
    'The database user may not make databases. Give it CREATEDB, or name another server in REHEARSAL_DATABASE_URL.',
  no_room: 'The disk was full. Make room and start it again.',
  nothing_to_book: 'Nothing can be booked on that day.',
  too_long: 'It took more than an hour. Try it with fewer visitors.',
  node_lost: 'The server that ran it has stopped. Start it again.',
  fault: 'Something went wrong. The server log says what. Start it again.',
}

export const verdictHelp: Readonly<Record<Verdict, string>> = {
  holds: 'Everybody is answered within two seconds.',
  holds_with_waiting: 'Nobody loses a place, but some people wait for more than two seconds or try again.',
  does_not_hold: 'People give up or meet faults. Change something before the release.',
}
export const noLimit = 'Nothing was used up.'
export const limitOf = (limit: RehearsalLimit): string => {
  if (limit.kind === 'connections')
    return `First limit: connections to the database. Set DATABASE_POOL from ${limit.from} to ${limit.to}.`
  if (limit.kind === 'processor') return 'First limit: the processor of one server. Add a server.'
  if (limit.kind === 'embedded') return 'First limit: the embedded database. Use PostgreSQL (DATABASE_URL).'
  return 'First limit: calls at one time. Add a server.'
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
export const time = (ms: number): string => (ms < 1000 ? `${ms} ms` : seconds(ms))

export const steps = 'Time that people waited'
export const step = 'Step'
export const shares = { p50: 'Half of them', p95: '95 of 100', p99: '99 of 100' } as const
export const stepNames = { look: 'Look', hold: 'Hold a place', pay: 'Pay' } as const
export const noTime = 'Nobody'

export const figures = 'Figures'
export const figureNames = {
  places: 'Places',
  held: 'Visitors with a place',
  paid: 'Paid',
  refused: 'Got no place',
  busy: 'Told to try again',
  failed: 'Met a fault',
  firstGone: 'First place gone after',
  soldOut: 'Sold out after',
  passedOver: 'Came earlier than the last winner',
  oversold: 'Places sold twice',
  stranded: 'Places left without an owner',
  processor: 'Processor of the server',
  connections: 'Database connections',
} as const
export const notReached = 'Not reached'
export const percent = (share: number): string => `${share} %`
export const passedOver = ({ count, by }: { count: number; by: number }): string =>
  count === 0 ? number(0) : `${number(count)}, by ${time(by)} at most`
export const connections = ({ most, waiting: waitingFor }: { most: number; waiting: number }): string =>
  `${number(most)} in use, ${number(waitingFor)} calls waiting at most`
