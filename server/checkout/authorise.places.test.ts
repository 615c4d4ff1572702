import { beforeEach, describe, expect, it } from 'vitest'
import { aClassToBuy, authorise, complete, startsAt, typeCard, visitor } from '#test/support/buying.ts'
import type { ClassToBuy } from '#test/support/buying.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let shop: ClassToBuy

beforeEach(async () => {
  shop = await aClassToBuy()
})

describe('authorise', () => {
  it('holds a place again that lapsed while the card was entered', async () => {
    const browser = await shop.buyer()
    const { itemHash } = await browser.send(api.baskets.read, {})
    const card = await typeCard(browser)
    shop.app.clock.forward(601_000)
    const authorised = await browser.send(api.checkout.authorise, { ...visitor, ...card, itemHash })
    expect(authorised).toMatchObject({ transactionStatus: 'authorised', amount: 845 })
  })

  it('names the place that another customer holds by then, without calling the bank', async () => {
    const browser = await shop.buyer()
    const { itemHash } = await browser.send(api.baskets.read, {})
    const card = await typeCard(browser)
    shop.app.clock.forward(601_000)
    await shop.buyer()
    await shop.buyer()
    const refused = await refusal(browser.send(api.checkout.authorise, { ...visitor, ...card, itemHash }))
    expect(refused).toMatchObject({ status: 409, code: 'place_lost' })
    expect(refused.validationMessages['items']).toEqual([expect.stringContaining('yoga')])
    expect(refused.message).not.toMatch(/full|valid days/)
    expect(await shop.db.selectFrom('paymentTransaction').select('id').execute()).toEqual([])
  })

  it('takes no lapsed place after booking has closed', async () => {
    shop.app.clock.set(new Date(startsAt.getTime() - 600_000))
    const browser = await shop.buyer()
    const { itemHash } = await browser.send(api.baskets.read, {})
    const card = await typeCard(browser)
    // Booking of the class closes ten minutes after it begins.
    shop.app.clock.forward(1_200_000)
    const refused = await refusal(browser.send(api.checkout.authorise, { ...visitor, ...card, itemHash }))
    expect(refused).toMatchObject({ status: 409, code: 'place_lost' })
    expect(refused.validationMessages['items']).toEqual([expect.stringMatching(/yoga.*has closed/)])
    expect(await shop.db.selectFrom('paymentTransaction').select('id').execute()).toEqual([])
    expect(await shop.db.selectFrom('demoCardPayment').select('state').execute()).toEqual([])
  })

  it('a new card replaces one with an unanswered challenge', async () => {
    const browser = await shop.buyer()
    const left = await authorise(browser, cardEnding.challengedAndPassed)
    const paid = await authorise(browser)
    expect(paid).toMatchObject({ transactionStatus: 'authorised' })
    expect(await browser.send(api.checkout.transaction, { uuid: left.transactionUuid })).toMatchObject({
      transactionStatus: 'aborted',
    })
    expect(await complete(browser, paid.transactionUuid)).toMatchObject({ status: 'success' })
  })

  it('counts as a renewal: challenges that are never answered hold a place for two hours at most', async () => {
    const browser = await shop.buyer()
    const begun = shop.app.clock.now().getTime()
    const left: number[] = []
    const until: number[] = []
    for (let tries = 0; tries < 14; tries += 1) {
      await authorise(browser, cardEnding.challengedAndPassed)
      left.push((await browser.send(api.baskets.read, {})).renewalsLeft)
      const { heldUntil } = await shop.db.selectFrom('hold').select('heldUntil').executeTakeFirstOrThrow()
      until.push(((heldUntil?.getTime() ?? 0) - begun) / 60_000)
      shop.app.clock.forward(540_000)
    }
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0])
    expect(until).toEqual([30, 39, 48, 57, 66, 75, 84, 93, 102, 111, 100, 109, 118, 120])
  })

  it('changing the basket abandons a challenge', async () => {
    const browser = await shop.buyer()
    const left = await authorise(browser, cardEnding.challengedAndPassed)
    const activity = await anActivity(shop.db, shop.venue.id, { price: 300 })
    const room = await aLocation(shop.db, shop.venue.id)
    const more = await anOccurrence(shop.db, {
      activity,
      locationId: room.id,
      startsAt: new Date('2027-03-03T18:00:00Z'),
    })
    expect(await browser.send(api.baskets.add, { items: [{ id: more.publicId }] })).toMatchObject({
      status: 'open',
      total: 1145,
    })
    expect(await browser.send(api.checkout.transaction, { uuid: left.transactionUuid })).toMatchObject({
      transactionStatus: 'aborted',
    })
    const paid = await authorise(browser)
    expect(paid).toMatchObject({ amount: 1145 })
    // The basket is paid for, so nothing may change before the order.
    expect(await refusal(browser.send(api.baskets.clear, {}))).toMatchObject({ status: 409, code: 'busy' })
    expect(await complete(browser, paid.transactionUuid)).toMatchObject({ status: 'success' })
  })

  it('changing the basket abandons its own challenge, and no payment of others', async () => {
    await shop.db.updateTable('occurrence').set({ capacity: 3 }).execute()
    const [browser, other, payer] = [await shop.buyer(), await shop.buyer(), await shop.buyer()]
    await authorise(browser, cardEnding.challengedAndPassed)
    const challenge = await authorise(other, cardEnding.challengedAndPassed)
    const paid = await authorise(payer)
    expect(await browser.send(api.baskets.clear, {})).toMatchObject({ items: [] })
    expect(await other.send(api.checkout.transaction, { uuid: challenge.transactionUuid })).toMatchObject({
      transactionStatus: 'challenge',
    })
    expect(await complete(payer, paid.transactionUuid)).toMatchObject({ status: 'success' })
  })
})
