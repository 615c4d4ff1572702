import type { Basket, baskets } from '#contract/baskets.ts'
import type { Sent } from '#contract/endpoint.ts'
import { ApiError, newKey } from '#web/platform/api.ts'

/** D03: clicks made within this time of the first go out together. */
const gatherMs = 250

export type BasketItemInput = Sent<typeof baskets.add>['items'][number]

/** What a queue needs of the world: the two calls that gather clicks, and a word when something came of them. */
export type QueueDeps = {
  add: (items: BasketItemInput[], key: string) => Promise<Basket>
  remove: (cartItemIds: number[], key: string) => Promise<Basket>
  /** The whole basket has come back. */
  keep: (basket: Basket) => void
  tell: (what: Outcome) => void
}

export type Outcome =
  | { is: 'added' | 'removed'; count: number }
  /** `also` counts what was gathered with it and went through all the same. */
  | { is: 'failed'; error: unknown }

/** What the person sees of it (D04). A row key is the caller's name for where the click was made. */
export type QueueState = {
  adding: ReadonlySet<string>
  removing: ReadonlySet<number>
  /** The latest failure of each row, until its next click. */
  failures: ReadonlyMap<string, string>
}

export type BasketQueue = {
  add: (items: readonly BasketItemInput[], rowKey: string) => void
  remove: (cartItemId: number, rowKey?: string) => void
  /** Another basket call takes its turn: answers carry the whole basket, so they must not cross. */
  enqueue: <T>(call: () => Promise<T>) => Promise<T>
  /** Sends what has been gathered at once: the page is about to go. */
  flush: () => void
  state: () => QueueState
  subscribe: (listener: () => void) => () => void
}

type Click = { rowKey: string; key: string }
type AddClick = Click & { item: BasketItemInput }
type RemoveClick = Click & { cartItemId: number }

/**
 * Gathers clicks and sends each kind as one call; none is dropped. Calls go one after another. A call of several items
 * is granted as a whole or not at all, so when one of them is refused the others are sent again without it.
 */
export const createBasketQueue = (deps: QueueDeps): BasketQueue => {
  let adds: AddClick[] = []
  let removes: RemoveClick[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastCall: Promise<unknown> = Promise.resolve()
  let state: QueueState = { adding: new Set(), removing: new Set(), failures: new Map() }
  /** How many clicks of a row are on their way. */
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
  const gather = (): void => {
    notifyListeners()
    timer ??= setTimeout(send, gatherMs)
  }
  const send = (): void => {
    clearTimeout(timer)
    timer = undefined
    const [addsNow, removesNow] = [adds, removes]
    adds = []
    removes = []
    // Places given back first: what is added may want them.
    if (removesNow.length > 0) void enqueue(() => sendRemoves(removesNow))
    if (addsNow.length > 0) void enqueue(() => sendAdds(addsNow))
  }
  const enqueue = <T>(call: () => Promise<T>): Promise<T> => {
    const mine = lastCall.then(call, call)
    lastCall = mine.catch(() => undefined)
    return mine
  }

  const sendRemoves = async (clicks: readonly RemoveClick[]): Promise<void> => {
    try {
      deps.keep(
        await deps.remove(
          clicks.map(({ cartItemId }) => cartItemId),
          keyOf(clicks),
        ),
      )
      deps.tell({ is: 'removed', count: clicks.length })
    } catch (error) {
      for (const { rowKey } of clicks) failures.set(rowKey, failureMessage(error))
      deps.tell({ is: 'failed', error })
    } finally {
      for (const { cartItemId } of clicks) removing.delete(cartItemId)
      notifyListeners()
    }
  }

  const sendAdds = async (clicks: readonly AddClick[]): Promise<void> => {
    try {
      deps.keep(
        await deps.add(
          clicks.map(({ item }) => item),
          keyOf(clicks),
        ),
      )
      deps.tell({ is: 'added', count: clicks.length })
      settle(clicks)
    } catch (error) {
      const refused = clicks[refusedIndex(error) ?? -1]
      const toldFor = refused === undefined ? clicks : [refused]
      for (const { rowKey } of toldFor) failures.set(rowKey, failureMessage(error))
      deps.tell({ is: 'failed', error })
      settle(toldFor)
      const others = clicks.filter((click) => !toldFor.includes(click))
      if (others.length > 0) await sendAdds(others)
    }
  }
  const settle = (clicks: readonly AddClick[]): void => {
    for (const { rowKey } of clicks) count(rowKey, -1)
    notifyListeners()
  }

  return {
    add: (items, rowKey) => {
      failures.delete(rowKey)
      for (const item of items) {
        adds.push({ item, rowKey, key: newKey() })
        count(rowKey, 1)
      }
      gather()
    },
    remove: (cartItemId, rowKey = `line ${cartItemId}`) => {
      if (removing.has(cartItemId)) return
      failures.delete(rowKey)
      removes.push({ cartItemId, rowKey, key: newKey() })
      removing.add(cartItemId)
      gather()
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

/** One key an intention: a click's own; of several gathered the first's, marked with how many go with it. */
const keyOf = (clicks: readonly Click[]): string => {
  const [first] = clicks
  if (first === undefined) return newKey()
  return clicks.length === 1 ? first.key : `${first.key}+${clicks.length - 1}`
}

/** Which of the items a refusal is about (`items.2.id`); undefined when it is about them all. */
const refusedIndex = (error: unknown): number | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const [field] = Object.keys(error.validationMessages).filter((name) => /^items\.\d+(\.|$)/.test(name))
  return field === undefined ? undefined : Number(field.split('.')[1])
}

/** A failure in a sentence, for beside the control: the server's words where it has some. */
export const failureMessage = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.told === undefined) return 'This did not work. Please try again.'
  // Its message is for programs; what people read stands beside the item.
  if (error.code === 'not_open_yet')
    return error.validationMessages[`items.${refusedIndex(error)}.id`]?.[0] ?? error.message
  if (error.code !== 'invalid') return error.message
  return Object.values(error.validationMessages).flat()[0] ?? error.message
}
