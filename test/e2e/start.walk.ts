/** Starts of the built server: what is right for a trial is refused where real people book; faults are named in words. */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createDatabase } from './support/product.ts'
import { expect, test } from './support/walk.ts'

const root = path.resolve(import.meta.dirname, '../..')
const key = `2027:${Buffer.alloc(32, 7).toString('base64')}`
const takesMoney = {
  CARDS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
}

let server: Awaited<ReturnType<typeof createDatabase>>
let folder: string

test.beforeAll(async () => {
  server = await createDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'onside-start-'))
})

test.afterAll(async () => {
  await server.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the server until it is open or ends by itself. @returns what it prints, and its exit code if it ended */
const start = (
  settings: Record<string, string | undefined>,
): Promise<{ output: string; code: number | null }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        HOST: '127.0.0.1',
        PORT: '0',
        DATABASE_URL: server.url,
        DATA_DIR: folder,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let isOpen = false
    const hear = (text: Buffer): void => {
      output += text.toString()
      if (isOpen || !output.includes('Onside is open')) return
      isOpen = true
      child.kill('SIGTERM')
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => resolve({ output, code: isOpen ? null : code }))
  })

const countOf = async (what: string): Promise<number> => {
  const client = new pg.Client(server.url)
  await client.connect()
  const { rows } = await client.query<{ count: number }>(what)
  await client.end()
  return rows[0]?.count ?? 0
}

test('a server with a real database needs keys, and refuses passwords of the demo until they are changed', async () => {
  const cards = await start({})
  expect(cards).toMatchObject({ code: 1, output: expect.stringContaining('CARDS is not set') })

  const unencrypted = await start(takesMoney)
  expect(unencrypted).toMatchObject({
    code: 1,
    output: expect.stringContaining('SECOND_FACTOR_KEYS is not set'),
  })

  const empty = await start({ ...takesMoney, SECOND_FACTOR_KEYS: key, LOG_LEVEL: 'info' })
  expect(empty.code).toBe(1)
  // For a person: what takes its time, and no line of the log.
  expect(empty.output).toMatch(/^Preparing the database …\nDone in \d+\.\d s\n/)
  expect(empty.output).not.toContain('{')
  expect(empty.output).toContain('passwords that everyone can read')
  expect(empty.output).toContain('desk@example.test')
  expect(await countOf('select count(*)::int as count from customer')).toBe(0)

  // A trial that others can reach says so at every start.
  for (let times = 0; times < 2; times += 1) {
    const trial = await start({ CARDS: 'demo', SITE_DESK: 'https://desk.town.example' })
    expect(trial.code).toBeNull()
    // A line of the log may stand between: on a busy machine something is slow.
    expect(/Loading the operator's files …\n[^]*?Done in \d/.test(trial.output), trial.output).toBe(
      times === 0,
    )
    expect(trial.output).toMatch(/\nStarted in \d+\.\d s\n/)
    expect(trial.output).toContain('CARDS=demo takes bookings without money')
    expect(trial.output).toMatch(/Everyone can log in as .*supervisor@example\.test/)
    expect(trial.output).toContain('stored unencrypted')
  }

  const moneyLater = await start({ ...takesMoney, SECOND_FACTOR_KEYS: key, OPERATOR_FILES: 'no-files' })
  expect(moneyLater.code).toBe(1)
  expect(moneyLater.output).toContain('supervisor@example.test')

  await countOf(`update customer set password_hash = null where email <> 'desk@example.test'`)
  const oneLeft = await start({ ...takesMoney, SECOND_FACTOR_KEYS: key })
  expect(oneLeft.output).toContain('files: desk@example.test.')
  const chosen = await start({ ...takesMoney, SECOND_FACTOR_KEYS: 'none', DEMO_PASSWORDS: 'true' })
  expect(chosen.code).toBeNull()

  await countOf(`update customer set password_hash = null`)
  const safe = await start({ ...takesMoney, SECOND_FACTOR_KEYS: key, LOG_LEVEL: 'info' })
  expect(safe.code).toBeNull()
  // What is for programs, the log, begins when it is open.
  expect(safe.output).toMatch(
    /^Preparing the database …\nDone in \d+\.\d s\nOpening the sites …\nDone in \d+\.\d s\nStarted in \d+\.\d s\n\n {2}Onside is open/,
  )
  expect(safe.output).not.toContain('unencrypted')
})

test('a start loads no library that only some calls need', async () => {
  const built = path.join(root, 'dist/server')
  const loaded = new Set<string>()
  const packages = new Set<string>()
  const load = async (file: string): Promise<void> => {
    if (loaded.has(file)) return
    loaded.add(file)
    const source = await readFile(file, 'utf8')
    for (const [, name = ''] of source.matchAll(/^(?:import|export)\b[^;\n]*?["']([^"';\n]+)["'];?$/gm))
      if (name.startsWith('.')) await load(path.resolve(path.dirname(file), name))
      else packages.add(name)
  }
  await load(path.join(built, 'main.js'))
  expect(loaded.size).toBeGreaterThan(10)
  // Receipts, passes, cards and log-in of partners bring hundreds of kilobytes each.
  const libraries = [...packages].filter((name) => !name.startsWith('node:'))
  expect(libraries.toSorted()).toEqual(['@node-rs/argon2', 'pg', 'pino'])
})

test('settings that cannot be used are named in words, without a stack trace', async () => {
  const { code, output } = await start({ PORT: 'front door' })
  expect(code).toBe(1)
  expect(output).toMatch(/^These settings cannot be used:\n.*PORT.*\n$/)
})

test('an embedded database that another process uses is refused in words', async () => {
  const data = path.join(folder, 'used')
  await mkdir(path.join(data, 'database'), { recursive: true })
  // This process stands for the running server.
  await writeFile(path.join(data, 'database', 'onside.lock'), String(process.pid))
  const { code, output } = await start({ DATABASE_URL: undefined, DATA_DIR: data })
  expect(code).toBe(1)
  expect(output).toBe(
    `Preparing the database …\nThe database in ${path.join(data, 'database')} is in use by process ${process.pid}, such as the running server. Stop the server, or use PostgreSQL (DATABASE_URL).\n`,
  )
})

test('files of the operator that cannot be used are listed, and nothing is opened', async () => {
  const { code, output } = await start({
    DATABASE_URL: undefined,
    DATA_DIR: path.join(folder, 'new'),
    OPERATOR_FILES: path.join(folder, 'none'),
  })
  expect(code).toBe(1)
  expect(output).toContain('There is no folder ')
  expect(output).not.toContain('    at ')
})
