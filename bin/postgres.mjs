// Starts a temporary PostgreSQL server: `startPostgres()` for tests, `npm run postgres` for manual use.
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

/** The oldest supported release. */
const oldestRelease = 15

/**
 * Starts an empty server on a free port of 127.0.0.1 with its data in a temporary folder.
 * @param {{ fsync?: boolean, maxConnections?: number, countsStatements?: boolean, archive?: string, restore?: { backup: string, archive: string, until: string }, follow?: string }} [options]
 *   without fsync it is faster, and data may be lost; `countsStatements` loads pg_stat_statements; `archive` is a folder
 *   for the write-ahead log; `restore` starts from a base backup and plays the archived log until a time; `follow` starts
 *   a replica of the server at that address
 * @returns {Promise<{ url: string, stop: () => Promise<void>, crash: () => Promise<void> }>} `url` connects as superuser;
 *   `crash` ends the server at once and leaves its folder until `stop`
 */
export async function startPostgres({
  fsync = false,
  maxConnections = 100,
  countsStatements = false,
  archive,
  restore,
  follow,
} = {}) {
  const bin = binaries()
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'onside-postgres-'))
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const owner = serverUser()
  mkdirSync(data, { mode: 0o700 })
  if (owner) for (const name of [folder, data]) chownSync(name, owner.uid, owner.gid)

  const run = (command, words) =>
    execFileSync(command, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...owner })
  if (restore !== undefined) {
    run('cp', ['-a', `${restore.backup}/.`, data])
    run('touch', [join(data, 'recovery.signal')])
  } else if (follow !== undefined) {
    run(join(bin, 'pg_basebackup'), ['-d', follow, '-D', data, '-R', '-c', 'fast', '--no-sync'])
  } else {
    run(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'])
  }
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
shared_preload_libraries = '${countsStatements ? 'pg_stat_statements' : ''}'
${archiving({ archive, restore })}
`,
  )

  const [command, ...words] = [...parentDeathSignal(), join(bin, 'postgres'), '-D', data]
  const server = spawn(command, words, {
    cwd: folder,
    // Logs to a file: a pipe whose reader is busy would fill up and block the server.
    stdio: ['ignore', 'ignore', openSync(log, 'a')],
    ...owner,
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))

  let stopping
  /** Stops the server and removes its folder. Can be called twice. */
  const stop = () =>
    (stopping ??= (async () => {
      process.off('exit', stopOnExit)
      // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
      server.kill('SIGINT')
      await Promise.race([ended, wait(5000, undefined, { ref: false }).then(() => server.kill('SIGQUIT'))])
      await ended
      rmSync(folder, { recursive: true, force: true })
    })())
  const stopOnExit = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.on('exit', stopOnExit)

  for (let left = 100; ; left -= 1) {
    if (isReady(bin, port)) break
    if (server.exitCode !== null || left === 0) {
      const output = existsSync(log) ? readFileSync(log, 'utf8') : ''
      await stop()
      throw new Error(`PostgreSQL did not start:\n${output}`)
    }
    await wait(100)
  }
  const crash = async () => {
    server.kill('SIGQUIT')
    await ended
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop, crash }
}

/** Settings as docs/operations gives them; the last of a setting counts. */
function archiving({ archive, restore }) {
  const lines = []
  if (archive !== undefined) {
    mkdirSync(archive, { recursive: true })
    const owner = serverUser()
    if (owner) chownSync(archive, owner.uid, owner.gid)
    lines.push('archive_mode = on', `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`)
  }
  if (restore !== undefined)
    lines.push(
      'archive_mode = off',
      `restore_command = 'cp ${restore.archive}/%f %p'`,
      `recovery_target_time = '${restore.until}'`,
      `recovery_target_action = 'promote'`,
    )
  return lines.join('\n')
}

/** The folder with `initdb` and `postgres`: from PATH, else the newest of the Linux packages. */
export function binaries() {
  const packaged = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .toSorted((a, b) => Number(b) - Number(a))
        .map((release) => `/usr/lib/postgresql/${release}/bin`)
    : []
  const inPath = (process.env.PATH ?? '').split(delimiter)
  const first = [...inPath, ...packaged].find((folder) => existsSync(join(folder, 'initdb')))
  if (!first) throw new Error(`PostgreSQL ${oldestRelease} or newer is needed: apt-get install postgresql`)
  // PATH may contain only a link to initdb; postgres is beside the link's target.
  const folder = dirname(realpathSync(join(first, 'initdb')))
  const release = Number(
    execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).match(/\d+/)?.[0],
  )
  if (release < oldestRelease)
    throw new Error(`PostgreSQL ${release} in ${folder} is too old: ${oldestRelease} or newer is needed.`)
  return folder
}

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres` of its package. */
export function serverUser() {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** On Linux the kernel stops the server when this process is killed. */
function parentDeathSignal() {
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

export function freePort() {
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
