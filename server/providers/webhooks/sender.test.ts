import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aWebhookReceiver } from '#test/support/webhookReceiver.ts'
import type { WebhookReceiver } from '#test/support/webhookReceiver.ts'
import { createWebhookSender, isPublicAddress, mayBeSentTo } from './sender.ts'

let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await aWebhookReceiver()
})
beforeEach(() => {
  receiver.requests.length = 0
  receiver.answer({ status: 200, body: 'ok' })
})
afterAll(() => receiver.close())

const refused = { status: null, answer: '', problem: 'address_not_allowed' }

describe('where webhooks are sent', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '0.0.0.0',
    '192.0.2.1',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fec0::1',
    'fd00::1',
    'ff02::1',
    '2001:db8::1',
    'hooks.example.test',
  ])('is never %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '203.1.113.7', '2606:4700:4700::1111'])('may be %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    ['http://hooks.example.test/in', false],
    ['https://ann:secret@hooks.example.test/in', false],
    ['https://localhost/in', false],
    ['https://printer.local/in', false],
    ['https://db.internal./in', false],
    ['https://intranet/in', false],
    ['https://127.0.0.1/in', false],
    ['https://2130706433/in', false],
    ['https://0177.0.0.1/in', false],
    ['https://[::1]/in', false],
    ['https://[::ffff:7f00:1]/in', false],
    ['https://8.8.8.8/in', true],
    ['https://hooks.example.test/in?key=1', true],
  ])('%s is stored: %s', (address, isStored) => {
    expect(mayBeSentTo(address)).toBe(isStored)
  })

  it('is looked up at each call, and nothing is sent where one of the addresses is not of the internet', async () => {
    const product = (addresses: string[]) =>
      createWebhookSender({ resolve: () => Promise.resolve(addresses) }).send(receiver.address, {}, '{}')
    expect(await product(['127.0.0.1'])).toEqual(refused)
    expect(await product(['8.8.8.8', '10.0.0.1'])).toEqual(refused)
    expect(await product([])).toEqual(refused)
    // Stored before addresses were checked, say.
    const { send } = createWebhookSender()
    expect(await send(`https://127.0.0.1:${receiver.port}/in`, {}, '{}')).toEqual(refused)
    expect(await send(`https://[::ffff:127.0.0.1]:${receiver.port}/in`, {}, '{}')).toEqual(refused)
    expect(receiver.requests).toEqual([])
  })

  it('is the address that was checked: a name that changes a moment later leads nowhere else', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    let lookups = 0
    const { send } = receiver.sender(() => Promise.resolve(answers[lookups++] ?? []))
    expect(await send(receiver.address, {}, '{}')).toEqual({ status: 200, answer: 'ok', problem: null })
    expect(lookups).toBe(1)
    expect(await send(receiver.address, {}, '{}')).toEqual(refused)
    expect(receiver.requests).toHaveLength(1)
  })

  it('is not where a redirect leads', async () => {
    receiver.answer({ status: 307, location: `${receiver.address}/other` })
    expect(await receiver.sender().send(receiver.address, {}, '{}')).toMatchObject({ status: 307 })
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/in'])
  })
})

describe('an answer', () => {
  it('is kept up to 2,000 characters', async () => {
    receiver.answer({ status: 500, body: 'x'.repeat(300_000) })
    const { status, answer } = await receiver.sender().send(receiver.address, {}, '{}')
    expect([status, answer.length]).toEqual([500, 2000])
  })

  it('that does not come, and a connection or certificate that is none, are told apart', async () => {
    receiver.answer('never')
    const { send } = receiver.sender()
    expect(await send(receiver.address, {}, '{}')).toMatchObject({ status: null, problem: 'timed_out' })
    const stuck = receiver.sender(() => new Promise(() => undefined))
    expect(await stuck.send(receiver.address, {}, '{}')).toMatchObject({ problem: 'timed_out' })
    expect(await send('https://hooks.example.test:1/in', {}, '{}')).toEqual({
      status: null,
      answer: 'ECONNREFUSED',
      problem: 'no_answer',
    })
    const untrusting = createWebhookSender({
      resolve: () => Promise.resolve(['127.0.0.1']),
      isAllowed: () => true,
    })
    expect(await untrusting.send(receiver.address, {}, '{}')).toMatchObject({ problem: 'no_answer' })
  })
})
