import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { tracesOf } from '#test/support/traces.ts'
import { sentMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'
import { settleEmailChanges } from './emailAddress.ts'
import { hashOf } from './passwords.ts'

const now = new Date('2027-03-01T10:00:00Z')
const day = 86_400_000
const password = 'a heron on the lock gate'

let db: Database
let app: TestApp
let operatorId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  app = testApp(db, { now })
})

const register = async (email: string) => {
  const browser = app.browser()
  const { user } = await browser.send(api.customers.register, {
    firstName: 'Ann',
    lastName: 'Example',
    email,
    password,
    dateOfBirth: '1990-05-01',
    termsAccepted: true,
    clientId: 'demo',
    source: 'bookings',
  })
  return { browser, user }
}

/** A customer whose address is proved, logged in. */
const provedCustomer = async (email: string) => {
  const { id } = await aCustomer(db, operatorId, { email, passwordHash: await hashOf(password) })
  const browser = app.browser()
  await browser.logIn(id)
  return { id, browser }
}

type Mail = { kind: string; recipient: string; code: string }

/** The messages waiting to be sent, newest last. */
const mails = async (): Promise<Mail[]> =>
  (await db.selectFrom('notice').select(['kind', 'recipient', 'data']).orderBy('id').execute()).map(
    ({ kind, recipient, data }) => ({ kind, recipient, code: (data as { code?: string }).code ?? '' }),
  )

const lastCode = async (kind: string): Promise<string> =>
  (await mails()).findLast((mail) => mail.kind === kind)?.code ?? ''

const confirm = (token: string, more: { refuse?: boolean } = {}) =>
  app.browser().send(api.sessions.confirmEmail, { token, ...more })

const changeTo = (browser: TestBrowser, email: string) =>
  browser.send(api.customers.changeDetails, { email, currentPassword: password })

describe('a new address', () => {
  it('is proved by the link of the welcome, in any browser, once', async () => {
    const { browser, user } = await register('ann@example.test')
    expect(user.emailVerified).toBe(false)
    const code = await lastCode('welcome')
    expect(await confirm(code)).toEqual({
      status: 'success',
      result: 'verified',
      email: 'ann@example.test',
    })
    expect((await browser.send(api.sessions.user, {})).data.emailVerified).toBe(true)
    expect(await refusal(confirm(code))).toMatchObject({ status: 410, code: 'token_expired' })
  })

  it('waits a week for its link; a new one is sent on request, at most five a day', async () => {
    const { browser } = await register('ann@example.test')
    const late = await lastCode('welcome')
    app.clock.forward(8 * day)
    expect(await refusal(confirm(late))).toMatchObject({ code: 'token_expired' })
    for (let i = 0; i < 5; i += 1) {
      await browser.send(api.sessions.resendEmailLinks, {})
      app.clock.forward(1000)
    }
    expect(await refusal(browser.send(api.sessions.resendEmailLinks, {}))).toMatchObject({ code: 'too_many' })
    expect((await confirm(await lastCode('address_verification'))).result).toBe('verified')
  })

  it('is not proved by a link that was sent to another address, or with another operator', async () => {
    await anOperator(db, { slug: 'other' })
    const { user } = await register('ann@example.test')
    const code = await lastCode('welcome')
    await db.updateTable('customer').set({ email: 'bo@example.test' }).where('id', '=', user.id).execute()
    expect(await refusal(confirm(code))).toMatchObject({ code: 'token_expired' })
    await db.updateTable('customer').set({ email: 'ann@example.test' }).where('id', '=', user.id).execute()
    const elsewhere = app.browser({ headers: { 'client-domain-identifier': 'other' } })
    expect(await refusal(elsewhere.send(api.sessions.confirmEmail, { token: code }))).toMatchObject({
      code: 'token_expired',
    })
  })

  it('keeps nothing of the link in the database', async () => {
    await register('ann@example.test')
    const code = await lastCode('welcome')
    await db.updateTable('notice').set({ data: '{}' }).execute()
    expect(await tracesOf(db, [code])).toEqual([])
  })
})

