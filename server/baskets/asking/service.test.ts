import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClass, aSwim, put, takenOf } from '#test/support/baskets.ts'
import { aCentre, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'

let db: Database
let centre: Centre
let visitor: TestBrowser

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  visitor = centre.app.browser()
})

describe('what is wrong with what is asked for', () => {
  it.each([
    ['no kind of ticket where there are two', { ticketId: null }, 'ticket_id', 'Choose a kind of ticket.'],
    ['an unknown kind of ticket', { ticketId: 'AQTnobody' }, 'ticket_id', 'Choose a kind of ticket.'],
    ['an unknown price', { pricingOptionId: 1 }, 'pricing_option_id', 'This price is not on offer here.'],
    ['more than the most', { quantity: 9 }, 'quantity', 'At most 8 of these.'],
    ['none', { quantity: 0 }, 'quantity', 'At least one.'],
    ['more than anybody wants', { quantity: 101 }, 'quantity', 'At most 100.'],
  ])('is said by field: %s', async (_, more, field, message) => {
    const { ticket, session } = await aSwim(centre)
    const wrong = { ...ticket(), ...more }
    expect(await refusalOf(put(visitor, wrong))).toMatchObject({
      status: 422,
      code: 'invalid',
      validationMessages: { [`items.0.${field}`]: [message] },
    })
    expect(await takenOf(db, session)).toBe(0)
  })

  it('another ticket’s price is none of this one', async () => {
    const { ticket, family } = await aSwim(centre)
    const refused = await refusalOf(put(visitor, ticket(1, { pricingOptionId: family.pricingOptionId })))
    expect(refused.validationMessages).toHaveProperty(['items.0.pricing_option_id'])
  })

  it('of a class one has one; a list of nothing is no list', async () => {
    const session = await aClass(centre)
    expect(await refusalOf(put(visitor, { id: session.id, quantity: 2 }))).toMatchObject({
      validationMessages: { 'items.0.quantity': ['At most 1 of these.'] },
    })
    expect(await refusalOf(put(visitor))).toMatchObject({ status: 422 })
  })
})
