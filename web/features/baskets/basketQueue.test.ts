import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import { api, ApiError, createClient } from '#web/platform/api.ts'
import { requestCookies } from '#web/platform/cookies.ts'
import type { PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, getReadData } from '#web/platform/queries.ts'
import { createSelection } from '#web/platform/selection.ts'
import { setCachedCustomer } from '#web/platform/session.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { unfinishedCalls } from '#web/platform/unfinishedCalls.ts'
import {
  basketQueueOf,
  createBasketQueue,
  idleQueue,
  type Outcome,
  type QueueDeps,
  type BasketItemInput,
} from './basketQueue.ts'
import { basketChangesOf } from './useBasketChanges.ts'

const basket = { itemCount: 1 } as Basket

const refusal = (index: number, message: string): ApiError =>
  new ApiError({ status: 409, code: 'held', message, errors: { [`items.${index}.id`]: [message] } })

const depsWith = ({
  add = async () => basket,
  remove = async () => basket,
}: Partial<Pick<QueueDeps, 'add' | 'remove'>> = {}) => {
  const outcomes: Outcome[] = []
  const deps = {
    servedUserId: () => undefined,
    add: vi.fn<QueueDeps['add']>(add),
    remove: vi.fn<QueueDeps['remove']>(remove),
    onBasket: vi.fn<QueueDeps['onBasket']>(async () => undefined),
    onOutcome: (outcome: Outcome) => void outcomes.push(outcome),
    onQueued: vi.fn<QueueDeps['onQueued']>(),
    onSettled: vi.fn<QueueDeps['onSettled']>(),
    onLoginRequired: vi.fn<QueueDeps['onLoginRequired']>(),
  }
  return { deps, outcomes }
}

const ids = (items: readonly BasketItemInput[]) => items.map(({ id }) => id)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('is idle at first, as on the server, so that hydration does not render the page again', () => {
  expect(createBasketQueue(depsWith().deps).state()).toBe(idleQueue)
})

describe('gathering', () => {
  it('D03: clicks within 250 ms go out as one call with all their items', async () => {
    const { deps, outcomes } = depsWith()
    const queue = createBasketQueue(deps)
    queue.add([{ id: 'a' }], 'row a')
    await vi.advanceTimersByTimeAsync(200)
    queue.add([{ id: 'b' }], 'row b')
    expect(deps.add).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(50)
    expect(deps.add).toHaveBeenCalledTimes(1)
    expect(ids(deps.add.mock.calls[0]![0])).toEqual(['a', 'b'])
    expect(outcomes).toEqual([{ type: 'added', count: 2 }])
  })

  it('D03: none is dropped: a click made while a call runs goes into the next', async () => {
    let answer: (value: Basket) => void = () => undefined
    const add = vi.fn<QueueDeps['add']>(() => new Promise((resolve) => (answer = resolve)))
    const { deps } = depsWith({ add })
    const queue = createBasketQueue(deps)
    queue.add([{ id: 'a' }], 'row a')
    await vi.advanceTimersByTimeAsync(250)
    queue.add([{ id: 'b' }], 'row b')
    await vi.advanceTimersByTimeAsync(1000)
    expect(add).toHaveBeenCalledTimes(1)
    answer(basket)
    await vi.advanceTimersByTimeAsync(0)
    expect(add).toHaveBeenCalledTimes(2)
    expect(ids(add.mock.calls[1]![0])).toEqual(['b'])
  })

  it('D03: what has been gathered is sent at once when the page goes', async () => {
    const { deps } = depsWith()
    const queue = createBasketQueue(deps)
    queue.flush()
    queue.add([{ id: 'a' }], 'row a')
    queue.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(deps.add.mock.calls.map(([items]) => ids(items))).toEqual([['a']])
    await vi.advanceTimersByTimeAsync(500)
    expect(deps.add).toHaveBeenCalledTimes(1)
  })

  it('D03: removes go before the adds gathered with them, and each line once', async () => {
    const order: string[] = []
    const { deps } = depsWith({
      add: async () => (order.push('add'), basket),
      remove: async (cartItemIds) => (order.push(`remove ${cartItemIds.join()}`), basket),
    })
    const queue = createBasketQueue(deps)
    queue.add([{ id: 'a' }], 'row a')
    queue.remove(7)
    queue.remove(8)
    queue.remove(7)
    await vi.advanceTimersByTimeAsync(250)
    expect(order).toEqual(['remove 7,8', 'add'])
  })

  it('gives each click a key of its own', async () => {
    const { deps } = depsWith()
    const queue = createBasketQueue(deps)
    queue.add([{ id: 'a' }], 'row a')
    await vi.advanceTimersByTimeAsync(250)
    queue.add([{ id: 'a' }], 'row a')
    await vi.advanceTimersByTimeAsync(250)
    const [first, second] = deps.add.mock.calls.map(([, key]) => key)
    expect(first).toMatch(/^[\w-]{36}$/)
    expect(second).not.toBe(first)
  })
})

