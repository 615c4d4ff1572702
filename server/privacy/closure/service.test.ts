import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { raisePenalty } from '#server/penalties/service.ts'
import { endMandates } from '#server/memberships/mandates/service.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf, aCustomer } from '#test/support/factories/customers.ts'
import { aPlan } from '#test/support/factories/memberships.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aQuestion, aRestriction } from '#test/support/factories/restrictions.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { tracesOf } from '#test/support/traces.ts'
import { openMailbox } from '#test/support/mailbox.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T09:00:00Z')
const day = 86_400_000
const password = 'a heron on the lock gate'
const email = 'quilliam@zebrafish.example.test'
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

/** Words that must not be found afterwards. */
const words = [
  'Quilliam',
  'Zebrafish',
  'Zebedee',
  email,
  '07700 900777',
  'Marmalade Mews',
  'Upper Quince',
  'QZ9 7XX',
  '1983-07-19',
  'Grizelda',
  '07700 900888',
  'quilliams-card.png',
  'a stiff left knee',
  'the green mat',
  'club QZ-33',
  'Guesty',
  'guesty@example.test',
  'was down with the mumps',
]

let db: Database
let folder: string
let centre: Centre
let app: TestApp
let browser: TestBrowser
let customerId: number
let reference: string

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'onside-closing-'))
  centre = await aCentre(db, now)
  await db.updateTable('operator').set({ onlineGuestPassesEnabled: true }).execute()
  app = testApp(db, { now, settings: { DATA_DIR: folder } })
  browser = app.browser()
  const { user } = await register(browser)
  customerId = user.id
  reference = user.reference
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const register = (by: TestBrowser) =>
  by.send(api.customers.register, {
    firstName: 'Quilliam',
    lastName: 'Zebrafish',
    email,
    password,
    dateOfBirth: '1983-07-19',
    phone: '07700 900777',
    addressLineOne: '3 Marmalade Mews',
    city: 'Upper Quince',
    postcode: 'QZ9 7XX',
    marketingConsent: true,
    termsAccepted: true,
    clientId: 'demo',
    source: 'bookings',
  })

const close = (more: { currentPassword?: string; giveUpWhatIsLeft?: boolean } = {}, by = browser) =>
  by.send(api.privacy.close, { currentPassword: password, ...more })

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
const work = async (): Promise<void> => {
  const handlers = jobHandlers({ db, clock: app.clock, log: quiet, services: app.services })
  while ((await runDueJobs(db, handlers, app.clock.now(), quiet)) > 0);
  await endMandates({ db, debits: app.services.debits, log: quiet }, app.clock.now())
}

const payByCard = async (saveCard: boolean) => {
  const { sessionKey, url } = await browser.send(api.checkout.prepare, {})
  const typed = await browser.fetch(`${new URL(url).pathname}/api/v1/card-identifiers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${sessionKey}` },
    body: JSON.stringify({
      cardDetails: {
        cardholderName: 'Mr Quilliam Zebrafish',
        cardNumber: cardEnding.accepted,
        expiryDate: '0930',
        securityCode: '123',
      },
    }),
  })
  const { cardIdentifier } = (await typed.json()) as { cardIdentifier: string }
  const { transactionUuid } = await browser.send(api.checkout.authorise, {
    sessionKey,
    cardIdentifier,
    billingFirstName: 'Quilliam',
    billingLastName: 'Zebrafish',
    billingAddressLineOne: '3 Marmalade Mews',
    billingCity: 'Upper Quince',
    billingPostcode: 'QZ9 7XX',
    email,
    saveCard,
    termsAccepted: true,
  })
  return browser.send(api.checkout.complete, { termsAccepted: true, email, transactionUuid })
}

