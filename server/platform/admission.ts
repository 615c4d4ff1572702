import type { Endpoint } from '#contract/endpoint.ts'
import * as messages from '#server/messages/en/platform.ts'
import { Refusal } from './errors.ts'

/**
 * Calls of one endpoint in progress on a node. Places are taken in batches of 64, two at a time, at about a thousand
 * calls a second, so the last of these waits for less than half a second.
 */
const inProgressAtMost = 400

/** After so many seconds a refused call is tried again: not all at once. */
const retryWithinSeconds = 3

/** Runs a call when there is room for it. @throws Refusal `unavailable` */
export type Admit = <T>(endpoint: Endpoint, run: () => Promise<T>) => Promise<T>

/**
 * Bounds the queue of each endpoint that writes: in a rush a write is refused at once rather than answered late, and
 * reads, which are always admitted, find the process and its database connections free. Each endpoint has a queue of its
 * own, so that those who have places can pay while others are refused.
 */
export const createAdmission = (atMost = inProgressAtMost): Admit => {
  const inProgress = new Map<Endpoint, number>()
  const countOf = (endpoint: Endpoint): number => inProgress.get(endpoint) ?? 0
  return async (endpoint, run) => {
    if (endpoint.method === 'GET') return run()
    if (countOf(endpoint) >= atMost) {
      const retryAfterSeconds = 1 + Math.floor(Math.random() * retryWithinSeconds)
      throw new Refusal('unavailable', messages.busy, { retryAfterSeconds })
    }
    inProgress.set(endpoint, countOf(endpoint) + 1)
    try {
      return await run()
    } finally {
      inProgress.set(endpoint, countOf(endpoint) - 1)
    }
  }
}