describe('what the person sees', () => {
  it('D04: a row is adding, and a line removing, from the click until the answer', async () => {
    const { deps } = depsWith()
    const queue = createBasketQueue(deps)
    queue.add([{ id: 'a' }], 'row a')
    queue.remove(7)
    expect(queue.state().adding.has('row a')).toBe(true)
    expect(queue.state().removing.has(7)).toBe(true)
    await vi.advanceTimersByTimeAsync(250)
    expect(queue.state().adding.size).toBe(0)
    expect(queue.state().removing.size).toBe(0)
  })

  it('D01: passes on the whole basket of each answer', async () => {
    const { deps } = depsWith()
    const queue = createBasketQueue(deps)
    queue.add([{ id: 'a' }], 'row a')
    await vi.advanceTimersByTimeAsync(250)
    expect(deps.onBasket).toHaveBeenCalledWith(basket, undefined)
  })

  it('D03: a refused item fails in its own row, and the others are sent again without it', async () => {
    const add = vi.fn<QueueDeps['add']>(async (items) => {
      const index = items.findIndex(({ id }) => id === 'b')
      if (index >= 0) throw refusal(index, "The last places are in other people's baskets. Try again later.")
      return basket
    })
    const { deps, outcomes } = depsWith({ add })
    const queue = createBasketQueue(deps)
    for (const id of ['a', 'b', 'c']) queue.add([{ id }], `row ${id}`)
    await vi.advanceTimersByTimeAsync(250)
    expect(add.mock.calls.map(([items]) => ids(items))).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ])
    expect(new Set(add.mock.calls.map(([, key]) => key)).size).toBe(2)
    expect([...queue.state().failures]).toEqual([
      ['row b', "The last places are in other people's baskets. Try again later."],
    ])
    expect(outcomes.map(({ type }) => type)).toEqual(['failed', 'added'])
    expect(queue.state().adding.size).toBe(0)
  })

  it("uses the item's words for what is not open yet", async () => {
    const { deps } = depsWith({
      add: async () => {
        throw new ApiError({
          status: 422,
          code: 'not_open_yet',
          message: 'For programs.',
          errors: { date: ['For programs.'], 'items.0.id': ['You cannot book this activity yet'] },
        })
      },
    })
    const queue = createBasketQueue(deps)
    queue.add([{ id: 'a' }], 'row a')
    await vi.advanceTimersByTimeAsync(300)
    expect(queue.state().failures.get('row a')).toBe('You cannot book this activity yet')
  })

  it("D03: uses the server's words whatever the status", async () => {
    const { deps } = depsWith({
      add: async () => {
        throw new ApiError({ status: 503, code: 'maintenance', message: 'We are back at noon.' })
      },
    })
    const queue = createBasketQueue(deps)
    queue.add([{ id: 'a' }], 'row a')
    await vi.advanceTimersByTimeAsync(300)
    expect(queue.state().failures.get('row a')).toBe('We are back at noon.')
  })

  it('D03: what fails as a whole fails in every row, and the next click clears it', async () => {
    const add = vi.fn<QueueDeps['add']>(async () => {
      throw new ApiError({ status: 500, code: 'failed', message: '' })
    })
    const { deps } = depsWith({ add })
    const queue = createBasketQueue(deps)
    queue.add([{ id: 'a' }], 'row a')
    queue.add([{ id: 'b' }], 'row b')
    await vi.advanceTimersByTimeAsync(250)
    expect(add).toHaveBeenCalledTimes(1)
    expect([...queue.state().failures]).toEqual([
      ['row a', 'Something went wrong. Please try again.'],
      ['row b', 'Something went wrong. Please try again.'],
    ])
    queue.add([{ id: 'a' }], 'row a')
    expect(queue.state().failures.has('row a')).toBe(false)
  })

  it('what needs a log-in is remembered for after it; the rest is added', async () => {
    const add = vi.fn<QueueDeps['add']>(async (items) => {
      const index = items.findIndex(({ id }) => id === 'b')
      if (index < 0) return {} as Basket
      throw new ApiError({
        status: 403,
        code: 'login_required',
        message: 'Log in to book.',
        errors: { [`items.${index}.id`]: ['Log in to book.'] },
      })
    })
    const { deps, outcomes } = depsWith({ add })
    const queue = createBasketQueue(deps)
    queue.add([{ id: 'a' }], 'row a')
    queue.add([{ id: 'b' }], 'row b')
    await vi.advanceTimersByTimeAsync(300)
    expect(deps.onLoginRequired.mock.calls).toEqual([[[{ id: 'b' }]]])
    expect(outcomes.at(-1)).toEqual({ type: 'added', count: 1 })
    expect(queue.state().failures.get('row b')).toBe('Log in to book.')
  })
})

