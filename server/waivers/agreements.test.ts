import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aRestriction } from '#test/support/factories/restrictions.ts'
import { refusal } from '#test/support/refusal.ts'
import { anAskingClass, basketOf, send, tom } from '#test/support/waivers.ts'
import type { AskingClass } from '#test/support/waivers.ts'
import { api } from '#web/platform/api.ts'

let centre: Centre
let world: AskingClass

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
  world = await anAskingClass(centre)
})

describe('sending waivers', () => {
  it('E09: stores attendees with what they agreed to and until when, and counts them', async () => {
    const browser = centre.app.browser()
    const { lineId } = await world.withYoga(browser)
    const sent = await send(browser, world.agreed(lineId))
    expect(sent).toEqual({
      waivers: [
        {
          id: expect.any(Number) as number,
          cartItemId: lineId,
          restrictionId: world.health.id,
          attendeeId: expect.any(Number) as number,
          validUntil: '2028-03-01',
        },
      ],
      totalWaiversRequired: 1,
      totalWaiversCompleted: 1,
    })
    const [line] = (await browser.send(api.waivers.requests, { restriction: world.health.id })).lines
    expect(line).toMatchObject({ open: 0, sent: [{ ...tom, validUntil: '2028-03-01' }] })
  })

  it('reports errors by field and then stores none', async () => {
    const browser = centre.app.browser()
    const { lineId } = await world.withYoga(browser)
    const wrong = await refusal(
      send(
        browser,
        world.agreed(lineId, { firstName: '', lastName: null, dateOfBirth: null }, { accepted: false }),
        world.agreed(lineId, { ...tom, dateOfBirth: '2030-01-01' }, { answers: [] }),
        world.agreed(lineId + 1000),
        world.agreed(lineId, { id: 999_999 }),
      ),
    )
    expect(wrong).toMatchObject({ status: 422, code: 'invalid' })
    expect(wrong.validationMessages).toEqual({
      'waivers.0.attendee.first_name': ['Enter the first name.'],
      'waivers.0.attendee.last_name': ['Enter the last name.'],
      'waivers.0.attendee.date_of_birth': ['Enter the date of birth.'],
      'waivers.0.accepted': ['You must agree to: Health statement.'],
      'waivers.1.attendee.date_of_birth': ['Enter a date in the past.'],
      'waivers.1.answers.0.value': ['Answer this question.'],
      'waivers.2.cart_item_id': ['This is no longer in your basket.'],
      'waivers.3.attendee.id': ["We couldn't find this person. Enter their name."],
    })
    const malformed = await refusal(send(browser, world.agreed(lineId, { ...tom, dateOfBirth: '1 June' })))
    expect(malformed.validationMessages).toHaveProperty(['waivers.0.attendee.date_of_birth'])
    expect(await centre.db.selectFrom('waiver').select('id').execute()).toEqual([])
    expect(await centre.db.selectFrom('attendee').select('id').execute()).toEqual([])
  })

  it('refuses people who are too young, and a waiver that is not required', async () => {
    await centre.db
      .updateTable('activity')
      .set({ ageMin: 14 })
      .where('id', '=', world.yoga.activity.id)
      .execute()
    const browser = centre.app.browser()
    const { lineId } = await world.withYoga(browser)
    const other = await aRestriction(centre.db, centre.operatorId, [])
    const wrong = await refusal(
      send(
        browser,
        world.agreed(lineId),
        world.agreed(lineId, tom, { restrictionId: other.id, answers: [] }),
      ),
    )
    expect(wrong.validationMessages).toEqual({
      'waivers.0.attendee.date_of_birth': ["Tom is too young for this. It's for ages 14 and over."],
      'waivers.1.restriction_id': ["This waiver isn't needed here."],
    })
  })

  it('accepts no more people than take part; later ones replace earlier ones', async () => {
    const browser = centre.app.browser()
    const { lineId } = await world.withYoga(browser)
    const kit = { ...tom, firstName: 'Kit' }
    const wrong = await refusal(send(browser, world.agreed(lineId), world.agreed(lineId, kit)))
    expect(wrong.validationMessages).toEqual({
      'waivers.1.cart_item_id': ["You've named more people than are taking part."],
    })
    expect(
      (await refusal(send(browser, world.agreed(lineId), world.agreed(lineId)))).validationMessages,
    ).toEqual({
      'waivers.1.attendee.first_name': ["You've already named this person."],
    })
    await send(browser, world.agreed(lineId))
    await send(browser, world.agreed(lineId, kit))
    const [line] = (await browser.send(api.waivers.requests, { restriction: world.health.id })).lines
    expect(line?.sent.map(({ firstName }) => firstName)).toEqual(['Kit'])
  })

  it('records the adult who signs for a person under 18, also for a visitor', async () => {
    const browser = centre.app.browser()
    const { lineId } = await world.withYoga(browser)
    const waivers = [world.agreed(lineId)]
    await browser.send(api.waivers.send, { waivers, guardian: { name: 'Ann Example', relation: 'relative' } })
    const stored = await centre.db
      .selectFrom('waiver')
      .select(['signedById', 'signedByName', 'signedByRelation'])
      .execute()
    expect(stored).toEqual([{ signedById: null, signedByName: 'Ann Example', signedByRelation: 'relative' }])
    const nameless = { waivers, guardian: { name: ' ', relation: 'parent' as const } }
    expect((await refusal(browser.send(api.waivers.send, nameless))).validationMessages).toHaveProperty([
      'guardian.name',
    ])
  })

  it('is idempotent under its key', async () => {
    const browser = centre.app.browser()
    const { lineId } = await world.withYoga(browser)
    const idempotencyKey = 'once'
    const first = await browser.send(
      api.waivers.send,
      { waivers: [world.agreed(lineId)] },
      { idempotencyKey },
    )
    const again = await browser.send(
      api.waivers.send,
      { waivers: [world.agreed(lineId)] },
      { idempotencyKey },
    )
    expect(again).toEqual(first)
    expect(await centre.db.selectFrom('waiver').select('id').execute()).toHaveLength(1)
  })

  it('is refused while the basket is being paid', async () => {
    const { browser } = await centre.customer()
    const { lineId } = await world.withYoga(browser)
    await centre.db.updateTable('basket').set({ status: 'paymentProcessing' }).execute()
    await centre.db
      .insertInto('paymentTransaction')
      .values({
        uuid: '5a1e0000-0000-4000-8000-000000000000',
        operatorId: centre.operatorId,
        basketId: (await basketOf(browser)).id ?? 0,
        provider: 'demo',
        amount: 500,
        status: 'pending',
        agreement: '{}',
        createdAt: centre.app.clock.now(),
        updatedAt: centre.app.clock.now(),
      })
      .execute()
    expect((await refusal(send(browser, world.agreed(lineId)))).code).toBe('busy')
    expect((await refusal(world.answer(browser, lineId))).code).toBe('busy')
  })
})

