import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from './errors.ts'

/**
 * Calls of one endpoint in progress on a node. Places are taken in batches of 64, two at a time, at about a thousand
 * calls a second, so the last of these waits for less than half a second.
 */
const inProgressAtMost = 400

/** After so many seconds a refused call is tried again: not all at once. */
const retryWithinSeconds = 3

/** From so many calls in progress on, of all endpoints that write, work that can wait goes after them. */
const busyFrom = 8

export type Admission = {
  /** @throws Refusal `unavailable` when the endpoint's queue is full */
  requireRoom: (endpoint: Endpoint) => void
  /** Runs a call when there is room for it. @throws Refusal `unavailable` */
  admit: <T>(endpoint: Endpoint, run: () => Promise<T>) => Promise<T>
  /** Whether jobs should go after calls now. */
  isBusy: () => boolean
}

/**
 * Bounds the queue of each endpoint that writes: in a rush a write is refused at once rather than answered late, and
 * reads, which are always admitted, find the process and its database connections free. Each endpoint has a queue of its
 * own, so that those who have places can pay while others are refused.
 */
export const createAdmission = (atMost = inProgressAtMost): Admission => {
  const inProgress = new Map<Endpoint, number>()
  let writes = 0
  const countOf = (endpoint: Endpoint): number => inProgress.get(endpoint) ?? 0
  const count = (endpoint: Endpoint, change: 1 | -1): void => {
    inProgress.set(endpoint, countOf(endpoint) + change)
    writes += change
  }
  const requireRoom = (endpoint: Endpoint): void => {
    if (endpoint.method === 'GET' || countOf(endpoint) < atMost) return
    const retryAfterSeconds = 1 + Math.floor(Math.random() * retryWithinSeconds)
    throw new Refusal('unavailable', (messages) => messages.platform.busy, { retryAfterSeconds })
  }
  return {
    requireRoom,
    admit: async (endpoint, run) => {
      if (endpoint.method === 'GET') return run()
      requireRoom(endpoint)
      count(endpoint, 1)
      try {
        return await run()
      } finally {
        count(endpoint, -1)
      }
    },
    isBusy: () => writes >= busyFrom,
  }
}

/** How long a client may take to send what belongs to one request, and how many connections are served at a time. */
type ConnectionLimits = { headersMs: number; requestMs: number; connections: number }

/** Ends connections of clients that send too slowly, and refuses those beyond the maximum. */
export const limitConnections = (
  server: Pick<Server, 'headersTimeout' | 'requestTimeout' | 'maxConnections'>,
  { headersMs, requestMs, connections }: ConnectionLimits,
): void => {
  server.headersTimeout = headersMs
  server.requestTimeout = requestMs
  server.maxConnections = connections
}

/** Whether a request names more than one host: the servers that it passes may each read another one. */
export const namesTwoHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1

const year = 365 * 24 * 3600

/** Has browsers use https from now on, where all of the sites are served by it. */
export const requireHttps =
  (sites: Readonly<Record<string, string>>) =>
  (response: Pick<ServerResponse, 'setHeader'>): void => {
    if (Object.values(sites).every((site) => site.startsWith('https://')))
      response.setHeader('Strict-Transport-Security', `max-age=${year}`)
  }
