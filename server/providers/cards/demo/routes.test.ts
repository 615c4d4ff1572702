import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anOperator } from '#test/support/factories/operators.ts'

const now = new Date('2027-02-28T10:00:00Z')
const details = {
  cardholderName: 'A Example',
  cardNumber: '4000000000000006',
  expiryDate: '0930',
  securityCode: '123',
}

let db: Database
let app: TestApp

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  await anOperator(db, { frameOrigins: ['https://town.example'] })
  app = testApp(db, { now })
})

const session = async (): Promise<string> =>
  (await app.services.cards.provider.prepare({ site: 'http://bookings.onside.localhost:3000' })).sessionKey

const send = (path: string, body: unknown, sessionKey?: string, more: Record<string, string> = {}) =>
  app.browser().fetch(`/api/demo-cards/api/v1/card-identifiers${path}`, {
    method: 'POST',
    headers: { ...(sessionKey === undefined ? {} : { Authorization: `Bearer ${sessionKey}` }), ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('E01: the card company', () => {
  it('names a card', async () => {
    const answer = await send('', { cardDetails: details }, await session())
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await answer.json()).toEqual({ cardIdentifier: expect.stringMatching(/^cid_/) as string })
  })

  it.each([undefined, 'ses_unknown'])('knows no session %s', async (sessionKey) => {
    expect((await send('', { cardDetails: details }, sessionKey)).status).toBe(401)
    expect((await send('/cid_x/security-code', { securityCode: '123' }, sessionKey)).status).toBe(401)
  })

  it('ends a session after half an hour', async () => {
    const key = await session()
    app.clock.forward(30 * 60_000)
    expect((await send('', { cardDetails: details }, key)).status).toBe(401)
  })

  it('says what is wrong with a card, field by field', async () => {
    const answer = await send(
      '',
      { cardDetails: { ...details, cardNumber: '4', expiryDate: '0120' } },
      await session(),
    )
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: 'card_invalid',
      errors: {
        cardNumber: ['Enter the number on the front of the card.'],
        expiryDate: ['This card has expired.'],
      },
    })
  })

  it.each(['', 'not json', '[]', 'null', '{"cardDetails":7}'])('%j is a bad card', async (body) => {
    expect((await send('', body, await session())).status).toBe(422)
  })

  it('takes the security code of a card it knows: 204, and nothing else to say', async () => {
    const key = await session()
    const { cardIdentifier } = (await (await send('', { cardDetails: details }, key)).json()) as {
      cardIdentifier: string
    }
    const path = `/${cardIdentifier}/security-code`
    const taken = await send(path, { securityCode: '123' }, key)
    expect([taken.status, await taken.text()]).toEqual([204, ''])
    expect((await send(path, { securityCode: 'x' }, key)).status).toBe(422)
    expect((await send('/cid_unknown/security-code', { securityCode: '123' }, key)).status).toBe(404)
  })

  it('may be called from any page, which then reads the answer', async () => {
    const answer = await send('', { cardDetails: details }, await session(), {
      origin: 'https://anywhere.example',
    })
    expect(answer.headers.get('access-control-allow-origin')).not.toBeNull()
  })
})

describe('the card fields', () => {
  it('stand in a frame of our pages and of those that may embed us, and run nothing but their own script', async () => {
    const answer = await app.browser().fetch('/api/demo-cards/fields')
    const policy = answer.headers.get('content-security-policy') ?? ''
    const html = await answer.text()
    expect(html.match(/<script[^>]*>[^<]*/g)).toEqual([
      '<script type="module" src="/web/frames/demoCard.ts">',
    ])
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain(`style-src ${hash(style)};`)
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("form-action 'none'")
    expect(policy).toMatch(
      /frame-ancestors 'self' http:\/\/bookings\.onside\.localhost:3000 .*https:\/\/town\.example/,
    )
    expect(answer.headers.get('x-frame-options')).toBeNull()
  })

  it.each(['cc-name', 'cc-number', 'cc-exp', 'cc-csc'])(
    'have a label and let the browser fill in %s',
    async (token) => {
      const html = await (await app.browser().fetch('/api/demo-cards/fields')).text()
      const input = new RegExp(`<input id="(\\w+)"[^>]*autocomplete="${token}"`).exec(html)
      expect(html).toContain(`<label for="${input?.[1] ?? ''}">`)
    },
  )
})
