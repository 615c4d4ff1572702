import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import { testDatabase } from '#test/support/database.ts'
import { cardChangesAt } from '#test/support/cardChanges.ts'
import type { CardChanges } from '#test/support/cardChanges.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aJoinableCentre, goodAccount, wrongWithCollections } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: JoinableCentre
let cards: CardChanges

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
  cards = cardChangesAt(centre)
})

describe('G03: the card of a membership, changed while nothing is owed', () => {
  it('is charged from then on, and the one before no more', async () => {
    const { browser, id, membershipId } = await cards.aCardMember()
    expect(await cards.change(browser, membershipId)).toMatchObject({ status: 'saved', scaUrl: null })
    expect(await cards.collectedFrom(membershipId)).toBe('1231')
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
    await cards.until('2027-04-02')
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
    const { browser, membershipId } = await cards.aCardMember()
    await cards.change(browser, membershipId)
    const { sessionKey, savedCards } = await browser.send(api.payments.prepareCardChange, { membershipId })
    const first = savedCards.find(({ expiry }) => expiry === '0930')
    await browser.send(api.payments.changeCard, {
      membershipId,
      sessionKey,
      savedCardId: first?.externalIdentifier ?? '',
    })
    expect(await cards.collectedFrom(membershipId)).toBe('0930')
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
    const { browser, membershipId } = await cards.aCardMember()
    expect(await refusal(cards.change(browser, membershipId, cardEnding.declined))).toMatchObject({
      status: 402,
      code: 'card_declined',
      message: 'The card was declined.',
    })
    expect(await cards.collectedFrom(membershipId)).toBe('0930')
    expect(await cards.statuses()).toEqual(['declined'])
    expect(await cards.savedAtCompany()).toEqual(['0930'])
  })

  it('stays when a saved one has expired', async () => {
    const { browser, membershipId } = await cards.aCardMember()
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
    const { browser, membershipId } = await cards.aCardMember()
    const challenge = await cards.change(browser, membershipId, cardEnding[ending])
    expect(challenge).toMatchObject({ status: 'challenge' })
    expect(await cards.collectedFrom(membershipId)).toBe('0930')
    const back = await cards.answerBank(browser, challenge)
    // A banking app may return to a browser that is not logged in.
    const page = await centre.app.browser({ site: 'account' }).fetch(back, { method: 'POST' })
    expect(await page.text()).toContain(heading)
    const { cardChangeUuid: uuid } = challenge
    expect(await browser.send(api.payments.cardChange, { uuid })).toMatchObject({ status })
    expect(await cards.collectedFrom(membershipId)).toBe(expiry)
    expect(await cards.savedAtCompany()).toEqual(status === 'saved' ? ['0930', '1231'] : ['0930'])
  })

  it('needs a card form that has not expired', async () => {
    const { browser, membershipId } = await cards.aCardMember()
    const card = await cards.typed(browser, membershipId)
    centre.app.clock.forward(31 * 60_000)
    const sent = browser.send(api.payments.changeCard, { membershipId, ...card })
    expect(await refusal(sent)).toMatchObject({ status: 410, code: 'session_expired' })
    expect(await cards.statuses()).toEqual(['ended'])
  })

  it('is changed once for a key', async () => {
    const { browser, membershipId } = await cards.aCardMember()
    const card = await cards.typed(browser, membershipId)
    const options = { idempotencyKey: 'one-change' }
    const first = await browser.send(api.payments.changeCard, { membershipId, ...card }, options)
    expect(await browser.send(api.payments.changeCard, { membershipId, ...card }, options)).toEqual(first)
    expect(await cards.statuses()).toEqual(['saved'])
  })

  it('is changed by the payer alone', async () => {
    const { browser, membershipId } = await cards.aCardMember()
    const card = await cards.typed(browser, membershipId)
    const { browser: other, id } = await centre.customer()
    await db.insertInto('membershipMember').values({ membershipId, customerId: id }).execute()
    const uuid = (await cards.change(browser, membershipId)).cardChangeUuid
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
    const { id: selectedUserId, browser, membershipId } = await cards.aCardMember()
    const card = await cards.typed(browser, membershipId)
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
    expect(await cards.collectedFrom(membershipId)).toBe('0930')
  })

  it('leaves no name at the company that forgets the customer, while a change waits for the bank', async () => {
    const { browser, membershipId } = await cards.aCardMember()
    const { cardChangeUuid } = await cards.change(browser, membershipId, cardEnding.challengedAndPassed)
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
    const { browser, membershipId } = await cards.aCardMember()
    const card = await cards.typed(browser, membershipId)
    await db.updateTable('membership').set(to).where('id', '=', membershipId).execute()
    const sent = browser.send(api.payments.changeCard, { membershipId, ...card })
    expect(await refusal(sent)).toMatchObject({ status: 409, code: 'not_changeable' })
  })

  it('does not move a charge that is in progress', async () => {
    const { browser, id, membershipId } = await cards.aCardMember()
    const { provider } = centre.app.services.cards
    const { charge } = provider
    provider.charge = () => Promise.reject(new CardsUnavailable(new Error('no answer')))
    await cards.until('2027-04-01', { fails: true })
    await browser.logIn(id)
    await cards.change(browser, membershipId)
    provider.charge = charge
    await cards.until('2027-04-02')
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
    const { browser, membershipId } = await cards.aCardMember()
    for (let tries = 0; tries < 20; tries += 1)
      await refusal(cards.change(browser, membershipId, cardEnding.declined))
    expect(await refusal(cards.change(browser, membershipId, cardEnding.declined))).toMatchObject({
      status: 429,
    })
  })
})
