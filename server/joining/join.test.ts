import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { aMembership } from '#test/support/factories/memberships.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { refusalOf } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aJoinableCentre, goodAccount, joinAs } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

const plansAt = (venue = 'demo-centre', more: { startDate?: string; billingDay?: number } = {}) =>
  centre.app.browser().send(api.memberships.plans, { venue, ...more })

describe('the plans of a venue', () => {
  it('H01: tell all that is to pay on joining, and what comes after', async () => {
    const { id } = await centre.gold({ ageMin: 16, description: 'Gym, swim and classes' })
    expect(await plansAt('demo-centre', { startDate: '2027-03-10' })).toEqual([
      {
        id,
        name: 'Gold',
        description: 'Gym, swim and classes',
        venueSlug: 'demo-centre',
        venueName: 'Demo Centre',
        price: { raw: 4200, currency: '42.00', formatted: '£42.00' },
        comingPrice: null,
        billingPeriod: 'month',
        joiningFee: { raw: 2000, currency: '20.00', formatted: '£20.00' },
        dueToday: { raw: 4980, currency: '49.80', formatted: '£49.80' },
        firstDays: {
          from: '2027-03-10',
          until: '2027-03-31',
          price: { raw: 2980, currency: '29.80', formatted: '£29.80' },
        },
        nextPayment: {
          on: '2027-04-01',
          amount: { raw: 4200, currency: '42.00', formatted: '£42.00' },
        },
        minimumTermMonths: 12,
        minimumUntil: '2028-03-09',
        minimumTotal: { raw: 55380, currency: '553.80', formatted: '£553.80' },
        endsOn: null,
        cancellationNoticeDays: null,
        freezeMonths: 0,
        maxMembers: 1,
        maxAdults: null,
        paymentMethods: ['direct_debit', 'card'],
        benefits: ['All classes free'],
        ageMin: 16,
        ageMax: null,
        documentRequired: false,
        documentType: null,
        terms: [{ id: centre.termsId, name: 'Membership terms', html: '<p>Twelve months.</p>' }],
        startFrom: '2027-03-01',
        startUntil: '2027-04-30',
      },
    ])
    // From today, paid on the 1st: one whole month.
    expect((await plansAt())[0]?.dueToday.raw).toBe(2000 + 4200)
    expect((await plansAt('demo-centre', { billingDay: 15 }))[0]?.nextPayment?.on).toBe('2027-03-15')
  })

  it('are only those sold online, and none at all is not found', async () => {
    const other = await aVenue(db, { operatorId: centre.operatorId }, { slug: 'other' })
    await centre.gold({ soldOnline: false })
    await centre.gold({ withdrawn: true })
    await centre.gold({ paymentMethods: ['cash'] })
    expect(await refusalOf(plansAt())).toMatchObject({ status: 404, code: 'not_found' })
    await centre.gold({}, other)
    expect(await refusalOf(plansAt('other'))).toMatchObject({ status: 404 })
    expect(await refusalOf(plansAt('nowhere'))).toMatchObject({ status: 404 })
    await centre.gold()
    expect(await plansAt()).toHaveLength(1)
    await db.updateTable('operator').set({ onlineJoiningEnabled: false }).execute()
    expect(await refusalOf(plansAt())).toMatchObject({ status: 404 })
  })

  it('start neither in the past nor far ahead', async () => {
    await centre.gold()
    for (const startDate of ['2027-02-28', '2027-05-01', 'soon']) {
      const refusal = await refusalOf(plansAt('demo-centre', { startDate }))
      expect(refusal).toMatchObject({ status: 422 })
      expect(refusal.validationMessages).toHaveProperty('start_date')
    }
    expect(await refusalOf(plansAt('demo-centre', { billingDay: 29 }))).toMatchObject({ status: 422 })
  })
})

