/**
 * The calls that programs already in use make (wire §16), by the noun they belong to: each has its verb, its path and
 * its callers here, so that none is lost or closed by a change of the contract.
 */
import { expect, it } from 'vitest'
import type { Nouns } from '#contract/calls.ts'
import type { Allow } from '#contract/endpoint.ts'
import * as api from '#contract/index.ts'

const promised: Readonly<Record<string, Partial<Record<Allow, readonly string[]>>>> = {
  operator: { anyone: ['GET /frontend/theme', 'GET /frontend/client-config', 'GET /frontend/footer'] },
  sessions: {
    anyone: [
      'POST /auth/customer/login',
      'POST /auth/logout',
      'POST /auth/customer/forgotten-password',
      'POST /auth/customer/reset-password',
    ],
    customer: ['POST /auth/handover', 'GET /auth/user'],
  },
  customers: {
    anyone: ['POST /auth/customer/register'],
    customer: ['GET /my-account/details', 'PUT /my-account/details'],
    staff: ['GET /foh/customers'],
  },
  documents: { customer: ['GET /my-account/documents', 'POST /my-account/documents'] },
  dashboard: { customer: ['GET /dashboard'] },
  venues: {
    anyone: [
      'GET /activities/venues',
      'GET /activities/venues/online-joining',
      'GET /activities/venues/{}',
      'GET /geocoding',
    ],
  },
  activities: {
    anyone: [
      'GET /activities/venue/{}/categories',
      'GET /activities/venue/{}/categories/{}',
      'GET /activities/venue/{}/activity-category/{}/dates',
    ],
  },
  timetable: {
    anyone: [
      ...['times', 'slots', 'timetable', 'timetable/{}'].flatMap((what) => [
        `GET /activities/venue/{}/activity/{}/${what}`,
        `GET /activities/venue/{}/activity/{}/v2/${what}`,
      ]),
      'GET /activities/venue/{}/activity-category/{}/activity/{}/tickets',
      'GET /v1/activities/occurrences/{}',
    ],
  },
  baskets: {
    owner: [
      'GET /activities/cart',
      'DELETE /activities/cart',
      'POST /activities/cart/add',
      'POST /activities/cart/remove',
      'PUT /activities/cart/{}',
      'POST /activities/cart/renew',
    ],
  },
  pricing: {
    owner: [
      'DELETE /activities/benefit/remove/{}',
      'DELETE /activities/package/remove/{}',
      'POST /activities/price/{}/ticket/{}',
    ],
  },
  credits: { customer: ['POST /credits/apply', 'POST /activities/cart/apply-credits'] },
  waivers: {
    owner: [
      'POST /activities/cart/{}/questions',
      'POST /activities/{}/questions/answers',
      'POST /activities/occurrences/{}/questions/answers',
      'POST /v1/activities/occurrences/{}/questions/answers',
      'GET /activities/{}/question-waivers',
      'GET /activities/{}/question-waivers/previous-attendees',
      'POST /activities/question-waivers',
    ],
  },
  checkout: {
    anyone: ['GET /terms', 'GET /checkout/transactions/{}'],
    owner: ['GET /checkout/prepare', 'POST /checkout/authorise', 'POST /checkout/complete'],
    staff: ['POST /foh/checkout/pay'],
  },
  bookings: {
    owner: ['GET /activities/orders/{}'],
    customer: [
      'GET /my-account/bookings',
      'GET /bookings/{}',
      'DELETE /activities/bookings/{}/',
      'PATCH /v1/activities/bookings',
    ],
  },
  waitlists: {
    customer: [
      'POST /v1/activities/occurrences/{}/waitlist/members',
      'POST /activities/waitlist/add',
      'DELETE /v1/activities/occurrences/{}/waitlist/members/{}',
      'DELETE /activities/waitlist/remove/{}',
      'GET /my-account/waitlists',
    ],
  },
  memberships: {
    anyone: ['GET /online-joining/venues/{}/plans'],
    customer: ['GET /my-account/memberships', 'POST /online-joining/join', 'GET /online-joining/join/{}'],
  },
  packages: { customer: ['GET /my-account/packages'] },
  guestPasses: {
    customer: [
      'GET /my-account/guest-passes',
      'POST /my-account/guest-passes',
      'DELETE /my-account/guest-passes/{}',
    ],
  },
  payments: { customer: ['GET /my-account/payments', 'DELETE /my-account/saved-cards/{}'] },
  openactive: { anyone: ['GET /openactive/{}/{}'] },
}

const contract = new Map<string, Allow>(
  Object.values<Nouns[string]>(api).flatMap((calls) =>
    Object.values(calls).map(
      ({ method, path, allow }) => [`${method} ${path.replace(/\{\w+\}/g, '{}')}`, allow] as const,
    ),
  ),
)

const calls = Object.entries(promised).flatMap(([noun, callers]) =>
  Object.entries(callers).flatMap(([allow, lines]) => lines.map((line) => ({ noun, allow, line }))),
)

it.each(calls)('$noun: $line is there for $allow', ({ line, allow }) => {
  expect(contract.get(line)).toBe(allow)
})
