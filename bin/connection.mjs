// One HTTP connection on a raw socket, one request at a time: fetch would cost more than the server it asks.
import { connect } from 'node:net'

/**
 * @typedef {{ status: number, text: string, retryAfter: number | null }} Answer `retryAfter` in seconds
 * @param {number} port
 * @returns {Promise<{ send: (bytes: string) => Promise<Answer>, close: () => void }>}
 */
export const openConnection = (port) =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let received = ''
    /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void } | null} */
    let answer = null
    socket.setEncoding('latin1')
    socket.on('error', (error) => (answer === null ? reject(error) : answer.reject(error)))
    socket.on('data', (chunk) => {
      received += chunk
      const whole = wholeAnswer(received)
      if (whole === null || answer === null) return
      const { resolve: answered } = answer
      answer = null
      received = ''
      answered(whole)
    })
    socket.once('close', () => answer?.reject(new Error('The server closed the connection.')))
    socket.once('connect', () =>
      resolve({
        send: (bytes) =>
          new Promise((resolveAnswer, rejectAnswer) => {
            answer = { resolve: resolveAnswer, reject: rejectAnswer }
            socket.write(bytes)
          }),
        close: () => socket.end(),
      }),
    )
  })

const wholeAnswer = (received) => {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return null
  const head = received.slice(0, end)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  const isWhole =
    length === undefined
      ? received.indexOf('0\r\n\r\n', end) !== -1
      : received.length >= end + 4 + Number(length)
  if (!isWhole) return null
  const [, retryAfter = null] = /retry-after: (\d+)/i.exec(head) ?? []
  return {
    status: Number(head.slice(9, 12)),
    text: received.slice(end + 4),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
  }
}

/** The bytes of a GET. */
export const get = (path, headers = {}) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines(headers)}\r\n`

/** The bytes of a POST of JSON. */
export const post = (path, body, headers = {}) => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${lines(headers)}\r\n${text}`
}

const lines = (headers) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
