import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'

export type Proxy = {
  /** The address of the database behind the proxy. */
  url: string
  /** Drops every connection and refuses new ones. */
  refuse: () => void
  /** Resets the open connections; new ones pass. */
  reset: () => void
  /** Nothing arrives on the open connections any more, and no error either; new ones pass unless `all`. */
  silence: (options?: { all: boolean }) => void
  /** New connections pass. */
  restore: () => void
  /** New connections go to another server. */
  redirect: (databaseUrl: string) => void
  close: () => Promise<void>
}

/** A TCP proxy in front of a database, which loses connections as networks, failovers and crashes do. */
export const startProxy = async (databaseUrl: string): Promise<Proxy> => {
  let target = new URL(databaseUrl)
  const pairs = new Set<[Socket, Socket]>()
  let mode: 'pass' | 'refuse' | 'silent' = 'pass'
  const accepted = new Set<Socket>()
  const server = createServer((incoming) => {
    accepted.add(incoming)
    incoming.once('close', () => accepted.delete(incoming))
    if (mode === 'refuse') return incoming.resetAndDestroy()
    incoming.on('error', () => undefined)
    // Accepted and never answered.
    if (mode === 'silent') return undefined
    const outgoing = connect(Number(target.port), target.hostname)
    outgoing.on('error', () => undefined)
    const pair: [Socket, Socket] = [incoming, outgoing]
    pairs.add(pair)
    incoming.pipe(outgoing).pipe(incoming)
    const end = () => {
      pairs.delete(pair)
      incoming.destroy()
      outgoing.destroy()
    }
    incoming.once('close', end)
    outgoing.once('close', end)
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  const reset = () => {
    for (const [incoming, outgoing] of pairs) {
      incoming.resetAndDestroy()
      outgoing.destroy()
    }
  }
  return {
    url: url.href,
    refuse: () => {
      mode = 'refuse'
      reset()
    },
    reset,
    silence: ({ all } = { all: false }) => {
      mode = all ? 'silent' : 'pass'
      for (const [incoming, outgoing] of pairs) {
        incoming.unpipe()
        outgoing.unpipe()
        incoming.resume()
        outgoing.resume()
      }
    },
    restore: () => {
      mode = 'pass'
    },
    redirect: (other) => {
      target = new URL(other)
    },
    close: async () => {
      for (const socket of accepted) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
