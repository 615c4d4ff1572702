/** Two nodes that deliver at the same moment. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database, Opened } from '#server/platform/database.ts'
import type { WebhookSender } from '#server/providers/webhooks/sender.ts'
import { deliverEvents } from '#server/webhooks/deliver.ts'
import { emptyTables, openCopy } from '#test/support/database.ts'
import { closeAccount, recordEvents } from '#test/support/events.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'

const now = new Date('2027-02-28T10:00:00Z')
const people = 30

let opened: Opened
let db: Database
beforeAll(async () => {
  opened = await openCopy()
  db = opened.db
})
afterAll(() => opened.close())

beforeEach(async () => {
  await emptyTables(db)
  const { id } = await anOperator(db)
  await recordEvents(db, id, (await aMemberOfStaff(db, id)).id)
  for (let index = 0; index < people; index += 1)
    await closeAccount(db, (await aCustomer(db, id, { createdAt: now })).id, now)
})

/** What two nodes send, each of which takes a moment for it: `customer:7 customer.registered`. */
const sentByTwo = async (): Promise<string[]> => {
  const sent: string[] = []
  const sender: WebhookSender = {
    send: async (_address, _headers, body) => {
      const { subject, type } = JSON.parse(body) as { subject: { id: number }; type: string }
      await new Promise((resolve) => setTimeout(resolve, 5))
      sent.push(`${subject.id} ${type}`)
      return { status: 200, answer: '', problem: null }
    },
  }
  const node = () => deliverEvents({ db, sender, keys: { current: null, keys: new Map() } }, now)
  await Promise.all([node(), node()])
  return sent
}

it('send each event once, and those about one subject in order', async () => {
  const sent = await sentByTwo()
  expect(sent).toHaveLength(2 * people)
  expect(new Set(sent).size).toBe(2 * people)
  for (const one of sent.filter((line) => line.endsWith('customer.closed')))
    expect(sent.indexOf(one)).toBeGreaterThan(
      sent.indexOf(one.replace('customer.closed', 'customer.registered')),
    )
})

it('send some twice where what one has taken is not locked', async () => {
  await sql`
    create function forget_lock() returns trigger language plpgsql as $$
    begin new.locked_until := null; return new; end $$`.execute(db)
  await sql`create trigger forget_lock before update on webhook_delivery for each row execute function forget_lock()`.execute(
    db,
  )
  const sent = await sentByTwo()
  expect(new Set(sent).size).toBeLessThan(sent.length)
})
