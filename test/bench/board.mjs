import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { head, ms, say } from './report.mjs'

/** As the page reads the day: one after the other. */
const readings = 60

/**
 * Today's board of the demo's largest venue, as the desk reads it every ten seconds: how long it takes and how large it is.
 * @param {{ port: number }} options of the server
 */
export const board = async ({ port }) => {
  const desk = await logIn(port)
  const { data: venues } = JSON.parse((await desk('/api/activities/venues')).text)
  const day = new Date().toISOString().slice(0, 10)
  const read = (slug) => desk(`/api/foh/venues/${slug}/board?date=${day}`)
  let largest = { slug: '', text: '' }
  for (const { slug } of venues) {
    const { text } = await read(slug)
    if (text.length > largest.text.length) largest = { slug, text }
  }
  const { places, sessions } = JSON.parse(largest.text).data
  head(`Today of ${largest.slug}: ${sessions.length} sessions at ${places.length} places`)
  const bytes = Buffer.byteLength(largest.text)
  say(
    'size',
    `${(bytes / 1024).toFixed(1)} KB`,
    `${(gzipSync(largest.text).length / 1024).toFixed(1)} KB gzipped`,
  )
  const times = []
  for (let n = 0; n < readings; n += 1) {
    const startedAt = performance.now()
    await read(largest.slug)
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor(times.length * share)]
  say('time', ms(at(0.5)), `p95 ${ms(at(0.95))}   of 150 ms`)
}

/** A front desk that is logged in: answers what it reads. */
const logIn = async (port) => {
  const cookies = new Map()
  const send = (path, body) =>
    new Promise((resolve, reject) => {
      const asking = request(
        {
          port,
          path,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            Host: `desk.onside.localhost:${port}`,
            'Content-Type': 'application/json',
            Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          },
        },
        (answer) => {
          for (const line of answer.headers['set-cookie'] ?? []) {
            const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
            cookies.set(name, value)
          }
          let text = ''
          answer.setEncoding('utf8').on('data', (part) => (text += part))
          answer.on('end', () =>
            answer.statusCode < 300
              ? resolve({ text })
              : reject(new Error(`${path} answers ${answer.statusCode}: ${text}`)),
          )
        },
      )
      asking.once('error', reject)
      asking.end(body === undefined ? undefined : JSON.stringify(body))
    })
  await send('/api/auth/customer/login', { username: 'supervisor@example.test', password: 'onside-demo' })
  return send
}
