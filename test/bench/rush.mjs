import { get } from '#bin/connection.mjs'
import { comeForRelease, passedOver, sharesOf } from '#bin/rehearse.mjs'
import { load } from './load.mjs'
import { classes } from './places.mjs'
import { head, ms, rate, say } from './report.mjs'

const visitors = Number(process.env.BENCH_RUSH ?? 10_000)
const places = 500
const perSecond = 1000

/**
 * Visitors come for the places of one class on two nodes while others read its timetable. Asserts nothing about time:
 * that each place is held once, that nothing is held without a line of a basket, and that no answer is a failure but the
 * declared 503.
 */
export async function rush({ ports, db, path }) {
  head(`${visitors} visitors for ${places} places on two nodes, ${perSecond} a second`)
  const [scarce] = await classes(db, 1, places)
  const began = performance.now()
  let isOver = false
  const reading = Promise.all(
    ports.map((port) =>
      load({
        port,
        connections: 8,
        perSecond: 20,
        seconds: 600,
        isOver: () => isOver,
        request: () => get(path),
      }),
    ),
  )
  const { counts, times, attempts, faults } = await comeForRelease(
    {
      ports,
      visitors,
      sessions: [{ id: scarce, activity: '', ticketId: null }],
      paying: 0,
      choices: 1,
      random: Math.random,
      looks: () => [],
      headers: () => ({}),
      comesAt: () => 0,
      pressesAt: (n) => (n * 1000) / perSecond,
    },
    began,
  )
  const seconds = (performance.now() - began) / 1000
  isOver = true
  const reads = await reading

  const { p99 } = sharesOf(times.hold) ?? { p99: 0 }
  say('answered', rate(visitors / seconds), `p99 ${ms(p99)}, ${JSON.stringify(counts)}`)
  say(
    'reads meanwhile',
    rate(reads.reduce((sum, one) => sum + one.perSecond, 0)),
    `p50 ${ms(Math.max(...reads.map((one) => one.p50)))} p99 ${ms(Math.max(...reads.map((one) => one.p99)))}`,
  )
  sayOrder(attempts)

  const { rows } = await db.query(
    `select o.places_taken as taken, o.capacity,
       (select count(*)::int from hold h where h.occurrence_id = o.id and h.state = 'held') as held,
       (select count(*)::int from hold h where h.occurrence_id = o.id and h.state = 'held'
         and not exists (select 1 from basket_item i where i.hold_id = h.id and i.removed_at is null)) as stranded
     from occurrence o where o.id = $1`,
    [scarce],
  )
  const { taken, held, stranded } = rows[0]
  say('places', `${held} held`, `${Math.max(0, taken - places)} oversold, ${stranded} stranded`)
  const failed = [
    ...faults,
    ...reads.flatMap((one) =>
      Object.keys(one.statuses).filter((status) => status.startsWith('5') && status !== '503'),
    ),
  ]
  if (held !== places || taken !== places || stranded > 0 || failed.length > 0)
    throw new Error(`The rush went wrong: ${JSON.stringify({ held, taken, stranded, failed })}`)
}

/** Whether those who came first have the places. */
function sayOrder(attempts) {
  const last = Math.max(...attempts.filter(({ status }) => status === 200).map(({ at }) => at))
  const { passedOver: losers, passedOverBy } = passedOver(attempts)
  say(
    'the last winner came',
    ms(last),
    `after the first visitor; ${losers} losers came before, by ${ms(passedOverBy)} at most`,
  )
}
