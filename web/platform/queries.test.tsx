import { act, useEffect, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { baskets } from '#contract/baskets.ts'
import type { sessions } from '#contract/sessions.ts'
import type { venues } from '#contract/venues.ts'
import { api, createClient } from './api.ts'
import { createClock } from './clock.ts'
import { requestCookies } from './cookies.ts'
import { dehydrateReads, hydrateReads } from './dehydration.ts'
import {
  createQueries,
  reader,
  sendChange,
  useCall,
  useDeferredRead,
  useRead,
  type CallState,
} from './queries.ts'
import { createToasts } from './toasts.ts'
import { PageContextProvider, type PageContext } from './pageContext.tsx'

type Answer = () => { status?: number; json: unknown; headers?: Record<string, string> }

const createContextWithAnswers = (answers: Record<string, Answer>) => {
  const requests: Request[] = []
  const context: PageContext = {
    site: 'bookings',
    origin: 'https://bookings.test',
    basePath: '',
    embedded: false,
    channel: { name: 'online', source: 'bookings', cartSource: 'activity-booking' },
    client: createClient({
      base: 'https://bookings.test/api',
      fetch: async (request) => {
        requests.push(request)
        const {
          status = 200,
          json,
          headers = {},
        } = answers[new URL(request.url).pathname.slice(4)]?.() ?? {
          status: 404,
          json: { status: 404, code: 'not_found', message: 'No.' },
        }
        return new Response(JSON.stringify(json), { status, headers })
      },
    }),
    queries: createQueries(),
    clock: createClock(),
    startedAt: 0,
    cookies: requestCookies('', { path: '/', secure: true }),
    toasts: createToasts(),
    report: () => undefined,
  }
  return { context, requests }
}

/** Records the state that a component rendered last. */
const seen = <T,>() => {
  const keep = vi.fn<(value: T) => void>()
  return {
    useSeen: (value: T): void => {
      useEffect(() => {
        keep(value)
      })
    },
    last: (): T | undefined => keep.mock.lastCall?.[0],
  }
}

describe('reads and calls', () => {
  let place: HTMLElement
  let root: Root

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    place = document.createElement('div')
    root = createRoot(place)
  })
  afterEach(() => {
    act(() => {
      root.unmount()
    })
    vi.unstubAllGlobals()
  })

  const show = async (context: PageContext, children: ReactNode): Promise<void> => {
    await act(async () => {
      root.render(<PageContextProvider value={context}>{children}</PageContextProvider>)
    })
  }
  const settle = (ms = 20): Promise<void> =>
    act(async () => {
      await new Promise((done) => {
        setTimeout(done, ms)
      })
    })

  const Names = () => (
    <p>
      {useRead(api.venues.all)
        .data.map(({ name }) => name)
        .join()}
    </p>
  )

  test('data read by a loader is available at once, and reaches the browser without a request', async () => {
    const server = createContextWithAnswers({
      '/activities/venues': () => ({ json: { data: [{ name: 'Harbour' }] } }),
    })
    await reader(server.context)(api.venues.all)
    const browser = createContextWithAnswers({})
    hydrateReads(browser.context.queries, JSON.parse(JSON.stringify(dehydrateReads(server.context.queries))))
    await show(browser.context, <Names />)
    expect(place.textContent).toBe('Harbour')
    expect(browser.requests).toEqual([])
  })

  test('C09: a call refetches the reads it changes, and no others', async () => {
    const { context, requests } = createContextWithAnswers({
      '/activities/venues': () => ({ json: { data: [] } }),
      '/activities/cart': () => ({ json: { data: { item_count: 0 } } }),
      '/activities/venue/v/activity/a/v2/timetable': () => ({ json: { data: [] } }),
    })
    const read = reader(context)
    const when = { venue: 'v', activity: 'a', date: '2027-03-04' }
    await Promise.all([read(api.venues.all), read(api.timetable.classesV2, when), read(api.baskets.read)])
    const clear = seen<CallState<typeof baskets.clear>>()
    const Page = () => {
      useRead(api.venues.all)
      useRead(api.timetable.classesV2, when)
      clear.useSeen(useCall(api.baskets.clear))
      return null
    }
    await show(context, <Page />)
    requests.length = 0
    await act(async () => {
      await clear.last()?.sendAsync()
    })
    await settle()
    expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'DELETE /api/activities/cart',
      'GET /api/activities/venue/v/activity/a/v2/timetable',
    ])
  })

  test('I02: a read exposes its request state and error', async () => {
    let answer: ReturnType<Answer> = {
      status: 422,
      json: { status: 422, code: 'invalid', message: 'No day.', errors: { date: ['No day.'] } },
    }
    const { context } = createContextWithAnswers({ '/activities/venues': () => answer })
    const state = seen<ReturnType<typeof useDeferredRead<typeof venues.all>>>()
    const Page = () => {
      state.useSeen(useDeferredRead(api.venues.all, {}))
      return null
    }
    await show(context, <Page />)
    await settle()
    expect(state.last()).toMatchObject({
      data: undefined,
      requesting: false,
      statusCode: 422,
      validationMessages: { date: ['No day.'] },
    })
    expect(state.last()?.error?.message).toBe('No day.')
    answer = { json: { data: [] } }
    await act(async () => {
      state.last()?.refetch()
    })
    await settle()
    expect(state.last()).toMatchObject({
      data: [],
      error: null,
      statusCode: undefined,
      validationMessages: {},
    })
  })

  test('I02: a call exposes its request state and error', async () => {
    const { context } = createContextWithAnswers({
      '/auth/customer/login': () => ({
        status: 401,
        json: { status: 401, code: 'invalid_credentials', message: 'Invalid credentials' },
      }),
    })
    const onFailure = vi.fn<() => void>()
    const login = seen<CallState<typeof sessions.login>>()
    const Page = () => {
      login.useSeen(useCall(api.sessions.login, { onFailure }))
      return null
    }
    await show(context, <Page />)
    act(() => {
      login.last()?.send({ username: 'a', password: 'b' })
    })
    await settle(0)
    await settle()
    expect(login.last()).toMatchObject({ requesting: false, statusCode: 401, succeeded: false })
    expect(onFailure).toHaveBeenCalledTimes(1)
  })

  test('retries of one call share its key; the next call gets another', async () => {
    let attempts = 0
    const { context, requests } = createContextWithAnswers({
      '/activities/cart/renew': () => {
        attempts += 1
        return attempts === 1
          ? {
              status: 409,
              json: { status: 409, code: 'busy', message: 'A crowd.' },
              headers: { 'retry-after': '0' },
            }
          : { json: { data: {} } }
      },
    })
    const renew = seen<CallState<typeof baskets.renew>>()
    const Page = () => {
      renew.useSeen(useCall(api.baskets.renew))
      return null
    }
    await show(context, <Page />)
    await act(async () => {
      await renew.last()?.sendAsync({})
    })
    await act(async () => {
      await renew.last()?.sendAsync({})
    })
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('F05: the next person to log in is shown nothing of the former one', async () => {
    let reference = 'of Maya'
    const { context } = createContextWithAnswers({
      '/auth/customer/login': () => ({ json: { status: 'success' } }),
      '/my-account/details': () => ({ json: { data: { reference } } }),
      '/activities/venues': () => ({ json: { data: [] } }),
    })
    const read = reader(context)
    await Promise.all([read(api.customers.details), read(api.venues.all)])
    reference = 'of Omar'
    await sendChange(context, api.sessions.login, { username: 'omar', password: 'x' }, {})
    const details = seen<unknown>()
    const Page = () => {
      details.useSeen(useDeferredRead(api.customers.details, {}, { when: false }).data)
      return <Names />
    }
    // Venues are the same for everyone, and stay.
    await show(context, <Page />)
    expect(details.last()).toBeUndefined()
    await act(async () => {
      expect(await read(api.customers.details)).toMatchObject({ reference: 'of Omar' })
    })
    expect(details.last()).toMatchObject({ reference: 'of Omar' })
  })

  test('what a loader has read is there also when another person has logged in since', async () => {
    const { context } = createContextWithAnswers({
      '/auth/logout': () => ({ json: { status: 'success' } }),
      '/activities/cart': () => ({ json: { data: { item_count: 2 } } }),
    })
    await reader(context)(api.baskets.read)
    await sendChange(context, api.sessions.logout, {}, {})
    const Count = () => <p>{useRead(api.baskets.read).data.itemCount}</p>
    await show(context, <Count />)
    expect(place.textContent).toBe('2')
  })

  test('a refusal is not retried', async () => {
    const { context, requests } = createContextWithAnswers({
      '/activities/cart/renew': () => ({
        status: 409,
        json: { status: 409, code: 'full', message: 'Gone.' },
      }),
    })
    const renew = seen<CallState<typeof baskets.renew>>()
    const Page = () => {
      renew.useSeen(useCall(api.baskets.renew))
      return null
    }
    await show(context, <Page />)
    act(() => {
      renew.last()?.send({})
    })
    await settle(60)
    expect(requests).toHaveLength(1)
  })
})
