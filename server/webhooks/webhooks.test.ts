import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventType } from '#contract/eventTypes.ts'
import type { Database } from '#server/platform/database.ts'
import { sweepEvents } from '#server/platform/events.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { closeAccount } from '#test/support/events.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { outcome } from '#test/support/outcome.ts'
import { openPage } from '#test/support/pages.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { aWebhookReceiver } from '#test/support/webhookReceiver.ts'
import type { WebhookReceiver } from '#test/support/webhookReceiver.ts'
import { api } from '#web/platform/api.ts'
import { deliverEvents } from './deliver.ts'

const now = new Date('2027-02-28T10:00:00Z')
const settings = { SECOND_FACTOR_KEYS: `2027:${Buffer.alloc(32, 7).toString('base64')}` }

let db: Database
let app: TestApp
let operatorId: number
let ines: { id: number; email: string }
let desk: TestBrowser
let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await aWebhookReceiver()
})
afterAll(() => receiver.close())

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  receiver.requests.length = 0
  receiver.answer({ status: 200, body: 'ok' })
  app = testApp(db, { now, settings })
  operatorId = (await anOperator(db, { slug: 'here' })).id
  await aVenue(db, { operatorId }, { slug: 'here' })
  const { id } = await aMemberOfStaff(db, operatorId, { staffLevel: 'supervisor', firstName: 'Ines' })
  const { email } = await db
    .selectFrom('customer')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  ines = { id, email }
  desk = app.browser({ site: 'desk' })
  await desk.logIn(ines.id)
})

const add = (events: EventType[] = ['customer.registered', 'customer.closed'], address = receiver.address) =>
  desk.send(api.webhooks.add, { address, events })

const deliver = (sender = receiver.sender()) =>
  deliverEvents({ db, sender, keys: app.config.secondFactorKeys }, app.clock.now())

const register = async (): Promise<number> =>
  (await aCustomer(db, operatorId, { createdAt: app.clock.now() })).id

const close = (id: number) => closeAccount(db, id, app.clock.now())

const later = (seconds: number) => {
  app.clock.forward(seconds * 1000)
}

const types = () => receiver.requests.map(({ type }) => type)

const signedBy = (secret: string, { body, signature }: { body: string; signature: string }): boolean => {
  const [time = '', ...signatures] = signature.split(',')
  const expected = createHmac('sha256', secret)
    .update(`${time.slice(2)}.${body}`)
    .digest('hex')
  return signatures.includes(`v1=${expected}`)
}

const only = async () => {
  const [webhook] = await desk.send(api.webhooks.list, {})
  if (webhook === undefined) throw new Error('There is no webhook.')
  return webhook
}
const deliveries = async () => desk.send(api.webhooks.deliveries, { webhookId: (await only()).id })

describe('a webhook', () => {
  it('is told of its events alone, from then on, signed by the secret that it was added with', async () => {
    await register()
    const { secret } = await add(['customer.registered'])
    const id = await register()
    await close(id)
    await deliver()
    expect(receiver.requests).toHaveLength(1)
    const [request] = receiver.requests
    if (request === undefined || secret === null) throw new Error('Nothing was sent.')
    const { reference } = await db
      .selectFrom('customer')
      .select('reference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(request.body)).toEqual({
      id: expect.any(Number),
      type: 'customer.registered',
      at: now.toISOString(),
      operator: 'here',
      subject: { kind: 'customer', id, reference },
      data: {},
    })
    expect(request.signature).toMatch(new RegExp(`^t=${now.getTime() / 1000},v1=[\\da-f]{64}$`))
    expect(signedBy(secret, request)).toBe(true)
    expect(signedBy(`${secret}x`, request)).toBe(false)
    const stored = await db.selectFrom('webhook').select(['secret', 'secretKeyId']).executeTakeFirstOrThrow()
    expect(stored.secretKeyId).toBe('2027')
    expect(stored.secret.includes('onside_s_')).toBe(false)
    await deliver()
    expect(receiver.requests).toHaveLength(1)
    expect(await deliveries()).toMatchObject([
      { type: 'customer.registered', state: 'delivered', status: 200, answer: 'ok', body: request.body },
    ])
  })

  it('that another operator has, or that is off, costs and is told nothing', async () => {
    const other = await anOperator(db, { slug: 'other' })
    await add()
    await db.updateTable('webhook').set({ operatorId: other.id }).execute()
    await register()
    await db.updateTable('webhook').set({ operatorId, state: 'off' }).execute()
    await register()
    expect(await db.selectFrom('domainEvent').selectAll().execute()).toEqual([])
  })

  it('is signed by both secrets for a day after it got a new one', async () => {
    const { secret: first } = await add()
    const { id: webhookId } = await only()
    const { secret: second } = await desk.send(api.webhooks.change, { webhookId, newSecret: true })
    expect((await only()).previousUntil).toBe('2027-03-01T10:00:00Z')
    await register()
    await deliver()
    later(86_400)
    await register()
    await deliver()
    const signed = receiver.requests.map((request) =>
      [first, second].map((secret) => signedBy(secret ?? '', request)),
    )
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ])
  })

  it('is sent to https on the internet alone', async () => {
    for (const address of ['https://127.0.0.1/in', 'https://localhost/in', 'https://[fd00::1]/in'])
      expect(await refusal(add(undefined, address))).toMatchObject({
        status: 422,
        code: 'address_not_allowed',
      })
    expect(await refusal(add(undefined, 'http://hooks.example.test/in'))).toMatchObject({ status: 422 })
    await add()
    await register()
    await deliver(receiver.sender(() => Promise.resolve(['10.0.0.1'])))
    expect(receiver.requests).toEqual([])
    expect(await deliveries()).toMatchObject([
      { state: 'waiting', status: null, problem: 'address_not_allowed', attempts: 1 },
    ])
  })
})

