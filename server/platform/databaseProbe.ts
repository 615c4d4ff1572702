import pg from 'pg'
import { isConnectionError } from './errors.ts'

/** How often the server is asked whether it answers, and how long it may take. Both together are below a second. */
const intervalMs = 200
const timeoutMs = 700

export type DatabaseProbe = { stop: () => Promise<void> }

/**
 * Asks the server again and again whether it answers, over one connection of its own. A lost network or a failover
 * leaves connections on which nothing ever arrives, and no error either; only asking finds them.
 * @param probe.lastDataAt when a connection of the pool last received anything, `performance.now()`
 * @param probe.onSilent connections on which nothing has arrived since that time, `performance.now()`, are of no use
 * @param probe.onChange whether a new connection is answered
 */
export const startDatabaseProbe = ({
  config,
  lastDataAt,
  onSilent,
  onChange,
}: {
  config: pg.ClientConfig
  lastDataAt: () => number
  onSilent: (since: number) => void
  onChange: (isAvailable: boolean) => void
}): DatabaseProbe => {
  let client: pg.Client | null = null
  let isAvailable = true
  let isStopped = false
  /** When the probe's connection was lost while others may still have been answered, or the process was late. */
  let suspectedAt: number | null = null
  let timer: NodeJS.Timeout | undefined

  const close = async (): Promise<void> => {
    const closing = client
    client = null
    // Ending waits for the server, which may be silent.
    await Promise.race([closing?.end(), wait(timeoutMs)])
  }

  const isAnswered = async (): Promise<boolean> => {
    try {
      if (client === null) {
        const opening = new pg.Client({
          ...config,
          connectionTimeoutMillis: timeoutMs,
          query_timeout: timeoutMs,
        })
        opening.on('error', () => undefined)
        client = opening
        await opening.connect()
      }
      await client.query('select 1')
      return true
    } catch (error) {
      void close()
      return isAnswer(error)
    }
  }

  const report = (answered: boolean): void => {
    if (answered === isAvailable || isStopped) return
    isAvailable = answered
    onChange(answered)
  }

  const discardSilent = (): void => {
    if (isStopped || suspectedAt === null || performance.now() - suspectedAt < timeoutMs) return
    onSilent(suspectedAt)
    suspectedAt = null
  }

  const step = async (): Promise<void> => {
    const wasOpen = client !== null
    const startedAt = performance.now()
    if (await isAnswered()) {
      discardSilent()
      return report(true)
    }
    // A process that was itself late, or a pool that is still answered, proves that the server is there. The open
    // connections may have fallen silent all the same, a moment after that answer.
    const isLate = performance.now() - startedAt > 2 * timeoutMs
    if (isStopped) return
    if (isLate || lastDataAt() > startedAt) {
      if (wasOpen) suspectedAt = performance.now()
      return
    }
    suspectedAt = null
    if (wasOpen) onSilent(startedAt)
    // Another server may have taken over the address.
    report(wasOpen && (await isAnswered()))
  }

  const loop = async (): Promise<void> => {
    await step()
    if (isStopped) return
    timer = setTimeout(() => void loop(), intervalMs)
    timer.unref()
  }
  void loop()

  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await close()
    },
  }
}

/** A server that refuses, for want of connections or of a right, is there. */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === tooManyConnections || !isConnectionError(error))
const tooManyConnections = '53300'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
