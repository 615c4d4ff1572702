import type { Sent } from '#contract/endpoint.ts'
import type { waivers } from '#contract/waivers.ts'
import { api } from '#web/platform/api.ts'
import type { TestBrowser } from './app.ts'
import type { Centre } from './centre.ts'
import { aQuestion, aRestriction } from './factories/restrictions.ts'

/** A class that asks for something, and what a browser does about it. */
export type AskingClass = Awaited<ReturnType<typeof anAskingClass>>

/** Yoga at ten asks for a health statement, with a question of its own, and about the mat. */
export const anAskingClass = async (centre: Centre) => {
  const { db, operatorId } = centre
  const yoga = await centre.yoga()
  const session = await centre.aClassOf(yoga, '10:00')
  const health = await aRestriction(db, operatorId, [yoga.activity.id], { validMonths: 12 })
  const injury = await aQuestion(
    db,
    operatorId,
    { restrictionId: health.id },
    { text: 'Any injury?', required: true },
  )
  const mat = await aQuestion(
    db,
    operatorId,
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
  const note = await aQuestion(db, operatorId, { activityId: yoga.activity.id }, { text: 'Anything else?' })

  return {
    yoga,
    session,
    health,
    injury,
    mat,
    note,

    /** Puts the class into a browser's basket, and tells what stands there. */
    withYoga: async (browser: TestBrowser) => {
      const basket = await centre.add(browser, session)
      return { basket, cartId: basket.cartId ?? 0, lineId: basket.items.at(-1)?.id ?? 0 }
    },

    /** The health statement of a person who takes part, agreed to. */
    agreed: (lineId: number, attendee: object = tom, more: object = {}) => ({
      cartItemId: lineId,
      restrictionId: health.id,
      attendee,
      accepted: true,
      answers: [{ questionId: injury.id, value: 'none' }],
      ...more,
    }),

    /** Answers about the mat. */
    answer: (browser: TestBrowser, lineId: number, value: string = 'yes') =>
      browser.send(api.waivers.occurrenceAnswers, {
        id: session.publicId,
        answers: [{ questionId: mat.id, cartItemId: lineId, value }],
      }),
  }
}

/** A child who takes part. */
export const tom = { firstName: 'Tom', lastName: 'Example', dateOfBirth: '2017-06-01' }

/** Sends what has been agreed to. */
export const send = (browser: TestBrowser, ...agreed: Sent<typeof waivers.send>['waivers']) =>
  browser.send(api.waivers.send, { waivers: agreed })

export const basketOf = (browser: TestBrowser) => browser.send(api.baskets.read, {})
