import { watchCalls } from '#server/platform/metrics.ts'
import { beforeMs } from './rules.ts'
import type { LiveCall } from './rules.ts'

/** So many of the last calls are remembered. */
const most = 4096

/** The last calls that this process has answered. */
export type LiveCalls = {
  /** Those since an instant of `performance.now()`, at most a minute before now. */
  since: (at: number) => LiveCall[]
  stop: () => void
}

export const watchLiveCalls = (): LiveCalls => {
  const calls: LiveCall[] = []
  let next = 0
  const stop = watchCalls(({ ms, status }) => {
    calls[next] = { at: performance.now(), ms, status }
    next = (next + 1) % most
  })
  return {
    since: (at) => {
      const from = Math.max(at, performance.now() - beforeMs)
      return calls.filter((call) => call.at >= from)
    },
    stop,
  }
}
