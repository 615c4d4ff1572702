import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { baskets } from '#contract/baskets.ts'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import {
  aClass,
  aDebtor,
  callOff,
  change,
  heldUntil,
  lineOf,
  minute,
  oweFirst,
  put,
  read,
  remove,
} from '#test/support/baskets.ts'
import type { Refused } from '#test/support/baskets.ts'
import { aCentre, monday, on, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPricingOption, aRestriction } from '#test/support/factories.ts'
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

describe('adding is refused', () => {
  /** A class that asks something of people. */
  const asking = async (more: Parameters<Centre['yoga']>[0], message: string): Promise<Refused> => {
    const { browser } = await centre.customer()
    return { asking: centre.add(browser, await aClass(centre, '10:00', more)), message }
  }
  const restricted = async (kind: 'induction' | 'criteria', name: string, message: string) => {
    const place = await centre.yoga()
    await aRestriction(db, centre.operatorId, [place.activity.id], { kind, name })
    const { browser } = await centre.customer()
    return { asking: centre.add(browser, await centre.aClassOf(place, '10:00')), message }
  }

  const ways = {
    full: async () => {
      const session = await aClass(centre, '10:00', {}, 1)
      const other = centre.app.browser()
      await centre.add(other, session)
      await centre.buy(other)
      return { asking: centre.add(visitor, session), message: 'The session being booked is already full' }
    },
    held: async () => {
      const session = await aClass(centre, '10:00', {}, 2)
      for (const _ of [1, 2]) {
        await centre.add(centre.app.browser(), session)
        centre.app.clock.forward(minute)
      }
      return {
        asking: centre.add(visitor, session),
        message: "The last places are in other people's baskets. Try again later.",
        availableAt: heldUntil,
      }
    },
    already_booked: async () => {
      const session = await aClass(centre)
      const { id, browser } = await centre.customer()
      await centre.add(browser, session)
      await centre.book(browser, id)
      return { asking: centre.add(browser, session), message: 'You have already booked this.' }
    },
    clash: async () => {
      const place = await centre.yoga()
      const { browser } = await centre.customer()
      await centre.add(browser, await centre.aClassOf(place, '10:00'))
      return {
        asking: centre.add(browser, await centre.aClassOf(place, '10:30')),
        message: 'You have another booking at this time: Yoga at 10:00.',
      }
    },
    closed: async () => {
      const session = await aClass(centre)
      centre.app.clock.set(on('10:10'))
      return { asking: centre.add(visitor, session), message: 'Booking has closed.' }
    },
    cancelled: async () => {
      const session = await aClass(centre)
      await callOff(db, session)
      return { asking: centre.add(visitor, session), message: 'This session has been cancelled.' }
    },
    not_open_yet: async () => {
      const message = 'The date should be within the valid days you are able to view.'
      const later = await centre.aClassOf(await centre.yoga(), '10:00', { date: '2027-03-20' })
      return {
        asking: centre.add(visitor, later),
        message,
        availableAt: '2027-03-14T22:00:00Z',
        errors: { 'items.0.id': ['You cannot book this activity yet'], date: [message] },
      }
    },
    age: () => asking({ ageMax: 16 }, "You are too old for this. It's for ages up to 16."),
    induction_required: () =>
      restricted('induction', 'Gym induction', 'Induction required: Gym induction. Book it at reception.'),
    membership_required: () =>
      restricted(
        'criteria',
        'Members only',
        "This is for members only, and you don't have a membership on that day.",
      ),
    penalty_outstanding: async () => {
      const { browser, owe } = await aDebtor(centre)
      await owe()
      return { asking: centre.add(browser, await aClass(centre)), message: oweFirst }
    },
    document_required: async () => {
      const place = await centre.yoga()
      const student = { slug: 'student', name: 'Student', price: 300, proof: 'student-card' }
      const { id } = await aPricingOption(db, place.activity.id, student)
      const session = await centre.aClassOf(place, '10:00')
      const { browser } = await centre.customer()
      return {
        asking: put(browser, { id: session.id, pricingOptionId: id }),
        message: "This price needs proof. We haven't seen yours, or it has expired.",
      }
    },
    limit_reached: async () => {
      const place = await centre.yoga({ weeklyLimit: 1 })
      const { browser } = await centre.customer()
      await centre.add(browser, await centre.aClassOf(place, '10:00'))
      return {
        asking: centre.add(browser, await centre.aClassOf(place, '14:00')),
        message: 'You can book this once a week, and you already have.',
      }
    },
  } satisfies Record<keyof typeof baskets.add.errors, () => Promise<Refused>>

  it.each(Object.entries(ways) as [keyof typeof ways, () => Promise<Refused>][])('%s', async (code, way) => {
    const { asking: requested, message, availableAt, errors = { 'items.0.id': [message] } } = await way()
    const refused = await refusalOf(requested)
    expect(refused).toMatchObject({ status: baskets.add.errors[code], code, message })
    expect(refused.validationMessages).toEqual(errors)
    expect(refused.availableAt).toBe(availableAt)
  })

  it('a held court is available when the last hold on its floor ends', async () => {
    const courts = await centre.badminton(['10:00'])
    const [hall] = await centre.fiveASide(['10:00'])
    const other = centre.app.browser()
    await centre.add(other, courts.slots[0]!)
    centre.app.clock.forward(minute)
    await centre.add(other, courts.slots[1]!)
    expect(await refusalOf(centre.add(visitor, hall!))).toMatchObject({
      code: 'held',
      availableAt: '2027-03-01T09:11:00Z',
    })
  })

  it('the price of another age is refused, but not the session', async () => {
    const place = await centre.yoga()
    const junior = await aPricingOption(db, place.activity.id, { slug: 'junior', name: 'Junior', ageMax: 15 })
    const session = await centre.aClassOf(place, '10:00')
    const { browser } = await centre.customer()
    expect(await refusalOf(put(browser, { id: session.id, pricingOptionId: junior.id }))).toMatchObject({
      code: 'age',
      message: 'This price is for a different age group.',
    })
    expect(await centre.add(browser, session)).toMatchObject({ total: 500 })
  })

  it('a penalty can be paid together with a booking', async () => {
    const { browser, owe } = await aDebtor(centre)
    const [id, session] = [await owe(), await aClass(centre)]
    const basket = await put(browser, { id, type: 'penalty' }, { id: session.id })
    expect(basket).toMatchObject({ total: 800, items: [{ type: 'activity' }, { type: 'penalty' }] })
    expect(await refusalOf(put(visitor, { id: session.id }, { id, type: 'penalty' }))).toMatchObject({
      status: 404,
      validationMessages: { 'items.1.id': ["We couldn't find that penalty."] },
    })
  })

  it('and the refusal names the item by its position in the call, after a penalty too', async () => {
    const { browser, owe } = await aDebtor(centre)
    const [id, session] = [await owe(), await aClass(centre, '10:00', {}, 1)]
    await centre.add(visitor, session)
    const refused = await refusalOf(put(browser, { id, type: 'penalty' }, { id: session.id }))
    expect(Object.keys(refused.validationMessages)).toEqual(['items.1.id'])
    expect(await read(browser)).toMatchObject({ itemCount: 0 })
  })

  it('while the basket is being paid, like every other change', async () => {
    const session = await aClass(centre)
    const line = lineOf(await centre.add(visitor, session))
    await db.updateTable('basket').set({ status: 'paymentProcessing' }).execute()
    await db
      .insertInto('paymentTransaction')
      .values({
        uuid: randomUUID(),
        operatorId: centre.operatorId,
        basketId: (await read(visitor)).id ?? 0,
        provider: 'demo',
        amount: 500,
        status: 'pending',
        agreement: '{}',
        createdAt: monday,
        updatedAt: monday,
      })
      .execute()
    for (const asking of [
      () => centre.add(visitor, session),
      () => remove(visitor, line),
      () => visitor.send(api.baskets.clear, {}),
      () => change(visitor, line, { customerReference: 'DL-1' }),
      () => visitor.send(api.baskets.renew, {}),
    ]) {
      expect(await refusalOf(asking())).toMatchObject({
        status: 409,
        code: 'busy',
        message: 'A payment for this basket is in progress.',
      })
    }
  })
})
