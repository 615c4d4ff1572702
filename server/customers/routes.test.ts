import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { hashOf } from '#server/sessions/passwords/service.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass, aCustomer, anOperator } from '#test/support/factories.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { isCustomerOf } from './service.ts'

const now = new Date('2027-02-28T10:00:00Z')
const password = 'rain on court four'

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
  const terms = [
    { slug: 'house-rules', name: 'House rules', html: '<p>Be kind.</p>', required: true },
    { slug: 'news', name: 'News', html: '<p>Sometimes.</p>', required: false },
  ]
  const rows = await db
    .insertInto('terms')
    .values(terms.map((row) => ({ ...row, operatorId: world.operator.id })))
    .returning('id')
    .execute()
  termsId = rows[0]?.id ?? 0
})

const ann = () => ({
  firstName: 'Ann',
  lastName: 'Example',
  email: 'ann@example.test',
  password,
  dateOfBirth: '1990-05-01',
  phone: '',
  addressLineOne: '1 Example Road',
  addressLineTwo: '',
  city: 'Exampleton',
  postcode: 'ZZ1 1ZZ',
  homeVenueSlug: 'demo-centre',
  marketingConsent: false,
  terms: [termsId],
  clientId: 'demo',
  source: 'bookings' as const,
})

const register = (more: object = {}, browser: Browser = app.browser()) =>
  browser.send(api.customers.register, { ...ann(), ...more })

const errorsOf = async (more: object) => (await refusal(register(more))).validationMessages

