import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { dashboard } from '#contract/dashboard.ts'
import type { Endpoint, Received } from '#contract/endpoint.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import { api } from './api.ts'
import type { Call } from './call.ts'
import { createClock } from './clock.ts'
import type { Cookies } from './cookies.ts'
import { createQueries, reader, setReadData } from './queries.ts'
import { cachedCustomer, setCachedCustomer, readCustomer } from './session.ts'
import { handleSessionEnd, syncSession } from './sessionSync.ts'
import { createToasts } from './toasts.ts'
import { trackUnsavedInput } from './unsavedInput.ts'
import type { PageContext } from './pageContext.tsx'

const maya = { id: 501, firstName: 'Maya' } as LoggedInCustomer

const jar = (cookies: Record<string, string>): Cookies => ({
  get: (name) => cookies[name],
  names: () => Object.keys(cookies),
  set: (name, value, { maxAge } = {}) => {
    if (maxAge === 0) delete cookies[name]
    else cookies[name] = value
  },
})

const createContextWith = (cookies: Record<string, string>) => {
  const send = vi.fn<(call: Call<Endpoint>) => Promise<unknown>>(async (call) =>
    call.path === api.sessions.user.path ? { data: maya, result: maya } : {},
  )
  const context: PageContext = {
    site: 'bookings',
    origin: 'https://bookings.test',
    basePath: '',
    embedded: false,
    channel: { name: 'online', source: 'bookings', cartSource: 'activity-booking' },
    client: { send: send as unknown as PageContext['client']['send'] },
    queries: createQueries(),
    clock: createClock(),
    startedAt: 0,
    cookies: jar(cookies),
    toasts: createToasts(),
    report: (error) => {
      throw error
    },
  }
  return { context, send, cookies }
}

describe('syncSession', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('F05: after 5 seconds of inactivity, a login in another tab is applied', async () => {
    const { context, cookies } = createContextWith({})
    await readCustomer(context)
    const stop = syncSession(context)
    cookies['authToken-present'] = '1'
    await vi.advanceTimersByTimeAsync(4999)
    expect(cachedCustomer(context.queries)).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(cachedCustomer(context.queries)).toEqual(maya)
    stop()
  })

  test('F05: nothing is checked during activity', async () => {
    const { context, cookies } = createContextWith({})
    await readCustomer(context)
    const stop = syncSession(context)
    cookies['authToken-present'] = '1'
    for (let second = 0; second < 20; second += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      dispatchEvent(new Event('keydown'))
    }
    expect(cachedCustomer(context.queries)).toBeNull()
    await vi.advanceTimersByTimeAsync(5000)
    expect(cachedCustomer(context.queries)).toEqual(maya)
    stop()
  })

  test('F05: checks again every 5 seconds, and announces a logout in another tab', async () => {
    const { context, cookies } = createContextWith({ 'authToken-present': '1' })
    await readCustomer(context)
    const stop = syncSession(context)
    await vi.advanceTimersByTimeAsync(12_000)
    context.toasts.show({ content: 'Removed: Yoga' })
    delete cookies['authToken-present']
    await vi.advanceTimersByTimeAsync(5000)
    expect(cachedCustomer(context.queries)).toBeNull()
    // What was said to the person before is gone, also from the recent messages.
    const [announced, ...others] = context.toasts.list()
    expect(announced?.content).toContain('logged out')
    expect(others).toEqual([])
    stop()
  })

  test('F05: after a login in another tab nothing of the former person is read from the cache', async () => {
    const { context, cookies } = createContextWith({})
    await readCustomer(context)
    const of = (person: string) => ({ person }) as unknown as Received<typeof dashboard.read>
    setReadData(context.queries, api.dashboard.read, {}, of('Omar'))
    const stop = syncSession(context)
    cookies['authToken-present'] = '1'
    await vi.advanceTimersByTimeAsync(5000)
    expect(await reader(context)(api.dashboard.read)).not.toEqual(of('Omar'))
    stop()
  })

  test('F05: a visitor without a session causes no request, a customer at most one a minute', async () => {
    const visitor = createContextWith({})
    await readCustomer(visitor.context)
    const stopVisitor = syncSession(visitor.context)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(visitor.send).not.toHaveBeenCalled()
    stopVisitor()

    const customer = createContextWith({ 'authToken-present': '1' })
    await readCustomer(customer.context)
    const stopCustomer = syncSession(customer.context)
    await vi.advanceTimersByTimeAsync(600_000)
    const requestCount = customer.send.mock.calls.length
    expect(requestCount).toBeGreaterThan(1)
    expect(requestCount).toBeLessThanOrEqual(11)
    stopCustomer()
  })
})

/** The tabs of one browser: each hears what the others say. */
const connectTabs = (): void => {
  const channels = new Set<(event: { data: unknown }) => void>()
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      listener: ((event: { data: unknown }) => void) | undefined
      addEventListener = (_: string, listener: (event: { data: unknown }) => void) => {
        this.listener = listener
        channels.add(listener)
      }
      postMessage = (data: unknown) => {
        for (const listener of channels) if (listener !== this.listener) listener({ data })
      }
      close = () => {
        if (this.listener !== undefined) channels.delete(this.listener)
      }
    },
  )
}