describe('at the desk, where the next customer is served before a call is sent', () => {
  /** Each answer takes 300 ms and says whose basket it is. */
  const atDesk = () => {
    const cookies = requestCookies('', { path: '/', secure: true })
    const selection = createSelection(cookies)
    const sent: unknown[] = []
    const context = {
      selection,
      client: createClient({
        base: 'https://desk.test/api',
        selectedUserId: selection.userId,
        fetch: async (request) => {
          const isClear = request.method === 'DELETE'
          const body = isClear ? {} : ((await request.json()) as { selected_user_id?: number | null })
          const inQuery = new URL(request.url).searchParams.get('selected_user_id')
          const userId = isClear ? inQuery && Number(inQuery) : (body.selected_user_id ?? null)
          sent.push([isClear ? 'clear' : body, userId])
          await new Promise((resolve) => {
            setTimeout(resolve, 300)
          })
          return Response.json({ data: { selected_user_id: userId, items: [] } })
        },
      }),
      queries: createQueries(),
      cookies,
      toasts: createToasts(),
    } as unknown as PageContext
    return {
      context,
      selection,
      sentFor: () => sent.map((one) => (one as [unknown, number | null])[1]),
      displayed: () => getReadData(context.queries, api.baskets.read, {})?.selectedUserId,
    }
  }

  it('F06: makes no call as a visitor for a customer whose session has ended', async () => {
    const { context, sentFor } = atDesk()
    setCachedCustomer(context.queries, { id: 501 } as LoggedInCustomer)
    basketQueueOf(context).add([{ id: 'a' }], 'row a')
    await vi.advanceTimersByTimeAsync(3000)
    expect(sentFor()).toEqual([])
    const [call] = JSON.parse(unfinishedCalls()) as unknown[]
    expect(call).toMatchObject({ customerId: 501, needsLogin: true, args: { items: [{ id: 'a' }] } })
    sessionStorage.clear()
  })

  it('each call is for the customer served at the press', async () => {
    const { context, selection, sentFor } = atDesk()
    const queue = basketQueueOf(context)
    selection.choose(11)
    queue.add([{ id: 'a' }], 'row a')
    void basketChangesOf(context).clear()
    selection.choose(null)
    queue.add([{ id: 'b' }], 'row b')
    queue.remove(7)
    selection.choose(22)
    await vi.advanceTimersByTimeAsync(3000)
    // The change waits for no debounce.
    expect(sentFor()).toEqual([11, 11, null, null])
  })

  it("an answer about the former customer's basket is not displayed for the next", async () => {
    const { context, selection, displayed } = atDesk()
    const queue = basketQueueOf(context)
    selection.choose(11)
    queue.add([{ id: 'a' }], 'row a')
    await vi.advanceTimersByTimeAsync(300)
    void basketChangesOf(context).clear()
    selection.choose(22)
    await vi.advanceTimersByTimeAsync(3000)
    expect(displayed()).toBeUndefined()
    queue.add([{ id: 'b' }], 'row b')
    await vi.advanceTimersByTimeAsync(3000)
    expect(displayed()).toBe(22)
  })
})
