import { beforeEach, describe, expect, it } from 'vitest'
import { aCentre, on } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aQuestion, aRestriction } from '#test/support/factories/restrictions.ts'
import { refusal } from '#test/support/refusal.ts'
import { anAskingClass, basketOf, send } from '#test/support/waivers.ts'
import type { AskingClass } from '#test/support/waivers.ts'
import { api } from '#web/platform/api.ts'

let centre: Centre
let world: AskingClass

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
  world = await anAskingClass(centre)
})

describe('E09: the waivers and answers that a basket needs', () => {
  it('are listed for the basket and each line until they are complete', async () => {
    const browser = centre.app.browser()
    const { basket, lineId } = await world.withYoga(browser)
    expect(basket).toMatchObject({
      attendeeWaiversRequired: true,
      totalWaiversRequired: 1,
      items: [{ restrictionIds: [world.health.id], waiversRequired: 1, questionsRequired: 1 }],
    })
    await send(browser, world.agreed(lineId))
    await world.answer(browser, lineId)
    expect(await basketOf(browser)).toMatchObject({
      attendeeWaiversRequired: false,
      totalWaiversRequired: 1,
      items: [{ restrictionIds: [world.health.id], waiversRequired: 0, questionsRequired: 0 }],
    })
  })

  it('are required once for each place of a ticket, or once for the whole booking', async () => {
    const swim = await centre.swim()
    const rules = await aRestriction(centre.db, centre.operatorId, [swim.activity.id], { name: 'Pool rules' })
    const browser = centre.app.browser()
    const add = (ticketId: number, quantity: number) =>
      browser.send(api.baskets.add, {
        items: [{ id: swim.sessions[0]?.publicId ?? '', ticketId, quantity }],
      })
    expect(await add(swim.family.id, 1)).toMatchObject({ totalWaiversRequired: 4 })
    expect(await add(swim.adult.id, 2)).toMatchObject({ totalWaiversRequired: 6 })
    await centre.db
      .updateTable('restriction')
      .set({ perAttendee: false })
      .where('id', '=', rules.id)
      .execute()
    expect(await basketOf(browser)).toMatchObject({ totalWaiversRequired: 2 })
  })

  it('are audited when staff give them for a customer, and not when customers do', async () => {
    const [ann, bo] = [await centre.customer(), await centre.customer()]
    const sam = await centre.customer({ role: 'staff' })
    const mine = await world.withYoga(ann.browser)
    await send(ann.browser, world.agreed(mine.lineId))
    const { items } = await sam.browser.send(api.baskets.add, {
      items: [{ id: world.session.publicId }],
      selectedUserId: bo.id,
    })
    await sam.browser.send(api.waivers.send, {
      waivers: [world.agreed(items[0]?.id ?? 0)],
      selectedUserId: bo.id,
    })
    expect(
      await centre.db
        .selectFrom('auditEntry')
        .select(['actorId', 'forCustomerId', 'act', 'subject'])
        .execute(),
    ).toEqual([
      {
        actorId: sam.id,
        forCustomerId: bo.id,
        act: 'waivers agreed to',
        subject: `waiver:${world.health.id}`,
      },
    ])
  })

  it('are not required again from an attendee until their waiver expires', async () => {
    const { browser } = await centre.customer({ dateOfBirth: '1990-05-01' })
    const first = await world.withYoga(browser)
    await send(
      browser,
      world.agreed(first.lineId, { firstName: 'Ann', lastName: 'Example', dateOfBirth: '1990-05-01' }),
    )
    await browser.send(api.baskets.clear, {})
    expect((await world.withYoga(browser)).basket).toMatchObject({
      attendeeWaiversRequired: false,
      totalWaiversRequired: 0,
    })
    await centre.db.updateTable('waiver').set({ validUntil: '2027-03-03' }).execute()
    expect(await basketOf(browser)).toMatchObject({ attendeeWaiversRequired: true, totalWaiversRequired: 1 })
  })

  it('are required again when the line gets another attendee', async () => {
    const { id, browser } = await centre.customer()
    const child = await aChildOf(centre.db, centre.operatorId, id)
    const { lineId } = await world.withYoga(browser)
    await send(browser, world.agreed(lineId))
    const basket = await browser.send(api.baskets.update, {
      cartItemId: lineId,
      options: { purchasedForUserId: child.id },
    })
    // Tom is the child and has agreed, so the parent's line needs no further waiver.
    expect(basket).toMatchObject({ attendeeWaiversRequired: true })
  })
})

