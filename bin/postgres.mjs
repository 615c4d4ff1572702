// A throw-away PostgreSQL: `startPostgres()` for the tests, `npm run postgres` to try things by hand.
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** The oldest release we support: SQL is written for it. */
const oldest = 15

/**
 * Starts an empty server on a free port of 127.0.0.1, in a folder of its own.
 * @param {{ fsync?: boolean, maxConnections?: number }} [options] without fsync it is faster and may be lost
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} an address to connect to as superuser
 */
export async function startPostgres({ fsync = false, maxConnections = 100 } = {}) {
  const bin = binaries()
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'onside-postgres-'))
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const owner = serverUser()
  mkdirSync(data, { mode: 0o700 })
  if (owner) for (const path of [folder, data]) chownSync(path, owner.uid, owner.gid)

  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      ...owner,
    },
  )
  appendFileSync(
    join(data, 'postgresql.conf'),
    `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
max_connections = ${maxConnections}
shared_buffers = 256MB
timezone = 'UTC'
fsync = ${fsync ? 'on' : 'off'}
synchronous_commit = ${fsync ? 'on' : 'off'}
full_page_writes = ${fsync ? 'on' : 'off'}
logging_collector = off
`,
  )

  const [command, ...words] = [...dyingWithUs(), join(bin, 'postgres'), '-D', data]
  const server = spawn(command, words, {
    cwd: folder,
    // Straight into a file: a pipe would fill up while its reader is busy, and stop the server.
    stdio: ['ignore', 'ignore', openSync(log, 'a')],
    ...owner,
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))

  let stopping
  /** Ends it at once and removes its folder; safe to call twice. */
  const stop = () =>
    (stopping ??= (async () => {
      process.off('exit', lastResort)
      // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
      server.kill('SIGINT')
      await Promise.race([ended, wait(5000, undefined, { ref: false }).then(() => server.kill('SIGQUIT'))])
      await ended
      rmSync(folder, { recursive: true, force: true })
    })())
  const lastResort = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.on('exit', lastResort)

  for (let left = 100; ; left -= 1) {
    if (isReady(bin, port)) break
    if (server.exitCode !== null || left === 0) {
      const said = existsSync(log) ? readFileSync(log, 'utf8') : ''
      await stop()
      throw new Error(`PostgreSQL did not start:\n${said}`)
    }
    await wait(100)
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

/** The folder with `initdb` and `postgres`: of PATH, else the newest that a Linux package put down. */
function binaries() {
  const packaged = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .toSorted((a, b) => Number(b) - Number(a))
        .map((release) => `/usr/lib/postgresql/${release}/bin`)
    : []
  const inPath = (process.env.PATH ?? '').split(delimiter)
  const first = [...inPath, ...packaged].find((folder) => existsSync(join(folder, 'initdb')))
  if (!first) throw new Error(`PostgreSQL ${oldest} or newer is needed: apt-get install postgresql`)
  // A link in PATH may stand alone: its neighbours are where it points.
  const found = dirname(realpathSync(join(first, 'initdb')))
  const release = Number(
    execFileSync(join(found, 'postgres'), ['--version'], { encoding: 'utf8' }).match(/\d+/)?.[0],
  )
  if (release < oldest)
    throw new Error(`PostgreSQL ${release} in ${found} is too old: ${oldest} or newer is needed.`)
  return found
}

/** PostgreSQL refuses to run as root; then it runs as the user its package made. */
function serverUser() {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Linux can end the server when we are killed without a chance to do it ourselves. */
function dyingWithUs() {
  const setpriv = '/usr/bin/setpriv'
  return existsSync(setpriv) ? [setpriv, '--pdeathsig', 'INT'] : []
}

function isReady(bin, port) {
  try {
    execFileSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A port nobody listens on now. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const starting = startPostgres({ fsync: process.argv.includes('--fsync') })
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void starting.then(({ stop }) => stop()).then(() => process.exit(0)))
  }
  console.log((await starting).url)
  console.log('Ctrl-C stops it and throws its data away.')
}
