import { beforeEach, describe, expect, it } from 'vitest'
import { storedAnswersOf } from '#server/waivers/sql.ts'
import { complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { refusal } from '#test/support/refusal.ts'
import { anAskingClass, send, tom } from '#test/support/waivers.ts'
import type { AskingClass } from '#test/support/waivers.ts'
import { api } from '#web/platform/api.ts'

let centre: Centre
let world: AskingClass

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
  world = await anAskingClass(centre)
})

describe('checkout', () => {
  const free = async () => {
    await centre.db.updateTable('pricingOption').set({ price: 0 }).execute()
  }

  it('E09: refuses missing waivers, then missing answers, and then places the order', async () => {
    await free()
    const browser = centre.app.browser()
    const { lineId } = await world.withYoga(browser)
    expect(await refusal(complete(browser))).toMatchObject({
      status: 422,
      code: 'waivers_incomplete',
      validationMessages: { items: ['Yoga: Health statement'] },
    })
    // The client's own list of completed waivers is ignored; the stored ones count.
    expect((await refusal(complete(browser, undefined, { completedWaivers: [1] }))).code).toBe(
      'waivers_incomplete',
    )
    const { waivers } = await send(browser, world.agreed(lineId))
    const completedWaivers = waivers.map(({ id }) => id)
    expect(await refusal(complete(browser, undefined, { completedWaivers }))).toMatchObject({
      status: 422,
      code: 'questions_unanswered',
      validationMessages: { items: ['Yoga: a question'] },
    })
    await world.answer(browser, lineId)
    expect((await complete(browser, undefined, { completedWaivers })).status).toBe('success')
  })

  it('does not authorise before that', async () => {
    const browser = centre.app.browser()
    const { lineId } = await world.withYoga(browser)
    const { sessionKey } = await browser.send(api.checkout.prepare, {})
    const authorise = () =>
      browser.send(api.checkout.authorise, {
        sessionKey,
        cardIdentifier: 'unknown',
        email: 'ann@example.test',
        termsAccepted: true,
      })
    expect((await refusal(authorise())).code).toBe('waivers_incomplete')
    await send(browser, world.agreed(lineId))
    expect((await refusal(authorise())).code).toBe('questions_unanswered')
    expect(await centre.db.selectFrom('paymentTransaction').select('id').execute()).toEqual([])
  })

  it('E11: stores the answers with the booking', async () => {
    await free()
    const browser = centre.app.browser()
    const { lineId } = await world.withYoga(browser)
    await send(browser, world.agreed(lineId))
    await world.answer(browser, lineId, 'no')
    await complete(browser)
    const booking = await centre.db.selectFrom('booking').select('basketItemId').executeTakeFirstOrThrow()
    const result = await storedAnswersOf(centre.db, [booking.basketItemId])
    expect(result).toEqual([
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
