/**
 * A message to some hundreds, to 5,000 with TEST_ALL: a node is killed while it sends, the mail server fails for a while,
 * and two other nodes finish. Each person has one message then, and it can be stopped on the way.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { projectRoot, readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import { copyDatabase, emptyTables } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aPlan } from '#test/support/factories/memberships.ts'
import { createMailNode } from '#test/support/mailNode.ts'
import { openMailbox } from '#test/support/mailbox.ts'
import type { Mailbox } from '#test/support/mailbox.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-02T09:00:00Z')
const day = '2027-03-02'
const people = process.env['TEST_ALL'] === undefined ? 300 : 5000
const withoutAddress = 7
/** Mails that one process sends at a time. */
const atATime = 32

let url: string
let opened: Opened
let db: Database
let mailbox: Mailbox

beforeAll(async () => {
  url = await copyDatabase()
  opened = await openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '8' }))
  db = opened.db
  mailbox = await openMailbox()
})
afterAll(async () => {
  await mailbox.close()
  await opened.close()
})
beforeEach(async () => {
  await emptyTables(db)
  mailbox.messages.length = 0
  mailbox.refuse(false)
})

/** A message to members, some of whom have no address. */
const aMessage = async () => {
  const app = testApp(db, { now })
  const { operator, venue } = await aBookableClass(db, { startsAt: new Date('2027-03-02T18:00:00Z') })
  const desk = app.browser({ site: 'desk' })
  await desk.logIn((await aMemberOfStaff(db, operator.id, { staffLevel: 'supervisor' })).id)
  const { id: planId } = await aPlan(db, venue)
  await sql`
    with person as (
      insert into customer (operator_id, reference, email, first_name, last_name, created_at)
      select ${operator.id}, 'MANY-' || n, case when n <= ${people} then 'reader-' || n || '@example.test' else '' end,
        'Reader', n::text, ${now}
      from generate_series(1, ${people + withoutAddress}) n returning id
    )
    insert into membership (operator_id, reference, plan_id, venue_id, payer_id, starts_on, price, billing_period,
      payment_method, created_at)
    select ${operator.id}, 'MANY-' || id, ${planId}, ${venue.id}, id, '2026-09-01', 4200, 'month', 'cash', ${now}
    from person`.execute(db)
  const wanted = { venue: venue.slug, people: 'members', from: day, until: day } as const
  const { digest, reach } = await desk.send(api.broadcasts.audience, wanted)
  expect(reach).toEqual({ emailed: people, byPartner: 0, toRing: withoutAddress })
  const words = { subject: 'The gym, {first_name}', text: 'It opens at six.' }
  const { id } = await desk.send(api.broadcasts.send, { ...wanted, ...words, digest })
  const state = async () => {
    const { broadcasts } = await desk.send(api.broadcasts.list, { venue: venue.slug })
    return broadcasts[0]
  }
  return { state, stop: () => desk.send(api.broadcasts.stop, { broadcastId: id }) }
}

const recipients = (): string[] => mailbox.messages.flatMap(({ to }) => to)

const messageIds = (): string[] =>
  mailbox.messages.map(({ raw }) => /^Message-ID: <([^>]+)>/m.exec(raw)?.[1] ?? raw)

const after = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)

const killWhenSent = async (count: number): Promise<void> => {
  const child = spawn(
    process.execPath,
    ['test/support/mailNode.mjs', url, mailbox.url, after(1).toISOString()],
    { cwd: path.resolve(projectRoot()), stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  while (mailbox.messages.length < count) {
    if (child.exitCode !== null) throw new Error('The node ended before it was killed.')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  child.kill('SIGKILL')
  await exited
}

it('reaches each person once, though a node is killed and the mail server fails on the way', async () => {
  const { state } = await aMessage()
  const began = performance.now()
  await killWhenSent(Math.floor(people / 4))
  const beforeFailure = mailbox.messages.length
  expect(beforeFailure).toBeLessThan(people)

  const nodes = [1, 2].map(() => createMailNode(db, mailbox.url))
  mailbox.refuse(true)
  // Later than the lease of what the killed node had begun.
  for (let minute = 5; minute < 8; minute += 1)
    await Promise.all(nodes.map((node) => node.work(after(minute))))
  expect(mailbox.messages).toHaveLength(beforeFailure)

  mailbox.refuse(false)
  let minute = 8
  while (new Set(recipients()).size < people && minute < 200) {
    await Promise.all(nodes.map((node) => node.work(after(minute))))
    minute += 1
  }
  for (let turn = 0; turn < 3; turn += 1) await Promise.all(nodes.map((node) => node.work(after(300 + turn))))

  // One message each. What the killed node had handed to the mail server without noting it goes out again as the same
  // message, which mail programs show once.
  expect(new Set(recipients()).size).toBe(people)
  expect(new Set(messageIds()).size).toBe(people)
  expect(mailbox.messages.length - people).toBeLessThanOrEqual(atATime)
  expect(await db.selectFrom('followUp').select('id').execute()).toHaveLength(withoutAddress)
  expect(await state()).toMatchObject({ state: 'sent', handedOver: people, undelivered: 0 })
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(
    `${people} people, ${mailbox.messages.length - people} mails twice with one id, ${seconds} s\n`,
  )
}, 900_000)

it('stops for all who are not handed over, and nobody gets it later', async () => {
  const { state, stop } = await aMessage()
  const node = createMailNode(db, mailbox.url)
  await node.work(after(1))
  await stop()
  for (let minute = 2; minute < 6; minute += 1) await node.work(after(minute))
  expect(await state()).toMatchObject({ state: 'stopped', handedOver: 100 })
  expect(recipients()).toHaveLength(100)
}, 900_000)
