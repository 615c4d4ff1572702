import type { Basket, baskets } from '#contract/baskets.ts'
import type { Sent } from '#contract/endpoint.ts'
import * as messages from '#messages/shared/basket.ts'
import { signedOut } from '#messages/shared/errors.ts'
import { api, ApiError, hasSessionEnded, newKey } from '#web/platform/api.ts'
import { afterReads } from '#web/platform/afterReads.ts'
import type { PageContext } from '#web/platform/pageContext.tsx'
import { callOnce, setReadData } from '#web/platform/queries.ts'
import { cachedCustomer, hasSessionCookie } from '#web/platform/session.ts'
import { forgetCall, rememberCall } from '#web/platform/unfinishedCalls.ts'
import { causeOfRow } from '#web/platform/toasts.ts'

/** D03: clicks within this time of the first are sent together, ms. */
const debounceMs = 250

export type BasketItemInput = Sent<typeof baskets.add>['items'][number]

/**
 * At the desk: the customer who was served when the button was pressed, null for a walk-in. A call is sent later, when
 * staff may already serve the next one. Undefined where customers act for themselves.
 */
export type ServedUserId = number | null | undefined

export type QueueDeps = {
  servedUserId: () => ServedUserId
  add: (items: BasketItemInput[], key: string, userId: ServedUserId) => Promise<Basket>
  remove: (cartItemIds: number[], key: string, userId: ServedUserId) => Promise<Basket>
  /** Resolves once the page shows what the call has changed, so that a row does not show its former button between. */
  onBasket: (basket: Basket, userId: ServedUserId) => Promise<void>
  onOutcome: (outcome: Outcome) => void
  /** Called before a call waits for its turn, so that it outlives the page; `onSettled` when its answer is known. */
  onQueued: (call: QueuedCall) => void
  onSettled: (key: string, error?: unknown) => void
  /** These places are for people who are logged in. */
  onLoginRequired: (items: BasketItemInput[]) => void
}

export type QueuedCall = { key: string; userId: ServedUserId } & (
  | { type: 'add'; items: BasketItemInput[] }
  | { type: 'remove'; cartItemIds: number[] }
)

export type Outcome =
  | { type: 'added' | 'removed'; count: number }
  | { type: 'failed'; error: unknown; rowKeys: readonly string[] }

/** What the page shows (D04). A row key is the caller's name for the row or button that was clicked. */
export type QueueState = {
  adding: ReadonlySet<string>
  removing: ReadonlySet<number>
  /** The latest failure of each row, until its next click. */
  failures: ReadonlyMap<string, string>
}

export type BasketQueue = {
  add: (items: readonly BasketItemInput[], rowKey: string, userId?: ServedUserId) => void
  remove: (cartItemId: number, rowKey?: string, userId?: ServedUserId) => void
  /** Runs another basket call in turn: each answers with the whole basket, so answers must not overtake each other. */
  enqueue: <T>(call: () => Promise<T>) => Promise<T>
  /** Sends the debounced clicks at once: the page is about to unload. */
  flush: () => void
  state: () => QueueState
  subscribe: (listener: () => void) => () => void
}

/** Nothing is in flight: the state on the server, and the first in the browser. */
export const idleQueue: QueueState = { adding: new Set(), removing: new Set(), failures: new Map() }

type Click = { rowKey: string; key: string }
type AddClick = Click & { item: BasketItemInput }
type RemoveClick = Click & { cartItemId: number }

/**
 * Debounces clicks and sends each kind as one call; calls run one after another. The server accepts all items of a call
 * or none, so when one is refused the others are sent again without it.
 */
