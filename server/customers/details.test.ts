import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { hashOf } from '#server/sessions/passwords.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { refusal } from '#test/support/refusal.ts'
import { aRegistration, password, termsOfRegistration } from '#test/support/registration.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')

type Browser = ReturnType<TestApp['browser']>

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>
let termsId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt: new Date('2027-03-02T18:00:00Z') })
  termsId = await termsOfRegistration(db, world.operator.id)
})

const register = (more: object = {}, browser: Browser = app.browser()) =>
  browser.send(api.customers.register, { ...aRegistration(termsId), ...more })

describe('account details', () => {
  let browser: Browser
  let id: number

  beforeEach(async () => {
    browser = app.browser()
    id = (await register({}, browser)).user.id
  })

  const change = (changes: object, by = browser) => by.send(api.customers.changeDetails, changes)

  it('show what was registered', async () => {
    const { reference, ...details } = await browser.send(api.customers.details, {})
    expect(reference).toMatch(/^DL-/)
    expect(details).toEqual({
      id,
      firstName: 'Ann',
      lastName: 'Example',
      email: 'ann@example.test',
      emailVerified: false,
      pendingEmail: null,
      dateOfBirth: '1990-05-01',
      phone: '',
      addressLineOne: '1 Example Road',
      addressLineTwo: '',
      city: 'Exampleton',
      postcode: 'ZZ1 1ZZ',
      homeVenueSlug: 'demo-centre',
      emergencyContactName: '',
      emergencyContactPhone: '',
      marketingConsent: false,
      unwantedMessages: [],
      language: 'en-GB',
      profilePhoto: null,
    })
    expect((await refusal(app.browser().send(api.customers.details, {}))).status).toBe(401)
  })

  it('change only in the fields that are sent', async () => {
    const before = await browser.send(api.customers.details, {})
    const after = await change({
      phone: '020 7946 0000',
      city: '',
      marketingConsent: 1,
      dateOfBirth: '2000-01-01',
    })
    expect(after).toEqual({ ...before, phone: '020 7946 0000', city: '', marketingConsent: true })
    expect(await browser.send(api.customers.details, {})).toEqual(after)
    expect((await refusal(change({ homeVenueSlug: 'nowhere' }))).validationMessages).toHaveProperty(
      'home_venue_slug',
    )
    expect((await refusal(change({ firstName: ' ', city: 'Lost' }))).validationMessages).toEqual({
      first_name: ['Enter a first name.'],
    })
    expect(await change({})).toEqual(after)
  })

  it('require the current password for a new e-mail address or password', async () => {
    for (const changes of [{ email: 'bo@example.test' }, { password: 'rain on court five' }]) {
      expect((await refusal(change(changes))).validationMessages).toEqual({
        current_password: ['Enter your current password.'],
      })
      expect((await refusal(change({ ...changes, currentPassword: 'wrong' }))).validationMessages).toEqual({
        current_password: ['Your current password is wrong.'],
      })
      await change({ ...changes, currentPassword: password })
      // A new password ends the change of address.
      expect(await browser.send(api.customers.details, {})).toMatchObject({
        email: 'ann@example.test',
        pendingEmail: 'email' in changes ? 'bo@example.test' : null,
      })
    }
    await app
      .browser()
      .send(api.sessions.login, { username: 'ann@example.test', password: 'rain on court five' })
  })

  it('end all other logins when the password changes', async () => {
    const elsewhere = app.browser()
    await elsewhere.logIn(id)
    await change({ password: 'rain on court five', currentPassword: password })
    expect((await browser.send(api.sessions.user, {})).data.id).toBe(id)
    expect((await refusal(elsewhere.send(api.sessions.user, {}))).status).toBe(401)
  })

  it('limit guesses of the current password on a device that is logged in', async () => {
    const guess = (currentPassword: string) => change({ email: 'bo@example.test', currentPassword })
    for (let i = 0; i < 10; i += 1) expect((await refusal(guess('wrong'))).status).toBe(422)
    expect((await refusal(guess(password))).code).toBe('too_many')
    app.clock.forward(900_000)
    await guess(password)
  })

  it('do not show whether the new address is taken, and count who asks', async () => {
    await aCustomer(db, world.operator.id, { email: 'bo@example.test' })
    const withPassword = { currentPassword: password }
    const [taken, free] = [
      await change({ email: 'bo@example.test', ...withPassword }),
      await change({ email: 'cy@example.test', ...withPassword }),
    ]
    expect({ ...taken, pendingEmail: '' }).toEqual({ ...free, pendingEmail: '' })
    expect(taken).toMatchObject({ email: 'ann@example.test', pendingEmail: 'bo@example.test' })
    for (const email of ['d1@example.test', 'd2@example.test', 'd3@example.test'])
      await change({ email, ...withPassword })
    expect((await refusal(change({ email: 'd4@example.test', ...withPassword }))).code).toBe('too_many')
    // The same mailbox in other letters is no change.
    expect((await change({ email: 'ANN@example.test', ...withPassword })).email).toBe('ann@example.test')
  })

  it('refuse a weak password', async () => {
    for (const weak of ['short', 'password123', 'ann@example.test']) {
      const error = await refusal(change({ password: weak, currentPassword: password }))
      expect(error.validationMessages).toHaveProperty('password')
    }
  })

  it('H05: can be changed by staff, audited; customers change only their own', async () => {
    const staff = await aCustomer(db, world.operator.id, {
      role: 'staff',
      passwordHash: await hashOf(password),
    })
    const desk = app.browser()
    await desk.logIn(staff.id)
    const put = (by: Browser, body: object) =>
      by.fetch('/api/my-account/details', { method: 'PUT', body: JSON.stringify(body) })
    const changed = await put(desk, { phone: '020 7946 0000', selected_user_id: id })
    expect(await changed.json()).toMatchObject({ data: { id, phone: '020 7946 0000' } })
    expect(
      await db.selectFrom('auditEntry').select(['actorId', 'forCustomerId', 'act', 'subject']).execute(),
    ).toEqual([{ actorId: staff.id, forCustomerId: id, act: 'details changed', subject: 'phone' }])
    expect((await put(browser, { phone: '1', selected_user_id: staff.id })).status).toBe(403)
    // Staff cannot take over an account.
    const taken = await put(desk, {
      password: 'rain on court five',
      current_password: 'wrong',
      selected_user_id: id,
    })
    expect(taken.status).toBe(422)
  })
})
