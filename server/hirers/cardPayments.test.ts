import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { billing, typeCard } from '#test/support/buying.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aHallToHire } from '#test/support/hires.ts'
import type { HallToHire } from '#test/support/hires.ts'
import { anInvoice, authoriseInvoice, completeInvoice, payInvoice } from '#test/support/hireInvoices.ts'
import type { AnInvoice } from '#test/support/hireInvoices.ts'
import { sentMessages } from '#test/support/messages.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import { companyPayments, driveMoves } from '#test/support/moves.ts'
import { answerCard, cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let world: HallToHire
let invoice: AnInvoice
let bursar: TestBrowser

beforeEach(async () => {
  world = await aHallToHire((await testDatabase()).db)
  invoice = await anInvoice(world)
  bursar = world.app.browser({ site: 'account' })
})

const onPage = async () => {
  const { invoices } = await bursar.send(api.hirers.ofLink, { code: invoice.what.hirerCode })
  return invoices.find(({ id }) => id === invoice.what.invoiceId)
}
const atDesk = (amount = 12_000) =>
  world.office.send(api.hirers.pay, { invoiceId: invoice.what.invoiceId, tender: 'transfer', amount })
const leaveOut = (day: string) =>
  world.office.send(api.hirers.leaveOut, { hireId: invoice.hireId, from: day, until: day })
const payments = () =>
  world.db.selectFrom('hirePayment').select(['tenderType', 'amount']).orderBy('id').execute()
const mails = (kind: string) => sentMessages(world.db, world.app, kind)
const authorise = (card?: string) => authoriseInvoice(bursar, invoice, card)
const complete = (uuid: string) => completeInvoice(bursar, uuid)

/** The jobs run until nothing is left to do, and the books agree. */
const expectSound = async () => {
  await driveMoves(world)
  expect([...(await wrongWithMoney(world.db)), ...(await leftOpen(world.db))]).toEqual([])
}

describe('an invoice that the hirer pays by card on the page of their link', () => {
  it('is paid once, says so on the page, and its receipt goes to the hirer', async () => {
    expect(await bursar.send(api.checkout.prepare, invoice.what)).toMatchObject({
      tenders: ['card'],
      balance: 12_000,
      formattedBalance: '£120.00',
      savedCards: [],
    })
    const authorised = await authorise()
    expect(authorised).toMatchObject({ amount: 12_000, transactionStatus: 'authorised' })
    const paid = { status: 'success', reference: '1' }
    const asOrder = { ...invoice.what, transactionUuid: authorised.transactionUuid }
    expect(await refusal(bursar.send(api.checkout.complete, asOrder))).toMatchObject({
      code: 'payment_not_authorised',
    })
    expect(await complete(authorised.transactionUuid)).toEqual(paid)
    expect(await complete(authorised.transactionUuid)).toEqual(paid)
    expect(await bursar.send(api.checkout.transaction, { uuid: authorised.transactionUuid })).toMatchObject({
      transactionStatus: 'completed',
      endReason: null,
      completeOrderId: null,
    })
    expect(await onPage()).toMatchObject({
      owed: { raw: 0 },
      payments: [{ tender: 'card', on: '2027-03-01', amount: { raw: 12_000 } }],
    })
    expect(await companyPayments(world.db)).toEqual(['captured 12000'])
    expect(await payments()).toEqual([{ tenderType: 'card', amount: 12_000 }])
    expect(await refusal(atDesk())).toMatchObject({ code: 'already_paid' })
    expect(await refusal(authorise())).toMatchObject({ code: 'basket_empty' })
    const [receipt, ...others] = await mails('hire_paid')
    expect(others).toEqual([])
    expect(receipt).toMatchObject({
      recipient: 'bursar@school.example.test',
      subject: 'Receipt: invoice 1 is paid',
    })
    expect(receipt?.text).toMatch(/You paid £120\.00 by card for PE lessons\.[^]*\/hires\?code=/)
    await expectSound()
  })

  it('is paid in parts that the hirer chooses, up to what is owed', async () => {
    const part = (invoiceAmount: number) => ({ ...invoice, what: { ...invoice.what, invoiceAmount } })
    expect(await bursar.send(api.checkout.prepare, part(5000).what)).toMatchObject({ balance: 5000 })
    for (const amount of [12_001, 0])
      expect(await refusal(authoriseInvoice(bursar, part(amount)))).toMatchObject({
        code: 'basket_changed',
        message: 'This has changed since you looked: £120.00 is owed now. Check it again.',
      })
    await payInvoice(bursar, part(5000))
    expect(await onPage()).toMatchObject({
      owed: { raw: 7000 },
      payments: [{ tender: 'card', amount: { raw: 5000 } }],
    })
    await mails('hire_paid')
    await atDesk(2000)
    // What is left is paid by another card, of which no more is asked than is owed.
    expect(await refusal(authoriseInvoice(bursar, part(5001)))).toMatchObject({ code: 'basket_changed' })
    await payInvoice(bursar, part(5000))
    expect(await onPage()).toMatchObject({ owed: { raw: 0 }, payments: [{}, { tender: 'transfer' }, {}] })
    expect(await companyPayments(world.db)).toEqual(['captured 5000', 'captured 5000'])
    const [first, second, ...others] = await mails('hire_paid')
    expect(others).toEqual([])
    expect(first?.subject).toBe('Receipt: invoice 1 is paid in part')
    expect(first?.text).toMatch(
      /You paid £50\.00 by card for PE lessons\.[^]*£70\.00 of this invoice is still to be paid\./,
    )
    expect(second?.subject).toBe('Receipt: invoice 1 is paid')
    await expectSound()
  })

  it('is paid in part while something else is paid at the desk, as long as so much is owed', async () => {
    const part = { ...invoice, what: { ...invoice.what, invoiceAmount: 5000 } }
    const [first, late] = [await authoriseInvoice(bursar, part), world.app.browser({ site: 'account' })]
    await atDesk(7000)
    await complete(first.transactionUuid)
    expect(await onPage()).toMatchObject({ owed: { raw: 0 } })
    expect(await refusal(authoriseInvoice(late, part))).toMatchObject({ code: 'basket_empty' })
    await expectSound()
  })

  it('stands in the reports as paid by card, with its VAT', async () => {
    await payInvoice(bursar, invoice)
    const march = { from: '2027-03-01', until: '2027-03-31' }
    const read = async (report: 'vat' | 'journal' | 'hirers' | 'income', more = {}) =>
      (await world.office.send(api.reports.read, { report, ...march, ...more })).rows
    expect(await read('vat')).toMatchObject([{ rate: 20, gross: 12_000, vat: 2000, source: 'hires' }])
    expect(await read('income', { basis: 'cash' })).toMatchObject([{ gross: 12_000, vat: 2000 }])
    expect(await read('hirers')).toMatchObject([{ paid: 12_000, due30: 0 }])
    expect(await read('journal')).toMatchObject([
      { nominalCode: '4500', credit: 10_000 },
      { nominalCode: 'vat', credit: 2000 },
      { nominalCode: 'card', debit: 12_000 },
    ])
  })

  it('stays owed when the card is declined, and can be paid with another', async () => {
    expect(await refusal(authorise(cardEnding.declined))).toMatchObject({
      code: 'card_declined',
      status: 402,
    })
    expect(await onPage()).toMatchObject({ owed: { raw: 12_000 }, payments: [] })
    await payInvoice(bursar, invoice)
    expect(await companyPayments(world.db)).toEqual(['declined 0', 'captured 12000'])
    await expectSound()
  })

  it("is paid after the bank's question, whose page knows no address with the secret", async () => {
    const authorised = await authorise(cardEnding.challengedAndPassed)
    expect(authorised.transactionStatus).toBe('challenge')
    const back = await answerCard(bursar, authorised)
    expect(back).toContain('Your bank has approved the payment.')
    expect(back).toContain('<p id="on">Go back to the window where you began to pay.</p>')
    expect(back).not.toContain('code=')
    await complete(authorised.transactionUuid)
    expect(await onPage()).toMatchObject({ owed: { raw: 0 }, payments: [{ tender: 'card' }] })
    await expectSound()
  })

  it("stays owed when the bank's question is failed", async () => {
    const authorised = await authorise(cardEnding.challengedAndFailed)
    expect(await answerCard(bursar, authorised)).toContain("Your bank hasn't approved the payment.")
    expect(await refusal(complete(authorised.transactionUuid))).toMatchObject({
      code: 'payment_not_authorised',
    })
    expect(await onPage()).toMatchObject({ owed: { raw: 12_000 } })
    await payInvoice(bursar, invoice)
    await expectSound()
  })

  const forward = async (seconds: number) => {
    world.app.clock.forward(seconds * 1000)
    const services = { db: world.db, cards: world.app.services.cards.provider, log: quiet }
    await reconcilePayments(services, world.app.clock.now())
  }

  it('is paid when a bank that takes its time agrees, though nobody is there any more', async () => {
    const { transactionStatus } = await authorise(cardEnding.pending)
    expect(transactionStatus).toBe('pending')
    await forward(61)
    const [pending] = await mails('payment_pending')
    expect(pending?.recipient).toBe('bursar@school.example.test')
    expect(pending?.text).toMatch(/This is paid once it has:[^]*Invoice 1: PE lessons[^]*\/hires\?code=/)
    await sql`update demo_card_payment set state = 'authorised'`.execute(world.db)
    await forward(61)
    await forward(61)
    expect(await onPage()).toMatchObject({ owed: { raw: 0 }, payments: [{ tender: 'card' }] })
    expect(await companyPayments(world.db)).toEqual(['captured 12000'])
    expect(await mails('hire_paid')).toHaveLength(1)
    await expectSound()
  })

  it('stays owed when the bank does not answer, and the hirer is written to', async () => {
    await authorise(cardEnding.pending)
    await forward(61)
    await forward(30 * 60)
    const [failed] = await mails('payment_failed')
    expect(failed).toMatchObject({
      recipient: 'bursar@school.example.test',
      subject: "Your payment of £120.00 didn't go through: Invoice 1: PE lessons",
    })
    expect(failed?.text).toMatch(/didn't answer in time, so this isn't paid:[^]*\/hires\?code=/)
    await expectSound()
    await payInvoice(bursar, invoice)
    expect(await companyPayments(world.db)).toEqual(['voided 0', 'captured 12000'])
  })
})

describe('an invoice that changes while its card is authorised', () => {
  it('was paid by transfer: the card is let go, and the page and a mail say so', async () => {
    const { transactionUuid } = await authorise()
    await atDesk()
    expect(await refusal(complete(transactionUuid))).toMatchObject({
      code: 'place_lost',
      message: "This invoice wasn't paid by your card, and we haven't charged it.",
      validationMessages: { items: ['Invoice 1 was paid in the meantime.'] },
    })
    expect(await companyPayments(world.db)).toEqual(['voided 0'])
    expect(await payments()).toEqual([{ tenderType: 'transfer', amount: 12_000 }])
    const [mail] = await mails('payment_voided')
    expect(mail?.recipient).toBe('bursar@school.example.test')
    expect(mail?.text).toMatch(/Invoice 1 was paid in the meantime\.[^]*We haven't charged your card\./)
    expect(await mails('hire_paid')).toEqual([])
    await expectSound()
  })

  it('was credited in part: the card is let go, and what is owed now can be paid', async () => {
    const { transactionUuid } = await authorise()
    await leaveOut('2027-03-11')
    expect(await refusal(complete(transactionUuid))).toMatchObject({
      code: 'place_lost',
      validationMessages: { items: ['Invoice 1 has changed in the meantime: £90.00 is owed now.'] },
    })
    const again = await authorise()
    expect(again.amount).toBe(9000)
    await complete(again.transactionUuid)
    expect(await onPage()).toMatchObject({ owed: { raw: 0 } })
    expect(await companyPayments(world.db)).toEqual(['voided 0', 'captured 9000'])
    await expectSound()
  })

  it('is not asked of the card where the page shows another sum, or nothing is owed', async () => {
    const seen = { ...invoice, what: { ...invoice.what, totalDisplayed: 12_000 } }
    await leaveOut('2027-03-11')
    expect(await refusal(authoriseInvoice(bursar, seen))).toMatchObject({
      code: 'basket_changed',
      message: 'This has changed since you looked: £90.00 is owed now. Check it again.',
    })
    await atDesk(9000)
    expect(await refusal(bursar.send(api.checkout.prepare, invoice.what))).toMatchObject({
      code: 'basket_empty',
      message: 'Nothing is owed on this invoice any more.',
    })
    expect(await companyPayments(world.db)).toEqual([])
  })

  it('is paid by one of two tabs: the other has turned away from the question of the bank', async () => {
    const first = await authorise(cardEnding.challengedAndPassed)
    await payInvoice(bursar, invoice)
    await answerCard(bursar, first)
    expect(await refusal(complete(first.transactionUuid))).toMatchObject({ code: 'payment_not_authorised' })
    await expectSound()
    expect((await companyPayments(world.db)).toSorted()).toEqual(['captured 12000', 'voided 0'])
    expect(await payments()).toHaveLength(1)
  })

  it('is owed again when the bank lets the money go before it is taken', async () => {
    const { transactionUuid } = await authorise()
    // The company has voided it by the time it is asked to capture.
    await sql`update demo_card_payment set state = 'voided'`.execute(world.db)
    await complete(transactionUuid)
    expect(await onPage()).toMatchObject({ owed: { raw: 12_000 }, payments: [] })
    const march = { from: '2027-03-01', until: '2027-03-31' }
    const { rows } = await world.office.send(api.reports.read, { report: 'hirers', ...march })
    expect(rows).toMatchObject([{ paid: 0, due30: 12_000 }])
    expect(await complete(transactionUuid)).toMatchObject({ reference: '1' })
    await payInvoice(bursar, invoice)
    expect(await onPage()).toMatchObject({ owed: { raw: 0 }, payments: [{ tender: 'card' }] })
  })
})

describe('who may pay an invoice', () => {
  it('is whoever has the link of its hirer', async () => {
    const others = await world.office.send(api.hirers.add, {
      name: 'Aces',
      email: 'aces@example.test',
      termsDays: 14,
    })
    const { id: hireId } = await world.hire({ hirerId: others.id, locationIds: [world.studio.id] })
    const theirs = await world.office.send(api.hirers.invoice, { hireId, until: '2027-03-31' })
    for (const wrong of [
      { invoiceId: theirs.id },
      { invoiceId: undefined },
      { hirerCode: invoice.what.hirerCode.replace(/^./, (first) => (first === '_' ? '-' : '_')) },
      { hirerCode: undefined },
    ]) {
      const what = { ...invoice.what, ...wrong }
      expect(await refusal(bursar.send(api.checkout.prepare, what))).toMatchObject({ code: 'not_found' })
      const body = { ...what, sessionKey: 'key', cardIdentifier: 'card' }
      expect(await refusal(bursar.send(api.checkout.authorise, body))).toMatchObject({ code: 'not_found' })
    }
  })

  it('is no customer: nothing of it stands in the account of who has logged in, and no card is saved', async () => {
    const ann = await aCustomer(world.db, world.operator.id, { firstName: 'Ann', lastName: 'Example' })
    await bursar.logIn(ann.id)
    const { transactionUuid } = await bursar.send(api.checkout.authorise, {
      ...(await authoriseBody()),
      saveCard: true,
    })
    await complete(transactionUuid)
    expect(
      await world.db
        .selectFrom('paymentTransaction')
        .select(['customerId', 'agreement'])
        .executeTakeFirstOrThrow(),
    ).toMatchObject({ customerId: null, agreement: { email: null, payer: { firstName: '', lastName: '' } } })
    expect(await bursar.send(api.payments.mine, {})).toMatchObject({ payments: [], savedCards: [] })
  })

  it('pays no credit note', async () => {
    await atDesk()
    await leaveOut('2027-03-18')
    const { invoices } = await bursar.send(api.hirers.ofLink, { code: invoice.what.hirerCode })
    const credit = invoices.find(({ kind }) => kind === 'credit_note')
    const what = { ...invoice.what, invoiceId: credit?.id ?? 0 }
    expect(await refusal(bursar.send(api.checkout.prepare, what))).toMatchObject({ code: 'basket_empty' })
  })
})

const authoriseBody = async () => ({
  ...billing,
  ...(await typeCard(bursar, undefined, invoice.what)),
  ...invoice.what,
})
