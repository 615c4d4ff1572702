import { beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import { testDatabase } from '#test/support/database.ts'
import { aJoinableCentre, aMemberWho, wrongWithCollections } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { collectMemberships } from './service.ts'

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