describe('E11: optional questions', () => {
  it('are counted separately until they are answered, and never block payment', async () => {
    const swim = await centre.swim()
    const optional = await aQuestion(
      centre.db,
      centre.operatorId,
      { activityId: swim.activity.id },
      { text: 'Is it your first time here?', type: 'checkbox' },
    )
    const { browser } = await centre.customer()
    const basket = await browser.send(api.baskets.add, {
      items: [{ id: swim.sessions[0]?.publicId ?? '', ticketId: swim.adult.id }],
    })
    const [line] = basket.items
    expect(basket).toMatchObject({
      attendeeWaiversRequired: false,
      items: [{ questionsRequired: 0, questionsOptional: 1 }],
    })
    const say = (value: string) =>
      browser.send(api.waivers.occurrenceAnswers, {
        id: swim.sessions[0]?.publicId ?? '',
        answers: [{ questionId: optional.id, cartItemId: line?.id ?? 0, value }],
      })
    // Skipped, so it can still be answered.
    await say('')
    expect((await basketOf(browser)).items).toMatchObject([{ questionsOptional: 1 }])
    await say('true')
    expect((await basketOf(browser)).items).toMatchObject([{ questionsRequired: 0, questionsOptional: 0 }])
    await say('')
    await centre.db.updateTable('question').set({ withdrawn: true }).where('id', '=', optional.id).execute()
    expect((await basketOf(browser)).items).toMatchObject([{ questionsOptional: 0 }])
  })

  it('are counted beside the required ones', async () => {
    const { basket, lineId } = await world.withYoga(centre.app.browser())
    expect(lineId).toBeGreaterThan(0)
    expect(basket.items).toMatchObject([{ questionsRequired: 1, questionsOptional: 1 }])
  })
})

describe('the waiver of a basket', () => {
  it('is displayed with its questions and the lines that need it', async () => {
    const { id, browser } = await centre.customer({ firstName: 'Ann' })
    await aChildOf(centre.db, centre.operatorId, id)
    const { lineId } = await world.withYoga(browser)
    expect(await browser.send(api.waivers.requests, { restriction: world.health.id })).toEqual({
      restrictionId: world.health.id,
      title: 'Health statement',
      html: '<p>I am well.</p>',
      perAttendee: true,
      questions: [{ id: world.injury.id, text: 'Any injury?', type: 'text', required: true, options: [] }],
      lines: [
        {
          cartItemId: lineId,
          total: 1,
          open: 1,
          person: { firstName: 'Ann', lastName: 'Example', dateOfBirth: '1990-05-01', validUntil: null },
          sent: [],
        },
      ],
    })
  })

  it('is not_found for other documents, withdrawn ones, and other operators', async () => {
    const visitor = centre.app.browser()
    const query = async (restriction: number) =>
      (await refusal(visitor.send(api.waivers.requests, { restriction }))).status
    const induction = await aRestriction(centre.db, centre.operatorId, [], { kind: 'induction' })
    const other = await anOperator(centre.db, { slug: 'other' })
    const foreign = await aRestriction(centre.db, other.id, [])
    expect(await query(induction.id)).toBe(404)
    expect(await query(foreign.id)).toBe(404)
    expect(await query(999_999)).toBe(404)
    await centre.db
      .updateTable('restriction')
      .set({ withdrawn: true })
      .where('id', '=', world.health.id)
      .execute()
    expect(await query(world.health.id)).toBe(404)
  })
})

it('the timetable lists what is required before booking', async () => {
  const induction = await aRestriction(centre.db, centre.operatorId, [world.yoga.activity.id], {
    kind: 'induction',
    name: 'Mat induction',
  })
  const [visible] = await centre.app.browser().send(api.timetable.classesV2, {
    venue: 'demo-centre',
    activity: 'yoga',
    date: '2027-03-04',
  })
  expect(visible).toMatchObject({
    restrictions: {
      preWaiver: { id: world.health.id, name: 'Health statement' },
      preInduction: { id: induction.id, name: 'Mat induction' },
      criteria: null,
    },
    restrictionIds: [world.health.id, induction.id],
    hasPrePurchaseRestrictions: true,
    requiresInduction: true,
  })
  const swim = await centre.swim()
  const [plain] = await centre.app.browser().send(api.timetable.timesV2, {
    venue: 'demo-centre',
    activity: swim.activity.slug,
    date: '2027-03-04',
  })
  expect(plain).toMatchObject({
    restrictions: { preWaiver: null, preInduction: null, criteria: null },
    restrictionIds: [],
    hasPrePurchaseRestrictions: false,
    requiresInduction: false,
  })
  expect(on('10:00')).toEqual(world.session.startsAt)
})
