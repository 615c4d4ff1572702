import type { waivers } from '#contract/waivers.ts'
import type { Routes } from '#server/platform/http.ts'
import { previousAttendees } from '#server/waivers/service.ts'
import { answerQuestions, questionsOfBasket, readWaiverOfBasket, sendWaivers } from './service.ts'

export const waiversRoutes = (): Routes<typeof waivers> => ({
  questions: ({ tx, actor, params, now }) => questionsOfBasket(tx, actor, params.cartId, now),
  answers: ({ tx, actor, params, body, now }) => answerQuestions(tx, actor, params.id, body, now),
  occurrenceAnswers: ({ tx, actor, params, body, now }) => answerQuestions(tx, actor, params.id, body, now),
  occurrenceAnswersV1: ({ tx, actor, params, body, now }) => answerQuestions(tx, actor, params.id, body, now),
  requests: ({ tx, actor, params, now }) => readWaiverOfBasket(tx, actor, params.restriction, now),
  previousAttendees: ({ tx, actor, params, query, now }) =>
    previousAttendees(tx, actor, { restrictionId: params.restriction, query: query.query }, now),
  send: ({ tx, actor, body, now }) => sendWaivers(tx, actor, body, now),
})
