import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, on } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf, aCustomer, anOperator, aQuestion, aRestriction } from '#test/support/factories.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { saidOf } from './service.ts'

let db: Database
let centre: Centre
/** Yoga at ten asks for a health statement, with a question of its own, and about the mat. */
let world: Awaited<ReturnType<typeof aWorld>>

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  world = await aWorld()
})

const aWorld = async () => {
  const yoga = await centre.yoga()
  const session = await centre.aClassOf(yoga, '10:00')
  const health = await aRestriction(db, centre.operatorId, [yoga.activity.id], { validMonths: 12 })
  const injury = await aQuestion(
    db,
    centre.operatorId,
    { restrictionId: health.id },
    { text: 'Any injury?', required: true },
  )
  const mat = await aQuestion(
    db,
    centre.operatorId,
    { activityId: yoga.activity.id },
    {
      text: 'Do you need a mat?',
      type: 'select',
      required: true,
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    },
  )
  const note = await aQuestion(
    db,
    centre.operatorId,
    { activityId: yoga.activity.id },
    { text: 'Anything else?' },
  )
  return { yoga, session, health, injury, mat, note }
}

/** A browser with the class in its basket, and what stands there. */
const withYoga = async (browser: TestBrowser, purchasedForUserId?: number) => {
  const basket = await browser.send(api.baskets.add, {
    items: [{ id: world.session.publicId, purchasedForUserId: purchasedForUserId ?? null }],
  })
  return { basket, cartId: basket.cartId ?? 0, lineId: basket.items.at(-1)?.id ?? 0 }
}

const tom = { firstName: 'Tom', lastName: 'Example', dateOfBirth: '2017-06-01' }

const agreed = (lineId: number, attendee: object = tom, more: object = {}) => ({
  cartItemId: lineId,
  restrictionId: world.health.id,
  attendee,
  accepted: true,
  answers: [{ questionId: world.injury.id, value: 'none' }],
  ...more,
})

const send = (browser: TestBrowser, ...waivers: ReturnType<typeof agreed>[]) =>
  browser.send(api.waivers.send, { waivers })

const answer = (browser: TestBrowser, lineId: number, value: string = 'yes') =>
  browser.send(api.waivers.occurrenceAnswers, {
    id: world.session.publicId,
    answers: [{ questionId: world.mat.id, cartItemId: lineId, value }],
  })

const basketOf = (browser: TestBrowser) => browser.send(api.baskets.read, {})

describe('E09: what a basket still needs', () => {
  it('is said of the basket and of each line, and again when it is done', async () => {
    const browser = centre.app.browser()
    const { basket, lineId } = await withYoga(browser)
    expect(basket).toMatchObject({
      attendeeWaiversRequired: true,
      totalWaiversRequired: 1,
      items: [{ restrictionIds: [world.health.id], waiversRequired: 1, questionsRequired: 1 }],
    })
    await send(browser, agreed(lineId))
    await answer(browser, lineId)
    expect(await basketOf(browser)).toMatchObject({
      attendeeWaiversRequired: false,
      totalWaiversRequired: 1,
      items: [{ restrictionIds: [world.health.id], waiversRequired: 0, questionsRequired: 0 }],
    })
  })

  it('is one for each place a ticket takes, or one for all of a booking', async () => {
    const swim = await centre.swim()
    const rules = await aRestriction(db, centre.operatorId, [swim.activity.id], { name: 'Pool rules' })
    const browser = centre.app.browser()
    const add = (ticketId: number, quantity: number) =>
      browser.send(api.baskets.add, {
        items: [{ id: swim.sessions[0]?.publicId ?? '', ticketId, quantity }],
      })
    expect(await add(swim.family.id, 1)).toMatchObject({ totalWaiversRequired: 4 })
    expect(await add(swim.adult.id, 2)).toMatchObject({ totalWaiversRequired: 6 })
    await db.updateTable('restriction').set({ perAttendee: false }).where('id', '=', rules.id).execute()
    expect(await basketOf(browser)).toMatchObject({ totalWaiversRequired: 2 })
  })

  it('is nothing for somebody who has agreed before, until that has run out', async () => {
    const { browser } = await centre.customer({ dateOfBirth: '1990-05-01' })
    const first = await withYoga(browser)
    await send(
      browser,
      agreed(first.lineId, { firstName: 'Ann', lastName: 'Example', dateOfBirth: '1990-05-01' }),
    )
    await browser.send(api.baskets.clear, {})
    expect((await withYoga(browser)).basket).toMatchObject({
      attendeeWaiversRequired: false,
      totalWaiversRequired: 0,
    })
    await db.updateTable('waiver').set({ validUntil: '2027-03-03' }).execute()
    expect(await basketOf(browser)).toMatchObject({ attendeeWaiversRequired: true, totalWaiversRequired: 1 })
  })

  it('is asked anew when the line is for somebody else', async () => {
    const { id, browser } = await centre.customer()
    const child = await aChildOf(db, centre.operatorId, id)
    const { lineId } = await withYoga(browser)
    await send(browser, agreed(lineId))
    const basket = await browser.send(api.baskets.update, {
      cartItemId: lineId,
      options: { purchasedForUserId: child.id },
    })
    // Tom is the child, and has agreed: the line that was for the parent needs nothing more.
    expect(basket).toMatchObject({ attendeeWaiversRequired: true })
  })
})

