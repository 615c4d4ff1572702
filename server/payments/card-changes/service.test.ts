import { beforeEach, describe, expect, it } from 'vitest'
import { collectMemberships } from '#server/memberships/collection/service.ts'
import { endMandates } from '#server/memberships/mandates/service.ts'
import { reconcileCardChanges } from '#server/payments/card-changes/unfinished/service.ts'
import type { Database } from '#server/platform/database.ts'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import { testDatabase } from '#test/support/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aJoinableCentre, aMemberWho, goodAccount, wrongWithCollections } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { identifyCard } from '#test/support/buying.ts'
import { cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

const jobs = () => {
  const { debits, cards } = centre.app.services
  return { db, debits, cards: cards.provider, log: quiet }
}

/** Turns the clock to noon of a day, and runs the collections of every day until then. */
const until = async (day: string, { fails = false } = {}): Promise<void> => {
  const { clock } = centre.app
  while (clock.now() < new Date(`${day}T12:00:00Z`)) {
    clock.set(new Date(clock.now().getTime() + 86_400_000))
    const collected = collectMemberships(jobs(), clock.now())
    await (fails ? collected.catch(() => undefined) : collected)
    await endMandates(jobs(), clock.now())
  }
}

const later = async (seconds: number): Promise<void> => {
  centre.app.clock.forward(seconds * 1000)
  await reconcileCardChanges(jobs(), centre.app.clock.now())
}

const aCardMember = async () => aMemberWho(centre, await centre.gold(), { paymentMethod: 'card' })

/** What the card fields do: the number goes to the company, the page learns its name. */
const typed = async (browser: TestBrowser, membershipId: number, number?: string, expiryDate = '1231') =>
  identifyCard(browser, await browser.send(api.payments.prepareCardChange, { membershipId }), {
    cardNumber: number ?? cardEnding.accepted,
    expiryDate,
  })

const change = async (browser: TestBrowser, membershipId: number, number?: string) =>
  browser.send(api.payments.changeCard, { membershipId, ...(await typed(browser, membershipId, number)) })

/** The expiry of the card that a membership is collected from: that of the joining is 0930, of a new one 1231. */
const collectedFrom = async (membershipId: number): Promise<string | null> =>
  (
    await db
      .selectFrom('membership as m')
      .leftJoin('savedCard as s', 's.id', 'm.savedCardId')
      .select('s.expiry')
      .where('m.id', '=', membershipId)
      .executeTakeFirstOrThrow()
  ).expiry

const statuses = async () =>
  (await db.selectFrom('cardChange').select('status').orderBy('id').execute()).map(({ status }) => status)

/** The cards that the demo company keeps, by expiry, for charges without their holder. */
const savedAtCompany = async () =>
  (
    await db.selectFrom('demoCard').select('expiry').where('saved', '=', true).orderBy('expiry').execute()
  ).map(({ expiry }) => expiry)

const answerBank = async (browser: TestBrowser, { scaData }: { scaData: { value: string }[] | null }) => {
  const creq = scaData?.[0]?.value ?? ''
  const answer = await browser.fetch('/api/demo-cards/challenge', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ creq, answer: 'continue' }).toString(),
  })
  return new URL(answer.headers.get('location') ?? '').pathname
}

