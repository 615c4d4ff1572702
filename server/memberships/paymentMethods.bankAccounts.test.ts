import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { DebitsUnavailable } from '#server/providers/direct-debit/port.ts'
import { testDatabase } from '#test/support/database.ts'
import { aJoinableCentre, aMemberWho, goodAccount, wrongWithCollections } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { endMandates } from './paymentMethods.ts'
import { collectMemberships } from './collect.ts'

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** Turns the clock to noon of a day, and runs the collections of every day until then. */
const until = async (day: string): Promise<void> => {
  const { clock, services } = centre.app
  const jobs = { db, debits: services.debits, cards: services.cards.provider, log: quiet }
  while (clock.now() < new Date(`${day}T12:00:00Z`)) {
    clock.set(new Date(clock.now().getTime() + 86_400_000))
    await collectMemberships(jobs, clock.now())
    await endMandates(jobs, clock.now())
  }
}

const another = { ...goodAccount, accountNumber: '12345677' }

const aDebitMember = async (sortCode = '00-00-00') =>
  aMemberWho(centre, await centre.gold(), { bankAccount: { ...goodAccount, sortCode } })

/** Each mandate with its state, the last two digits of its account, and what was collected by it. */
const mandates = async () => {
  const rows = await db.selectFrom('debitMandate').select(['state', 'key']).orderBy('id').execute()
  const accounts = await db.selectFrom('demoDebitMandate').select(['key', 'accountEnding']).execute()
  const collected = await db.selectFrom('demoDebitCollection').select(['mandateKey', 'state']).execute()
  return rows.map(({ state, key }) => [
    accounts.find((account) => account.key === key)?.accountEnding,
    state,
    collected.filter(({ mandateKey }) => mandateKey === key).map((one) => one.state),
  ])
}

describe('G03: the bank account of a membership, changed while nothing is owed', () => {
  it('is collected from then on, and the mandate before ends', async () => {
    const { browser, membershipId } = await aDebitMember()
    const changed = await browser.send(api.payments.changeBankAccount, { membershipId, bankAccount: another })
    expect(changed).toMatchObject({ id: membershipId, changes: { paymentMethod: 'direct_debit' } })
    await until('2027-04-02')
    expect(await mandates()).toEqual([
      ['00', 'ended', []],
      ['77', 'active', ['collected']],
    ])
    const notices = await db
      .selectFrom('notice')
      .select('data')
      .where('kind', '=', 'membership_account_changed')
      .execute()
    expect(notices.map(({ data }) => data)).toMatchObject([{ plan: 'Gold', next: '2027-04-01' }])
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('says what is wrong with it by field, and keeps the one before', async () => {
    const { browser, membershipId } = await aDebitMember()
    const bankAccount = { accountName: '', sortCode: '08-99-99', accountNumber: '66374959' }
    const sent = browser.send(api.payments.changeBankAccount, { membershipId, bankAccount })
    const { status, validationMessages } = await refusal(sent)
    expect(status).toBe(422)
    expect(Object.keys(validationMessages)).toEqual([
      'bank_account.account_name',
      'bank_account.account_number',
    ])
    expect(await mandates()).toEqual([['00', 'active', []]])
  })

  it('stays where the company cannot be reached, and a mandate that it may have made ends', async () => {
    const { browser, membershipId } = await aDebitMember()
    const { debits } = centre.app.services
    const { setUp } = debits
    debits.setUp = async (ask) => {
      await setUp(ask)
      throw new DebitsUnavailable(new Error('lost'))
    }
    const sent = browser.send(api.payments.changeBankAccount, { membershipId, bankAccount: another })
    expect(await refusal(sent)).toMatchObject({ status: 503, code: 'provider_unavailable' })
    debits.setUp = setUp
    await until('2027-04-02')
    expect(await mandates()).toEqual([
      ['00', 'active', ['collected']],
      ['77', 'ended', []],
    ])
  })

  it('does not move a payment that its bank has yet to answer; then the mandate ends', async () => {
    const { browser, id, membershipId } = await aDebitMember('00-00-05')
    await until('2027-04-02')
    await browser.logIn(id)
    await browser.send(api.payments.changeBankAccount, { membershipId, bankAccount: another })
    expect((await mandates())[0]).toEqual(['00', 'active', ['pending']])
    await until('2027-04-06')
    expect(await mandates()).toEqual([
      ['00', 'ended', ['collected']],
      ['77', 'active', []],
    ])
    await until('2027-05-02')
    expect((await mandates())[1]).toEqual(['77', 'active', ['collected']])
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('is where a payment that failed is tried again', async () => {
    const { browser, id, membershipId } = await aDebitMember('00-00-02')
    await until('2027-04-02')
    await browser.logIn(id)
    await browser.send(api.payments.changeBankAccount, { membershipId, bankAccount: another })
    await until('2027-04-12')
    expect(await mandates()).toEqual([
      ['00', 'ended', ['failed']],
      ['77', 'active', ['collected']],
    ])
  })

  it('is not for a membership paid by card', async () => {
    const { browser, membershipId } = await aMemberWho(centre, await centre.gold(), { paymentMethod: 'card' })
    const sent = browser.send(api.payments.changeBankAccount, { membershipId, bankAccount: another })
    expect(await refusal(sent)).toMatchObject({ status: 409, code: 'not_changeable' })
    expect(await mandates()).toEqual([])
  })
})