export const createBasketQueue = (deps: QueueDeps): BasketQueue => {
  let adds: AddClick[] = []
  let removes: RemoveClick[] = []
  /** Whose the clicks are that wait to be sent. */
  let waitingFor: ServedUserId
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastCall: Promise<unknown> = Promise.resolve()
  let state = idleQueue
  /** Clicks in flight by row key. */
  const adding = new Map<string, number>()
  const removing = new Set<number>()
  const failures = new Map<string, string>()
  const listeners = new Set<() => void>()

  const notifyListeners = (): void => {
    state = { adding: new Set(adding.keys()), removing: new Set(removing), failures: new Map(failures) }
    for (const listener of listeners) listener()
  }
  const count = (rowKey: string, by: 1 | -1): void => {
    const next = (adding.get(rowKey) ?? 0) + by
    if (next <= 0) adding.delete(rowKey)
    else adding.set(rowKey, next)
  }
  /** The clicks for one customer never go out with those for another. */
  const startFor = (userId: ServedUserId): void => {
    if (userId !== waitingFor && timer !== undefined) send()
    waitingFor = userId
  }
  const schedule = (): void => {
    notifyListeners()
    timer ??= setTimeout(send, debounceMs)
  }
  const send = (): void => {
    clearTimeout(timer)
    timer = undefined
    const [addsNow, removesNow] = [adds, removes]
    adds = []
    removes = []
    // Removed first: the freed places may be the ones that are added.
    if (removesNow.length > 0) void enqueueRemoves(removesNow, waitingFor)
    if (addsNow.length > 0) void enqueueAdds(addsNow, waitingFor)
  }
  const enqueue = <T>(call: () => Promise<T>): Promise<T> => {
    const result = lastCall.then(call, call)
    lastCall = result.catch(() => undefined)
    return result
  }

  const enqueueRemoves = (clicks: readonly RemoveClick[], userId: ServedUserId): Promise<void> => {
    const key = keyOf(clicks)
    const cartItemIds = clicks.map(({ cartItemId }) => cartItemId)
    deps.onQueued({ type: 'remove', cartItemIds, key, userId })
    return enqueue(async () => {
      try {
        const basket = await deps.remove(cartItemIds, key, userId)
        deps.onSettled(key)
        const displayed = deps.onBasket(basket, userId)
        deps.onOutcome({ type: 'removed', count: clicks.length })
        void displayed.finally(() => finishRemoves(clicks))
      } catch (error) {
        deps.onSettled(key, error)
        for (const { rowKey } of clicks) failures.set(rowKey, failureMessage(error))
        deps.onOutcome({ type: 'failed', error, rowKeys: clicks.map(({ rowKey }) => rowKey) })
        finishRemoves(clicks)
      }
    })
  }
  const finishRemoves = (clicks: readonly RemoveClick[]): void => {
    for (const { cartItemId } of clicks) removing.delete(cartItemId)
    notifyListeners()
  }

  const enqueueAdds = (clicks: readonly AddClick[], userId: ServedUserId): Promise<void> => {
    const key = keyOf(clicks)
    const items = clicks.map(({ item }) => item)
    deps.onQueued({ type: 'add', items, key, userId })
    return enqueue(async () => {
      try {
        const basket = await deps.add(items, key, userId)
        deps.onSettled(key)
        const displayed = deps.onBasket(basket, userId)
        deps.onOutcome({ type: 'added', count: clicks.length })
        void displayed.finally(() => finish(clicks))
      } catch (error) {
        deps.onSettled(key, error)
        const refused = clicks[refusedIndex(error) ?? -1]
        const failed = refused === undefined ? clicks : [refused]
        for (const { rowKey } of failed) failures.set(rowKey, failureMessage(error))
        deps.onOutcome({ type: 'failed', error, rowKeys: failed.map(({ rowKey }) => rowKey) })
        if (error instanceof ApiError && error.code === 'login_required')
          deps.onLoginRequired(failed.map(({ item }) => item))
        finish(failed)
        const others = clicks.filter((click) => !failed.includes(click))
        if (others.length > 0) void enqueueAdds(others, userId)
      }
    })
  }
  const finish = (clicks: readonly AddClick[]): void => {
    for (const { rowKey } of clicks) count(rowKey, -1)
    notifyListeners()
  }

  return {
    add: (items, rowKey, userId = deps.servedUserId()) => {
      startFor(userId)
      failures.delete(rowKey)
      for (const item of items) {
        adds.push({ item, rowKey, key: newKey() })
        count(rowKey, 1)
      }
      schedule()
    },
    remove: (cartItemId, rowKey = `line ${cartItemId}`, userId = deps.servedUserId()) => {
      if (removing.has(cartItemId)) return
      startFor(userId)
      failures.delete(rowKey)
      removes.push({ cartItemId, rowKey, key: newKey() })
      removing.add(cartItemId)
      schedule()
    },
    enqueue,
    flush: () => {
      if (timer !== undefined) send()
    },
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The Idempotency-Key: a single click's own; of several the first one's and how many were sent with it. */
const keyOf = (clicks: readonly Click[]): string => {
  const [first] = clicks
  if (first === undefined) return newKey()
  return clicks.length === 1 ? first.key : `${first.key}+${clicks.length - 1}`
}

/** The index of the refused item (`items.2.id`); undefined when the refusal is about all. */
const refusedIndex = (error: unknown): number | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const [field] = Object.keys(error.validationMessages).filter((name) => /^items\.\d+(\.|$)/.test(name))
  return field === undefined ? undefined : Number(field.split('.')[1])
}

/** One sentence for beside the control: the server's words where it has some. */
export const failureMessage = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.serverMessage === undefined) return messages.failed
  // This code's message is for programs; the text for people is the item's.
  if (error.code === 'not_open_yet')
    return error.validationMessages[`items.${refusedIndex(error)}.id`]?.[0] ?? error.message
  if (error.code !== 'invalid') return error.message
  return Object.values(error.validationMessages).flat()[0] ?? error.message
}

