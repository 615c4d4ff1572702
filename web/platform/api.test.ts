import { describe, expect, test, vi } from 'vitest'
import { api, ApiError, createClient, newKey, type ClientSettings, type RefusedCall } from './api.ts'

/** A client that records its requests and responds with the given response. */
const clientAnswered = (answer: unknown, init: ResponseInit = {}, settings: Partial<ClientSettings> = {}) => {
  const requests: Request[] = []
  const client = createClient({
    base: 'https://api.example/api',
    fetch: async (request) => {
      requests.push(request.clone())
      return new Response(JSON.stringify(answer), init)
    },
    ...settings,
  })
  return { client, requests }
}

const failing = async (request: Promise<unknown>): Promise<ApiError> => {
  try {
    await request
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('It succeeded')
}

describe('the client', () => {
  test('I01: sends snake_case, unwraps data, reads camelCase', async () => {
    const { client, requests } = clientAnswered({
      data: { id: 70001, item_count: 1, formattedTotal: '£1.00' },
    })
    const basket = await client.send(api.baskets.add, { items: [{ id: 'AQG', pricingOptionId: 77 }] })
    expect(await requests[0]?.json()).toEqual({ items: [{ id: 'AQG', pricing_option_id: 77 }] })
    expect(requests[0]?.url).toBe('https://api.example/api/activities/cart/add')
    expect(basket).toEqual({ id: 70001, itemCount: 1, formattedTotal: '£1.00' })
  })

  test('I01: puts names into the path and the rest of a read into the query', async () => {
    const { client, requests } = clientAnswered({ data: [] })
    await client.send(api.timetable.slotsV2, {
      venue: 'old town',
      activity: 'yoga',
      date: '2027-03-04',
      locationId: '',
    })
    expect(requests[0]?.url).toBe(
      'https://api.example/api/activities/venue/old%20town/activity/yoga/v2/slots?date=2027-03-04',
    )
    expect(requests[0]?.method).toBe('GET')
    expect(requests[0]?.body).toBeFalsy()
  })

  test('I01: a write may have part of its arguments in the query', async () => {
    const { client, requests } = clientAnswered({ status: 'success' })
    const person = {
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.test',
      password: 'x',
      dateOfBirth: '1990-01-01',
    }
    await client.send(api.customers.register, {
      ...person,
      onboardingType: 'joining',
      clientId: 'demo',
      source: 'bookings',
      terms: [1],
    })
    expect(requests[0]?.url).toMatch(/register\?onboarding_type=joining$/)
    const body: unknown = await requests[0]?.json()
    expect(body).toMatchObject({ first_name: 'A', client_id: 'demo' })
    expect(body).not.toHaveProperty('onboarding_type')
  })

  test('a bare answer is not unwrapped', async () => {
    const { client } = clientAnswered({
      status: 'success',
      data: { token: 't' },
      result: { home_venue_slug: null },
    })
    const login = await client.send(api.sessions.login, { username: 'a', password: 'b' })
    expect(login.data.token).toBe('t')
    expect(login.result.homeVenueSlug).toBeNull()
  })

  test('converts an object keyed by index to a list', async () => {
    const { client } = clientAnswered({ data: { 0: { slug: 'a' }, 1: { slug: 'b' } } })
    expect(await client.send(api.venues.all, {})).toEqual([{ slug: 'a' }, { slug: 'b' }])
  })

  test('an idempotent call sends a key, and the same one when it is given', async () => {
    const { client, requests } = clientAnswered({ data: {} })
    await client.send(api.baskets.clear, {}, { idempotencyKey: 'kept' })
    await client.send(api.baskets.clear, {})
    await client.send(api.venues.all, {})
    expect(requests[0]?.headers.get('idempotency-key')).toBe('kept')
    expect(requests[1]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(requests[2]?.headers.has('idempotency-key')).toBe(false)
  })

  test('I02: a refusal becomes an ApiError with all fields of the response', async () => {
    const { client } = clientAnswered(
      {
        status: 422,
        code: 'not_open_yet',
        message: 'Not yet.',
        errors: { 'items.0.id': ['Not yet.'] },
        available_at: '2027-03-04T22:00:00Z',
      },
      { status: 422, headers: { 'retry-after': '2' } },
    )
    const error = await failing(client.send(api.baskets.add, { items: [{ id: 1 }] }))
    expect(error).toMatchObject({
      status: 422,
      code: 'not_open_yet',
      message: 'Not yet.',
      serverMessage: 'Not yet.',
      validationMessages: { 'items.0.id': ['Not yet.'] },
      availableAt: '2027-03-04T22:00:00Z',
      retryAfter: 2,
    })
  })

  test('I02: a failure without a message gets a standard one', async () => {
    const html = createClient({
      base: 'https://api.example/api',
      fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    })
    expect(await failing(html.send(api.venues.all, {}))).toMatchObject({
      status: 502,
      message: 'Something has gone wrong, please try again.',
      serverMessage: undefined,
    })
    const down = createClient({
      base: 'https://api.example/api',
      fetch: () => Promise.reject(new TypeError('failed')),
    })
    expect(await failing(down.send(api.venues.all, {}))).toMatchObject({
      status: 0,
      code: 'unreachable',
      serverMessage: undefined,
    })
  })

  /** A response of which only the first part arrives; then the connection is lost, or silent until it is aborted. */
  const cutOff = (init: ResponseInit, signal?: AbortSignal): Response =>
    new Response(
      new ReadableStream({
        start: (stream) => {
          stream.enqueue(new TextEncoder().encode('{"complete_ord'))
          const end = (): void => {
            stream.error(new TypeError('terminated'))
          }
          if (signal === undefined) end()
          else signal.addEventListener('abort', end)
        },
      }),
      init,
    )

  test.each([200, 409])('a response %d that is cut off counts as none', async (status) => {
    const client = createClient({ base: 'https://api.example/api', fetch: async () => cutOff({ status }) })
    const error = await failing(client.send(api.checkout.complete, { termsAccepted: true }))
    expect(error).toMatchObject({ status: 0, code: 'unreachable', serverMessage: undefined })
  })

  /** Node never aborts the signal of a request that is collected as garbage. */
  const sentRequests: Request[] = []

  test('a response may not take longer than its time, up to its last byte', async () => {
    const client = createClient({
      base: 'https://api.example/api',
      fetch: async (request) => {
        sentRequests.push(request)
        return cutOff({}, request.signal)
      },
      timeOut: { readMs: 20, writeMs: 20 },
    })
    expect(await failing(client.send(api.venues.all, {}))).toMatchObject({ status: 0, code: 'timed_out' })
  })

  test('a large body has the time to be sent', async () => {
    const client = createClient({
      base: 'https://api.example/api',
      fetch: async (request) =>
        new Promise((resolve, reject) => {
          sentRequests.push(request)
          request.signal.addEventListener('abort', () => reject(new Error('aborted')))
          setTimeout(() => resolve(Response.json({ data: {} })), 120)
        }),
      timeOut: { readMs: 20, writeMs: 20 },
    })
    const document = {
      documentType: 'student_card',
      fileName: 'card.pdf',
      mediaType: 'application/pdf',
    } as const
    const sending = (length: number) =>
      client.send(api.documents.add, { ...document, contentBase64: 'A'.repeat(length) })
    expect(await failing(sending(10))).toMatchObject({ code: 'timed_out' })
    await sending(200_000)
  })

  test('F06: reports an ended session, but not a failed login', async () => {
    const onLoggedOut = vi.fn<() => void>()
    const ended = clientAnswered(
      { status: 401, code: 'logged_out', message: 'Unauthenticated.' },
      { status: 401 },
      { onLoggedOut },
    )
    expect(await failing(ended.client.send(api.sessions.user, {}))).toMatchObject({
      serverMessage: "You've been logged out. Log in again to continue.",
    })
    expect(onLoggedOut).toHaveBeenCalledTimes(1)
    const wrong = clientAnswered(
      { status: 401, code: 'invalid_credentials', message: 'No' },
      { status: 401 },
      { onLoggedOut },
    )
    await failing(wrong.client.send(api.sessions.login, { username: 'a', password: 'b' }))
    expect(onLoggedOut).toHaveBeenCalledTimes(1)
  })

  test.each([501, null])('F06: says of a refused call at the desk whom it was for: %s', async (userId) => {
    const onLoggedOut = vi.fn<(refused: RefusedCall) => void>()
    const { client } = clientAnswered(
      { status: 401, code: 'logged_out', message: 'Unauthenticated.' },
      { status: 401 },
      { onLoggedOut, selectedUserId: () => userId },
    )
    await failing(client.send(api.baskets.clear, {}))
    expect(onLoggedOut.mock.calls[0]?.[0].args).toEqual({ selectedUserId: userId })
  })

  test('reads the time from `now`, otherwise from the Date header', async () => {
    const onTime = vi.fn<(serverMs: number, sentAtMs: number) => void>()
    const exact = clientAnswered({ data: { now: '2027-02-28T10:02:00.500Z' } }, {}, { onTime })
    await exact.client.send(api.baskets.read, {})
    expect(onTime.mock.calls[0]?.[0]).toBe(Date.parse('2027-02-28T10:02:00.500Z'))
    const dated = clientAnswered(
      { data: [] },
      { headers: { date: 'Sun, 28 Feb 2027 10:02:00 GMT' } },
      { onTime },
    )
    await dated.client.send(api.venues.all, {})
    expect(onTime.mock.calls[1]?.[0]).toBe(Date.parse('2027-02-28T10:02:00Z'))
  })
})

test('a key is a UUID also without HTTPS', () => {
  const random = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues: random })
  expect(newKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  vi.unstubAllGlobals()
})
