/** Puts texts of functions into every database of a run, and reads what the server logs. */
import { fstatSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { withDatabaseName } from '#test/support/engine.ts'
import { probeFunctions } from './sqlProbes.ts'
import type { Change } from './sqlTask.ts'
import { applyChanges } from './sqlVariants.ts'

type Server = { url: string; template: string; prefix: string }

export class SqlTexts {
  readonly #server: Server
  readonly #admin: pg.Client
  readonly #log: number
  /** Connections to the databases that tests have open; the template is copied, so nothing stays connected to it. */
  readonly #clients = new Map<string, pg.Client>()
  /** The files whose text is not the current one now. */
  #changedFiles: string[] = []
  #databasesBefore: string[] = []

  private constructor(server: Server, admin: pg.Client, log: number) {
    this.#server = server
    this.#admin = admin
    this.#log = log
  }

  static async open(server: Server): Promise<SqlTexts> {
    const admin = new pg.Client(server.url)
    await admin.connect()
    const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
    const log = path.join(path.dirname(rows[0]?.data_directory ?? ''), 'log')
    return new SqlTexts(server, admin, openSync(log, 'r'))
  }

  logSize(): number {
    return fstatSync(this.#log).size
  }

  /** What a pattern matches in the log from a position on: its first group, or all of it. */
  logged(from: number, pattern: RegExp): string[] {
    const bytes = Buffer.alloc(Math.max(0, this.logSize() - from))
    readSync(this.#log, bytes, 0, bytes.length, from)
    return [...bytes.toString().matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))].map(
      ([all, group]) => group ?? all,
    )
  }

  async addProbes(texts: Readonly<Record<string, string>>): Promise<void> {
    await this.#inTemplate([probeFunctions, ...Object.values(texts)])
  }

  /** @param wanted none: the current texts */
  async apply(wanted: readonly Change[], originals: Readonly<Record<string, string>>): Promise<void> {
    const files = [...new Set(wanted.map(({ file }) => file))]
    const restored = this.#changedFiles.filter((file) => !files.includes(file))
    const changes = [...restored, ...files].map((file) =>
      applyChanges(
        originals[file] ?? '',
        wanted.filter((change) => change.file === file),
      ),
    )
    this.#databasesBefore = await this.#databases()
    if (changes.length === 0) return
    // If PostgreSQL refuses a text, what was changed before stays changed.
    this.#changedFiles = [...restored, ...files]
    await this.#inTemplate(changes)
    for (const name of this.#databasesBefore)
      if (name !== this.#server.template) await this.#change(await this.#client(name), changes)
    this.#changedFiles = files
  }

  /** Drops databases that the last try of a test has copied and left. */
  async dropLeftOver(): Promise<void> {
    for (const name of await this.#databases())
      if (!this.#databasesBefore.includes(name) && this.#databasesBefore.length > 0) {
        await this.#clients.get(name)?.end()
        this.#clients.delete(name)
        await this.#admin.query(`drop database if exists ${name}`).catch((error: unknown) => {
          // Still in use: a test's own, opened when it first wanted one.
          if (!(error instanceof pg.DatabaseError && error.code === '55006')) throw error
        })
      }
  }

  async #databases(): Promise<string[]> {
    const { rows } = await this.#admin.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [this.#server.prefix],
    )
    return rows.map(({ datname }) => datname)
  }

  async #client(name: string): Promise<pg.Client> {
    const open = this.#clients.get(name)
    if (open !== undefined) return open
    const client = await this.#connect(name)
    this.#clients.set(name, client)
    return client
  }

  async #connect(name: string): Promise<pg.Client> {
    const client = new pg.Client(withDatabaseName(this.#server.url, name))
    // A test may drop its database or end all its connections.
    client.on('error', () => this.#clients.delete(name))
    await client.connect()
    await client.query(`set lock_timeout = '10s'; set client_min_messages = warning`)
    return client
  }

  async #inTemplate(texts: readonly string[]): Promise<void> {
    const client = await this.#connect(this.#server.template)
    try {
      await this.#change(client, texts)
    } finally {
      await client.end()
    }
  }

  async #change(client: pg.Client, texts: readonly string[]): Promise<void> {
    await client.query(`begin;\n${texts.join(';\n')};\ncommit`).catch(async (error: unknown) => {
      await client.query('rollback')
      throw error
    })
  }
}
