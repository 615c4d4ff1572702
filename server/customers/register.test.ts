import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
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

  it('asks for no terms that the operator has withdrawn', async () => {
    await db.updateTable('terms').set({ withdrawn: true }).execute()
    await register({ terms: [] })
    expect(await db.selectFrom('termsAcceptance').select('termsId').execute()).toEqual([])
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

  it('says nothing of a password that was not sent, when something else is refused first', async () => {
    const address = '/api/auth/customer/register?onboarding_type=other'
    const refused = await app.browser().fetch(address, { method: 'POST', body: '{}' })
    const { errors } = (await refused.json()) as { errors: Record<string, string[]> }
    expect(errors).toEqual({
      onboarding_type: ['Choose standard or joining.'],
      terms: ['You must accept the terms.'],
    })
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
      const { terms: _, ...rest } = aRegistration(termsId)
      const body = { ...rest, email: `person${index}@example.test`, ...form }
      await app.browser().send(api.customers.register, body as ReturnType<typeof aRegistration>)
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
      browser.send(api.customers.register, aRegistration(termsId), {
        idempotencyKey: '0b7a0c2e-9a52-4f0e-8b3c-6f2f3a5d1c11',
      })
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
