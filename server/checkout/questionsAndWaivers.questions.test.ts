import { beforeEach, describe, expect, it } from 'vitest'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { refusal } from '#test/support/refusal.ts'
import { anAskingClass, basketOf } from '#test/support/waivers.ts'
import type { AskingClass } from '#test/support/waivers.ts'
import { api } from '#web/platform/api.ts'

let centre: Centre
let world: AskingClass

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
  world = await anAskingClass(centre)
})

describe('questions of a basket', () => {
  it('E11: are listed by line, in the form of the id it was added with', async () => {
    const browser = centre.app.browser()
    const { cartId, lineId } = await world.withYoga(browser)
    const query = {
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
    expect(first).toEqual(query)
    expect(second).toMatchObject({ id: world.note.id, text: 'Anything else?', required: false })

    const other = centre.app.browser()
    const basket = await other.send(api.baskets.add, { items: [{ id: world.session.id }] })
    const [inV1] = await other.send(api.waivers.questions, { cartId: basket.cartId ?? 0 })
    expect(inV1?.activityId).toBe(world.session.id)
  })

  it("are visible for the caller's own basket only", async () => {
    const browser = centre.app.browser()
    const { cartId } = await world.withYoga(browser)
    const stranger = centre.app.browser()
    expect((await refusal(stranger.send(api.waivers.questions, { cartId }))).status).toBe(404)
    await world.withYoga(stranger)
    expect((await refusal(stranger.send(api.waivers.questions, { cartId }))).status).toBe(404)
  })

  const ways = {
    answers: api.waivers.answers,
    occurrenceAnswers: api.waivers.occurrenceAnswers,
    occurrenceAnswersV1: api.waivers.occurrenceAnswersV1,
  }
  it.each([
    ['accepts a numeric id at its own path', 'answers', 'id'],
    ['accepts another id at the path of occurrences', 'occurrenceAnswers', 'publicId'],
    ['accepts another id at the newer path too', 'occurrenceAnswersV1', 'publicId'],
  ] as const)('E11: %s', async (_, call, form) => {
    const browser = centre.app.browser()
    const { basket, lineId, cartId } = await world.withYoga(browser)
    expect(basket.items[0]?.questionsRequired).toBe(1)
    const stored = await browser.send(ways[call] as typeof ways.occurrenceAnswers, {
      id: world.session[form],
      answers: [{ questionId: world.mat.id, cartItemId: lineId, value: 'yes' }],
    })
    expect(stored).toEqual([{ questionId: world.mat.id, cartItemId: lineId, value: 'yes' }])
    expect((await browser.send(api.waivers.questions, { cartId }))[0]?.answer).toBe('yes')
    expect((await basketOf(browser)).items[0]?.questionsRequired).toBe(0)
  })

  it('are answered again, and an optional answer can be removed', async () => {
    const browser = centre.app.browser()
    const { lineId, cartId } = await world.withYoga(browser)
    await world.answer(browser, lineId, 'yes')
    await world.answer(browser, lineId, 'no')
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

  it('refuse an invalid answer by its field, and store nothing of the call', async () => {
    const browser = centre.app.browser()
    const { lineId, cartId } = await world.withYoga(browser)
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
    expect((await refusal(world.answer(browser, lineId, ''))).validationMessages).toEqual({
      'answers.0.value': ['Choose an answer.'],
    })
    const elsewhere = { questionId: world.injury.id, cartItemId: lineId, value: 'x' }
    const query = { id: world.session.publicId, answers: [elsewhere] }
    expect(
      (await refusal(browser.send(api.waivers.occurrenceAnswers, query))).validationMessages,
    ).toHaveProperty(['answers.0.question_id'])
  })

  it('are refused for what is not in the basket', async () => {
    const browser = centre.app.browser()
    expect((await refusal(world.answer(browser, 1))).status).toBe(404)
    const { lineId } = await world.withYoga(browser)
    expect((await refusal(world.answer(centre.app.browser(), lineId))).status).toBe(404)
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
