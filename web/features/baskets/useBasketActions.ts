import { useSyncExternalStore } from 'react'
import type { Basket } from '#contract/baskets.ts'
import { api, newKey, noResponse } from '#web/platform/api.ts'
import { preloadFirst } from '#web/platform/lazyComponent.tsx'
import { causeOfRow } from '#web/platform/toasts.ts'
import { usePageContext, type PageContext } from '#web/platform/pageContext.tsx'
import { cachedCustomer } from '#web/platform/session.ts'
import { rememberCall, type UnfinishedCall } from '#web/platform/unfinishedCalls.ts'
import type { BasketQueue, QueueState } from './basketQueue.ts'
import { useBasket } from './useBasket.ts'

/**
 * The basket, adding to it and removing from it. Each call answers with the whole basket, which replaces the cached one:
 * header, drawer and page show it without another request. The contract says what else a call invalidates. What only a
 * filled basket offers is in useBasketChanges.ts.
 *
 *   const basket = useBasketActions()
 *   basket.add([{ id }], 'row 7')          // debounced by 250 ms, 'Successfully added item to the basket.'
 *   basket.isAdding('row 7')
 */
export type BasketActions = Pick<BasketQueue, 'add' | 'remove'> & {
  /** Undefined for a visitor whose basket has not been read. */
  basket: Basket | undefined
  lineIdsOf: (occurrenceId: string | number) => readonly number[]
  isAdding: (rowKey: string) => boolean
  isRemoving: (cartItemId: number) => boolean
  failureOf: (rowKey: string) => string | undefined
}

export const useBasketActions = (): BasketActions => {
  const { add, remove, state, subscribe } = lazyQueueOf(usePageContext())
  const { adding, removing, failures } = useSyncExternalStore(subscribe, state, () => idle)
  const basket = useBasket()
  return {
    basket,
    lineIdsOf: (occurrenceId) =>
      (basket?.items ?? []).flatMap(({ id, cartableResource: occurrence }) =>
        occurrence !== null && String(occurrence.id) === String(occurrenceId) ? [id] : [],
      ),
    add,
    remove,
    isAdding: (rowKey) => adding.has(rowKey),
    isRemoving: (cartItemId) => removing.has(cartItemId),
    failureOf: (rowKey) => failures.get(rowKey),
  }
}

type LazyQueue = Pick<BasketQueue, 'add' | 'remove' | 'state' | 'subscribe'>

const idle: QueueState = { adding: new Set(), removing: new Set(), failures: new Map() }

const loadQueue = () => import('./basketQueue.ts')
preloadFirst(loadQueue)

const lazyQueues = new WeakMap<PageContext, LazyQueue>()

const lazyQueueOf = (context: PageContext): LazyQueue => {
  const existing = lazyQueues.get(context)
  if (existing !== undefined) return existing
  const created = createLazyQueue(context)
  lazyQueues.set(context, created)
  return created
}

/** The queue of the page, whose script comes with the first click if the browser was not idle before. */
const createLazyQueue = (context: PageContext): LazyQueue => {
  let queue: BasketQueue | undefined
  let state = idle
  const listeners = new Set<() => void>()
  const setState = (next: QueueState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const connect = async (): Promise<BasketQueue> => {
    const { basketQueueOf } = await loadQueue()
    if (queue !== undefined) return queue
    const loaded = basketQueueOf(context)
    loaded.subscribe(() => {
      setState(loaded.state())
    })
    queue = loaded
    return loaded
  }
  const fail = (rowKey: string): void => {
    const error = noResponse(false)
    setState({ ...idle, failures: new Map([[rowKey, error.message]]) })
    context.toasts.failure(error, { cause: causeOfRow(rowKey) })
  }
  /** `waiting` is what the page shows until there is a queue, `call` what the press is about. */
  const run = (
    rowKey: string,
    waiting: Partial<QueueState>,
    call: Pick<UnfinishedCall, 'call' | 'args'>,
    step: (queue: BasketQueue) => void,
  ): void => {
    if (queue !== undefined) {
      step(queue)
      return
    }
    setState({ ...state, ...waiting })
    connect().then(step, async () => {
      if (!(await isReachable())) {
        fail(rowKey)
        return
      }
      // The browser does not ask again for what it could not fetch before, so a new page makes the call.
      rememberCall({
        key: newKey(),
        ...call,
        customerId: cachedCustomer(context.queries)?.id ?? null,
        needsLogin: false,
      })
      location.reload()
    })
  }
  return {
    add: (items, rowKey) => {
      // A new attempt takes away the message about the last one.
      context.toasts.closeCause(causeOfRow(rowKey))
      const userId = context.selection?.userId()
      const call = { call: api.baskets.add, args: { items, selectedUserId: userId } }
      run(rowKey, { adding: new Set([...state.adding, rowKey]) }, call, (loaded) => {
        loaded.add(items, rowKey, userId)
      })
    },
    remove: (cartItemId, rowKey = `line ${cartItemId}`) => {
      const userId = context.selection?.userId()
      const call = { call: api.baskets.remove, args: { cartItemIds: [cartItemId], selectedUserId: userId } }
      run(rowKey, { removing: new Set([...state.removing, cartItemId]) }, call, (loaded) => {
        loaded.remove(cartItemId, rowKey, userId)
      })
    },
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether a page could be loaded now. */
const isReachable = async (): Promise<boolean> => {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
