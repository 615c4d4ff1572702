import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { baskets } from '#contract/baskets.ts'
import type { BasketItem } from '#contract/baskets.ts'
import { raisePenalty } from '#server/penalties/owed.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import type { TestBrowser } from '#test/support/app.ts'
import {
  aClass,
  aDebtor,
  callOff,
  heldUntil,
  hour,
  lineOf,
  minute,
  oweFirst,
  put,
  read,
  takenOf,
} from '#test/support/baskets.ts'
import type { Refused } from '#test/support/baskets.ts'
import { authorise } from '#test/support/buying.ts'
import { aCentre, monday, on, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPricingOption } from '#test/support/factories/activities.ts'
import type { OccurrenceRow } from '#test/support/factories/occurrences.ts'
import { aRestriction } from '#test/support/factories/restrictions.ts'
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

describe('renewing holds', () => {
  const renew = (browser: TestBrowser, ...lines: Pick<BasketItem, 'id'>[]) =>
    browser.send(api.baskets.renew, lines.length === 0 ? {} : { cartItemIds: lines.map(({ id }) => id) })

  it('renews all lines, or those named', async () => {
    const { items } = await centre.add(
      visitor,
      await aClass(centre, '10:00'),
      (await centre.badminton(['12:00'])).slots[0]!,
    )
    centre.app.clock.forward(4 * minute)
    const one = await renew(visitor, items[1]!)
    expect(one.items.map((item) => item.heldUntil)).toEqual([heldUntil, '2027-03-01T09:14:00Z'])
    expect(one).toMatchObject({ expiresAt: heldUntil, renewalsLeft: 9 })
    centre.app.clock.forward(minute)
    expect(await renew(visitor)).toMatchObject({ expiresAt: '2027-03-01T09:15:00Z', renewalsLeft: 8 })
  })

  it('holds lapsed lines again', async () => {
    const session = await aClass(centre, '10:00', {}, 1)
    const line = lineOf(await centre.add(visitor, session))
    centre.app.clock.forward(hour)
    expect((await read(visitor)).lapsedItems).toHaveLength(1)
    expect(await renew(visitor, line)).toMatchObject({
      items: [{ id: line.id, heldUntil: '2027-03-01T10:10:00Z' }],
      lapsedItems: [],
    })
    expect(await takenOf(db, session)).toBe(1)
  })

  it('counts no renewal when there is nothing to renew', async () => {
    await centre.add(visitor, await aClass(centre))
    expect(await renew(visitor, { id: 1 })).toMatchObject({ renewalsLeft: 10, expiresAt: heldUntil })
  })

  it('renews all lines or none', async () => {
    const [ten, court] = [await aClass(centre, '10:00', {}, 1), (await centre.badminton(['12:00'])).slots[0]!]
    const { items } = await centre.add(visitor, ten)
    centre.app.clock.forward(10 * minute)
    await centre.add(visitor, court)
    await centre.add(centre.app.browser(), ten)
    const refused = await refusalOf(renew(visitor))
    expect(refused.code).toBe('held')
    expect(refused.validationMessages).toEqual({
      [`cart_item_ids.${items[0]?.id}`]: [
        "Yoga: The last places are in other people's baskets. Try again later.",
      ],
    })
    expect(await read(visitor)).toMatchObject({ renewalsLeft: 10, expiresAt: '2027-03-01T09:20:00Z' })
  })

  it('changes a price whose proof has expired instead of refusing it', async () => {
    const { browser } = await centre.customer()
    const place = await centre.yoga()
    const cheap = await aPricingOption(db, place.activity.id, {
      slug: 'student',
      name: 'Student',
      price: 300,
    })
    const session = await centre.aClassOf(place, '10:00')
    const line = lineOf(await put(browser, { id: session.id, pricingOptionId: cheap.id }))
    centre.app.clock.forward(hour)
    await db.updateTable('pricingOption').set({ proof: 'student-card' }).where('id', '=', cheap.id).execute()
    const basket = await renew(browser, line)
    expect(basket.total).toBe(500)
    expect(basket.notices).toContainEqual({
      code: 'price_changed',
      message: 'Yoga now costs £5.00.',
      cartItemId: line.id,
    })
  })

  describe('is refused', () => {
    /** A customer's line that has lapsed; `then` says what became of the world meanwhile. */
    const lapsed = async (
      message: string,
      then: (of: {
        id: number
        browser: TestBrowser
        place: Awaited<ReturnType<Centre['yoga']>>
        session: OccurrenceRow
      }) => Promise<unknown>,
      availableAt?: string,
    ): Promise<Refused> => {
      const { id, browser } = await centre.customer()
      const place = await centre.yoga()
      const session = await centre.aClassOf(place, '10:00', { capacity: 1 })
      const line = lineOf(await centre.add(browser, session))
      centre.app.clock.forward(10 * minute)
      await then({ id, browser, place, session })
      return { asking: renew(browser, line), message, ...(availableAt === undefined ? {} : { availableAt }) }
    }
    const demanding = (columns: object, message: string) =>
      lapsed(message, ({ place }) =>
        db.updateTable('activity').set(columns).where('id', '=', place.activity.id).execute(),
      )
    const restricted = (kind: 'induction' | 'criteria', message: string) =>
      lapsed(message, ({ place }) =>
        aRestriction(db, centre.operatorId, [place.activity.id], { kind, name: 'Gym induction' }),
      )

    const ways = {
      full: () =>
        lapsed('The session being booked is already full', async ({ session }) => {
          const other = centre.app.browser()
          await centre.add(other, session)
          await centre.buy(other)
        }),
      held: () =>
        lapsed(
          "The last places are in other people's baskets. Try again later.",
          ({ session }) => centre.add(centre.app.browser(), session),
          '2027-03-01T09:20:00Z',
        ),
      clash: () =>
        lapsed('You have another booking at this time: Yoga at 10:30.', async ({ browser, place }) =>
          centre.add(browser, await centre.aClassOf(place, '10:30')),
        ),
      closed: () =>
        lapsed('Booking for Yoga has closed.', async () => {
          await db
            .updateTable('occurrence')
            .set({ startsAt: on('09:00', '2027-03-01') })
            .execute()
        }),
      cancelled: () => lapsed('Yoga has been cancelled.', ({ session }) => callOff(db, session)),
      age: () => demanding({ ageMax: 16 }, "You are too old for this. It's for ages up to 16."),
      induction_required: () =>
        restricted('induction', 'Induction required: Gym induction. Book it at reception.'),
      membership_required: () =>
        restricted('criteria', "This is for members only, and you don't have a membership on that day."),
      penalty_outstanding: () =>
        lapsed(oweFirst, async ({ id }) => {
          await db.updateTable('operator').set({ outstandingPenalties: 'block' }).execute()
          const penalty = {
            operatorId: centre.operatorId,
            customerId: id,
            amount: 300,
            description: 'Missed',
          }
          await transact(db, (tx) => raisePenalty(tx, penalty, monday))
        }),
      limit_reached: () =>
        lapsed('You can book this once a week, and you already have.', async ({ browser, place }) => {
          await db.updateTable('activity').set({ weeklyLimit: 1 }).execute()
          await centre.add(browser, await centre.aClassOf(place, '14:00'))
        }),
      renewals_used: async () => {
        const line = lineOf(await centre.add(visitor, await aClass(centre)))
        for (let times = 0; times < 10; times += 1) await renew(visitor, line)
        return {
          asking: renew(visitor, line),
          message: 'No more extensions. Check out now.',
        }
      },
    } satisfies Record<keyof typeof baskets.renew.errors, () => Promise<Refused>>

    it.each(Object.entries(ways) as [keyof typeof ways, () => Promise<Refused>][])(
      '%s',
      async (code, way) => {
        const { asking, message, availableAt } = await way()
        const refused = await refusalOf(asking)
        expect(refused).toMatchObject({ status: baskets.renew.errors[code], code, message })
        expect(refused.availableAt).toBe(availableAt)
      },
    )
  })

  it.each([
    ['at a venue under maintenance', () => setVenue('maintenance')],
    ['at a venue that has closed', () => setVenue('closed')],
    ['of an activity that is withdrawn', () => db.updateTable('activity').set({ withdrawn: true }).execute()],
  ])('is refused for lapsed lines %s, as adding is; live ones stay', async (_, then) => {
    const { browser } = await centre.customer()
    const line = lineOf(await centre.add(browser, await aClass(centre)))
    await then()
    expect(await renew(browser, line)).toMatchObject({ itemCount: 1 })
    centre.app.clock.forward(11 * minute)
    const refused = { status: 410, code: 'closed', message: 'Booking for Yoga has closed.' }
    expect(await refusalOf(renew(browser, line))).toMatchObject(refused)
    expect(await read(browser)).toMatchObject({ items: [], lapsedItems: [{ id: line.id }] })
  })

  const setVenue = (status: 'maintenance' | 'closed') => db.updateTable('venue').set({ status }).execute()

  it('renews live holds although a penalty is owed, and after booking has closed', async () => {
    const { browser, owe } = await aDebtor(centre)
    const session = await aClass(centre)
    centre.app.clock.set(on('10:05'))
    await centre.add(browser, session)
    await owe()
    centre.app.clock.forward(6 * minute)
    expect(await renew(browser)).toMatchObject({ expiresAt: '2027-03-04T10:21:00Z' })
  })

  it('holds lapsed lines again when the penalty owed is in the basket', async () => {
    const { browser, owe } = await aDebtor(centre)
    const session = await aClass(centre)
    const line = lineOf(await centre.add(browser, session))
    centre.app.clock.forward(10 * minute)
    const penalty = await owe()
    expect(await refusalOf(renew(browser, line))).toMatchObject({ code: 'penalty_outstanding' })
    await put(browser, { id: penalty, type: 'penalty' })
    expect(await renew(browser, line)).toMatchObject({ itemCount: 2, lapsedItems: [] })
  })
})

