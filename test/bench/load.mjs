// A client that costs little: raw sockets, one request at a time on each, answers measured and counted.
import { connect } from 'node:net'

/**
 * Keeps `connections` busy for `seconds` (or until `requests` have been answered).
 * @param {{ port: number, connections: number, seconds?: number, requests?: number, perSecond?: number,
 *   isOver?: () => boolean, onAnswer?: (status: string, askedAt: number) => void,
 *   request: (n: number) => string }} options `request` gives the bytes of the nth request; with `perSecond` they are
 *   sent at that pace, and a time is counted from the instant a request was due, also when its connection was late
 * @returns {Promise<{ answered: number, perSecond: number, p50: number, p99: number, statuses: Record<string, number> }>}
 */
export const load = ({
  port,
  connections,
  seconds = 60,
  requests = Infinity,
  perSecond = Infinity,
  isOver = () => false,
  onAnswer = () => {},
  request,
}) => {
  const times = []
  const statuses = {}
  let sent = 0
  let open = connections
  const began = performance.now()
  const until = began + seconds * 1000
  return new Promise((resolve, reject) => {
    const finish = () => {
      const elapsed = (performance.now() - began) / 1000
      times.sort((a, b) => a - b)
      const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
      resolve({
        answered: times.length,
        perSecond: times.length / elapsed,
        p50: at(0.5),
        p99: at(0.99),
        statuses,
      })
    }
    for (let i = 0; i < connections; i += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let buffer = Buffer.alloc(0)
      let started = 0
      const next = () => {
        if (sent >= requests || performance.now() >= until || isOver()) {
          socket.end()
          open -= 1
          if (open === 0) finish()
          return
        }
        sent += 1
        const n = sent
        started = performance.now()
        const due = perSecond === Infinity ? started : began + (n * 1000) / perSecond
        if (due <= started) {
          started = due
          socket.write(request(n))
        } else {
          setTimeout(() => {
            started = performance.now()
            socket.write(request(n))
          }, due - started)
        }
      }
      socket.once('connect', next)
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
        const end = buffer.indexOf('\r\n\r\n')
        if (end === -1) return
        const head = buffer.toString('latin1', 0, end)
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
        const isChunked = /transfer-encoding: chunked/i.test(head)
        const isWhole = isChunked
          ? buffer.indexOf('0\r\n\r\n', end) !== -1
          : buffer.length >= end + 4 + (length || 0)
        if (!isWhole) return
        const status = head.slice(9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
        times.push(performance.now() - started)
        onAnswer(status, started)
        buffer = Buffer.alloc(0)
        next()
      })
    }
  })
}