const queues = new WeakMap<PageContext, BasketQueue>()

/** One queue a visit, so that clicks in the timetable and in the drawer wait for each other. */
export const basketQueueOf = (context: PageContext): BasketQueue => {
  const existing = queues.get(context)
  if (existing !== undefined) return existing
  const { queries, toasts } = context
  /** Without its cookie the call would be a visitor's, and fill a visitor's basket. */
  const send: typeof callOnce = async (_, call, args, key) => {
    const customer = cachedCustomer(queries)
    if (customer === null || hasSessionCookie(context.cookies)) return callOnce(context, call, args, key)
    rememberCall({ key, call, args, customerId: customer.id, needsLogin: true })
    throw new ApiError({ status: 401, code: 'logged_out', message: signedOut })
  }
  const queue = createBasketQueue({
    servedUserId: () => servedUserId(context),
    add: (items, key, selectedUserId) => send(context, api.baskets.add, { items, selectedUserId }, key),
    remove: (cartItemIds, key, selectedUserId) =>
      send(context, api.baskets.remove, { cartItemIds, selectedUserId }, key),
    onBasket: (basket, userId) => {
      cacheBasket(context, basket, userId)
      return afterReads(queries, ['timetable'])
    },
    onOutcome: (outcome) => {
      if (outcome.type === 'failed') {
        toasts.failure(outcome.error, { cause: causeOfRow(outcome.rowKeys[0] ?? '') })
        return
      }
      const content = outcome.type === 'added' ? messages.added : messages.removed
      toasts.show({ content, colour: 'success' })
    },
    onQueued: (queued) => {
      const customerId = cachedCustomer(queries)?.id ?? null
      const { key, userId: selectedUserId } = queued
      const call =
        queued.type === 'add'
          ? { call: api.baskets.add, args: { items: queued.items, selectedUserId } }
          : { call: api.baskets.remove, args: { cartItemIds: queued.cartItemIds, selectedUserId } }
      rememberCall({ key, ...call, customerId, needsLogin: false })
    },
    onSettled: (key, error) => {
      // A call that the end of the session has refused is made again after the login.
      if (!hasSessionEnded(error)) forgetCall(key)
    },
    onLoginRequired: (items) => {
      if (cachedCustomer(queries) !== null) return
      // Another key: the refusal is the answer of the first.
      rememberCall({
        key: newKey(),
        call: api.baskets.add,
        args: { items },
        customerId: null,
        needsLogin: true,
      })
    },
  })
  // A click still counts when the page is left within the debounce time.
  if (typeof window !== 'undefined')
    for (const event of ['beforeunload', 'pagehide']) addEventListener(event, queue.flush)
  queues.set(context, queue)
  return queue
}

export const servedUserId = ({ selection }: PageContext): ServedUserId => selection?.userId()

/** Shows the basket that a call has answered with, unless staff serve another customer by now. */
export const cacheBasket = (context: PageContext, basket: Basket, userId: ServedUserId): void => {
  if (servedUserId(context) === userId) setReadData(context.queries, api.baskets.read, {}, basket)
}
