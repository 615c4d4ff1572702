import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, serverUser } from '#bin/postgres.mjs'

/** Where Debian and others put it; undefined where it is not installed. */
export const pgbouncer = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
    .map((folder) => path.join(folder, 'pgbouncer'))
    .find((file) => existsSync(file))

export type Pooler = {
  /** The address of the database behind the pooler. */
  url: string
  /** Ends its process as a crash does, and starts it again. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts pgbouncer, set as docs/operations says, in front of a database. @throws Error where it is not installed */
export const startPooler = async (databaseUrl: string, mode: 'session' | 'transaction'): Promise<Pooler> => {
  const program = pgbouncer()
  if (program === undefined) throw new Error('pgbouncer is needed: apt-get install pgbouncer')
  const target = new URL(databaseUrl)
  const port = await freePort()
  // Fewer than a node opens, so that connections change hands; in session mode a node would wait for its last ones.
  const connections = mode === 'transaction' ? 3 : 20
  const folder = mkdtempSync(path.join(tmpdir(), 'onside-pooler-'))
  const settings = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${connections}
server_login_retry = 1
logfile = ${path.join(folder, 'log')}
`,
  )
  // It refuses to run as root, as PostgreSQL does.
  const owner = serverUser()
  if (owner) for (const one of [folder, settings]) chownSync(one, owner.uid, owner.gid)

  let child: ChildProcess
  const start = async (): Promise<void> => {
    const started = spawn(program, ['-q', settings], { cwd: folder, stdio: 'ignore', ...owner })
    child = started
    for (const until = Date.now() + 10_000; !(await accepts(port)); await wait(50))
      if (started.exitCode !== null || Date.now() > until) throw new Error('pgbouncer did not start.')
  }
  const end = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  await start()
  const url = new URL(databaseUrl)
  url.port = String(port)
  return {
    url: url.href,
    restart: async () => {
      await end()
      await start()
    },
    stop: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
