// Made from the contract by `npm run calls`. Change the contract, not this file.

import type { CallsOf } from '#web/platform/call.ts'

export const waivers = {
  questions: {
    method: 'POST',
    path: '/activities/cart/{cartId}/questions',
    personalCalls: true,
  },
  answers: {
    method: 'POST',
    path: '/activities/{id}/questions/answers',
    personalCalls: true,
    idempotent: true,
    changes: ['basket'],
  },
  occurrenceAnswers: {
    method: 'POST',
    path: '/activities/occurrences/{id}/questions/answers',
    personalCalls: true,
    idempotent: true,
    changes: ['basket'],
  },
  occurrenceAnswersV1: {
    method: 'POST',
    path: '/v1/activities/occurrences/{id}/questions/answers',
    personalCalls: true,
    idempotent: true,
    changes: ['basket'],
  },
  requests: {
    method: 'GET',
    path: '/activities/{restriction}/question-waivers',
    personalCalls: true,
    reads: ['basket'],
  },
  previousAttendees: {
    method: 'GET',
    path: '/activities/{restriction}/question-waivers/previous-attendees',
    personalCalls: true,
    reads: ['attendees'],
  },
  send: {
    method: 'POST',
    path: '/activities/question-waivers',
    personalCalls: true,
    idempotent: true,
    changes: ['attendees', 'basket'],
  },
} as unknown as CallsOf<'waivers'>
