import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aSwim, hour, lineOf, put, read, takenOf } from '#test/support/baskets.ts'
import { authorise, complete, typeCard, visitor as payer } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let visitor: TestBrowser
let swim: Awaited<ReturnType<typeof aSwim>>

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db)
  visitor = centre.app.browser()
  swim = await aSwim(centre)
})

const family = () => ({ id: swim.session.publicId, ticketId: swim.family.publicId, quantity: 1 })

/** The operator's files give the family ticket, which has four places, another number. */
const change = (places: number) =>
  db.updateTable('ticketType').set({ places }).where('id', '=', swim.family.id).execute()

const holdOf = () =>
  db.selectFrom('hold').select(['places', 'state']).orderBy('id', 'desc').executeTakeFirstOrThrow()

const isSound = async () => expect(await wrongWithPlaces(db, centre.app.clock.now())).toEqual([])

describe('a ticket in a basket whose type has other places now', () => {
  it('gets them where they are free, and the basket says so once, before it is paid for', async () => {
    await put(visitor, family())
    await change(5)
    expect(await refusal(authorise(visitor))).toMatchObject({ status: 409, code: 'basket_changed' })
    const basket = await read(visitor)
    expect(basket.notices).toEqual([
      {
        code: 'session_changed',
        message: "The venue has changed swim-for-all, Family. We're now holding 5 places for you.",
        cartItemId: lineOf(basket).id,
      },
    ])
    expect(await takenOf(db, swim.session)).toBe(5)
    expect((await read(visitor)).notices).toEqual([])
    await complete(visitor, (await authorise(visitor)).transactionUuid)
    expect(await holdOf()).toEqual({ places: 5, state: 'confirmed' })
    await isSound()
  })

  it('gives back those it needs no more', async () => {
    await put(visitor, family())
    await change(3)
    expect((await read(visitor)).notices).toMatchObject([{ code: 'session_changed' }])
    expect(await takenOf(db, swim.session)).toBe(3)
    await isSound()
  })

  it('is no longer held where there are too few, which the basket says', async () => {
    await put(visitor, family())
    await put(centre.app.browser(), swim.ticket(5))
    await change(5)
    const basket = await read(visitor)
    expect(basket).toMatchObject({ items: [], notices: [{ code: 'item_unavailable' }] })
    expect(basket.notices[0]?.message).toMatch(/It now needs 5 places, and there aren't that many left\.$/)
    expect((await read(visitor)).notices).toEqual([])
    expect(await takenOf(db, swim.session)).toBe(5)
    expect(await refusal(visitor.send(api.baskets.renew, {}))).toMatchObject({ code: 'held' })
    await isSound()
  })

  it('has them once it is held again after it lapsed', async () => {
    await put(visitor, family())
    await change(5)
    centre.app.clock.forward(hour)
    expect((await visitor.send(api.baskets.renew, {})).items).toHaveLength(1)
    expect(await holdOf()).toEqual({ places: 5, state: 'held' })
    await isSound()
  })

  it('whose payment had begun before is sold with them', async () => {
    await put(visitor, family())
    const { transactionUuid } = await authorise(visitor)
    await change(5)
    await complete(visitor, transactionUuid)
    expect(await holdOf()).toEqual({ places: 5, state: 'confirmed' })
    await isSound()
  })

  it('whose payment had begun before is not sold where there are too few', async () => {
    await put(visitor, family())
    await put(centre.app.browser(), swim.ticket(5))
    const { transactionUuid } = await authorise(visitor)
    await change(5)
    expect(await refusal(complete(visitor, transactionUuid))).toMatchObject({ code: 'place_lost' })
    expect(await db.selectFrom('booking').select('id').execute()).toEqual([])
    await isSound()
  })
})

describe('a ticket in a basket that is sold no more', () => {
  const withdraw = async () => {
    await db.updateTable('ticketType').set({ withdrawn: true }).where('id', '=', swim.family.id).execute()
    await db
      .updateTable('pricingOption')
      .set({ withdrawn: true })
      .where('ticketTypeId', '=', swim.family.id)
      .execute()
  }

  it('is bought while it is held', async () => {
    await put(visitor, family())
    await withdraw()
    await complete(visitor, (await authorise(visitor)).transactionUuid)
    expect(await holdOf()).toEqual({ places: 4, state: 'confirmed' })
  })

  it('is not held again, nor bought at its old price, once its time has run out', async () => {
    await put(visitor, family())
    const card = await typeCard(visitor)
    centre.app.clock.forward(11 * 60_000)
    await withdraw()
    expect(await refusal(visitor.send(api.baskets.renew, {}))).toMatchObject({ code: 'closed' })
    expect(await refusal(visitor.send(api.checkout.authorise, { ...payer, ...card }))).toMatchObject({
      code: 'place_lost',
    })
  })
})
