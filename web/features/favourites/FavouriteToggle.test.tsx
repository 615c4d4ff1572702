import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { readStored } from '#web/platform/favouriteStorage.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, setReadData } from '#web/platform/queries.ts'
import { setCachedCustomer } from '#web/platform/session.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { FavouriteToggle } from './FavouriteToggle.tsx'

const key = 'venue/mill'
const stored = { id: 1, key, kind: 'venue' as const, name: 'Mill', venueName: 'Mill' }

let root: Root
let place: HTMLElement
let send: ReturnType<typeof vi.fn<(call: { path: string }, args: object) => Promise<{ data: unknown }>>>
let context: PageContext

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
  place = document.createElement('div')
  root = createRoot(place)
  send = vi.fn<(call: { path: string }, args: object) => Promise<{ data: unknown }>>(async () => ({
    data: [],
  }))
  context = {
    site: 'bookings',
    channel: { name: 'online' },
    client: { send: async (call: { path: string }, args: object) => (await send(call, args)).data },
    queries: createQueries(),
    cookies: { get: () => undefined, set: () => undefined, names: () => ['authToken-present'] },
    toasts: createToasts(),
    report: (error: unknown) => {
      throw error
    },
  } as unknown as PageContext
  setReadData(context.queries, api.operator.config, {}, { clientId: 'demo' } as never)
})

afterEach(() => {
  act(() => {
    root.unmount()
  })
  vi.unstubAllGlobals()
})

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 20)))

const logIn = () => {
  setCachedCustomer(context.queries, { id: 7 } as LoggedInCustomer)
}

const render = async (more: Partial<PageContext> = {}) => {
  act(() => {
    root.render(
      <PageContextProvider value={Object.assign(context, more)}>
        <FavouriteToggle favourite={{ kind: 'venue', venueSlug: 'mill' }} name="Mill" venueName="Mill" />
      </PageContextProvider>,
    )
  })
  await settle()
}

/** The label that is visible says what a press does. */
const isSaved = () => place.querySelector('button')?.textContent?.startsWith('Remove')

const press = () => act(() => place.querySelector('button')?.click())

test('a visitor adds and removes in this browser, without a request', async () => {
  await render()
  expect(isSaved()).toBe(false)
  press()
  expect(isSaved()).toBe(true)
  expect(readStored('demo')).toEqual([{ key, name: 'Mill', venueName: 'Mill' }])
  press()
  expect(isSaved()).toBe(false)
  expect(readStored('demo')).toEqual([])
  expect(send).not.toHaveBeenCalled()
})

test('a customer sees the change at once; a refusal takes it back and is said', async () => {
  logIn()
  setReadData(context.queries, api.favourites.mine, {}, [])
  await render()
  let reject: (error: Error) => void = () => undefined
  const answer = new Promise<{ data: unknown }>((_resolve, refuse) => {
    reject = refuse
  })
  send.mockImplementationOnce(() => answer)
  press()
  expect(isSaved()).toBe(true)
  await settle()
  expect(isSaved()).toBe(true)
  reject(new ApiError({ status: 409, code: 'favourite_limit', message: 'Too many.' }))
  await settle()
  expect(isSaved()).toBe(false)
  expect(context.toasts.list().map(({ content }) => content)).toEqual(['Too many.'])
})

test('of several presses the last decides', async () => {
  logIn()
  setReadData(context.queries, api.favourites.mine, {}, [])
  let isStored = false
  send.mockImplementation(async (call) => {
    await Promise.resolve()
    if (call === api.favourites.add) isStored = true
    if (call === api.favourites.remove) isStored = false
    return { data: isStored ? [stored] : [] }
  })
  await render()
  press()
  press()
  press()
  press()
  await settle()
  await settle()
  expect(isSaved()).toBe(false)
  expect(isStored).toBe(false)
})

test('what the browser has goes to the account of a customer who logs in', async () => {
  await render()
  press()
  send.mockImplementation(async () => ({ data: [stored] }))
  act(logIn)
  await settle()
  expect(send).toHaveBeenCalledWith(api.favourites.merge, { keys: [key] })
  expect(readStored('demo')).toEqual([])
  expect(isSaved()).toBe(true)
})

test('there are none at a kiosk and at the desk', async () => {
  await render({ site: 'desk' })
  expect(place.textContent).toBe('')
  await render({ site: 'bookings', channel: { sharedDevice: {} } as PageContext['channel'] })
  expect(place.textContent).toBe('')
})