describe('a delivery that fails', () => {
  it('is tried after 10 s, 1 m, 5 m, 30 m, 2 h, 6 h and 24 h, and then no more', async () => {
    await add()
    await register()
    receiver.answer({ status: 500, body: 'sorry' })
    await deliver()
    for (const seconds of [10, 60, 300, 1800, 7200, 21_600, 86_400]) {
      const before = receiver.requests.length
      later(seconds - 1)
      await deliver()
      expect(receiver.requests).toHaveLength(before)
      later(1)
      await deliver()
      expect(receiver.requests).toHaveLength(before + 1)
    }
    await desk.logIn(ines.id)
    expect(await deliveries()).toMatchObject([
      { state: 'failed', attempts: 8, status: 500, answer: 'sorry', nextAt: null },
    ])
    later(86_400)
    await deliver()
    expect(receiver.requests).toHaveLength(8)
  })

  it('keeps back what is about the same subject, and nothing else', async () => {
    await add()
    const ann = await register()
    await close(ann)
    receiver.answer({ status: 503 })
    await deliver()
    receiver.answer({ status: 200 })
    await register()
    await deliver()
    expect(types()).toEqual(['customer.registered', 'customer.registered'])
    later(10)
    await deliver()
    expect(types().slice(2)).toEqual(['customer.registered', 'customer.closed'])
    expect((await only()).failingSince).toBeNull()
  })

  it('with 410 switches the webhook off and writes to who added it', async () => {
    await add()
    await register()
    receiver.answer({ status: 410 })
    await deliver()
    expect(await only()).toMatchObject({ state: 'off', offBecause: 'gone' })
    const notices = await db.selectFrom('notice').select(['kind', 'recipient']).execute()
    expect(notices).toEqual([{ kind: 'webhook_off', recipient: ines.email }])
    later(60)
    await deliver()
    expect(receiver.requests).toHaveLength(1)
    // What waited is sent once it is on again.
    receiver.answer({ status: 200 })
    await desk.send(api.webhooks.change, { webhookId: (await only()).id, state: 'on' })
    await deliver()
    expect(receiver.requests).toHaveLength(2)
    expect(await only()).toMatchObject({ state: 'on', offBecause: null })
  })

  it('for three days without a success between switches it off', async () => {
    await add()
    receiver.answer({ status: 500 })
    await register()
    await deliver()
    later(2 * 86_400)
    receiver.answer({ status: 200 })
    await deliver()
    receiver.answer({ status: 500 })
    await register()
    await deliver()
    later(3 * 86_400 - 1)
    await register()
    await deliver()
    await desk.logIn(ines.id)
    expect(await only()).toMatchObject({ state: 'on' })
    later(1)
    await register()
    await deliver()
    expect(await only()).toMatchObject({ state: 'off', offBecause: 'failing' })
    expect(await db.selectFrom('notice').select('kind').execute()).toEqual([{ kind: 'webhook_off' }])
  })

  it('by a node that has crashed is made by another a minute later', async () => {
    await add()
    await register()
    await deliver({ send: () => Promise.reject(new Error('The node has crashed.')) }).catch(() => undefined)
    await deliver()
    expect(receiver.requests).toHaveLength(0)
    later(60)
    await deliver()
    expect(receiver.requests).toHaveLength(1)
  })
})

