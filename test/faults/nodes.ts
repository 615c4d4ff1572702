import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { projectRoot } from '#server/platform/config.ts'

export type NodeSettings = {
  databaseUrl: string
  cardsUrl: string
  folder: string
  pooling: 'session' | 'transaction'
}

/** A process of the built server, which can be killed and started again on the same port. */
export type ServerNode = {
  base: string
  start: () => Promise<void>
  /** Ends the process at once, as a crash does. */
  kill: () => Promise<void>
}

const startWithinMs = 60_000

export const createNode = (
  port: number,
  { databaseUrl, cardsUrl, folder, pooling }: NodeSettings,
): ServerNode => {
  let child: ChildProcess | null = null
  const base = `http://127.0.0.1:${port}`
  const log = path.join(folder, `node-${port}.log`)
  const lastWords = (): string => readFileSync(log, 'utf8').slice(-2000)
  const isReady = async (): Promise<boolean> => {
    try {
      return (await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(2000) })).ok
    } catch {
      return false
    }
  }
  return {
    base,
    start: async () => {
      const started = spawn(process.execPath, ['dist/server/main.js'], {
        cwd: path.resolve(projectRoot()),
        env: {
          ...process.env,
          NODE_ENV: 'production',
          LOG_LEVEL: 'error',
          HOST: '127.0.0.1',
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          DATABASE_POOL: '6',
          DATABASE_POOLING: pooling,
          DATA_DIR: folder,
          TRUSTED_PROXIES: '1',
          CARDS: 'stripe',
          STRIPE_API_URL: cardsUrl,
          STRIPE_SECRET_KEY: 'sk_test_stub',
          STRIPE_PUBLISHABLE_KEY: 'pk_test_stub',
          STRIPE_WEBHOOK_SECRET: 'whsec_stub',
          DEMO_PASSWORDS: 'true',
          SECOND_FACTOR_KEYS: 'none',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      appendFileSync(log, '')
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (text: Buffer) => appendFileSync(log, text))
      for (const until = Date.now() + startWithinMs; !(await isReady()); await wait(50)) {
        if (started.exitCode !== null)
          throw new Error(`The server ended with ${started.exitCode}:\n${lastWords()}`)
        if (Date.now() > until) throw new Error('The server did not start.')
      }
    },
    kill: async () => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}
