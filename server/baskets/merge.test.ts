import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { hashOf } from '#server/sessions/passwords.ts'
import type { TestBrowser } from '#test/support/app.ts'
import {
  aClass,
  aSwim,
  change,
  heldUntil,
  lineOf,
  minute,
  put,
  read,
  takenOf,
} from '#test/support/baskets.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import type { OccurrenceRow } from '#test/support/factories/occurrences.ts'
import { cardEnding } from '#test/support/payments.ts'
import { api } from '#web/platform/api.ts'

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

/** The visitor logs in with a password as a customer. */
const logInVisitor = async (id: number): Promise<void> => {
  await db
    .updateTable('customer')
    .set({ email: 'ann@example.test', passwordHash: await hashOf('a long enough password') })
    .where('id', '=', id)
    .execute()
  await visitor.send(api.sessions.login, {
    username: 'ann@example.test',
    password: 'a long enough password',
  })
}

describe('adding tickets', () => {
  it('makes a line of each addition of the same ticket up to its maximum, and renews no hold', async () => {
    const { session, ticket, adult } = await aSwim(centre)
    await put(visitor, ticket(1))
    centre.app.clock.forward(minute)
    const [first, second] = (await put(visitor, ticket(2))).items
    expect(first).toMatchObject({ quantity: 1, heldUntil })
    expect(second).toMatchObject({ quantity: 2, price: { raw: 1200 }, heldUntil: '2027-03-01T09:11:00Z' })
    const twice = await put(visitor, ticket(1), { ...ticket(1), id: session.id, ticketId: adult.id })
    expect(twice.items).toMatchObject([
      { quantity: 1, maxQuantity: 4, userFriendlyType: 'Ticket' },
      { quantity: 2, maxQuantity: 5 },
      { quantity: 1, maxQuantity: 4 },
      { quantity: 1, maxQuantity: 4 },
    ])
    expect(await refusalOf(put(visitor, ticket(2), ticket(2)))).toMatchObject({
      status: 422,
      validationMessages: {
        'items.1.quantity': ['You can book up to 8 of these. 5 already in your basket.'],
      },
    })
    expect(await takenOf(db, session)).toBe(5)
  })

  it('counts a ticket named several times in one call towards its maximum', async () => {
    const { session, ticket } = await aSwim(centre)
    expect(await refusalOf(put(visitor, ticket(5), ticket(4)))).toMatchObject({
      validationMessages: { 'items.1.quantity': ['You can book up to 8 of these.'] },
    })
    expect(await takenOf(db, session)).toBe(0)
    expect((await put(visitor, ticket(5), ticket(3))).items.map(({ quantity }) => quantity)).toEqual([5, 3])
  })

  it('keeps a line for each price, which share the maximum', async () => {
    const { session, ticket, concession } = await aSwim(centre)
    await put(visitor, ticket(2))
    await put(visitor, ticket(1, concession))
    const basket = await put(visitor, ticket(1), ticket(1, concession))
    expect(basket.items).toMatchObject([
      { quantity: 2, maxQuantity: 5, price: { raw: 1200 } },
      { quantity: 1, maxQuantity: 4, price: { raw: 350 }, ...concession },
      { quantity: 1, maxQuantity: 4, price: { raw: 600 } },
      { quantity: 1, maxQuantity: 4, price: { raw: 350 }, ...concession },
    ])
    expect(basket.items.map(({ name }) => name)).toEqual(
      Array.from({ length: 4 }, () => 'swim-for-all, Adult - Thu 4 Mar - 09:00'),
    )
    expect(await refusalOf(put(visitor, ticket(4, concession)))).toMatchObject({
      validationMessages: {
        'items.0.quantity': ['You can book up to 8 of these. 5 already in your basket.'],
      },
    })
    const [usual, cheap, more] = basket.items
    expect(await refusalOf(change(visitor, cheap ?? basket.items[0]!, { quantity: 6 }))).toMatchObject({
      validationMessages: {
        'options.quantity': ['You can book up to 8 of these. 4 already in your basket.'],
      },
    })
    expect(await takenOf(db, session)).toBe(5)

    // Each lapses and comes back by itself.
    centre.app.clock.forward(10 * minute)
    await put(visitor, ticket(1, concession))
    const after = await read(visitor)
    expect(after.items).toMatchObject([{ quantity: 1, ...concession }])
    expect(after.lapsedItems.map(({ id }) => id)).toEqual([usual?.id, more?.id])
  })

  it('keeps both prices of a visitor’s first call, each with its benefit choices', async () => {
    const { ticket, concession } = await aSwim(centre)
    const { browser } = await centre.customer()
    const wants = { applyBenefit: false, applyPackage: false }
    const basket = await put(browser, ticket(1, wants), ticket(2, concession))
    expect(basket.items.map(({ quantity }) => quantity)).toEqual([1, 2])
    const rows = await db
      .selectFrom('basketItem')
      .select(['quantity', 'wantsBenefit'])
      .orderBy('sortBy')
      .execute()
    expect(rows).toEqual([
      { quantity: 1, wantsBenefit: false },
      { quantity: 2, wantsBenefit: true },
    ])
  })

  it('keeps tickets chosen before login at another price beside the customer’s own', async () => {
    const { ticket, concession } = await aSwim(centre)
    const { id, browser } = await centre.customer()
    await put(browser, ticket(2))
    await put(visitor, ticket(3, concession), ticket(1))
    await logInVisitor(id)
    expect((await read(visitor)).items).toMatchObject([{ quantity: 2 }, { quantity: 3, ...concession }])
  })

  it('keeps another place chosen before login where one person may book it twice', async () => {
    for (const [allowsOverlap, lines] of [
      [true, 1],
      [false, 0],
    ] as const) {
      centre = await aCentre(db)
      visitor = centre.app.browser()
      const session = await aClass(centre, '10:00', { allowsOverlap })
      const { id, browser } = await centre.customer()
      await centre.add(browser, session)
      await centre.book(browser, id)
      await centre.add(visitor, session)
      await logInVisitor(id)
      expect((await read(visitor)).items).toHaveLength(lines)
    }
  })

  it('releases the new lines of a call when a quantity cannot be increased', async () => {
    const swim = await centre.swim(['09:00', '12:00'])
    const [nine, twelve] = swim.sessions
    const ticket = (session: OccurrenceRow | undefined, quantity: number) => ({
      id: session?.publicId ?? '',
      ticketId: swim.adult.id,
      quantity,
    })
    await put(visitor, ticket(nine, 2))
    await put(centre.app.browser(), ticket(nine, 6))
    const refused = await refusalOf(put(visitor, ticket(twelve, 1), ticket(nine, 2)))
    expect(refused).toMatchObject({ code: 'held', availableAt: heldUntil })
    expect(Object.keys(refused.validationMessages)).toEqual(['items.1.id'])
    expect(lineOf(await read(visitor)).quantity).toBe(2)
    expect(await takenOf(db, { id: twelve?.id ?? 0 })).toBe(0)
  })

  it('needs no ticket type where there is only one', async () => {
    const { session, ticket, family } = await aSwim(centre)
    await db.updateTable('ticketType').set({ withdrawn: true }).where('id', '=', family.id).execute()
    const line = lineOf(await put(visitor, { id: session.publicId }))
    expect(line.ticketId).toBe(ticket().ticketId)
  })
})

