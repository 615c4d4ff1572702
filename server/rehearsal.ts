import { rm } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import type { Database } from '#server/platform/database.ts'
import { readPool } from '#server/platform/metrics.ts'
import { shadowOrder } from '#server/rehearsals/order.ts'
import type { FromShadow, ShadowOrder } from '#server/rehearsals/order.ts'
import { countShadow, fillShadow, findWanted, makeCustomers } from '#server/rehearsals/shadow.ts'
import { start } from './main.ts'
import type { Composition } from './main.ts'

/*
 * The server of a rehearsal: the product on a copy of the database, with a clock that begins before a release. A node
 * starts it (server/rehearsals/run.ts), tells it over a channel what to copy, and hears over it how it does.
 */

const sampleMs = 100

const countOrder = z.object({ count: z.array(z.int()) })

const say = (one: FromShadow): void => {
  process.send?.(one)
}

/** Serves a rehearsal until the process that has started it ends, or ends this one. */
export const serveRehearsal = async (composition: Composition): Promise<void> => {
  process.once('disconnect', () => process.exit(0))
  // Who started it may have ended while it was loaded.
  if (!process.connected) process.exit(0)
  const order = shadowOrder.parse(await new Promise((resolve) => process.once('message', resolve)))
  let offsetMs = order.opensAt.getTime() - order.leadMs - Date.now()
  const clock = { now: () => new Date(Date.now() + offsetMs) }
  let ready: Awaited<ReturnType<typeof makeReady>> | undefined
  let shadow: Database | undefined
  await start({
    ...composition,
    clock,
    prepare: async (db) => {
      shadow = db
      await fillShadow(db, order)
      if (order.source.kind === 'files') await rm(order.source.folder, { recursive: true })
      ready = await makeReady(db, order, clock.now())
    },
    onListening: (port) => {
      if (ready === undefined) throw new Error('The server listens before its database is there.')
      offsetMs = order.opensAt.getTime() - order.leadMs - Date.now()
      say({ say: 'ready', port, ...ready, opensInMs: order.leadMs })
      takeSamples()
    },
  })
  process.on('message', (message) => {
    const query = countOrder.safeParse(message)
    if (!query.success || shadow === undefined) return
    countShadow(shadow, query.data.count, order.opensAt, clock.now()).then(
      (counts) => say({ say: 'counts', counts }),
      (error: unknown) => say({ say: 'failed', message: String(error) }),
    )
  })
}

const makeReady = async (
  db: Database,
  order: ShadowOrder,
  now: Date,
): Promise<Omit<Extract<FromShadow, { say: 'ready' }>, 'say' | 'port' | 'opensInMs'>> => {
  const wanted = await findWanted(db, order, now)
  const tokens = order.audience === 'visitors' ? [] : await makeCustomers(db, order, now)
  return { ...wanted, tokens }
}

const takeSamples = (): void => {
  let last = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { totalCount, waitingCount } = readPool()
    const busy = performance.eventLoopUtilization(now, last).utilization
    say({ say: 'sample', sample: { busy, open: totalCount, waiting: waitingCount } })
    last = now
  }, sampleMs).unref()
}