describe('G03: the card of a membership, changed while nothing is owed', () => {
  it('is charged from then on, and the one before no more', async () => {
    const { browser, id, membershipId } = await aCardMember()
    expect(await change(browser, membershipId)).toMatchObject({ status: 'saved', scaUrl: null })
    expect(await collectedFrom(membershipId)).toBe('1231')
    const [membership] = await browser.send(api.memberships.mine, {})
    expect(membership?.changes).toMatchObject({
      paymentMethod: 'card',
      card: { lastFour: '0006', expiry: '1231' },
    })
    const { savedCards } = await browser.send(api.payments.mine, {})
    expect(savedCards.map(({ expiry, paysFor }) => [expiry, paysFor])).toEqual([
      ['1231', ['Gold']],
      ['0930', []],
    ])
    const notices = await db
      .selectFrom('notice')
      .select('data')
      .where('kind', '=', 'membership_card_changed')
      .execute()
    expect(notices.map(({ data }) => data)).toMatchObject([{ plan: 'Gold', endsDirectDebit: false }])
    await until('2027-04-02')
    const charged = await db
      .selectFrom('demoCardPayment as p')
      .innerJoin('demoCard as c', 'c.identifier', 'p.cardIdentifier')
      .select('c.expiry')
      .where('p.reference', 'like', '%:%')
      .execute()
    expect(charged).toEqual([{ expiry: '1231' }])
    await browser.logIn(id)
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('may be one that is saved already', async () => {
    const { browser, membershipId } = await aCardMember()
    await change(browser, membershipId)
    const { sessionKey, savedCards } = await browser.send(api.payments.prepareCardChange, { membershipId })
    const first = savedCards.find(({ expiry }) => expiry === '0930')
    await browser.send(api.payments.changeCard, {
      membershipId,
      sessionKey,
      savedCardId: first?.externalIdentifier ?? '',
    })
    expect(await collectedFrom(membershipId)).toBe('0930')
    await browser.send(api.payments.removeCard, { cardId: first?.id ?? 0 })
    expect(
      await refusal(
        browser.send(api.payments.changeCard, { membershipId, sessionKey, savedCardId: String(first?.id) }),
      ),
    ).toMatchObject({
      status: 422,
      validationMessages: { saved_card_id: ['This card is no longer saved. Enter it again.'] },
    })
  })

  it('stays when the new one is declined, with the sentence of paying', async () => {
    const { browser, membershipId } = await aCardMember()
    expect(await refusal(change(browser, membershipId, cardEnding.declined))).toMatchObject({
      status: 402,
      code: 'card_declined',
      message: 'The card was declined.',
    })
    expect(await collectedFrom(membershipId)).toBe('0930')
    expect(await statuses()).toEqual(['declined'])
    expect(await savedAtCompany()).toEqual(['0930'])
  })

  it('stays when a saved one has expired', async () => {
    const { browser, membershipId } = await aCardMember()
    const { sessionKey, savedCards } = await browser.send(api.payments.prepareCardChange, { membershipId })
    await db.updateTable('demoCard').set({ expiry: '0127' }).where('saved', '=', true).execute()
    const savedCardId = String(savedCards[0]?.id)
    expect(
      await refusal(browser.send(api.payments.changeCard, { membershipId, sessionKey, savedCardId })),
    ).toMatchObject({ code: 'card_declined', message: 'This card has expired. Use another card.' })
  })

  it.each([
    ['challengedAndPassed', 'saved', '1231', 'Your bank has approved the card.'],
    ['challengedAndFailed', 'declined', '0930', "Your bank hasn't approved the card."],
  ] as const)('asks the cardholder first: %s', async (ending, status, expiry, heading) => {
    const { browser, membershipId } = await aCardMember()
    const challenge = await change(browser, membershipId, cardEnding[ending])
    expect(challenge).toMatchObject({ status: 'challenge' })
    expect(await collectedFrom(membershipId)).toBe('0930')
    const back = await answerBank(browser, challenge)
    // A banking app may return to a browser that is not logged in.
    const page = await centre.app.browser({ site: 'account' }).fetch(back, { method: 'POST' })
    expect(await page.text()).toContain(heading)
    const { cardChangeUuid: uuid } = challenge
    expect(await browser.send(api.payments.cardChange, { uuid })).toMatchObject({ status })
    expect(await collectedFrom(membershipId)).toBe(expiry)
    expect(await savedAtCompany()).toEqual(status === 'saved' ? ['0930', '1231'] : ['0930'])
  })

  it('is settled by the job where no one returns from the bank', async () => {
    const { browser, membershipId } = await aCardMember()
    await answerBank(browser, await change(browser, membershipId, cardEnding.challengedAndPassed))
    await later(11)
    expect(await collectedFrom(membershipId)).toBe('1231')
  })

  it('stays, and the new card is forgotten, when its bank does not answer in time', async () => {
    const { browser, membershipId } = await aCardMember()
    expect(await change(browser, membershipId, cardEnding.pending)).toMatchObject({ status: 'pending' })
    await later(60)
    expect(await statuses()).toEqual(['pending'])
    await later(1800)
    expect(await statuses()).toEqual(['ended'])
    expect(await savedAtCompany()).toEqual(['0930'])
    expect(await collectedFrom(membershipId)).toBe('0930')
  })

  it('stays, and the new card is forgotten, when the answer of the company is lost', async () => {
    const { browser, membershipId } = await aCardMember()
    const card = await typed(browser, membershipId)
    const { provider } = centre.app.services.cards
    const { saveCard } = provider
    provider.saveCard = async (ask) => {
      await saveCard(ask)
      throw new CardsUnavailable(new Error('lost'))
    }
    const sent = browser.send(api.payments.changeCard, { membershipId, ...card })
    expect(await refusal(sent)).toMatchObject({ status: 503, code: 'provider_unavailable' })
    expect(await savedAtCompany()).toEqual(['0930', '1231'])
    await later(1)
    expect(await savedAtCompany()).toEqual(['0930'])
    expect(await statuses()).toEqual(['ended'])
    provider.saveCard = saveCard
    expect(await change(browser, membershipId)).toMatchObject({ status: 'saved' })
  })

  it('stays when the process that asked died, and the card is forgotten', async () => {
    const { browser, membershipId } = await aCardMember()
    await change(browser, membershipId)
    await db.updateTable('cardChange').set({ status: 'started', reference: null }).execute()
    await db.updateTable('cardChange').set({ nextAttemptAt: centre.app.clock.now() }).execute()
    await later(61)
    expect(await statuses()).toEqual(['ended'])
    expect(await savedAtCompany()).toEqual(['0930'])
  })

  it('is that of the later change, when the bank approves the earlier one after it', async () => {
    const { browser, membershipId } = await aCardMember()
    const first = await change(browser, membershipId, cardEnding.challengedAndPassed)
    await change(browser, membershipId)
    const before = await collectedFrom(membershipId)
    const back = await answerBank(browser, first)
    await browser.fetch(back, { method: 'POST' })
    await later(11)
    expect(await statuses()).toEqual(['ended', 'saved'])
    expect(before).toBe('1231')
    const { lastFour } = (await browser.send(api.memberships.mine, {}))[0]?.changes?.card ?? {}
    expect(lastFour).toBe('0006')
  })

  it('needs a card form that has not expired', async () => {
    const { browser, membershipId } = await aCardMember()
    const card = await typed(browser, membershipId)
    centre.app.clock.forward(31 * 60_000)
    const sent = browser.send(api.payments.changeCard, { membershipId, ...card })
    expect(await refusal(sent)).toMatchObject({ status: 410, code: 'session_expired' })
    expect(await statuses()).toEqual(['ended'])
  })

  it('is changed once for a key', async () => {
    const { browser, membershipId } = await aCardMember()
    const card = await typed(browser, membershipId)
    const options = { idempotencyKey: 'one-change' }
    const first = await browser.send(api.payments.changeCard, { membershipId, ...card }, options)
    expect(await browser.send(api.payments.changeCard, { membershipId, ...card }, options)).toEqual(first)
    expect(await statuses()).toEqual(['saved'])
  })

  it('is changed by the payer alone', async () => {
    const { browser, membershipId } = await aCardMember()
    const card = await typed(browser, membershipId)
    const { browser: other, id } = await centre.customer()
    await db.insertInto('membershipMember').values({ membershipId, customerId: id }).execute()
    const uuid = (await change(browser, membershipId)).cardChangeUuid
    const staff = await aCustomer(db, centre.operatorId, { role: 'staff' })
    const desk = centre.app.browser({ site: 'desk' })
    await desk.logIn(staff.id)
    for (const someone of [other, desk]) {
      for (const call of [
        () => someone.send(api.payments.prepareCardChange, { membershipId }),
        () => someone.send(api.payments.changeCard, { membershipId, ...card }),
        () => someone.send(api.payments.cardChange, { uuid }),
        () => someone.send(api.payments.changeBankAccount, { membershipId, bankAccount: goodAccount }),
      ]) {
        expect(await refusal(call())).toMatchObject({ status: 404 })
      }
    }
    const [theirs] = await other.send(api.memberships.mine, {})
    expect(theirs?.changes).toBeNull()
  })

  it('is not changed by staff for a customer, nor is the bank account', async () => {
    const { id: selectedUserId, browser, membershipId } = await aCardMember()
    const card = await typed(browser, membershipId)
    const staff = await aCustomer(db, centre.operatorId, { role: 'staff' })
    const desk = centre.app.browser({ site: 'desk' })
    await desk.logIn(staff.id)
    const of = { membershipId, selectedUserId }
    for (const call of [
      () => desk.send(api.payments.changeCard, { ...of, ...card }),
      () => desk.send(api.payments.changeBankAccount, { ...of, bankAccount: goodAccount }),
    ]) {
      expect(await refusal(call())).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect(await collectedFrom(membershipId)).toBe('0930')
  })

  it('leaves no name at the company that forgets the customer, while a change waits for the bank', async () => {
    const { browser, membershipId } = await aCardMember()
    const { cardChangeUuid } = await change(browser, membershipId, cardEnding.challengedAndPassed)
    const { provider } = centre.app.services.cards
    await provider.forgetPayer({ payerReference: null, payments: [cardChangeUuid] })
    const named = await db
      .selectFrom('demoCard')
      .select('identifier')
      .where('expiry', '=', '1231')
      .where('cardHolderName', '<>', '')
      .execute()
    expect(named).toEqual([])
  })

  it.each([
    ['another system collects it', { collectedHere: false }],
    ['it has ended', { endsOn: '2027-02-28', startsOn: '2027-02-01' }],
    ['nothing more is collected', { nextBillingOn: null }],
    ['it is paid by Direct Debit', { paymentMethod: 'direct_debit' as const }],
  ])('cannot be changed where %s', async (_why, to) => {
    const { browser, membershipId } = await aCardMember()
    const card = await typed(browser, membershipId)
    await db.updateTable('membership').set(to).where('id', '=', membershipId).execute()
    const sent = browser.send(api.payments.changeCard, { membershipId, ...card })
    expect(await refusal(sent)).toMatchObject({ status: 409, code: 'not_changeable' })
  })

  it('does not move a charge that is in progress', async () => {
    const { browser, id, membershipId } = await aCardMember()
    const { provider } = centre.app.services.cards
    const { charge } = provider
    provider.charge = () => Promise.reject(new CardsUnavailable(new Error('no answer')))
    await until('2027-04-01', { fails: true })
    await browser.logIn(id)
    await change(browser, membershipId)
    provider.charge = charge
    await until('2027-04-02')
    const charged = await db
      .selectFrom('demoCardPayment as p')
      .innerJoin('demoCard as c', 'c.identifier', 'p.cardIdentifier')
      .select('c.expiry')
      .where('p.reference', 'like', '%:%')
      .execute()
    expect(charged).toEqual([{ expiry: '0930' }])
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('is limited as declined payments are', async () => {
    const { browser, membershipId } = await aCardMember()
    for (let tries = 0; tries < 20; tries += 1)
      await refusal(change(browser, membershipId, cardEnding.declined))
    expect(await refusal(change(browser, membershipId, cardEnding.declined))).toMatchObject({ status: 429 })
  })
})
