import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** The product as built, running on a folder of its own. */
export type Product = {
  port: number
  /** The bookings site, where most walks begin. */
  url: string
  /** Plain `http://localhost:…`. */
  plain: string
  /** Opens the outbox, once. */
  outbox: string
  /** Sets up an empty database; empty where it has an operator. */
  setUp: string
  /** Its database on PostgreSQL; empty when it is embedded. */
  database: string
  stop: () => Promise<void>
}

const root = path.resolve(import.meta.dirname, '../../..')

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })

/** A state to start from: the folder and the database of a server that has stopped. */
export type Template = { folder: string; database: string }

/** The demo, loaded once before all walks: see template.ts. */
export const demoTemplate = (): Template => ({
  folder: process.env['WALK_TEMPLATE'] ?? '',
  database: process.env['WALK_DATABASE'] ?? '',
})

let copies = 0

/** A database of the walks' PostgreSQL: a copy of `from`, or an empty one. */
export const createDatabase = async (from?: string): Promise<{ url: string; drop: () => Promise<void> }> => {
  copies += 1
  const name = `walk_${process.pid}_${copies}`
  const server = new URL(process.env['WALK_POSTGRES'] ?? '')
  const run = async (statement: string): Promise<void> => {
    const admin = new pg.Client(server.href)
    await admin.connect()
    try {
      // Copying refuses while another copy is being made.
      await admin.query(`select pg_advisory_lock(hashtext('onside walks'))`)
      await admin.query(statement)
    } finally {
      await admin.end()
    }
  }
  const template = from === undefined ? '' : `template ${new URL(from).pathname.slice(1)}`
  await run(`create database ${name} ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

/** A copy of the demo whose data are changed so. */
export const templateWith = async (change: string): Promise<Template> => {
  const { folder, database } = demoTemplate()
  const { url } = await createDatabase(database)
  await changeData(url, change)
  return { folder, database: url }
}

/** Changes the data of a database behind its server. */
export const changeData = async (database: string, change: string): Promise<void> => {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(change)
  } finally {
    await client.end()
  }
}

/** On the embedded database, as `npm start` does; without it walks run on PostgreSQL, which starts and answers sooner. */
export const embedded = { DATABASE_URL: undefined }

/**
 * Starts the built server and waits until it says that it is open.
 * @param settings environment of the server, such as `BASE_PATH`
 * @param from copied, so that the demo need not be loaded again
 * @param until what it says when it is ready
 * @param home where it was built
 */
export const startProduct = async (
  settings: Record<string, string | undefined> = {},
  from?: Template,
  until = /Onside is open/,
  home = root,
): Promise<Product> => {
  const built = path.join(home, 'dist', 'server', 'main.js')
  if (!existsSync(built)) throw new Error('Nothing is built: run `node bin/build.mjs` first.')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onside-walk-'))
  if (from !== undefined) await cp(from.folder, folder, { recursive: true })
  const database = 'DATABASE_URL' in settings ? undefined : await createDatabase(from?.database)
  const port = await freePort()
  const child = spawn(process.execPath, [built], {
    cwd: home,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: String(port),
      DATA_DIR: folder,
      ...(database === undefined ? {} : { DATABASE_URL: database.url, CARDS: 'demo' }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = await hasPrinted(child, until)
  const base = settings['BASE_PATH'] ?? ''
  return {
    port,
    url: `http://bookings.onside.localhost:${port}${base}`,
    plain: `http://localhost:${port}${base}`,
    outbox: /http\S+\/dev\/mail\?key=\S+/.exec(output)?.[0] ?? '',
    setUp: /http\S+\/first-run\?code=\S+/.exec(output)?.[0] ?? '',
    database: database?.url ?? '',
    stop: async () => {
      await ended(child)
      await rm(folder, { recursive: true, force: true })
      await database?.drop()
    },
  }
}

/** A server that runs already, on a port of this machine; for writing walks without waiting. */
export const runningProduct = (port: number): Product => ({
  port,
  url: `http://bookings.onside.localhost:${port}`,
  plain: `http://localhost:${port}`,
  outbox: `http://localhost:${port}/dev/mail`,
  setUp: '',
  database: '',
  stop: async () => {},
})

const hasPrinted = (child: ChildProcess, what: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const late = setTimeout(
      () => reject(new Error(`In two minutes the server did not say ${String(what)}:\n${output}`)),
      120_000,
    )
    const hear = (text: Buffer) => {
      output += text.toString()
      if (!what.test(output)) return
      clearTimeout(late)
      // What follows in the same breath is printed too.
      setImmediate(() => resolve(output))
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', (text: Buffer) => {
      output += text.toString()
      if (process.env['SHOW_SERVER'] !== undefined) process.stderr.write(text)
    })
    child.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`The server ended with ${code} before it opened:\n${output}`))
    })
  })

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  // Longer than the server gives itself.
  const stubborn = setTimeout(() => child.kill('SIGKILL'), 25_000)
  await gone
  clearTimeout(stubborn)
}
