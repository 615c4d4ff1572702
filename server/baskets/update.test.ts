import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { baskets } from '#contract/baskets.ts'
import type { BasketItem } from '#contract/baskets.ts'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import {
  aClass,
  aDebtor,
  aSwim,
  callOff,
  change,
  heldUntil,
  lineOf,
  minute,
  oweFirst,
  put,
  read,
  remove,
  takenOf,
} from '#test/support/baskets.ts'
import type { Refused } from '#test/support/baskets.ts'
import { aCentre, on, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPricingOption } from '#test/support/factories/activities.ts'
import { aChildOf, aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aRestriction } from '#test/support/factories/restrictions.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let visitor: TestBrowser

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  await db.updateTable('operator').set({ benefitsNeedLogin: false }).execute()
  visitor = centre.app.browser()
})

describe('changing a line', () => {
  it('D06: another price can be chosen', async () => {
    const { ticket, concession } = await aSwim(centre)
    const line = lineOf(await put(visitor, ticket(2)))
    expect(line.pricingOptions).toMatchObject([
      { name: 'Standard', price: { raw: 600 } },
      { id: concession.pricingOptionId, name: 'Concession', price: { raw: 350 } },
    ])
    expect(await change(visitor, line, concession)).toMatchObject({
      total: 700,
      notices: [],
      items: [{ id: line.id, quantity: 2, price: { formatted: '£7.00' }, ...concession, heldUntil }],
    })
  })

  it('D06: it can be for a linked person, and for oneself again', async () => {
    const { id, browser } = await centre.customer()
    const tom = await aChildOf(db, centre.operatorId, id)
    const line = lineOf(await centre.add(browser, await aClass(centre)))
    const persons = () => db.selectFrom('hold').select('personId').execute()
    expect(lineOf(await change(browser, line, { purchasedForUserId: tom.id })).purchasedForUserId).toBe(
      tom.id,
    )
    expect(await persons()).toEqual([{ personId: tom.id }])
    expect(lineOf(await change(browser, line, { purchasedForUserId: id })).purchasedForUserId).toBeNull()
    expect(await persons()).toEqual([{ personId: id }])
  })

  it('D06: costs what the age of its new person costs, and is refused to who is of another age', async () => {
    const { id, browser } = await centre.customer({ dateOfBirth: '1980-01-01' })
    const kit = await aChildOf(db, centre.operatorId, id, { dateOfBirth: '2018-05-01' })
    const session = await aClass(centre)
    const { activityId } = await db
      .selectFrom('occurrence')
      .select('activityId')
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow()
    await aPricingOption(db, activityId, { slug: 'junior', name: 'Junior', price: 300, ageMax: 15 })
    const senior = { slug: 'senior', name: '60 and over', price: 350, ageMin: 60 }
    const { id: seniorId } = await aPricingOption(db, activityId, senior)
    const line = lineOf(await centre.add(browser, session))
    const offered = ({ price, pricingOptions }: BasketItem) => [
      price.raw,
      pricingOptions.map(({ name }) => name),
    ]
    expect(offered(line)).toEqual([500, ['Standard']])
    const forKit = lineOf(await change(browser, line, { purchasedForUserId: kit.id }))
    expect(offered(forKit)).toEqual([300, ['Standard', 'Junior']])
    const forSelf = lineOf(await change(browser, line, { purchasedForUserId: id }))
    expect(offered(forSelf)).toEqual([500, ['Standard']])
    expect(await refusalOf(change(browser, line, { pricingOptionId: seniorId }))).toMatchObject({
      code: 'age',
    })
    await db.updateTable('activity').set({ ageMin: 16 }).where('id', '=', activityId).execute()
    const refused = await refusalOf(change(browser, line, { purchasedForUserId: kit.id }))
    expect(refused).toMatchObject({ status: 403, code: 'age' })
  })

  it('more tickets take more places, fewer free them, and the end of the hold does not change', async () => {
    const { session, adult, family } = await aSwim(centre)
    const line = lineOf(await put(visitor, { id: session.id, ticketId: family.id }))
    centre.app.clock.forward(minute)
    expect(lineOf(await change(visitor, line, { quantity: 2 }))).toMatchObject({
      price: { raw: 3000 },
      heldUntil,
    })
    expect(await takenOf(db, session)).toBe(8)
    const other = centre.app.browser()
    const two = { id: session.id, ticketId: adult.id, quantity: 2 }
    expect(await refusalOf(put(other, two))).toMatchObject({ code: 'held' })
    await change(visitor, line, { quantity: 1 })
    expect(await takenOf(db, session)).toBe(4)
    expect(await put(other, two)).toMatchObject({ itemCount: 1 })
  })

  it('a customer reference gives that customer’s prices', async () => {
    const session = await aClass(centre)
    const { reference, id } = await aCustomer(db, centre.operatorId)
    const plan = await aPlan(db, centre.venue)
    await aMembership(db, { plan, venue: centre.venue, customerIds: [id] })
    const line = lineOf(await centre.add(visitor, session))
    const changed = lineOf(await change(visitor, line, { customerReference: reference, applyBenefit: true }))
    expect(changed).toMatchObject({ customerReference: reference, price: { raw: 0, benefitApplied: true } })
  })

  it('options left out stay as they are', async () => {
    const { ticket, concession } = await aSwim(centre)
    const line = lineOf(await put(visitor, ticket(2, { ...concession, customerReference: 'DL-1' })))
    expect(lineOf(await change(visitor, line, {}))).toEqual(line)
  })

  it.each([
    ['an unknown price', { pricingOptionId: 1 }, 'pricing_option_id', "This price isn't available here."],
    ['more than the most', { quantity: 9 }, 'quantity', 'You can book up to 8 of these.'],
    ['none', { quantity: 0 }, 'quantity', 'Choose at least 1.'],
  ])('%s is refused by field', async (_, options, field, message) => {
    const { ticket } = await aSwim(centre)
    const line = lineOf(await put(visitor, ticket(2)))
    expect(await refusalOf(change(visitor, line, options))).toMatchObject({
      status: 422,
      validationMessages: { [`options.${field}`]: [message] },
    })
    expect(lineOf(await read(visitor))).toEqual(line)
  })

  it('lines of others, lapsed lines and removed lines are not found', async () => {
    const session = await aClass(centre)
    const line = lineOf(await centre.add(visitor, session))
    const { browser } = await centre.customer()
    for (const stranger of [centre.app.browser(), browser]) {
      expect(await refusalOf(change(stranger, line, {}))).toMatchObject({ status: 404, code: 'not_found' })
    }
    centre.app.clock.forward(10 * minute)
    expect(await refusalOf(change(visitor, line, {}))).toMatchObject({ status: 404 })
    await remove(visitor, line)
    expect(await refusalOf(change(visitor, line, {}))).toMatchObject({ status: 404 })
  })

  it('booking for a person who is not linked is refused', async () => {
    const { browser } = await centre.customer()
    const stranger = await aCustomer(db, centre.operatorId)
    const line = lineOf(await centre.add(browser, await aClass(centre)))
    expect(await refusalOf(change(browser, line, { purchasedForUserId: stranger.id }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  describe('is refused', () => {
    /** Two of nine places, and others who have the rest. */
    const growing = async () => {
      const swim = await aSwim(centre)
      const line = lineOf(await put(visitor, swim.ticket(2)))
      const other = centre.app.browser()
      await put(other, swim.ticket(7))
      return { ...swim, line, other }
    }
    /** A line of a class that is to become Tom's. */
    const forTom = async (
      more: Parameters<Centre['yoga']>[0],
      message: string,
      before: (of: {
        tomId: number
        browser: TestBrowser
        place: Awaited<ReturnType<Centre['yoga']>>
      }) => Promise<unknown> = async () => undefined,
    ): Promise<Refused> => {
      const { id, browser } = await centre.customer()
      const tom = await aChildOf(db, centre.operatorId, id)
      const place = await centre.yoga(more)
      const session = await centre.aClassOf(place, '10:00')
      await before({ tomId: tom.id, browser, place })
      const { items } = await centre.add(browser, session)
      const line = items.find(({ purchasedForUserId }) => purchasedForUserId === null) ?? items[0]!
      return { asking: change(browser, line, { purchasedForUserId: tom.id }), message }
    }
    const restricted = (kind: 'induction' | 'criteria', message: string) =>
      forTom({}, message, async ({ browser, place }) => {
        const { id } = await aRestriction(db, centre.operatorId, [place.activity.id], {
          kind,
          name: 'Gym induction',
        })
        const { user } = { user: (await browser.send(api.sessions.user, {})).data }
        const customerId = user?.id ?? 0
        if (kind === 'induction')
          await db
            .insertInto('induction')
            .values({ customerId, restrictionId: id, givenOn: '2027-02-01' })
            .execute()
        else
          await aMembership(db, {
            plan: await aPlan(db, centre.venue),
            venue: centre.venue,
            customerIds: [customerId],
          })
      })

    const ways = {
      full: async () => {
        const { line, other } = await growing()
        await centre.buy(other)
        return {
          asking: change(visitor, line, { quantity: 3 }),
          message: 'The session being booked is already full',
        }
      },
      held: async () => {
        const { line } = await growing()
        return {
          asking: change(visitor, line, { quantity: 3 }),
          message: "The last places are in other people's baskets. Try again later.",
          availableAt: heldUntil,
        }
      },
      already_booked: () =>
        forTom({}, 'Tom already has this booking.', async ({ tomId, browser }) => {
          const session = await db.selectFrom('occurrence').select('publicId').executeTakeFirstOrThrow()
          await put(browser, { id: session.publicId, purchasedForUserId: tomId })
          await centre.buy(browser)
          await db.updateTable('basket').set({ status: 'paymentComplete' }).execute()
        }),
      clash: () =>
        forTom(
          {},
          'Tom has another booking at this time: Yoga at 10:30.',
          async ({ tomId, browser, place }) =>
            put(browser, {
              id: (await centre.aClassOf(place, '10:30')).publicId,
              purchasedForUserId: tomId,
            }),
        ),
      closed: async () => {
        const { ticket } = await aSwim(centre)
        centre.app.clock.set(on('09:09'))
        const line = lineOf(await put(visitor, ticket()))
        centre.app.clock.forward(minute)
        return {
          asking: change(visitor, line, { quantity: 2 }),
          message: 'Booking for swim-for-all has closed.',
        }
      },
      cancelled: async () => {
        const { session, ticket } = await aSwim(centre)
        const line = lineOf(await put(visitor, ticket()))
        await callOff(db, session)
        return { asking: change(visitor, line, { quantity: 2 }), message: 'This session has been cancelled.' }
      },
      age: () => forTom({ ageMin: 16 }, "Tom is too young for this. It's for ages 16 and over."),
      induction_required: () =>
        restricted('induction', 'Tom needs an induction first: Gym induction. Book it at reception.'),
      membership_required: () =>
        restricted('criteria', "This is for members only, and Tom doesn't have a membership on that day."),
      penalty_outstanding: async () => {
        const { ticket } = await aSwim(centre)
        const { browser, owe } = await aDebtor(centre)
        const line = lineOf(await put(browser, ticket(2)))
        await owe()
        // Fewer may be had all the same.
        await change(browser, line, { quantity: 1 })
        return { asking: change(browser, line, { quantity: 2 }), message: oweFirst }
      },
      document_required: async () => {
        const place = await centre.yoga()
        const { id } = await aPricingOption(db, place.activity.id, { slug: 'student', proof: 'student-card' })
        const { browser } = await centre.customer()
        const line = lineOf(await centre.add(browser, await centre.aClassOf(place, '10:00')))
        return {
          asking: change(browser, line, { pricingOptionId: id }),
          message: "This price needs proof. We haven't seen yours, or it has expired.",
        }
      },
      limit_reached: () =>
        forTom(
          { weeklyLimit: 1 },
          'Tom can book this once a week, and already has.',
          async ({ tomId, browser, place }) =>
            put(browser, {
              id: (await centre.aClassOf(place, '14:00')).publicId,
              purchasedForUserId: tomId,
            }),
        ),
    } satisfies Record<keyof typeof baskets.update.errors, () => Promise<Refused>>

    it.each(Object.entries(ways) as [keyof typeof ways, () => Promise<Refused>][])(
      '%s',
      async (code, way) => {
        const { asking, message, availableAt } = await way()
        const refused = await refusalOf(asking)
        expect(refused).toMatchObject({ status: baskets.update.errors[code], code, message })
        expect(refused.availableAt).toBe(availableAt)
      },
    )
  })
})