describe('logging in with a basket of some days ago', () => {
  it('says nothing of what lapsed more than a day before, which no basket displays', async () => {
    const [old, recent] = [await aClass(centre, '10:00'), await aClass(centre, '12:00')]
    const { id, browser } = await centre.customer()
    await read(browser)
    await centre.add(visitor, old)
    centre.app.clock.forward(25 * 60 * minute)
    await centre.add(visitor, recent)
    await logInVisitor(id)
    const { items, lapsedItems, notices } = await read(visitor)
    expect([items, lapsedItems]).toMatchObject([[{ cartableResource: { id: recent.publicId } }], []])
    expect(notices).toMatchObject([
      { code: 'merged', message: 'The item you chose before logging in is now in your basket.' },
    ])
  })

  it('says nothing where all of it lapsed more than a day before', async () => {
    const { id, browser } = await centre.customer()
    await read(browser)
    await centre.add(visitor, await aClass(centre, '10:00'))
    centre.app.clock.forward(25 * 60 * minute)
    await logInVisitor(id)
    expect(await read(visitor)).toMatchObject({ items: [], lapsedItems: [], notices: [] })
  })
})

describe('logging in while the own basket is being paid', () => {
  const password = 'a long enough password'

  /** A customer whose bank asks them about the yoga in their basket, and a visitor who has added pilates. */
  const paying = async () => {
    const [yoga, pilates] = [await aClass(centre), await aClass(centre, '12:00')]
    const { id, browser } = await centre.customer()
    await db
      .updateTable('customer')
      .set({ email: 'ann@example.test', passwordHash: await hashOf(password) })
      .where('id', '=', id)
      .execute()
    await centre.add(browser, yoga)
    const { transactionUuid, scaData } = await authorise(browser, cardEnding.challengedAndPassed)
    await centre.add(visitor, pilates)
    await visitor.send(api.sessions.login, { username: 'ann@example.test', password })
    const answerBank = () =>
      browser.fetch('/api/demo-cards/challenge', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ creq: scaData?.[0]?.value ?? '', answer: 'continue' }).toString(),
      })
    return { yoga, pilates, browser, transactionUuid, answerBank }
  }

  it('keeps the new lines for the next basket, and the payment goes on', async () => {
    const { yoga, pilates, browser, transactionUuid, answerBank } = await paying()
    await answerBank()
    await complete(browser, transactionUuid)
    const bookings = await db.selectFrom('booking').select('occurrenceId').execute()
    expect(bookings).toEqual([{ occurrenceId: yoga.id }])
    const next = await read(visitor)
    expect(next).toMatchObject({
      status: 'open',
      items: [{ id: expect.any(Number) as number, heldUntil }],
      notices: [{ code: 'merged' }],
    })
    expect(lineOf(next).name).toContain('12:00')
    expect(await takenOf(db, pilates)).toBe(1)
  })

  it('keeps them among the lapsed lines when their holds end first', async () => {
    const { browser, transactionUuid, answerBank } = await paying()
    centre.app.clock.forward(11 * minute)
    await answerBank()
    await complete(browser, transactionUuid)
    expect(await read(visitor)).toMatchObject({
      items: [],
      lapsedItems: [{ name: expect.stringContaining('12:00') as string }],
    })
  })

  it('leaves what had lapsed before the payment out of the next basket', async () => {
    const { browser } = await centre.customer()
    await centre.add(browser, await aClass(centre))
    centre.app.clock.forward(11 * minute)
    await centre.add(browser, await aClass(centre, '12:00'))
    const { transactionUuid } = await authorise(browser)
    await complete(browser, transactionUuid)
    expect(await read(browser)).toMatchObject({ items: [], lapsedItems: [] })
  })
})