describe('E11: questions that may be left out', () => {
  it('are counted by themselves until they are answered, and stand in nobody’s way', async () => {
    const swim = await centre.swim()
    const optional = await aQuestion(
      db,
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
    // Passed over: it may be answered still.
    await say('')
    expect((await basketOf(browser)).items).toMatchObject([{ questionsOptional: 1 }])
    await say('true')
    expect((await basketOf(browser)).items).toMatchObject([{ questionsRequired: 0, questionsOptional: 0 }])
    await say('')
    await db.updateTable('question').set({ withdrawn: true }).where('id', '=', optional.id).execute()
    expect((await basketOf(browser)).items).toMatchObject([{ questionsOptional: 0 }])
  })

  it('are counted beside those that must be answered', async () => {
    const { basket, lineId } = await withYoga(centre.app.browser())
    expect(lineId).toBeGreaterThan(0)
    expect(basket.items).toMatchObject([{ questionsRequired: 1, questionsOptional: 1 }])
  })
})

describe('questions of a basket', () => {
  it('E11: are asked by line, in the form of the id it was added with', async () => {
    const browser = centre.app.browser()
    const { cartId, lineId } = await withYoga(browser)
    const asked = {
      id: world.mat.id,
      cartItemId: lineId,
      activityId: world.session.publicId,
      text: 'Do you need a mat?',
      type: 'select',
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
      required: true,
      answer: null,
    }
    const [first, second] = await browser.send(api.waivers.questions, { cartId })
    expect(first).toEqual(asked)
    expect(second).toMatchObject({ id: world.note.id, text: 'Anything else?', required: false })

    const other = centre.app.browser()
    const basket = await other.send(api.baskets.add, { items: [{ id: world.session.id }] })
    const [inV1] = await other.send(api.waivers.questions, { cartId: basket.cartId ?? 0 })
    expect(inV1?.activityId).toBe(world.session.id)
  })

  it('are of one’s own basket alone', async () => {
    const browser = centre.app.browser()
    const { cartId } = await withYoga(browser)
    const stranger = centre.app.browser()
    expect((await refusal(stranger.send(api.waivers.questions, { cartId }))).status).toBe(404)
    await withYoga(stranger)
    expect((await refusal(stranger.send(api.waivers.questions, { cartId }))).status).toBe(404)
  })

  const ways = {
    answers: api.waivers.answers,
    occurrenceAnswers: api.waivers.occurrenceAnswers,
    occurrenceAnswersV1: api.waivers.occurrenceAnswersV1,
  }
  it.each([
    ['a numeric id to its own call', 'answers', 'id'],
    ['another id to the occurrences', 'occurrenceAnswers', 'publicId'],
    ['another id to the newer address too', 'occurrenceAnswersV1', 'publicId'],
  ] as const)('E11: %s', async (_, call, form) => {
    const browser = centre.app.browser()
    const { basket, lineId, cartId } = await withYoga(browser)
    expect(basket.items[0]?.questionsRequired).toBe(1)
    const kept = await browser.send(ways[call] as typeof ways.occurrenceAnswers, {
      id: world.session[form],
      answers: [{ questionId: world.mat.id, cartItemId: lineId, value: 'yes' }],
    })
    expect(kept).toEqual([{ questionId: world.mat.id, cartItemId: lineId, value: 'yes' }])
    expect((await browser.send(api.waivers.questions, { cartId }))[0]?.answer).toBe('yes')
    expect((await basketOf(browser)).items[0]?.questionsRequired).toBe(0)
  })

  it('are answered anew, and an answer that may be left out is taken back', async () => {
    const browser = centre.app.browser()
    const { lineId, cartId } = await withYoga(browser)
    await answer(browser, lineId, 'yes')
    await answer(browser, lineId, 'no')
    const noted = (value: string) =>
      browser.send(api.waivers.occurrenceAnswers, {
        id: world.session.publicId,
        answers: [{ questionId: world.note.id, cartItemId: lineId, value }],
      })
    await noted('By the door, please')
    const answers = async () =>
      (await browser.send(api.waivers.questions, { cartId })).map((question) => question.answer)
    expect(await answers()).toEqual(['no', 'By the door, please'])
    await noted('')
    expect(await answers()).toEqual(['no', null])
  })

  it('refuse an answer that is none, by its field, and keep nothing of the call', async () => {
    const browser = centre.app.browser()
    const { lineId, cartId } = await withYoga(browser)
    const wrong = await refusal(
      browser.send(api.waivers.occurrenceAnswers, {
        id: world.session.publicId,
        answers: [
          { questionId: world.note.id, cartItemId: lineId, value: 'Hello' },
          { questionId: world.mat.id, cartItemId: lineId, value: 'perhaps' },
        ],
      }),
    )
    expect(wrong).toMatchObject({
      status: 422,
      code: 'invalid',
      validationMessages: { 'answers.1.value': ['Choose one of the answers.'] },
    })
    expect((await browser.send(api.waivers.questions, { cartId })).map((one) => one.answer)).toEqual([
      null,
      null,
    ])
    expect((await refusal(answer(browser, lineId, ''))).validationMessages).toEqual({
      'answers.0.value': ['Please choose an answer.'],
    })
    const elsewhere = { questionId: world.injury.id, cartItemId: lineId, value: 'x' }
    const asked = { id: world.session.publicId, answers: [elsewhere] }
    expect(
      (await refusal(browser.send(api.waivers.occurrenceAnswers, asked))).validationMessages,
    ).toHaveProperty(['answers.0.question_id'])
  })

  it('are not answered for what is not in the basket', async () => {
    const browser = centre.app.browser()
    expect((await refusal(answer(browser, 1))).status).toBe(404)
    const { lineId } = await withYoga(browser)
    expect((await refusal(answer(centre.app.browser(), lineId))).status).toBe(404)
    const other = await centre.aClassOf(world.yoga, '15:00')
    const answers = [{ questionId: world.mat.id, cartItemId: lineId, value: 'yes' }]
    expect(
      (await refusal(browser.send(api.waivers.occurrenceAnswers, { id: other.publicId, answers }))).status,
    ).toBe(404)
    await centre.add(browser, other)
    expect(
      (await refusal(browser.send(api.waivers.occurrenceAnswers, { id: other.publicId, answers })))
        .validationMessages,
    ).toHaveProperty(['answers.0.cart_item_id'])
  })
})

describe('the waiver to agree to', () => {
  it('is told with its questions, and who needs it', async () => {
    const { id, browser } = await centre.customer({ firstName: 'Ann' })
    await aChildOf(db, centre.operatorId, id)
    const { lineId } = await withYoga(browser)
    expect(await browser.send(api.waivers.asked, { restriction: world.health.id })).toEqual({
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

  it('is not told of what is no waiver, is withdrawn, or is another operator’s', async () => {
    const visitor = centre.app.browser()
    const asked = async (restriction: number) =>
      (await refusal(visitor.send(api.waivers.asked, { restriction }))).status
    const induction = await aRestriction(db, centre.operatorId, [], { kind: 'induction' })
    const other = await anOperator(db, { slug: 'other' })
    const foreign = await aRestriction(db, other.id, [])
    expect(await asked(induction.id)).toBe(404)
    expect(await asked(foreign.id)).toBe(404)
    expect(await asked(999_999)).toBe(404)
    await db.updateTable('restriction').set({ withdrawn: true }).where('id', '=', world.health.id).execute()
    expect(await asked(world.health.id)).toBe(404)
  })
})

describe('sending waivers', () => {
  it('E09: keeps who takes part, what they agreed to and until when, and counts', async () => {
    const browser = centre.app.browser()
    const { lineId } = await withYoga(browser)
    const sent = await send(browser, agreed(lineId))
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
    const [line] = (await browser.send(api.waivers.asked, { restriction: world.health.id })).lines
    expect(line).toMatchObject({ open: 0, sent: [{ ...tom, validUntil: '2028-03-01' }] })
  })

  it('names what is wrong by field, and keeps none of them', async () => {
    const browser = centre.app.browser()
    const { lineId } = await withYoga(browser)
    const wrong = await refusal(
      send(
        browser,
        agreed(lineId, { firstName: '', lastName: null, dateOfBirth: null }, { accepted: false }),
        agreed(lineId, { ...tom, dateOfBirth: '2030-01-01' }, { answers: [] }),
        agreed(lineId + 1000),
        agreed(lineId, { id: 999_999 }),
      ),
    )
    expect(wrong).toMatchObject({ status: 422, code: 'invalid' })
    expect(wrong.validationMessages).toEqual({
      'waivers.0.attendee.first_name': ['Enter the first name.'],
      'waivers.0.attendee.last_name': ['Enter the last name.'],
      'waivers.0.attendee.date_of_birth': ['Enter the date of birth.'],
      'waivers.0.accepted': ['Please agree to: Health statement.'],
      'waivers.1.attendee.date_of_birth': ['This day has not come yet.'],
      'waivers.1.answers.0.value': ['Please answer this.'],
      'waivers.2.cart_item_id': ['This is not in your basket any more.'],
      'waivers.3.attendee.id': ['We do not know this person. Please type the name.'],
    })
    const malformed = await refusal(send(browser, agreed(lineId, { ...tom, dateOfBirth: '1 June' })))
    expect(malformed.validationMessages).toHaveProperty(['waivers.0.attendee.date_of_birth'])
    expect(await db.selectFrom('waiver').select('id').execute()).toEqual([])
    expect(await db.selectFrom('attendee').select('id').execute()).toEqual([])
  })

  it('refuses somebody who is too young for it, and a waiver that is not asked for', async () => {
    await db.updateTable('activity').set({ ageMin: 14 }).where('id', '=', world.yoga.activity.id).execute()
    const browser = centre.app.browser()
    const { lineId } = await withYoga(browser)
    const other = await aRestriction(db, centre.operatorId, [])
    const wrong = await refusal(
      send(browser, agreed(lineId), agreed(lineId, tom, { restrictionId: other.id, answers: [] })),
    )
    expect(wrong.validationMessages).toEqual({
      'waivers.0.attendee.date_of_birth': ['Tom is too young for this. It is for people of 14 and over.'],
      'waivers.1.restriction_id': ['This is not asked for here.'],
    })
  })

  it('never takes more people than take part; who is sent later takes the place', async () => {
    const browser = centre.app.browser()
    const { lineId } = await withYoga(browser)
    const kit = { ...tom, firstName: 'Kit' }
    const wrong = await refusal(send(browser, agreed(lineId), agreed(lineId, kit)))
    expect(wrong.validationMessages).toEqual({
      'waivers.1.cart_item_id': ['More people are named than take part.'],
    })
    expect((await refusal(send(browser, agreed(lineId), agreed(lineId)))).validationMessages).toEqual({
      'waivers.1.attendee.first_name': ['This person is named already.'],
    })
    await send(browser, agreed(lineId))
    await send(browser, agreed(lineId, kit))
    const [line] = (await browser.send(api.waivers.asked, { restriction: world.health.id })).lines
    expect(line?.sent.map(({ firstName }) => firstName)).toEqual(['Kit'])
  })

  it('is done once under one key', async () => {
    const browser = centre.app.browser()
    const { lineId } = await withYoga(browser)
    const idempotencyKey = 'once'
    const first = await browser.send(api.waivers.send, { waivers: [agreed(lineId)] }, { idempotencyKey })
    const again = await browser.send(api.waivers.send, { waivers: [agreed(lineId)] }, { idempotencyKey })
    expect(again).toEqual(first)
    expect(await db.selectFrom('waiver').select('id').execute()).toHaveLength(1)
  })

  it('is refused while the basket is being paid', async () => {
    const { browser } = await centre.customer()
    const { lineId } = await withYoga(browser)
    await db.updateTable('basket').set({ status: 'paymentProcessing' }).execute()
    await db
      .insertInto('paymentTransaction')
      .values({
        uuid: '5a1e0000-0000-4000-8000-000000000000',
        operatorId: centre.operatorId,
        basketId: (await basketOf(browser)).id ?? 0,
        provider: 'demo',
        amount: 500,
        status: 'pending',
        agreed: '{}',
        createdAt: centre.app.clock.now(),
        updatedAt: centre.app.clock.now(),
      })
      .execute()
    expect((await refusal(send(browser, agreed(lineId)))).code).toBe('busy')
    expect((await refusal(answer(browser, lineId))).code).toBe('busy')
  })
})

describe('attendees a buyer brought before', () => {
  const sought = async (browser: TestBrowser, query: string, more: object = {}) =>
    browser.send(api.waivers.previousAttendees, { restriction: world.health.id, query, ...more })

  it('E09: are found by the beginning of a name, with what they agreed to', async () => {
    const { browser } = await centre.customer()
    const { lineId } = await withYoga(browser)
    await send(browser, agreed(lineId))
    await send(
      browser,
      agreed(lineId, { firstName: 'Mary Jane', lastName: 'Tomlin', dateOfBirth: '2016-01-02' }),
    )
    const found = await sought(browser, 'tom')
    expect(found).toEqual([
      {
        id: expect.any(Number) as number,
        firstName: 'Mary Jane',
        lastName: 'Tomlin',
        dateOfBirth: '2016-01-02',
        waiverValidUntil: '2028-03-01',
      },
      // Whose agreement another has taken the place of has to agree again.
      { id: expect.any(Number) as number, ...tom, waiverValidUntil: null },
    ])
    expect((await sought(browser, 'jane tom')).map(({ firstName }) => firstName)).toEqual(['Mary Jane'])
    expect(await sought(browser, 'om')).toEqual([])
    expect(await sought(browser, '%%')).toEqual([])
  })

  it('need not agree again while it holds', async () => {
    const { browser } = await centre.customer()
    const first = await withYoga(browser)
    await send(browser, agreed(first.lineId))
    await browser.send(api.baskets.clear, {})
    const [found] = await sought(browser, 'to')
    const second = await withYoga(browser)
    const kept = await send(
      browser,
      agreed(second.lineId, { id: found?.id }, { accepted: false, answers: [] }),
    )
    expect(kept).toMatchObject({
      waivers: [{ attendeeId: found?.id, validUntil: '2028-03-01' }],
      totalWaiversCompleted: 1,
    })
  })

  it('are at most twenty, and are looked for from two letters on', async () => {
    const { id, browser } = await centre.customer()
    await db
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
    expect(await sought(browser, 'tom')).toHaveLength(20)
    expect((await refusal(sought(browser, 't'))).validationMessages).toEqual({
      query: ['Type at least two letters.'],
    })
  })

  it('are nobody for a visitor, whose own become theirs at log-in', async () => {
    const browser = centre.app.browser()
    const { lineId } = await withYoga(browser)
    await send(browser, agreed(lineId))
    expect(await sought(browser, 'tom')).toEqual([])
    const customer = await aCustomer(db, centre.operatorId)
    await browser.logIn(customer.id)
    // Without the front door nothing has joined yet.
    expect(await sought(browser, 'tom')).toEqual([])
    await db.updateTable('attendee').set({ customerId: customer.id }).execute()
    expect(await sought(browser, 'tom')).toHaveLength(1)
  })

  it('are of the buyer alone; H05: staff look for the selected customer, nobody else for another', async () => {
    const buyer = await centre.customer()
    const { lineId } = await withYoga(buyer.browser)
    await send(buyer.browser, agreed(lineId))
    const stranger = await centre.customer()
    expect(await sought(stranger.browser, 'tom')).toEqual([])
    expect((await refusal(sought(stranger.browser, 'tom', { selectedUserId: buyer.id }))).status).toBe(403)
    const staff = await centre.customer({ role: 'staff' })
    expect(await sought(staff.browser, 'tom', { selectedUserId: buyer.id })).toHaveLength(1)
    expect(await sought(staff.browser, 'tom')).toEqual([])
    expect((await refusal(sought(centre.app.browser(), 'to', { selectedUserId: buyer.id }))).status).toBe(401)
  })

  it('are looked for under a waiver that is there', async () => {
    const { browser } = await centre.customer()
    const asked = { restriction: 999_999, query: 'tom' }
    expect((await refusal(browser.send(api.waivers.previousAttendees, asked))).status).toBe(404)
  })
})

describe('checkout', () => {
  const free = async () => {
    await db.updateTable('pricingOption').set({ price: 0 }).execute()
  }
  const complete = (browser: TestBrowser, more: object = {}) =>
    browser.send(api.checkout.complete, { termsAccepted: true, email: 'ann@example.test', ...more })

  it('E09: refuses what nobody has agreed to, then what nobody has answered, and then places the order', async () => {
    await free()
    const browser = centre.app.browser()
    const { lineId } = await withYoga(browser)
    expect(await refusal(complete(browser))).toMatchObject({
      status: 422,
      code: 'waivers_incomplete',
      validationMessages: { items: ['Yoga: Health statement'] },
    })
    // What a program says it has completed is looked up.
    expect((await refusal(complete(browser, { completedWaivers: [1] }))).code).toBe('waivers_incomplete')
    const { waivers } = await send(browser, agreed(lineId))
    const completedWaivers = waivers.map(({ id }) => id)
    expect(await refusal(complete(browser, { completedWaivers }))).toMatchObject({
      status: 422,
      code: 'questions_unanswered',
      validationMessages: { items: ['Yoga: a question'] },
    })
    await answer(browser, lineId)
    expect((await complete(browser, { completedWaivers })).status).toBe('success')
  })

  it('asks the bank for nothing before that', async () => {
    const browser = centre.app.browser()
    const { lineId } = await withYoga(browser)
    const { sessionKey } = await browser.send(api.checkout.prepare, {})
    const authorise = () =>
      browser.send(api.checkout.authorise, {
        sessionKey,
        cardIdentifier: 'unknown',
        email: 'ann@example.test',
        termsAccepted: true,
      })
    expect((await refusal(authorise())).code).toBe('waivers_incomplete')
    await send(browser, agreed(lineId))
    expect((await refusal(authorise())).code).toBe('questions_unanswered')
    expect(await db.selectFrom('paymentTransaction').select('id').execute()).toEqual([])
  })

  it('E11: keeps the answers with the booking', async () => {
    await free()
    const browser = centre.app.browser()
    const { lineId } = await withYoga(browser)
    await send(browser, agreed(lineId))
    await answer(browser, lineId, 'no')
    await complete(browser)
    const booking = await db.selectFrom('booking').select('basketItemId').executeTakeFirstOrThrow()
    const said = await saidOf(db, [booking.basketItemId])
    expect(said).toEqual([
      { basketItemId: lineId, waiver: null, answers: [{ text: 'Do you need a mat?', value: 'no' }] },
      {
        basketItemId: lineId,
        waiver: {
          title: 'Health statement',
          ...tom,
          agreedAt: expect.stringContaining('2027-03-01') as string,
        },
        answers: [{ text: 'Any injury?', value: 'none' }],
      },
    ])
  })
})

it('the timetable says what is asked before one comes', async () => {
  const induction = await aRestriction(db, centre.operatorId, [world.yoga.activity.id], {
    kind: 'induction',
    name: 'Mat induction',
  })
  const [shown] = await centre.app.browser().send(api.timetable.classesV2, {
    venue: 'demo-centre',
    activity: 'yoga',
    date: '2027-03-04',
  })
  expect(shown).toMatchObject({
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