describe('joining', () => {
  it('begins with what was displayed, for anyone who joins alone', async () => {
    const ann = await centre.customer()
    const bob = await centre.customer()
    const plan = await centre.gold()
    const begun = await joinAs(ann.browser, plan.id)
    expect(begun).toMatchObject({
      status: 'awaiting_payment',
      startDate: '2027-03-10',
      dueToday: { raw: 4980 },
      nextPayment: { on: '2027-04-01', amount: { raw: 4200 } },
      paymentMethod: 'direct_debit',
      billingDay: 1,
      membershipUserId: null,
      completeOrderId: null,
      plan: { id: plan.id, name: 'Gold' },
    })
    const seen = await ann.browser.send(api.memberships.joining, { id: begun.id })
    expect(seen).toEqual(begun)
    const { id } = begun
    expect(await refusalOf(bob.browser.send(api.memberships.joining, { id }))).toMatchObject({
      status: 404,
    })
    expect(await refusalOf(centre.app.browser().send(api.memberships.joining, { id }))).toMatchObject({
      status: 401,
    })
    expect(await refusalOf(joinAs(centre.app.browser(), plan.id))).toMatchObject({ status: 401 })
    // No one is a member before it is paid.
    expect(await ann.browser.send(api.memberships.mine, {})).toEqual([])
  })

  it('unfinished is found again while its price is good, by the customer and by the desk', async () => {
    const [ann, bob] = [await centre.customer(), await centre.customer()]
    const desk = await centre.customer({ role: 'staff' })
    const unfinished = ({ browser }: typeof ann, selectedUserId: number | null = null) =>
      browser.send(api.memberships.unfinished, { selectedUserId })
    expect(await unfinished(ann)).toBeNull()
    const { id } = await joinAs(ann.browser, (await centre.gold()).id)
    expect(await unfinished(ann)).toMatchObject({ id, status: 'awaiting_payment', plan: { name: 'Gold' } })
    expect(await unfinished(desk, ann.id)).toMatchObject({ id })
    expect(await unfinished(bob)).toBeNull()
    expect((await refusalOf(unfinished(bob, ann.id))).code).toBe('forbidden')
    expect((await refusalOf(centre.app.browser().send(api.memberships.unfinished, {}))).status).toBe(401)
    centre.app.clock.forward(24 * 3_600_000)
    expect(await unfinished(ann)).toBeNull()
  })

  it('keeps the bank account with the company alone: it is in no answer, no row of ours and no log', async () => {
    const ann = await centre.customer()
    const plan = await centre.gold()
    const account = { accountName: 'Secret Holder', sortCode: '08-99-99', accountNumber: '66374958' }
    const begun = await joinAs(ann.browser, plan.id, { bankAccount: account })
    const mandates = await db.selectFrom('debitMandate').selectAll().execute()
    expect(mandates).toMatchObject([{ customerId: ann.id, state: 'active' }])
    const joinings = await db.selectFrom('joining').selectAll().execute()
    const answers = await db.selectFrom('idempotentAnswer').selectAll().execute()
    const everywhere = JSON.stringify([begun, mandates, joinings, answers, centre.app.logged])
    for (const secret of ['Secret Holder', '089999', '08-99-99', '66374958']) {
      expect(everywhere).not.toContain(secret)
    }
  })

  it('gives an earlier one up, and with it its Direct Debit', async () => {
    const ann = await centre.customer()
    const [gold, swim] = [await centre.gold(), await centre.gold({ name: 'Swim' })]
    const first = await joinAs(ann.browser, gold.id)
    const second = await joinAs(ann.browser, swim.id)
    expect(await refusalOf(ann.browser.send(api.memberships.joining, { id: first.id }))).toMatchObject({
      status: 404,
    })
    expect((await ann.browser.send(api.memberships.joining, { id: second.id })).plan.name).toBe('Swim')
    expect(await db.selectFrom('debitMandate').select('state').orderBy('id').execute()).toEqual([
      { state: 'ending' },
      { state: 'active' },
    ])
  })

  it('asked twice with one key begins once', async () => {
    const ann = await centre.customer()
    const plan = await centre.gold()
    const attempted = () =>
      ann.browser.fetch('/api/online-joining/join', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify({
          plan_id: plan.id,
          venue_slug: 'demo-centre',
          start_date: '2027-03-10',
          payment_method: 'direct_debit',
          billing_day: 1,
          bank_account: { account_name: 'A Example', sort_code: '000000', account_number: '00000000' },
          promotion_code: null,
          terms: [centre.termsId],
        }),
      })
    const answers = [await attempted(), await attempted()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [one, twoDigits] = await Promise.all(answers.map((answer) => answer.text()))
    expect(one).toBe(twoDigits)
    expect(await db.selectFrom('joining').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('debitMandate').select('id').execute()).toHaveLength(1)
  })

  it('refuses by field', async () => {
    const { browser } = await centre.customer()
    const plan = await centre.gold({ paymentMethods: ['direct_debit'] })
    const wrong = async (more: Parameters<typeof joinAs>[2]) => {
      const refusal = await refusalOf(joinAs(browser, plan.id, more))
      expect(refusal).toMatchObject({ status: 422, code: 'invalid' })
      return Object.keys(refusal.validationMessages)
    }
    expect(await wrong({ planId: 999 })).toEqual(['plan_id'])
    expect(await wrong({ venueSlug: 'nowhere' })).toEqual(['plan_id'])
    expect(await wrong({ startDate: '2027-02-28' })).toEqual(['start_date'])
    expect(await wrong({ startDate: '2028-01-01' })).toEqual(['start_date'])
    expect(await wrong({ startDate: '' })).toEqual(['start_date'])
    expect(await wrong({ paymentMethod: 'card' })).toEqual(['payment_method'])
    expect(await wrong({ billingDay: 31 })).toEqual(['billing_day'])
    expect(await wrong({ promotionCode: 'HALFPRICE' })).toEqual(['promotion_code'])
    expect(await wrong({ termsAccepted: false })).toEqual(['terms'])
    expect(await wrong({ bankAccount: null })).toEqual([
      'bank_account.account_name',
      'bank_account.sort_code',
      'bank_account.account_number',
    ])
    expect(await wrong({ bankAccount: { ...goodAccount, sortCode: '1234' } })).toEqual([
      'bank_account.sort_code',
    ])
    const mistyped = { accountName: 'A', sortCode: '089999', accountNumber: '66374959' }
    expect(await wrong({ bankAccount: mistyped, termsAccepted: false })).toEqual([
      'terms',
      'bank_account.account_number',
    ])
    expect(await db.selectFrom('joining').select('id').execute()).toEqual([])
    expect(await db.selectFrom('debitMandate').select('id').execute()).toEqual([])
  })

  it('refuses anyone who is too young or too old on the day it starts', async () => {
    const plan = await centre.gold({ ageMin: 16, ageMax: 17 })
    const at = async (dateOfBirth: string) =>
      joinAs((await centre.customer({ dateOfBirth })).browser, plan.id)
    expect(await refusalOf(at('2011-03-11'))).toMatchObject({
      status: 403,
      code: 'age',
      message: 'This membership is for ages 16 and over.',
    })
    expect(await refusalOf(at('2009-03-10'))).toMatchObject({ status: 403, code: 'age' })
    expect((await at('2011-03-10')).status).toBe('awaiting_payment')
  })

  it('refuses anyone who has not provided the document it requires', async () => {
    const { browser } = await centre.customer()
    const plan = await centre.gold({ documentType: 'student-card' })
    const refusal = await refusalOf(joinAs(browser, plan.id))
    expect(refusal).toMatchObject({ status: 403, code: 'document_required' })
    expect(refusal.message).toContain('student card')
    const content = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]).toString('base64')
    const sent = { documentType: 'student_card', fileName: 'card.jpg', mediaType: 'image/jpeg' as const }
    await browser.send(api.documents.add, { ...sent, contentBase64: content })
    expect((await joinAs(browser, plan.id)).status).toBe('awaiting_payment')
    await db.updateTable('document').set({ status: 'refused', message: 'Not to be read.' }).execute()
    expect(await refusalOf(joinAs(browser, plan.id))).toMatchObject({ code: 'document_required' })
    await db.updateTable('document').set({ status: 'accepted', expiresOn: '2027-03-09' }).execute()
    expect(await refusalOf(joinAs(browser, plan.id))).toMatchObject({ code: 'document_required' })
    await db.updateTable('document').set({ expiresOn: '2027-03-10' }).execute()
    expect((await joinAs(browser, plan.id)).status).toBe('awaiting_payment')
  })

  it('refuses a member of the same plan, and no one whose membership ends before', async () => {
    const ann = await centre.customer()
    const plan = await centre.gold()
    const swim = await centre.gold({ name: 'Swim' })
    const of = { plan, venue: centre.venue, customerIds: [ann.id] as [number] }
    const { id } = await aMembership(db, of)
    expect(await refusalOf(joinAs(ann.browser, plan.id))).toMatchObject({
      status: 409,
      code: 'already_member',
    })
    expect((await joinAs(ann.browser, swim.id)).status).toBe('awaiting_payment')
    await db.updateTable('membership').set({ endsOn: '2027-03-09' }).where('id', '=', id).execute()
    expect((await joinAs(ann.browser, plan.id)).status).toBe('awaiting_payment')
  })

  it('says so when the Direct Debit company cannot be reached, and leaves no mandate behind', async () => {
    const { browser } = await centre.customer()
    const plan = await centre.gold()
    const { debits } = centre.app.services
    const { DebitsUnavailable } = await import('#server/providers/direct-debit/port.ts')
    const setUp = debits.setUp.bind(debits)
    // The company does what is asked and its answer is lost.
    debits.setUp = async (requestPayment) => {
      await setUp(requestPayment)
      throw new DebitsUnavailable(new Error('lost'))
    }
    expect(await refusalOf(joinAs(browser, plan.id))).toMatchObject({
      status: 503,
      code: 'provider_unavailable',
    })
    expect(await db.selectFrom('debitMandate').select('state').execute()).toEqual([{ state: 'ending' }])
    expect((await joinAs(browser, plan.id, { paymentMethod: 'card' })).paymentMethod).toBe('card')
  })
})
