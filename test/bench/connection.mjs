// One HTTP connection on a raw socket, one request at a time: fetch would cost more than the server it asks.
import { connect } from 'node:net'

/** @returns {Promise<{ send: (bytes: string) => Promise<{ status: number, text: string }>, close: () => void }>} */
export const openConnection = (port) =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let received = ''
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
  return isWhole ? { status: Number(head.slice(9, 12)), text: received.slice(end + 4) } : null
}