describe("a buyer's previous attendees", () => {
  const searched = async (browser: TestBrowser, query: string, more: object = {}) =>
    browser.send(api.waivers.previousAttendees, { restriction: world.health.id, query, ...more })

  it('E09: are found by the start of a name, with what they agreed to', async () => {
    const { browser } = await centre.customer()
    const { lineId } = await world.withYoga(browser)
    await send(browser, world.agreed(lineId))
    await send(
      browser,
      world.agreed(lineId, { firstName: 'Mary Jane', lastName: 'Tomlin', dateOfBirth: '2016-01-02' }),
    )
    const found = await searched(browser, 'tom')
    expect(found).toEqual([
      {
        id: expect.any(Number) as number,
        firstName: 'Mary Jane',
        lastName: 'Tomlin',
        dateOfBirth: '2016-01-02',
        waiverValidUntil: '2028-03-01',
      },
      // A replaced agreement has to be made again.
      { id: expect.any(Number) as number, ...tom, waiverValidUntil: null },
    ])
    expect((await searched(browser, 'jane tom')).map(({ firstName }) => firstName)).toEqual(['Mary Jane'])
    expect(await searched(browser, 'om')).toEqual([])
    expect(await searched(browser, '%%')).toEqual([])
  })

  it('need not agree again while their agreement is valid', async () => {
    const { browser } = await centre.customer()
    const first = await world.withYoga(browser)
    await send(browser, world.agreed(first.lineId))
    await browser.send(api.baskets.clear, {})
    const [found] = await searched(browser, 'to')
    const second = await world.withYoga(browser)
    const stored = await send(
      browser,
      world.agreed(second.lineId, { id: found?.id }, { accepted: false, answers: [] }),
    )
    expect(stored).toMatchObject({
      waivers: [{ attendeeId: found?.id, validUntil: '2028-03-01' }],
      totalWaiversCompleted: 1,
    })
  })

  it('agree again to a waiver whose text has changed', async () => {
    const { browser } = await centre.customer({ dateOfBirth: '1990-05-01' })
    const ann = { firstName: 'Ann', lastName: 'Example', dateOfBirth: '1990-05-01' }
    const first = await world.withYoga(browser)
    await send(browser, world.agreed(first.lineId, ann))
    await browser.send(api.baskets.clear, {})
    const [before] = await searched(browser, 'ann')
    expect(before).toMatchObject({ waiverValidUntil: '2028-03-01' })
    const second = await world.withYoga(browser)
    const needed = async () => (await basketOf(browser)).attendeeWaiversRequired
    expect(await needed()).toBe(false)

    await centre.db
      .updateTable('restriction')
      .set({ html: '<p>I am well, and know the rules.</p>' })
      .execute()
    expect(await needed()).toBe(true)
    expect(await searched(browser, 'ann')).toMatchObject([{ waiverValidUntil: null }])
    const sent = (accepted: boolean) =>
      send(browser, world.agreed(second.lineId, { id: before?.id }, { accepted }))
    expect(Object.keys((await refusal(sent(false))).validationMessages)).toEqual(['waivers.0.accepted'])
    await sent(true)
    expect(await needed()).toBe(false)
  })

  it('are limited to twenty, and need a query of two letters', async () => {
    const { id, browser } = await centre.customer()
    await centre.db
      .insertInto('attendee')
      .values(
        Array.from({ length: 25 }, (_, index) => ({
          operatorId: centre.operatorId,
          customerId: id,
          firstName: 'Tom',
          lastName: `Example${index}`,
          dateOfBirth: '2017-06-01',
          createdAt: centre.app.clock.now(),
        })),
      )
      .execute()
    expect(await searched(browser, 'tom')).toHaveLength(20)
    expect((await refusal(searched(browser, 't'))).validationMessages).toEqual({
      query: ['Type at least two letters.'],
    })
  })

  it('are empty for a visitor, whose own become theirs at login', async () => {
    const browser = centre.app.browser()
    const { lineId } = await world.withYoga(browser)
    await send(browser, world.agreed(lineId))
    expect(await searched(browser, 'tom')).toEqual([])
    const customer = await aCustomer(centre.db, centre.operatorId)
    await browser.logIn(customer.id)
    // No login yet, so no merge.
    expect(await searched(browser, 'tom')).toEqual([])
    await centre.db.updateTable('attendee').set({ customerId: customer.id }).execute()
    expect(await searched(browser, 'tom')).toHaveLength(1)
  })

  it('belong to the buyer; H05: staff search for the selected customer, customers only for themselves', async () => {
    const buyer = await centre.customer()
    const { lineId } = await world.withYoga(buyer.browser)
    await send(buyer.browser, world.agreed(lineId))
    const stranger = await centre.customer()
    expect(await searched(stranger.browser, 'tom')).toEqual([])
    expect((await refusal(searched(stranger.browser, 'tom', { selectedUserId: buyer.id }))).status).toBe(403)
    const staff = await centre.customer({ role: 'staff' })
    expect(await searched(staff.browser, 'tom', { selectedUserId: buyer.id })).toHaveLength(1)
    expect(await searched(staff.browser, 'tom')).toEqual([])
    expect((await refusal(searched(centre.app.browser(), 'to', { selectedUserId: buyer.id }))).status).toBe(
      401,
    )
  })

  it('are searched for under an existing waiver', async () => {
    const { browser } = await centre.customer()
    const query = { restriction: 999_999, query: 'tom' }
    expect((await refusal(browser.send(api.waivers.previousAttendees, query))).status).toBe(404)
  })
})
