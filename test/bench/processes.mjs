import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { get } from '#bin/connection.mjs'
import { load } from './load.mjs'
import { ms, rate, say } from './report.mjs'

export const root = join(import.meta.dirname, '..', '..')

export const seconds = Number(process.env.BENCH_SECONDS ?? 5)

export const children = []

/** Undone in reverse order, whatever happens. */
export const cleanUps = []

/** Ends a child process and waits for it. */
export async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

/** The built server on PostgreSQL with fsync on, the demo in it. */
export async function server(folder, databaseUrl, settings = {}) {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      CARDS: 'demo',
      DATABASE_POOL: process.env.BENCH_POOL ?? '6',
      DATA_DIR: folder,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
      if (output.includes('Onside is open')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
  return { port, pid: child.pid, child }
}

/** The same bytes from node:http alone. */
async function bare(folder, bytes, type) {
  const file = join(folder, `bare-${children.length}`)
  writeFileSync(file, bytes)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare.mjs'), file, type, 'identity'])
  children.push(child)
  return Number(await new Promise((resolve) => child.stdout.once('data', resolve)))
}

export async function compared(port, folder, path, bytes, type, { connections }) {
  const limitPort = await bare(folder, bytes, type)
  const results = { ours: [], limit: [] }
  // In turn, so that whatever else the machine does falls on both.
  for (let round = 0; round < 3; round += 1) {
    const each = { connections, seconds: seconds / 3, request: () => get(path) }
    results.limit.push(await load({ port: limitPort, ...each }))
    results.ours.push(await load({ port, ...each }))
  }
  const middle = (list) => list.toSorted((a, b) => a.perSecond - b.perSecond)[1]
  const ours = middle(results.ours)
  const limit = middle(results.limit)
  say('node:http, the same bytes', rate(limit.perSecond), `p99 ${ms(limit.p99)}`)
  say(
    'Onside',
    rate(ours.perSecond),
    `p99 ${ms(ours.p99)}   ${(ours.perSecond / limit.perSecond).toFixed(2)} × the limit`,
  )
}
