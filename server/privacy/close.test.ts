import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { wrongWithCredit } from '#test/support/credits.ts'
import { aChildOf, aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aRestriction } from '#test/support/factories/restrictions.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { refusal } from '#test/support/refusal.ts'
import { tracesOf } from '#test/support/traces.ts'
import { openMailbox } from '#test/support/mailbox.ts'
import { anAccountHolder, day, email, now, password, register } from '#test/support/closing.ts'
import type { AccountHolder } from '#test/support/closing.ts'
import { aLongHistory, words } from '#test/support/longHistory.ts'
import { api } from '#web/platform/api.ts'

let holder: AccountHolder

beforeEach(async () => {
  holder = await anAccountHolder()
})
afterEach(() => holder.removeFolder())

/** The accounts without names. */
const books = async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select (select count(*) from customer_order) as orders, (select sum(total) from customer_order) as total,
      (select sum(tax_total) from customer_order) as tax, (select sum(amount) from order_payment) as paid,
      (select sum(amount) from refund) as refunded, (select count(*) from booking) as bookings,
      (select sum(amount) from credit_entry where account in ('sales', 'refunds', 'grants')) as credit,
      (select sum(captured) from demo_card_payment) as captured, (select sum(amount) from penalty) as penalties,
      (select count(*) from membership) as memberships`.execute(holder.db)
  return rows[0]
}

describe('closing an account', () => {
  it('removes their data from every text column and keeps the accounts unchanged', async () => {
    const { childId, clerkId } = await aLongHistory(holder)
    holder.app.clock.forward(4 * day)
    const before = await tracesOf(holder.db, words)
    expect(words.filter((word) => before.every((trace) => !trace.endsWith(`: ${word}`)))).toEqual([])
    const booksBefore = await books()
    // The other customer's place is bought without a booking.
    const wrong = await wrongWithMoney(holder.db)
    expect(await readdir(path.join(holder.folder, 'files', String(holder.centre.operatorId)))).toHaveLength(1)

    const { closing } = await holder.browser.send(api.privacy.overview, {})
    expect(closing).toEqual({
      inTheWay: [],
      givesUp: ['£5.00 of credit'],
      along: ['Zebedee'],
      asksCode: false,
    })
    expect(await holder.close({ giveUpWhatIsLeft: true })).toEqual({ closed: true })
    expect(holder.browser.cookies.has('authToken')).toBe(false)
    await holder.runJobs()

    expect(await tracesOf(holder.db, words)).toEqual([])
    expect(await books()).toEqual(booksBefore)
    expect(await wrongWithCredit(holder.db)).toEqual([])
    expect(await wrongWithMoney(holder.db)).toEqual(wrong)
    expect(await readdir(path.join(holder.folder, 'files', String(holder.centre.operatorId)))).toEqual([])
    expect(
      await holder.db.selectFrom('demoCard').select('saved').where('saved', '=', true).execute(),
    ).toEqual([])
    expect(
      await holder.db
        .selectFrom('session')
        .select('customerId')
        .where('customerId', '=', holder.customerId)
        .execute(),
    ).toEqual([])
    const { state } = await holder.db.selectFrom('debitMandate').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('ended')

    // They are found neither at the desk nor at check-in.
    const deskBrowser = holder.app.browser()
    await deskBrowser.logIn(clerkId)
    const required = await refusal(deskBrowser.send(api.customers.atDesk, { customerId: holder.customerId }))
    expect(required).toMatchObject({ status: 404 })
    expect(await deskBrowser.send(api.customers.search, { query: 'former' })).toEqual([])
    expect(await refusal(deskBrowser.send(api.payments.mine, { selectedUserId: childId }))).toMatchObject({
      status: 404,
    })
    for (const username of [email, holder.reference]) {
      const logIn = holder.app.browser().send(api.sessions.login, { username, password })
      expect(await refusal(logIn)).toMatchObject({ status: 401, code: 'invalid_credentials' })
    }
  })

  it('removes what was written to them about a document of a child whom another person looks after, too', async () => {
    const { id: childId } = await aChildOf(holder.db, holder.centre.operatorId, holder.customerId)
    const other = await holder.centre.customer()
    await holder.db
      .insertInto('linkedCustomer')
      .values({ customerId: other.id, linkedId: childId, relation: 'child' })
      .execute()
    const { id } = await holder.db
      .insertInto('document')
      .values({
        operatorId: holder.centre.operatorId,
        customerId: childId,
        documentType: 'student-card',
        fileKey: 'card',
        fileName: 'card.png',
        mediaType: 'image/png',
        size: 1,
        status: 'refused',
        message: 'It is blurred.',
        uploadedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const about = { kind: 'document_refused', about: `document:${id}`, recipient: email, data: '{}' }
    await holder.db
      .insertInto('notice')
      .values({ ...about, operatorId: holder.centre.operatorId, createdAt: now })
      .execute()
    await holder.close()
    const left = await holder.db.selectFrom('notice').select('kind').where('recipient', '=', email).execute()
    expect(left).toEqual([{ kind: 'account_closed' }])
  })

  it('leaves what others wrote with the same address, of this and another operator', async () => {
    const ben = await holder.centre.customer()
    const elsewhere = await anOperator(holder.db, { slug: 'elsewhere' })
    const stranger = await aCustomer(holder.db, elsewhere.id)
    const named = { firstName: 'Ann', lastName: 'Example', dateOfBirth: '1990-05-01', email, createdAt: now }
    const { id: healthId } = await aRestriction(holder.db, holder.centre.operatorId, [])
    for (const [operatorId, owner] of [
      [holder.centre.operatorId, ben.id],
      [elsewhere.id, stranger.id],
    ] as const) {
      const { id: attendeeId } = await holder.db
        .insertInto('attendee')
        .values({ ...named, operatorId, customerId: owner })
        .returning('id')
        .executeTakeFirstOrThrow()
      await holder.db
        .insertInto('waiver')
        .values({ restrictionId: healthId, attendeeId, html: '', agreedAt: now })
        .execute()
      const notice = { operatorId, kind: 'booking_confirmed', recipient: email, data: '{}', createdAt: now }
      await holder.db
        .insertInto('notice')
        .values({ ...notice, about: `order:9${owner}`, subject: 'Your order', state: 'sent' })
        .execute()
    }
    const { messages } = await holder.browser.send(api.privacy.data, {})
    expect(messages.map(({ kind }) => kind)).toEqual(['welcome'])
    await holder.close()
    const count = async (table: 'attendee' | 'waiver') =>
      (await holder.db.selectFrom(table).select('id').execute()).length
    expect([await count('attendee'), await count('waiver')]).toEqual([2, 2])
    expect(
      await holder.db.selectFrom('notice').select('id').where('kind', '=', 'booking_confirmed').execute(),
    ).toHaveLength(2)
  })

  it('leaves documents of other people that were written about to the same address, and searches for others', async () => {
    const elsewhere = await anOperator(holder.db, { slug: 'elsewhere' })
    const stranger = await aCustomer(holder.db, elsewhere.id, { email })
    const { id: childId } = await aChildOf(holder.db, elsewhere.id, stranger.id)
    const { id } = await holder.db
      .insertInto('document')
      .values({
        operatorId: elsewhere.id,
        customerId: childId,
        documentType: 'student-card',
        fileKey: 'card',
        fileName: 'card.png',
        mediaType: 'image/png',
        size: 1,
        status: 'refused',
        message: 'It is blurred.',
        uploadedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const about = { kind: 'document_refused', about: `document:${id}`, recipient: email, data: '{}' }
    await holder.db
      .insertInto('notice')
      .values({ ...about, operatorId: elsewhere.id, createdAt: now })
      .execute()
    const staff = await holder.centre.customer({ role: 'staff', staffLevel: 'desk' })
    const desk = holder.app.browser({ site: 'desk' })
    await desk.logIn(staff.id)
    for (const query of ['Zebrafisher', 'Quilliam Z']) await desk.send(api.customers.search, { query })
    await holder.close()
    expect(
      await holder.db.selectFrom('notice').select('about').where('kind', '=', 'document_refused').execute(),
    ).toEqual([{ about: `document:${id}` }])
    const searches = await holder.db
      .selectFrom('auditEntry')
      .select('subject')
      .where('act', '=', 'customers searched')
      .orderBy('id')
      .execute()
    expect(searches.map(({ subject }) => subject)).toEqual(['Zebrafisher', ''])
  })

  it('allows a new account with the same address, without the old data', async () => {
    await holder.close()
    const again = holder.app.browser()
    const { user } = await register(again)
    expect(user.id).not.toBe(holder.customerId)
    expect(await again.send(api.bookings.mine, { filter: 'all' })).toEqual([])
  })

  it('sends one message, to an address that is deleted once it is sent', async () => {
    const mailbox = await openMailbox()
    const mailing = holder.appWithMail(mailbox.url)
    await holder.runJobs(mailing)
    await holder.close()
    await holder.runJobs(mailing)
    await mailbox.close()
    const last = mailbox.messages.at(-1)
    expect(last?.to).toEqual([email])
    expect(last?.raw).toContain('Subject: Your account is deleted')
    expect(last?.raw).not.toContain('Quilliam')
    expect(await tracesOf(holder.db, [email])).toEqual([])
  })

  it('ends every login of theirs', async () => {
    const elsewhere = holder.app.browser()
    await elsewhere.logIn(holder.customerId)
    await holder.close()
    expect(await refusal(elsewhere.send(api.sessions.user, {}))).toMatchObject({ status: 401 })
  })

  it('releases the basket and the waitlist entry', async () => {
    const yoga = await holder.centre.yoga()
    const one = await holder.centre.aClassOf(yoga, '10:00', { capacity: 1 })
    const full = await holder.centre.aClassOf(yoga, '16:00', { capacity: 1 })
    await holder.browser.send(api.baskets.add, { items: [{ id: one.publicId }] })
    const ben = await holder.centre.customer()
    await holder.centre.add(ben.browser, full)
    await holder.centre.buy(ben.browser)
    await holder.browser.send(api.waitlists.join, { id: full.publicId, data: { userId: holder.customerId } })
    await holder.close()
    const taken = await holder.db
      .selectFrom('occurrence')
      .select(['id', 'placesTaken'])
      .orderBy('id')
      .execute()
    expect(taken).toEqual([
      { id: one.id, placesTaken: 0 },
      { id: full.id, placesTaken: 1 },
    ])
    expect(await holder.db.selectFrom('waitlistEntry').select('id').execute()).toEqual([])
  })

  it('deletes what was written about their logins, their waitlists and their invitations', async () => {
    const full = await holder.centre.aClassOf(await holder.centre.yoga(), '16:00', { capacity: 1 })
    const ben = await holder.centre.customer()
    await holder.centre.add(ben.browser, full)
    const { id: entryId } = await holder.browser.send(api.waitlists.join, {
      id: full.publicId,
      data: { userId: holder.customerId },
    })
    const invited = await holder.browser.send(api.families.invite, { email: 'bo@example.test' })
    const { operatorId } = holder.centre
    const written = [
      `login:${holder.customerId}:2027-03-01T09:00:00.000Z:passkey_added`,
      `login-link:${holder.customerId}:a1b2`,
      `waitlist-entry:${entryId} 2027-03-01T09:00:00.000Z`,
    ]
    const rows = written.map((about) => ({
      operatorId,
      kind: 'some',
      about,
      recipient: email,
      data: '{}',
      createdAt: now,
      state: 'sent' as const,
    }))
    await holder.db.insertInto('notice').values(rows).execute()
    const { messages } = await holder.browser.send(api.privacy.data, {})
    expect(messages.filter(({ kind }) => kind === 'some')).toHaveLength(written.length)
    await holder.close()
    const left = await holder.db.selectFrom('notice').select('about').execute()
    const gone = [...written, `family-invitation:${invited.id}`]
    expect(left.filter(({ about }) => gone.includes(about))).toEqual([])
  })

  it('passes an offered place to the next person at once', async () => {
    const full = await holder.centre.aClassOf(await holder.centre.yoga(), '16:00', { capacity: 1 })
    const ben = await holder.centre.customer()
    const next = await holder.centre.customer()
    await holder.centre.add(ben.browser, full)
    await holder.browser.send(api.waitlists.join, { id: full.publicId, data: { userId: holder.customerId } })
    await next.browser.send(api.waitlists.join, { id: full.publicId, data: { userId: next.id } })
    await ben.browser.send(api.baskets.clear, {})
    const waiting = () =>
      holder.db.selectFrom('waitlistEntry').select(['personId', 'state']).orderBy('id').execute()
    expect(await waiting()).toEqual([
      { personId: holder.customerId, state: 'offered' },
      { personId: next.id, state: 'waiting' },
    ])
    await holder.close()
    expect(await waiting()).toEqual([{ personId: next.id, state: 'offered' }])
    expect(
      await holder.db.selectFrom('hold').select('personId').where('state', '=', 'held').execute(),
    ).toEqual([{ personId: next.id }])
  })

  it('closes linked children without a login, and no one whom another customer books for', async () => {
    const tom = await aChildOf(holder.db, holder.centre.operatorId, holder.customerId, { firstName: 'Tom' })
    const una = await aChildOf(holder.db, holder.centre.operatorId, holder.customerId, { firstName: 'Una' })
    const other = await aCustomer(holder.db, holder.centre.operatorId)
    const link = {
      customerId: other.id,
      linkedId: una.id,
      relation: 'child',
      sharedBy: null,
      awaitsConfirmation: false,
    }
    await holder.db.insertInto('linkedCustomer').values(link).execute()
    expect((await holder.browser.send(api.privacy.overview, {})).closing.along).toEqual(['Tom'])
    await holder.close()
    const left = await holder.db
      .selectFrom('customer')
      .select(['id', 'firstName'])
      .where('closedAt', 'is', null)
      .execute()
    expect(left).toContainEqual({ id: una.id, firstName: 'Una' })
    expect(left.map(({ id }) => id)).not.toContain(tom.id)
    expect(await holder.db.selectFrom('linkedCustomer').selectAll().execute()).toEqual([link])
  })
})