describe('registration', () => {
  it('F03: creates a customer, logs them in and answers like a login', async () => {
    const browser = app.browser()
    const answer = await register({ onboardingType: 'joining' }, browser)
    expect(answer).toMatchObject({
      status: 'success',
      data: { token: answer.token },
      result: { homeVenueSlug: 'demo-centre' },
      user: { firstName: 'Ann', email: 'ann@example.test', role: 'customer', linkedUsers: [] },
    })
    expect(answer.user.reference).toMatch(/^DL-\d{10}$/)
    expect(browser.cookies.get('authToken')).toBe(answer.token)
    expect((await browser.send(api.sessions.user, {})).data).toEqual(answer.user)
    const row = await db
      .selectFrom('customer')
      .select(['source', 'onboardingType', 'passwordHash', 'createdAt'])
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ source: 'bookings', onboardingType: 'joining', createdAt: now })
    expect(row.passwordHash).toContain('$argon2id$')
    await app.browser().send(api.sessions.login, { username: answer.user.reference, password })
  })

  it('records which terms were accepted, and when', async () => {
    await register()
    expect(await db.selectFrom('termsAcceptance').select(['termsId', 'acceptedAt']).execute()).toEqual([
      { termsId, acceptedAt: now },
    ])
  })

  it('refuses a body that is JSON but has no fields', async () => {
    for (const body of ['null', '5', '[]', '"x"']) {
      const response = await app.browser().fetch('/api/auth/customer/register', { method: 'POST', body })
      expect(response.status).toBe(422)
    }
  })

  it('F03: reports every invalid field', async () => {
    const empty = await app.browser().fetch('/api/auth/customer/register', { method: 'POST', body: '{}' })
    const { errors } = (await empty.json()) as { errors: Record<string, string[]> }
    expect([empty.status, Object.keys(errors).toSorted()]).toEqual([
      422,
      ['client_id', 'date_of_birth', 'email', 'first_name', 'last_name', 'password', 'source', 'terms'],
    ])
    expect(
      await errorsOf({
        firstName: '',
        phone: 'no number',
        postcode: 'OL1',
        dateOfBirth: '1 3 2011',
        terms: [],
      }),
    ).toEqual({
      first_name: ['Enter a first name.'],
      date_of_birth: ['You must be at least 16 to register. Ask a parent to add you to their account.'],
      phone: ['Enter a phone number, like 01632 960 001 or +44 1632 960 001.'],
      postcode: ['Enter the whole postcode, like OL1 9ZZ.'],
      terms: ['You must accept the terms.'],
    })
    expect(
      await errorsOf({
        password: 'password123',
        dateOfBirth: '2011-03-01',
        homeVenueSlug: 'nowhere',
        terms: [],
      }),
    ).toEqual({
      password: ['This password is too easy to guess. Choose another one.'],
      date_of_birth: ['You must be at least 16 to register. Ask a parent to add you to their account.'],
      home_venue_slug: ['Choose a venue from the list.'],
      terms: ['You must accept the terms.'],
    })
    expect(await errorsOf({ password: 'short' })).toEqual({
      password: ['Use at least 10 characters.'],
    })
    expect(await errorsOf({ email: 'ann@' })).toHaveProperty('email')
    // A field without a message of its own gets a full sentence, too.
    expect(
      await errorsOf({
        source: 'elsewhere',
        phone: '0'.repeat(41),
        marketingConsent: 'perhaps',
        terms: ['first'],
      }),
    ).toEqual({
      source: ['Choose bookings, online-joining or kiosk.'],
      phone: ['Use 40 characters or fewer.'],
      marketing_consent: ['This must be true or false.'],
      'terms.0': ['Enter a number.'],
    })
    expect(await db.selectFrom('customer').select('id').execute()).toEqual([])
  })

  it('reads a date of birth as people type it', async () => {
    await register({ dateOfBirth: '21 June 1990' })
    expect(await db.selectFrom('customer').select('dateOfBirth').execute()).toEqual([
      { dateOfBirth: '1990-06-21' },
    ])
  })

  it('refuses a taken e-mail address, whatever its case', async () => {
    await register()
    const error = await refusal(register({ email: 'ANN@Example.test' }))
    expect(error.status).toBe(422)
    expect(error.validationMessages).toEqual({
      email: ['This e-mail address already has an account. Log in or reset your password.'],
    })
  })

  it('accepts one of two concurrent registrations with the same address', async () => {
    const outcomes = await Promise.allSettled([register(), register(), register()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    )
    expect(refused).toEqual([
      expect.objectContaining({ status: 422, code: 'invalid' }),
      expect.objectContaining({ status: 422, code: 'invalid' }),
    ])
    expect(await db.selectFrom('customer').select('id').execute()).toHaveLength(1)
  })

  it('accepts the same address with two operators', async () => {
    const other = await anOperator(db, { slug: 'other' })
    await aCustomer(db, other.id, { email: 'ann@example.test' })
    await register()
    expect(await errorsOf({ clientId: 'other', email: 'bo@example.test' })).toHaveProperty('client_id')
    await register({ clientId: 'unheard-of', email: 'bo@example.test' })
  })

  it('accepts the terms in every supported form', async () => {
    const forms = [
      { terms: [termsId] },
      { terms: [String(termsId)] },
      { terms: [true] },
      { terms: true },
      { termsAccepted: 1 },
    ]
    for (const [index, form] of forms.entries()) {
      const { terms: _, ...rest } = ann()
      const body = { ...rest, email: `person${index}@example.test`, ...form }
      await app.browser().send(api.customers.register, body as ReturnType<typeof ann>)
    }
    for (const terms of [[], [termsId + 1], [false], null])
      expect(await errorsOf({ terms })).toHaveProperty('terms')
  })

  it('F03: is refused for people who are logged in', async () => {
    const browser = app.browser()
    await register({}, browser)
    expect(await refusal(register({ email: 'bo@example.test' }, browser))).toMatchObject({
      status: 409,
      code: 'already_logged_in',
    })
  })

  it("merges the visitor's basket", async () => {
    const browser = app.browser()
    await browser.send(api.baskets.add, {
      items: [{ id: world.occurrence.publicId, type: 'purchasableOccurrence' }],
    })
    await register({}, browser)
    expect((await browser.send(api.baskets.read, {})).items).toHaveLength(1)
  })

  it('sends a welcome message', async () => {
    const { user } = await register()
    const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
    const jobs = { db, clock: app.clock, log, services: app.services }
    expect(await runDueJobs(db, jobHandlers(jobs), app.clock.now(), log)).toBe(1)
    const mail = await db
      .selectFrom('notice')
      .select(['recipient', 'state', 'textBody'])
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ recipient: 'ann@example.test', state: 'stored' })
    expect(mail.textBody).toContain(user.reference)
  })

  it('is idempotent under its key, also when only the cookie arrived', async () => {
    const send = (browser: Browser) =>
      browser.send(api.customers.register, ann(), { idempotencyKey: '0b7a0c2e-9a52-4f0e-8b3c-6f2f3a5d1c11' })
    const browser = app.browser()
    const first = await send(browser)
    expect(await send(browser)).toEqual(first)
    const lost = app.browser()
    expect(await send(lost)).toEqual(first)
    expect(lost.cookies.get('authToken')).toBe(first.token)
    expect(await db.selectFrom('customer').select('id').execute()).toHaveLength(1)
    // The key does not work for a person logged in as another customer.
    const stranger = app.browser()
    await stranger.logIn((await aCustomer(db, world.operator.id)).id)
    expect((await refusal(send(stranger))).code).toBe('already_logged_in')
  })

  it('is rate limited by network address', async () => {
    const browser = app.browser({ headers: { 'x-rendering-for': '198.51.100.7' } })
    for (let i = 0; i < 60; i += 1) {
      expect((await refusal(register({ terms: [] }, browser))).status).toBe(422)
    }
    expect(await refusal(register({}, browser))).toMatchObject({ status: 429, code: 'too_many' })
    await register({}, app.browser({ headers: { 'x-rendering-for': '198.51.100.8' } }))
  })
})

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
    }
    expect(await browser.send(api.customers.details, {})).toMatchObject({
      email: 'ann@example.test',
      pendingEmail: 'bo@example.test',
    })
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
    await aCustomer(db, world.operator.id, { email: 'Bo@example.test' })
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
    expect((await change({ email: 'ANN@example.test', ...withPassword })).email).toBe('ANN@example.test')
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

describe('customers and operators', () => {
  it('finds a customer only with their own operator', async () => {
    const other = await anOperator(db, { slug: 'other' })
    const bo = await aCustomer(db, other.id)
    expect(await isCustomerOf(db, bo.id, other.id)).toBe(true)
    expect(await isCustomerOf(db, bo.id, world.operator.id)).toBe(false)
    expect(await isCustomerOf(db, 999_999, other.id)).toBe(false)
  })
})