describe('a change of address', () => {
  it('is made when both ends have confirmed it, ends other logins and tells the old end', async () => {
    const { browser, id } = await provedCustomer('ann@example.test')
    const elsewhere = app.browser()
    await elsewhere.logIn(id)
    const details = await changeTo(browser, 'new@example.test')
    expect(details).toMatchObject({ email: 'ann@example.test', pendingEmail: 'new@example.test' })
    expect(await refusal(elsewhere.send(api.sessions.user, {}))).toMatchObject({ status: 401 })
    expect((await mails()).map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
      'address_new new@example.test',
      'address_old ann@example.test',
    ])
    expect(await confirm(await lastCode('address_new'))).toMatchObject({ result: 'old_address_pending' })
    expect((await browser.send(api.customers.details, {})).email).toBe('ann@example.test')
    expect(await confirm(await lastCode('address_old'))).toMatchObject({ result: 'changed' })
    expect(await browser.send(api.customers.details, {})).toMatchObject({
      email: 'new@example.test',
      emailVerified: true,
      pendingEmail: null,
    })
    expect((await mails()).at(-1)).toMatchObject({ kind: 'address_changed', recipient: 'ann@example.test' })
  })

  it('needs the new end alone where the old one was never proved', async () => {
    const { browser } = await register('typo@example.test')
    await changeTo(browser, 'ann@example.test')
    expect((await mails()).map(({ kind }) => kind)).toEqual(['welcome', 'address_new'])
    expect(await confirm(await lastCode('address_new'))).toMatchObject({ result: 'changed' })
  })

  it('is stopped by the old end, or by the person', async () => {
    const { browser } = await provedCustomer('ann@example.test')
    await changeTo(browser, 'new@example.test')
    const code = await lastCode('address_new')
    expect(await confirm(await lastCode('address_old'), { refuse: true })).toMatchObject({
      result: 'refused',
      email: 'ann@example.test',
    })
    expect(await refusal(confirm(code))).toMatchObject({ code: 'token_expired' })
    await changeTo(browser, 'new@example.test')
    await browser.send(api.sessions.withdrawEmailChange, {})
    expect((await browser.send(api.customers.details, {})).pendingEmail).toBeNull()
    expect(await refusal(confirm(await lastCode('address_new')))).toMatchObject({ code: 'token_expired' })
  })

  it('ends with a new password, which says so', async () => {
    const { browser } = await provedCustomer('ann@example.test')
    await changeTo(browser, 'new@example.test')
    const code = await lastCode('address_new')
    const changed = await browser.send(api.customers.changeDetails, {
      password: 'another otter on the lock gate',
      currentPassword: password,
    })
    expect(changed.pendingEmail).toBeNull()
    expect(await refusal(confirm(code))).toMatchObject({ code: 'token_expired' })
    const [mail, ...others] = await sentMessages(db, app, 'password_changed')
    expect(others).toEqual([])
    expect(mail?.text).toContain("We've stopped the change of your e-mail address to new@example.test")
    // The change can be asked for again.
    app.clock.forward(60_000)
    await browser.send(api.customers.changeDetails, {
      email: 'new@example.test',
      password: 'a third otter on the lock gate',
      currentPassword: 'another otter on the lock gate',
    })
    expect(await confirm(await lastCode('address_new'))).toMatchObject({ result: 'old_address_pending' })
  })

  it('is made after a week when the old end does not answer, and forgotten when the new one does not', async () => {
    const ann = await provedCustomer('ann@example.test')
    const bo = await provedCustomer('bo@example.test')
    await changeTo(ann.browser, 'ann.new@example.test')
    await confirm(await lastCode('address_new'))
    await changeTo(bo.browser, 'bo.new@example.test')
    app.clock.forward(6 * day)
    await settleEmailChanges(db, app.clock.now())
    expect((await ann.browser.send(api.customers.details, {})).email).toBe('ann@example.test')
    app.clock.forward(day)
    await settleEmailChanges(db, app.clock.now())
    expect((await ann.browser.send(api.customers.details, {})).email).toBe('ann.new@example.test')
    expect(await bo.browser.send(api.customers.details, {})).toMatchObject({
      email: 'bo@example.test',
      pendingEmail: null,
    })
  })

  it('is forgotten after a week when another account has the address by then', async () => {
    const ann = await provedCustomer('ann@example.test')
    await changeTo(ann.browser, 'shared@example.test')
    await confirm(await lastCode('address_new'))
    await provedCustomer('shared@example.test')
    app.clock.forward(7 * day)
    await settleEmailChanges(db, app.clock.now())
    expect(await ann.browser.send(api.customers.details, {})).toMatchObject({
      email: 'ann@example.test',
      pendingEmail: null,
    })
  })

  it('tells the owner of a taken address, who keeps it', async () => {
    const { browser } = await provedCustomer('ann@example.test')
    await provedCustomer('bo@example.test')
    await changeTo(browser, 'BO@example.test')
    expect((await mails()).map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
      'address_taken bo@example.test',
      'address_old ann@example.test',
    ])
    expect(await confirm(await lastCode('address_old'))).toMatchObject({ result: 'new_address_pending' })
  })

  it('loses to who proves the address first', async () => {
    const ann = await provedCustomer('ann@example.test')
    await changeTo(ann.browser, 'shared@example.test')
    const code = await lastCode('address_new')
    await confirm(await lastCode('address_old'))
    await provedCustomer('shared@example.test')
    expect(await refusal(confirm(code))).toMatchObject({ code: 'token_expired' })
    expect((await ann.browser.send(api.customers.details, {})).email).toBe('ann@example.test')
  })
})
