import { loadModule } from '#test/faults/load.mjs'
import { sell } from './orders.mjs'
import { classes } from './places.mjs'
import { ended, seconds, server } from './processes.mjs'
import { head, ms, rate, say } from './report.mjs'

/** Orders before the measured ones: the code is compiled by then. */
const warmUp = 200

/** Paid orders of a node that reaches its database through pgbouncer, beside one that reaches it directly. */
export async function poolers({ port, db, folder, databaseUrl }) {
  head('Paid orders behind pgbouncer')
  const { pgbouncer, startPooler } = await loadModule('/test/support/pooler.ts')
  if (pgbouncer() === undefined) return say('pgbouncer is not installed', 'apt-get install pgbouncer')
  const ids = await classes(db, 200, 1_000_000)
  await db.query('delete from openactive_change')
  const direct = await soldAt(port, ids)
  say('directly', rate(direct.rate), `p50 ${ms(direct.median)}`)
  for (const mode of ['session', 'transaction']) {
    const pooler = await startPooler(databaseUrl, mode)
    const node = await server(folder, pooler.url, { DATABASE_POOLING: mode })
    const sold = await soldAt(node.port, ids)
    say(
      `in ${mode} mode`,
      rate(sold.rate),
      `p50 ${ms(sold.median)}   ${(sold.rate / direct.rate).toFixed(2)} × directly`,
    )
    await ended(node.child)
    await pooler.stop()
  }
}

async function soldAt(port, ids) {
  await sell({ port, ids, most: warmUp, until: performance.now() + 60_000 })
  const began = performance.now()
  const { times } = await sell({ port, ids, most: Infinity, until: began + seconds * 1000 })
  const elapsed = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  return { rate: times.length / elapsed, median: times[Math.floor(times.length / 2)] }
}