describe('renewing beside a place that was taken from a waitlist offer', () => {
  const offerEnds = '2027-03-01T21:00:00Z'
  const lines = async (browser: TestBrowser) =>
    (await read(browser)).items.map((item) => [item.name.slice(-5), item.heldUntil])

  /** A customer who takes a place at 12:00 that was offered at 9:00 until 21:00, and nine minutes later has a class. */
  const takenFromOffer = async (minutesBetween = 0) => {
    const offered = await aClass(centre, '18:00', {}, 1)
    const { browser: holder } = await centre.customer()
    await centre.add(holder, offered)
    const { id, browser } = await centre.customer()
    await browser.send(api.waitlists.join, { id: offered.publicId, data: { userId: id } })
    await holder.send(api.baskets.clear, {})
    centre.app.clock.forward(3 * hour)
    await centre.add(browser, offered)
    centre.app.clock.forward(minutesBetween * minute)
    await centre.add(browser, await aClass(centre, '10:00'))
    centre.app.clock.forward(9 * minute)
    return browser
  }

  it.each([
    { title: 'just now', minutesBetween: 0, renewedUntil: '2027-03-01T12:19:00Z' },
    { title: 'more than two hours ago', minutesBetween: 130, renewedUntil: '2027-03-01T14:29:00Z' },
  ])('renews the other lines when it was taken $title', async ({ minutesBetween, renewedUntil }) => {
    const browser = await takenFromOffer(minutesBetween)
    await browser.send(api.baskets.renew, {})
    expect(await lines(browser)).toEqual([
      ['18:00', offerEnds],
      ['10:00', renewedUntil],
    ])
  })

  it('holds the other lines while the bank asks', async () => {
    const browser = await takenFromOffer()
    await authorise(browser, cardEnding.challengedAndPassed)
    expect(await lines(browser)).toEqual([
      ['18:00', offerEnds],
      ['10:00', '2027-03-01T12:39:00Z'],
    ])
  })

  it('holds it as long as the offer after a declined card and an abandoned challenge', async () => {
    const browser = await takenFromOffer()
    await refusalOf(authorise(browser, cardEnding.declined))
    const reopened = [
      ['18:00', offerEnds],
      ['10:00', '2027-03-01T12:19:00Z'],
    ]
    expect(await lines(browser)).toEqual(reopened)
    await authorise(browser, cardEnding.challengedAndPassed)
    await centre.add(browser, await aClass(centre, '12:00'))
    expect((await lines(browser)).slice(0, 2)).toEqual(reopened)
  })
})
