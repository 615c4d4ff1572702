/**
 * A node of the server is killed while it answers a call with an idempotency key. The same call on another node waits
 * as long as the first is alive, and runs within seconds of its death instead of a minute.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { projectRoot, readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { leaseSeconds } from '#server/platform/nodeLease.ts'
import { copyDatabase } from '#test/support/database.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { startNode } from '#test/support/stuckNode.ts'

it('a call whose node is killed is run by another as soon as its lease has ended', async () => {
  const url = await copyDatabase()
  const { db, close } = await openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '4' }))
  await anOperator(db)
  const marks = async () => (await db.selectFrom('tag').select('id').execute()).length
  const key = randomUUID()
  const child = spawn(process.execPath, ['test/support/stuckNode.mjs', url, key], {
    cwd: path.resolve(projectRoot()),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const node = await startNode(db, async () => {})
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.once('data', () => resolve())
      child.once('exit', (code) => reject(new Error(`The process to kill ended with ${code}.`)))
    })
    // Longer than a lease: a node that is alive keeps its call however long it takes.
    const patience = Date.now() + (leaseSeconds + 2) * 1000
    while (Date.now() < patience) {
      expect((await node.mark(key)).status).toBe(409)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    child.kill('SIGKILL')
    const killedAt = Date.now()
    await exited
    await vi.waitFor(async () => expect((await node.mark(key)).status).toBe(200), {
      timeout: 30_000,
      interval: 200,
    })
    expect(Date.now() - killedAt).toBeLessThan(30_000)
    expect(await marks()).toBe(1)
    expect((await node.mark(key)).headers.get('idempotency-replayed')).toBe('true')
    expect(await marks()).toBe(1)
  } finally {
    child.kill('SIGKILL')
    await node.end()
    await close()
  }
})
