import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import { testDatabase } from '#test/support/database.ts'
import { aJoinableCentre, aMemberWho, wrongWithCollections } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'
import { collectMemberships } from './collect.ts'

const payDay = new Date('2027-04-01T12:00:00Z')

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  ;({ db } = await testDatabase())
  centre = await aJoinableCentre(db)
})

it('a payment that the card company takes long over does not hold up those of other members', async () => {
  const plan = await centre.gold()
  for (let count = 0; count < 3; count += 1) await aMemberWho(centre, plan, { paymentMethod: 'card' })
  const { debits, cards } = centre.app.services
  let begin: () => void = () => {}
  const another = new Promise<void>((resolve) => {
    begin = resolve
  })
  let charges = 0
  const slow: CardProvider = {
    ...cards.provider,
    charge: async (request) => {
      charges += 1
      // The first is answered once another has been requested; alone it would wait for ever.
      if (charges > 1) begin()
      await another
      return cards.provider.charge(request)
    },
  }
  await collectMemberships({ db, debits, cards: slow }, payDay)
  expect(charges).toBe(3)
  expect(await wrongWithCollections(db)).toEqual([])
  const collections = await db.selectFrom('membershipCollection').select('state').execute()
  expect(collections.map(({ state }) => state)).toEqual(['collected', 'collected', 'collected'])
})

/** Runs the collections of a day. */
const collectOn = (day: string) => {
  const { debits, cards } = centre.app.services
  return collectMemberships({ db, debits, cards: cards.provider }, new Date(`${day}T12:00:00Z`))
}

const collections = async () =>
  (
    await db
      .selectFrom('membershipCollection')
      .select(['periodFrom', 'state', 'dueOn'])
      .orderBy('periodFrom')
      .execute()
  ).map(({ periodFrom, state, dueOn }) => [periodFrom, state, dueOn])

const announcements = async () =>
  (
    await db
      .selectFrom('notice')
      .select('data')
      .where('kind', '=', 'payment_announced')
      .orderBy('id')
      .execute()
  ).map(({ data }) => (data as { on: string }).on)

describe('after three months in which nothing ran', () => {
  it('a card is charged once, after a notice, and staff decide about the months that were missed', async () => {
    await aMemberWho(centre, await centre.gold(), { paymentMethod: 'card' })
    await collectOn('2027-06-20')
    expect(await collections()).toEqual([
      ['2027-04-01', 'missed', '2027-04-01'],
      ['2027-05-01', 'missed', '2027-05-01'],
      ['2027-06-01', 'waiting', '2027-06-30'],
    ])
    expect(await announcements()).toEqual(['2027-06-30'])
    await collectOn('2027-06-30')
    await collectOn('2027-07-01')
    expect((await collections()).slice(2)).toEqual([
      ['2027-06-01', 'collected', '2027-06-30'],
      ['2027-07-01', 'collected', '2027-07-01'],
    ])
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('a supervisor has the customer owe a missed month, or waives it', async () => {
    const { id } = await aMemberWho(centre, await centre.gold(), { paymentMethod: 'card' })
    await collectOn('2027-06-20')
    const supervisor = await aMemberOfStaff(db, centre.operatorId, { staffLevel: 'supervisor' })
    const desk = centre.app.browser({ site: 'desk' })
    await desk.logIn(supervisor.id)
    const { payments } = await desk.send(api.memberships.missed, {})
    expect(payments).toMatchObject([
      { customerId: id, plan: 'Gold', dueOn: '2027-04-01', amount: { raw: 4200 } },
      { customerId: id, plan: 'Gold', dueOn: '2027-05-01', amount: { raw: 4200 } },
    ])
    const [april, may] = payments
    await desk.send(api.memberships.decideMissed, { missedPaymentId: april?.id ?? 0, decision: 'owed' })
    await desk.send(api.memberships.decideMissed, { missedPaymentId: may?.id ?? 0, decision: 'waived' })
    expect(await desk.send(api.memberships.missed, {})).toEqual({ payments: [] })
    const owed = await db.selectFrom('penalty').select(['customerId', 'amount', 'status']).execute()
    expect(owed).toEqual([{ customerId: id, amount: 4200, status: 'outstanding' }])
    expect((await collections()).map(([, state]) => state)).toEqual(['failed', 'settled', 'waiting'])
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('a Direct Debit that was announced before is not collected unannounced, nor beside another', async () => {
    await aMemberWho(centre, await centre.gold())
    await collectOn('2027-03-22')
    await collectOn('2027-06-20')
    expect(await collections()).toEqual([
      ['2027-04-01', 'missed', '2027-04-01'],
      ['2027-05-01', 'missed', '2027-05-01'],
      ['2027-06-01', 'waiting', '2027-06-30'],
    ])
    expect(await announcements()).toEqual(['2027-04-01', '2027-06-30'])
    expect(await wrongWithCollections(db)).toEqual([])
  })
})

it('a payment whose day has passed is announced again with the whole notice', async () => {
  await aMemberWho(centre, await centre.gold())
  await collectOn('2027-03-22')
  await collectOn('2027-04-10')
  expect(await collections()).toEqual([['2027-04-01', 'waiting', '2027-04-20']])
  expect(await announcements()).toEqual(['2027-04-01', '2027-04-20'])
})

it('a Direct Debit is announced with the whole notice, also where the announcement is late', async () => {
  await aMemberWho(centre, await centre.gold())
  await collectOn('2027-03-28')
  expect(await collections()).toEqual([['2027-04-01', 'waiting', '2027-04-07']])
})

it('a monthly card payment is charged without a notice up to three days after its day', async () => {
  await aMemberWho(centre, await centre.gold(), { paymentMethod: 'card' })
  await collectOn('2027-04-04')
  expect(await collections()).toEqual([['2027-04-01', 'collected', '2027-04-01']])
})

it('a member is charged in the currency that prices are in', async () => {
  await aMemberWho(centre, await centre.gold(), { paymentMethod: 'card' })
  await db.updateTable('operator').set({ currencySymbol: '€' }).execute()
  const { debits, cards } = centre.app.services
  const currencies: string[] = []
  const noting: CardProvider = {
    ...cards.provider,
    charge: (request) => {
      currencies.push(request.currency)
      return cards.provider.charge(request)
    },
  }
  await collectMemberships({ db, debits, cards: noting }, payDay)
  expect(currencies).toEqual(['eur'])
})