describe('staff who manage connections', () => {
  it('see each webhook with what it is told and what is wrong with it', async () => {
    const path = '/office/settings/connections'
    expect((await openPage(desk, path, 'desk')).text).toContain('No webhooks yet')
    await add(['booking.moved', 'order.paid'])
    const words = async () => (await openPage(desk, path, 'desk')).text
    expect(await words()).toMatch(/hooks\.example\.test:\d+\/in On Booking moved · Order paid Added by Ines /)
    await db.updateTable('webhook').set({ failingSince: now }).execute()
    expect(await words()).toMatch(/Not reached .* Nothing has arrived since /)
    await db.updateTable('webhook').set({ state: 'off', offBecause: 'gone' }).execute()
    expect(await words()).toMatch(/Off .* it no longer takes events \(410\)\. .* Switch on/)
  })

  it('test a webhook, and send what it was told again with the same id', async () => {
    await add()
    const { id: webhookId } = await only()
    expect(await desk.send(api.webhooks.test, { webhookId })).toMatchObject([
      { type: 'webhook.test', state: 'waiting', nextAt: '2027-02-28T10:00:00Z' },
    ])
    await deliver()
    const deliveryId = (await deliveries())[0]?.id ?? 0
    await desk.send(api.webhooks.replay, { deliveryId })
    await deliver()
    const [first, second] = receiver.requests
    expect(types()).toEqual(['webhook.test', 'webhook.test'])
    expect(second?.body).toBe(first?.body)
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    await desk.send(api.webhooks.change, { webhookId, state: 'off', events: ['order.paid'] })
    expect(await only()).toMatchObject({ state: 'off', offBecause: null, events: ['order.paid'] })
    const { entries } = await desk.send(api.audit.entries, {})
    expect(entries.map(({ act, subject }) => [act, subject])).toEqual([
      ['webhook changed', `webhook:${webhookId}`],
      ['webhook event sent again', `webhook:${webhookId}`],
      ['webhook tested', `webhook:${webhookId}`],
      ['webhook added', `webhook:${webhookId}`],
    ])
  })

  it('remove a webhook, which is told nothing of what it waited for, and is gone', async () => {
    await add()
    await register()
    const { id: webhookId } = await only()
    const deliveryId = (await deliveries())[0]?.id ?? 0
    expect(await desk.send(api.webhooks.remove, { webhookId })).toEqual([])
    await register()
    await deliver()
    expect(receiver.requests).toEqual([])
    for (const call of [
      () => desk.send(api.webhooks.deliveries, { webhookId }),
      () => desk.send(api.webhooks.change, { webhookId, state: 'on' }),
      () => desk.send(api.webhooks.replay, { deliveryId }),
      () => desk.send(api.webhooks.remove, { webhookId }),
    ])
      expect(await outcome(call())).toBe('not_found')
    expect(await db.selectFrom('webhook').select(['state', 'secret']).execute()).toEqual([
      { state: 'removed', secret: Buffer.alloc(0) },
    ])
    const { entries } = await desk.send(api.audit.entries, {})
    expect(entries[0]).toMatchObject({ act: 'webhook removed', subject: `webhook:${webhookId}` })
  })

  it('read the last 50 deliveries, and up to 500', async () => {
    await add()
    const { id: webhookId } = await only()
    await db
      .insertInto('domainEvent')
      .values(
        Array.from({ length: 501 }, (_, nth) => ({
          operatorId,
          at: now,
          type: 'customer.registered',
          subjectKind: 'customer',
          subjectId: nth,
        })),
      )
      .execute()
    await sql`insert into webhook_delivery (webhook_id, event_id, subject, due_at)
      select ${webhookId}, id, 'customer:' || subject_id, at from domain_event order by id`.execute(db)
    expect(await desk.send(api.webhooks.deliveries, { webhookId })).toHaveLength(50)
    const last = await desk.send(api.webhooks.deliveries, { webhookId, most: 500 })
    expect(last.map(({ body }) => (JSON.parse(body) as { subject: { id: number } }).subject.id)).toEqual(
      Array.from({ length: 500 }, (_, nth) => 500 - nth),
    )
  })

  it('reach no webhook of another operator, and others reach none', async () => {
    await add()
    await register()
    const { id: webhookId } = await only()
    const deliveryId = (await deliveries())[0]?.id ?? 0
    const other = await anOperator(db, { slug: 'other' })
    await db.updateTable('webhook').set({ operatorId: other.id }).execute()
    expect(await desk.send(api.webhooks.list, {})).toEqual([])
    for (const call of [
      desk.send(api.webhooks.deliveries, { webhookId }),
      desk.send(api.webhooks.change, { webhookId, newSecret: true }),
      desk.send(api.webhooks.test, { webhookId }),
      desk.send(api.webhooks.replay, { deliveryId }),
    ])
      expect(await outcome(call)).toBe('not_found')
    const manager = app.browser({ site: 'desk' })
    await manager.logIn((await aMemberOfStaff(db, operatorId, { roles: [{ role: 'duty_manager' }] })).id)
    expect(await outcome(manager.send(api.webhooks.list, {}))).toBe('forbidden')
  })
})

it('events are deleted after 30 days, with their deliveries', async () => {
  await add()
  await register()
  await sweepEvents(db, new Date(now.getTime() + 30 * 86_400_000))
  expect(await db.selectFrom('webhookDelivery').select('state').execute()).toHaveLength(1)
  await sweepEvents(db, new Date(now.getTime() + 30 * 86_400_000 + 1))
  expect(await db.selectFrom('webhookDelivery').select('state').execute()).toEqual([])
  expect(await db.selectFrom('domainEvent').select('id').execute()).toEqual([])
})