/** A customer with some years of history, who has rows in every table that can have them. */
const live = async () => {
  const yoga = await centre.yoga()
  const session = await centre.aClassOf(yoga, '10:00')
  const other = await centre.aClassOf(yoga, '14:00')
  const full = await centre.aClassOf(yoga, '16:00', { date: '2027-03-06', capacity: 1 })
  const health = await aRestriction(db, centre.operatorId, [yoga.activity.id])
  const injury = await aQuestion(db, centre.operatorId, { restrictionId: health.id }, { text: 'Any injury?' })
  const mat = await aQuestion(db, centre.operatorId, { activityId: yoga.activity.id }, { text: 'Which mat?' })
  const plan = await aPlan(db, centre.venue, { documentType: 'student-card' })
  const child = await aChildOf(db, centre.operatorId, customerId, { firstName: 'Zebedee' })
  await db.updateTable('customer').set({ lastName: 'Zebrafish' }).where('id', '=', child.id).execute()
  await browser.send(api.customers.changeDetails, {
    emergencyContactName: 'Grizelda Zebrafish',
    emergencyContactPhone: '07700 900888',
    marketingConsent: false,
  })

  // Two bookings by card, one cancelled with a refund as credit.
  const book = async (publicId: string) => {
    const { items } = await browser.send(api.baskets.add, {
      items: [{ id: publicId, customerReference: 'club QZ-33' }],
    })
    const line = items.at(-1)?.id ?? 0
    await browser.send(api.waivers.send, {
      waivers: [
        {
          cartItemId: line,
          restrictionId: health.id,
          attendee: { firstName: 'Quilliam', lastName: 'Zebrafish', dateOfBirth: '1983-07-19', email },
          accepted: true,
          answers: [{ questionId: injury.id, value: 'a stiff left knee' }],
        },
      ],
    })
    await browser.send(api.waivers.occurrenceAnswers, {
      id: publicId,
      answers: [{ questionId: mat.id, cartItemId: line, value: 'the green mat' }],
    })
    return payByCard(true)
  }
  await book(session.publicId)
  const { completeOrderId } = await book(other.publicId)
  const { bookings } = await browser.send(api.bookings.order, { completeOrderId })
  await browser.send(api.bookings.cancel, { bookingId: bookings[0]?.id ?? 0 })

  // A waitlist entry, documents, guest passes, a calendar feed and a password reset.
  const ben = await centre.customer()
  await centre.add(ben.browser, full)
  await centre.buy(ben.browser)
  await browser.send(api.waitlists.join, { id: full.publicId, data: { userId: customerId } })
  await browser.send(api.documents.add, {
    documentType: 'student-card',
    fileName: 'quilliams-card.png',
    mediaType: 'image/png',
    contentBase64: png.toString('base64'),
  })
  const pass = {
    operatorId: centre.operatorId,
    customerId,
    name: 'Bring a friend',
    code: 'INV-1',
    validFrom: '2027-03-01',
    validUntil: '2027-03-04',
  }
  const { id: guestPassId } = await db
    .insertInto('guestPass')
    .values(pass)
    .returning('id')
    .executeTakeFirstOrThrow()
  await browser.send(api.guestPasses.send, {
    guestPassId,
    firstName: 'Guesty',
    lastName: 'Example',
    email: 'guesty@example.test',
    venueSlug: 'demo-centre',
    date: '2027-03-03',
  })
  await browser.send(api.bookings.makeFeed, {})
  await app.browser().send(api.sessions.forgottenPassword, { emailOrReference: email })

  // Staff searched for them and waived a penalty with a reason; another customer, who may book for them, once
  // named them as an attendee.
  const desk = app.browser()
  const clerk = await aCustomer(db, centre.operatorId, { role: 'staff', staffLevel: 'supervisor' })
  await desk.logIn(clerk.id)
  await desk.send(api.customers.search, { query: 'quilliam zebra' })
  const penalty = { operatorId: centre.operatorId, customerId, amount: 300, description: 'Missed: Yoga' }
  const penaltyId = (await raisePenalty(db, penalty, now)) ?? 0
  await desk.send(api.penalties.waive, { penaltyId, reason: 'Quilliam was down with the mumps' })
  await db
    .insertInto('attendee')
    .values({
      operatorId: centre.operatorId,
      customerId: ben.id,
      personId: customerId,
      firstName: 'Quilliam',
      lastName: 'Zebrafish',
      dateOfBirth: '1983-07-19',
      email,
      createdAt: now,
    })
    .execute()

  // An ended membership, collected by Direct Debit.
  const mandateId = await db
    .insertInto('debitMandate')
    .values({
      operatorId: centre.operatorId,
      customerId,
      provider: 'demo',
      key: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
      state: 'active',
      reference: 'demo-mandate',
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.services.debits.setUp({
    key: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    account: { accountName: 'Q Zebrafish', sortCode: '00-00-00', accountNumber: '00000000' },
  })
  const { id: membershipId } = await db
    .insertInto('membership')
    .values({
      operatorId: centre.operatorId,
      reference: 'GM-1',
      planId: plan.id,
      venueId: centre.venue.id,
      payerId: customerId,
      startsOn: '2026-01-01',
      endsOn: '2027-02-01',
      price: 4200,
      billingPeriod: 'month',
      paymentMethod: 'direct_debit',
      mandateId: mandateId.id,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('membershipMember').values({ membershipId, customerId }).execute()
  await work()
  return { childId: child.id, clerkId: clerk.id }
}

/** The accounts without names. */
const books = async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select (select count(*) from customer_order) as orders, (select sum(total) from customer_order) as total,
      (select sum(tax_total) from customer_order) as tax, (select sum(amount) from order_payment) as paid,
      (select sum(amount) from refund) as refunded, (select count(*) from booking) as bookings,
      (select sum(amount) from credit_entry where account in ('sales', 'refunds', 'grants')) as credit,
      (select sum(captured) from demo_card_payment) as captured, (select sum(amount) from penalty) as penalties,
      (select count(*) from membership) as memberships`.execute(db)
  return rows[0]
}

describe('closing an account', () => {
  it('removes their data from every text column and keeps the accounts unchanged', async () => {
    const { childId, clerkId } = await live()
    app.clock.forward(4 * day)
    const before = await tracesOf(db, words)
    expect(words.filter((word) => before.every((trace) => !trace.endsWith(`: ${word}`)))).toEqual([])
    const booksBefore = await books()
    // The other customer's place is bought without a booking.
    const wrong = await wrongWithMoney(db)
    expect(await readdir(path.join(folder, 'files', String(centre.operatorId)))).toHaveLength(1)

    const { closing } = await browser.send(api.privacy.overview, {})
    expect(closing).toEqual({ inTheWay: [], givesUp: ['£5.00 of credit'], along: ['Zebedee'] })
    expect(await close({ giveUpWhatIsLeft: true })).toEqual({ closed: true })
    expect(browser.cookies.has('authToken')).toBe(false)
    await work()

    expect(await tracesOf(db, words)).toEqual([])
    expect(await books()).toEqual(booksBefore)
    expect(await wrongWithCredit(db)).toEqual([])
    expect(await wrongWithMoney(db)).toEqual(wrong)
    expect(await readdir(path.join(folder, 'files', String(centre.operatorId)))).toEqual([])
    expect(await db.selectFrom('demoCard').select('saved').where('saved', '=', true).execute()).toEqual([])
    expect(
      await db.selectFrom('session').select('customerId').where('customerId', '=', customerId).execute(),
    ).toEqual([])
    const { state } = await db.selectFrom('debitMandate').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('ended')

    // They are found neither at the desk nor at check-in.
    const deskBrowser = app.browser()
    await deskBrowser.logIn(clerkId)
    const required = await refusal(deskBrowser.send(api.customers.atDesk, { customerId }))
    expect(required).toMatchObject({ status: 404 })
    expect(await deskBrowser.send(api.customers.search, { query: 'former' })).toEqual([])
    expect(await refusal(deskBrowser.send(api.payments.mine, { selectedUserId: childId }))).toMatchObject({
      status: 404,
    })
    for (const username of [email, reference]) {
      const logIn = app.browser().send(api.sessions.login, { username, password })
      expect(await refusal(logIn)).toMatchObject({ status: 401, code: 'invalid_credentials' })
    }
  })

  it('leaves what others wrote with the same address, of this and another operator', async () => {
    const ben = await centre.customer()
    const elsewhere = await anOperator(db, { slug: 'elsewhere' })
    const stranger = await aCustomer(db, elsewhere.id)
    const named = { firstName: 'Ann', lastName: 'Example', dateOfBirth: '1990-05-01', email, createdAt: now }
    const { id: healthId } = await aRestriction(db, centre.operatorId, [])
    for (const [operatorId, owner] of [
      [centre.operatorId, ben.id],
      [elsewhere.id, stranger.id],
    ] as const) {
      const { id: attendeeId } = await db
        .insertInto('attendee')
        .values({ ...named, operatorId, customerId: owner })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('waiver')
        .values({ restrictionId: healthId, attendeeId, html: '', agreedAt: now })
        .execute()
      const notice = { operatorId, kind: 'booking_confirmed', recipient: email, data: '{}', createdAt: now }
      await db
        .insertInto('notice')
        .values({ ...notice, about: `order:9${owner}`, subject: 'Your order', state: 'sent' })
        .execute()
    }
    const { messages } = await browser.send(api.privacy.data, {})
    expect(messages.map(({ kind }) => kind)).toEqual(['welcome'])
    await close()
    const count = async (table: 'attendee' | 'waiver') =>
      (await db.selectFrom(table).select('id').execute()).length
    expect([await count('attendee'), await count('waiver')]).toEqual([2, 2])
    expect(
      await db.selectFrom('notice').select('id').where('kind', '=', 'booking_confirmed').execute(),
    ).toHaveLength(2)
  })

  it('allows a new account with the same address, without the old data', async () => {
    await close()
    const again = app.browser()
    const { user } = await register(again)
    expect(user.id).not.toBe(customerId)
    expect(await again.send(api.bookings.mine, { filter: 'all' })).toEqual([])
  })

  it('sends one message, to an address that is deleted once it is sent', async () => {
    const mailbox = await openMailbox()
    app = testApp(db, { now, settings: { DATA_DIR: folder, SMTP_URL: mailbox.url } })
    await work()
    await close()
    await work()
    await mailbox.close()
    const last = mailbox.messages.at(-1)
    expect(last?.to).toEqual([email])
    expect(last?.raw).toContain('Subject: Your account is deleted')
    expect(last?.raw).not.toContain('Quilliam')
    expect(await tracesOf(db, [email])).toEqual([])
  })

  it('ends every login of theirs', async () => {
    const elsewhere = app.browser()
    await elsewhere.logIn(customerId)
    await close()
    expect(await refusal(elsewhere.send(api.sessions.user, {}))).toMatchObject({ status: 401 })
  })

  it('releases the basket and the waitlist entry', async () => {
    const yoga = await centre.yoga()
    const one = await centre.aClassOf(yoga, '10:00', { capacity: 1 })
    const full = await centre.aClassOf(yoga, '16:00', { capacity: 1 })
    await browser.send(api.baskets.add, { items: [{ id: one.publicId }] })
    const ben = await centre.customer()
    await centre.add(ben.browser, full)
    await centre.buy(ben.browser)
    await browser.send(api.waitlists.join, { id: full.publicId, data: { userId: customerId } })
    await close()
    const taken = await db.selectFrom('occurrence').select(['id', 'placesTaken']).orderBy('id').execute()
    expect(taken).toEqual([
      { id: one.id, placesTaken: 0 },
      { id: full.id, placesTaken: 1 },
    ])
    expect(await db.selectFrom('waitlistEntry').select('id').execute()).toEqual([])
  })

  it('passes an offered place to the next person at once', async () => {
    const full = await centre.aClassOf(await centre.yoga(), '16:00', { capacity: 1 })
    const ben = await centre.customer()
    const next = await centre.customer()
    await centre.add(ben.browser, full)
    await browser.send(api.waitlists.join, { id: full.publicId, data: { userId: customerId } })
    await next.browser.send(api.waitlists.join, { id: full.publicId, data: { userId: next.id } })
    await ben.browser.send(api.baskets.clear, {})
    const waiting = () => db.selectFrom('waitlistEntry').select(['personId', 'state']).orderBy('id').execute()
    expect(await waiting()).toEqual([
      { personId: customerId, state: 'offered' },
      { personId: next.id, state: 'waiting' },
    ])
    await close()
    expect(await waiting()).toEqual([{ personId: next.id, state: 'offered' }])
    expect(await db.selectFrom('hold').select('personId').where('state', '=', 'held').execute()).toEqual([
      { personId: next.id },
    ])
  })

  it('closes linked children without a login, and no one whom another customer books for', async () => {
    const tom = await aChildOf(db, centre.operatorId, customerId, { firstName: 'Tom' })
    const una = await aChildOf(db, centre.operatorId, customerId, { firstName: 'Una' })
    const other = await aCustomer(db, centre.operatorId)
    const link = { customerId: other.id, linkedId: una.id, relation: 'child', sharedBy: null }
    await db.insertInto('linkedCustomer').values(link).execute()
    expect((await browser.send(api.privacy.overview, {})).closing.along).toEqual(['Tom'])
    await close()
    const left = await db
      .selectFrom('customer')
      .select(['id', 'firstName'])
      .where('closedAt', 'is', null)
      .execute()
    expect(left).toContainEqual({ id: una.id, firstName: 'Una' })
    expect(left.map(({ id }) => id)).not.toContain(tom.id)
    expect(await db.selectFrom('linkedCustomer').selectAll().execute()).toEqual([link])
  })
})

describe('closing an account is refused', () => {
  const stillThere = async () => {
    expect((await browser.send(api.customers.details, {})).firstName).toBe('Quilliam')
  }

  it('without the password, whose guesses are limited', async () => {
    expect(await refusal(close({ currentPassword: '' }))).toMatchObject({
      status: 422,
      validationMessages: { current_password: ['Enter your current password.'] },
    })
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await refusal(close({ currentPassword: 'not this one' }))).toMatchObject({
        status: 422,
        validationMessages: { current_password: ['Your current password is wrong.'] },
      })
    }
    expect(await refusal(close())).toMatchObject({ status: 429, code: 'too_many' })
    await stillThere()
  })

  it('while bookings are upcoming', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    await centre.add(browser, session)
    await centre.book(browser, customerId)
    expect(await refusal(close())).toMatchObject({
      status: 409,
      code: 'upcoming_bookings',
      message: 'You have 1 upcoming booking. Cancel it first, or wait until it is over.',
    })
    await stillThere()
    app.clock.forward(4 * day)
    await close()
  })

  it('while a membership is ongoing', async () => {
    const plan = await aPlan(db, centre.venue)
    const { id: membershipId } = await db
      .insertInto('membership')
      .values({
        operatorId: centre.operatorId,
        reference: 'GM-1',
        planId: plan.id,
        venueId: centre.venue.id,
        payerId: customerId,
        startsOn: '2026-01-01',
        price: 4200,
        billingPeriod: 'month',
        paymentMethod: 'direct_debit',
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('membershipMember').values({ membershipId, customerId }).execute()
    const refused = await refusal(close())
    expect(refused).toMatchObject({ status: 409, code: 'membership_ongoing' })
    expect(refused.message).toContain('Gold')
    await stillThere()
  })

  it('while money is owed', async () => {
    const penalty = { operatorId: centre.operatorId, customerId, amount: 300, description: 'Missed: Yoga' }
    await raisePenalty(db, penalty, now)
    const account = { customerId, at: now, amount: 450, description: 'Order ONS-1' }
    await db.insertInto('accountEntry').values(account).execute()
    expect(await refusal(close())).toMatchObject({
      status: 409,
      code: 'money_owed',
      message: 'You owe £7.50. Pay it first.',
    })
    await stillThere()
  })

  it('while a payment is in progress', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    await browser.send(api.baskets.add, { items: [{ id: session.publicId }] })
    const { cartId } = await browser.send(api.baskets.read, {})
    await db
      .insertInto('paymentTransaction')
      .values({
        uuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
        operatorId: centre.operatorId,
        basketId: cartId ?? 0,
        customerId,
        provider: 'demo',
        amount: 500,
        status: 'pending',
        agreement: '{}',
        createdAt: now,
        updatedAt: now,
        nextAttemptAt: now,
      })
      .execute()
    expect(await refusal(close())).toMatchObject({ status: 409, code: 'payment_under_way' })
    await stillThere()
  })

  it('while credit is left and its loss is not confirmed', async () => {
    await someCredit(db, { operatorId: centre.operatorId, customerId, amount: 1234 }, now)
    expect(await refusal(close())).toMatchObject({
      status: 409,
      code: 'credit_left',
      message: 'You would lose £12.34 of credit. Confirm that you want to give this up.',
    })
    await stillThere()
    await close({ giveUpWhatIsLeft: true })
    expect(await wrongWithCredit(db)).toEqual([])
    const { rows } = await sql`select sum(available)::int as left from credit_lot`.execute(db)
    expect(rows).toEqual([{ left: 0 }])
  })

  it('by staff, for themselves or others, and without a login', async () => {
    const desk = app.browser()
    await desk.logIn((await aCustomer(db, centre.operatorId, { role: 'staff' })).id)
    expect(await refusal(close({}, desk))).toMatchObject({ status: 403 })
    expect(await refusal(close({}, app.browser()))).toMatchObject({ status: 401 })
    await stillThere()
  })
})
