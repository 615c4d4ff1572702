import { expect, it } from 'vitest'
import { api } from '#web/platform/api.ts'
import { createClient } from '#web/platform/api.ts'
import { createQueries } from '#web/platform/queries.ts'
import { joinWaitlist, leaveWaitlist } from './useWaitlists.ts'

const requestsOf = async (call: (context: Parameters<typeof joinWaitlist>[0]) => Promise<unknown>) => {
  const calls: { method: string; path: string; body: unknown }[] = []
  const client = createClient({
    base: 'http://bookings.example/api',
    fetch: async (request) => {
      const body = request.method === 'POST' ? ((await request.json()) as unknown) : null
      calls.push({ method: request.method, path: new URL(request.url).pathname.slice(4), body })
      return Response.json({ data: {} })
    },
  })
  await call({ queries: createQueries(), client })
  return calls
}

it.each([4400001, '4400001'])('F09: a numeric id (%j) goes to its own endpoints', async (id) => {
  expect(await requestsOf((context) => joinWaitlist(context, { id }, 501, true))).toEqual([
    {
      method: 'POST',
      path: api.waitlists.joinNumeric.path,
      body: { item: { id, type: 'activity' } },
    },
  ])
  expect(await requestsOf((context) => leaveWaitlist(context, { id, waitlistId: 5601 }, 501))).toEqual([
    { method: 'DELETE', path: '/activities/waitlist/remove/5601', body: null },
  ])
})

it('F09: any other id goes to the endpoints of occurrences', async () => {
  expect(await requestsOf((context) => joinWaitlist(context, { id: 'AQGx' }, 501, true))).toEqual([
    {
      method: 'POST',
      path: '/v1/activities/occurrences/AQGx/waitlist/members',
      body: { data: { user_id: 501 } },
    },
  ])
  expect(
    await requestsOf((context) => leaveWaitlist(context, { id: 'AQGx', waitlistId: 5601 }, 501)),
  ).toEqual([{ method: 'DELETE', path: '/v1/activities/occurrences/AQGx/waitlist/members/501', body: null }])
})