describe('the tabs of a site', () => {
  const omar = { id: 502, firstName: 'Omar' } as LoggedInCustomer
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const stops: (() => void)[] = []
  beforeEach(() => {
    vi.useFakeTimers()
    connectTabs()
  })
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  /** A tab as it was rendered for Maya, in a browser in which Omar is logged in since. */
  const aTabOf = (displayed: LoggedInCustomer) => {
    const { context, send } = createContextWith({ 'authToken-present': '1' })
    setCachedCustomer(context.queries, displayed)
    send.mockImplementation(async () => ({ data: omar, result: omar }))
    return { send, name: () => cachedCustomer(context.queries)?.firstName, context }
  }
  const listen = ({ context }: { context: PageContext }) => stops.push(syncSession(context))

  test('F05: a tab that listens only after another person has logged in asks, and shows them', async () => {
    const [late, current] = [aTabOf(maya), aTabOf(omar)]
    listen(current)
    listen(late)
    await settle()
    expect([late.name(), current.name()]).toEqual(['Omar', 'Omar'])
  })

  test('F05: a tab in which a person logs in before it listens tells the others once it does', async () => {
    const [other, current] = [aTabOf(maya), aTabOf(omar)]
    listen(other)
    await settle()
    expect(other.name()).toBe('Maya')
    listen(current)
    await settle()
    expect([other.name(), current.name()]).toEqual(['Omar', 'Omar'])
  })

  test('F05: tabs that agree ask nothing, and those that cannot ask do not go on telling each other', async () => {
    const [one, other, offline] = [aTabOf(omar), aTabOf(omar), aTabOf(maya)]
    offline.send.mockRejectedValue(new TypeError('Failed to fetch'))
    listen(one)
    listen(other)
    await settle()
    expect(one.send.mock.calls.length + other.send.mock.calls.length).toBe(0)
    listen(offline)
    await vi.advanceTimersByTimeAsync(4000)
    const requestCount = one.send.mock.calls.length + other.send.mock.calls.length
    expect(requestCount).toBeLessThanOrEqual(4)
  })

  test('F05: a tab that is looked at again asks who is logged in, at most every 5 seconds', async () => {
    const tab = aTabOf(maya)
    listen(tab)
    await vi.advanceTimersByTimeAsync(4999)
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(tab.name()).toBe('Maya')
    await vi.advanceTimersByTimeAsync(1)
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(tab.name()).toBe('Omar')
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(tab.send).toHaveBeenCalledTimes(1)
  })
})

describe('readCustomer', () => {
  test('A22: the page after a login shows the customer, even if null was cached before', async () => {
    const { context, cookies, send } = createContextWith({})
    expect(await readCustomer(context)).toBeNull()
    expect(send).not.toHaveBeenCalled()
    cookies['authToken-present'] = '1'
    expect(await readCustomer(context)).toEqual(maya)
    await readCustomer(context)
    expect(send).toHaveBeenCalledTimes(1)
  })
})

describe('handleSessionEnd', () => {
  test('F06: removes the cookie and reloads the page of a logged-in customer', () => {
    const { context, cookies } = createContextWith({ 'authToken-present': '1' })
    setCachedCustomer(context.queries, maya)
    const reload = vi.fn<() => void>()
    handleSessionEnd(context, reload)
    expect(cookies).toEqual({})
    // What is pressed until the page is gone is the customer's.
    expect(cachedCustomer(context.queries)).toBe(maya)
    handleSessionEnd(context, reload)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test("F06: never reloads a visitor's page", () => {
    const { context } = createContextWith({})
    const reload = vi.fn<() => void>()
    handleSessionEnd(context, reload)
    expect(reload).not.toHaveBeenCalled()
  })

  test('F06: with unsaved form input it shows a notice instead of reloading', () => {
    const stop = trackUnsavedInput()
    document.body.innerHTML = '<form method="post"><input name="a"></form>'
    document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
    const { context } = createContextWith({ 'authToken-present': '1' })
    setCachedCustomer(context.queries, maya)
    const reload = vi.fn<() => void>()
    handleSessionEnd(context, reload)
    expect(reload).not.toHaveBeenCalled()
    expect(context.toasts.list()).toHaveLength(1)

    document.body.innerHTML = ''
    setCachedCustomer(context.queries, maya)
    handleSessionEnd(context, reload)
    expect(reload).toHaveBeenCalledTimes(1)
    stop()
  })

  test('F06: a search does not count as unsaved input', () => {
    const stop = trackUnsavedInput()
    document.body.innerHTML = '<form method="get"><input name="q"></form>'
    document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
    const { context } = createContextWith({ 'authToken-present': '1' })
    setCachedCustomer(context.queries, maya)
    const reload = vi.fn<() => void>()
    handleSessionEnd(context, reload)
    expect(reload).toHaveBeenCalledTimes(1)
    document.body.innerHTML = ''
    stop()
  })
})
