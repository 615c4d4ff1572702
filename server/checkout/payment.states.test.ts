import { readFile, readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { aDecidedPayment } from '#test/support/batchedPayments.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { openShop } from '#test/support/shop.ts'
import { movePayments } from './payment.ts'
import { planNextAttempt } from './rules.ts'
import type { Status } from './rules.ts'

const now = new Date('2027-03-01T09:00:00Z')
const later = new Date('2027-03-01T09:05:00Z')

/** What may follow each state. */
const followers: Readonly<Record<Status, readonly Status[]>> = {
  started: ['challenge', 'pending', 'authorised', 'failed', 'aborted', 'voiding'],
  challenge: ['challenge', 'pending', 'authorised', 'failed', 'aborted', 'voiding'],
  pending: ['challenge', 'pending', 'authorised', 'failed', 'aborted', 'voiding'],
  authorised: ['completed', 'voiding'],
  voiding: ['voided', 'aborted', 'refunded'],
  completed: [],
  voided: [],
  aborted: [],
  failed: [],
  refunded: [],
}

const listSources = async (folders: readonly string[]): Promise<string[]> => {
  const files = folders.map(async (folder) =>
    (await readdir(folder, { recursive: true })).map((file) => `${folder}/${file}`),
  )
  return (await Promise.all(files)).flat().filter((file) => /(?<!\.test)\.(ts|sql)$/.test(file))
}

const states = Object.keys(followers) as Status[]

describe('a payment', () => {
  let db: Database
  let ids: { id: number; orderId: number }

  beforeEach(async () => {
    ;({ db } = await testDatabase())
    await emptyTables(db)
    const shop = await openShop(db, { now, classes: [{}] })
    const [{ paymentId }, other] = [await aDecidedPayment(shop), await aDecidedPayment(shop)]
    const { rows } = await sql<{ orderId: number }>`
      select order_id from place_orders(${JSON.stringify([other.order])}::jsonb, ${now})`.execute(db)
    ids = { id: paymentId, orderId: rows[0]?.orderId ?? 0 }
  })

  const read = () =>
    db
      .selectFrom('paymentTransaction')
      .select(['status', 'updatedAt', 'nextAttemptAt', 'attempts'])
      .where('id', '=', ids.id)
      .executeTakeFirstOrThrow()

  const put = (status: Status) =>
    db
      .updateTable('paymentTransaction')
      .set({
        status,
        orderId: status === 'completed' ? ids.orderId : null,
        voidReason: status === 'voiding' ? 'abandoned' : null,
        updatedAt: now,
        nextAttemptAt: null,
        attempts: 3,
      })
      .where('id', '=', ids.id)
      .execute()

  it.each(states)('that is %s becomes what may follow, and nothing else', async (was) => {
    for (const to of states) {
      await put(was)
      const nextAttemptAt = planNextAttempt(to, later)
      const more = {
        ...(to === 'completed' ? { orderId: ids.orderId } : {}),
        ...(to === 'voiding' ? { voidReason: 'abandoned' as const } : {}),
      }
      const move = { id: ids.id, to, at: later, nextAttemptAt, ...more }
      const moved = await transact(db, (tx) => movePayments(tx, [move]))
      const follows = followers[was].includes(to)
      expect(moved, `${was} to ${to}`).toEqual(follows ? [ids.id] : [])
      expect(await read(), `${was} to ${to}`).toEqual(
        follows
          ? { status: to, updatedAt: later, nextAttemptAt, attempts: 0 }
          : { status: was, updatedAt: now, nextAttemptAt: null, attempts: 3 },
      )
    }
  })

  it('changes its state in one statement', async () => {
    const writers: string[] = []
    for (const file of await listSources(['server', 'demo', 'db/functions'])) {
      const text = await readFile(file, 'utf8')
      const updates = [
        ...text.matchAll(/update payment_transaction\b[^;`]*/g),
        ...text.matchAll(/updateTable\('paymentTransaction'\)[^;]*?execute/g),
      ]
      if (updates.some(([update]) => /\bset\b[^;`]*?\bstatus( =|:)/.test(update.split(/\bwhere\b/)[0] ?? '')))
        writers.push(file)
    }
    expect(writers).toEqual(['db/functions/move_payments.sql'])
  })
})
