import type { Basket, baskets } from '#contract/baskets.ts'
import type { Sent } from '#contract/endpoint.ts'
import { ApiError, newKey } from '#web/platform/api.ts'

/** D03: clicks made within this time of the first go out together. */
const gatherMs = 250

export type Wanted = Sent<typeof baskets.add>['items'][number]

/** What a queue needs of the world: the two calls that gather clicks, and a word when something came of them. */
export type QueueDoors = {
  add: (items: Wanted[], key: string) => Promise<Basket>
  remove: (cartItemIds: number[], key: string) => Promise<Basket>
  /** The whole basket has come back. */
  keep: (basket: Basket) => void
  tell: (what: Outcome) => void
}

export type Outcome =
  | { is: 'added' | 'removed'; count: number }
  /** `also` counts what was gathered with it and went through all the same. */
  | { is: 'failed'; error: unknown }

/** What the person sees of it (D04). A mark is the caller's name for where the click was made. */
export type QueueState = {
  adding: ReadonlySet<string>
  removing: ReadonlySet<number>
  /** The latest failure of each mark, until its next click. */
  failures: ReadonlyMap<string, string>
}

export type BasketQueue = {
  add: (items: readonly Wanted[], mark: string) => void
  remove: (cartItemId: number, mark?: string) => void
  /** Another basket call takes its turn: answers carry the whole basket, so they must not cross. */
  afterwards: <T>(call: () => Promise<T>) => Promise<T>
  /** Sends what has been gathered at once: the page is about to go. */
  flush: () => void
  state: () => QueueState
  subscribe: (listener: () => void) => () => void
}

type Click = { mark: string; key: string }
type AddClick = Click & { item: Wanted }
type RemoveClick = Click & { cartItemId: number }

/**
 * Gathers clicks and sends each kind as one call; none is dropped. Calls go one after another. A call of several items
 * is granted as a whole or not at all, so when one of them is refused the others are sent again without it.
 */
export const createBasketQueue = (doors: QueueDoors): BasketQueue => {
  let adds: AddClick[] = []
  let removes: RemoveClick[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastCall: Promise<unknown> = Promise.resolve()
  let state: QueueState = { adding: new Set(), removing: new Set(), failures: new Map() }
  /** How many clicks of a mark are on their way. */
  const adding = new Map<string, number>()
  const removing = new Set<number>()
  const failures = new Map<string, string>()
  const listeners = new Set<() => void>()

  const tellAll = (): void => {
    state = { adding: new Set(adding.keys()), removing: new Set(removing), failures: new Map(failures) }
    for (const listener of listeners) listener()
  }
  const count = (mark: string, by: 1 | -1): void => {
    const next = (adding.get(mark) ?? 0) + by
    if (next <= 0) adding.delete(mark)
    else adding.set(mark, next)
  }
  const gather = (): void => {
    tellAll()
    timer ??= setTimeout(send, gatherMs)
  }
  const send = (): void => {
    clearTimeout(timer)
    timer = undefined
    const [addsNow, removesNow] = [adds, removes]
    adds = []
    removes = []
    // Places given back first: what is added may want them.
    if (removesNow.length > 0) void afterwards(() => sendRemoves(removesNow))
    if (addsNow.length > 0) void afterwards(() => sendAdds(addsNow))
  }
  const afterwards = <T>(call: () => Promise<T>): Promise<T> => {
    const mine = lastCall.then(call, call)
    lastCall = mine.catch(() => undefined)
    return mine
  }

  const sendRemoves = async (clicks: readonly RemoveClick[]): Promise<void> => {
    try {
      doors.keep(
        await doors.remove(
          clicks.map(({ cartItemId }) => cartItemId),
          keyOf(clicks),
        ),
      )
      doors.tell({ is: 'removed', count: clicks.length })
    } catch (error) {
      for (const { mark } of clicks) failures.set(mark, wordsOf(error))
      doors.tell({ is: 'failed', error })
    } finally {
      for (const { cartItemId } of clicks) removing.delete(cartItemId)
      tellAll()
    }
  }

  const sendAdds = async (clicks: readonly AddClick[]): Promise<void> => {
    try {
      doors.keep(
        await doors.add(
          clicks.map(({ item }) => item),
          keyOf(clicks),
        ),
      )
      doors.tell({ is: 'added', count: clicks.length })
      settle(clicks)
    } catch (error) {
      const refused = clicks[refusedIndex(error) ?? -1]
      const toldFor = refused === undefined ? clicks : [refused]
      for (const { mark } of toldFor) failures.set(mark, wordsOf(error))
      doors.tell({ is: 'failed', error })
      settle(toldFor)
      const others = clicks.filter((click) => !toldFor.includes(click))
      if (others.length > 0) await sendAdds(others)
    }
  }
  const settle = (clicks: readonly AddClick[]): void => {
    for (const { mark } of clicks) count(mark, -1)
    tellAll()
  }

  return {
    add: (items, mark) => {
      failures.delete(mark)
      for (const item of items) {
        adds.push({ item, mark, key: newKey() })
        count(mark, 1)
      }
      gather()
    },
    remove: (cartItemId, mark = `line ${cartItemId}`) => {
      if (removing.has(cartItemId)) return
      failures.delete(mark)
      removes.push({ cartItemId, mark, key: newKey() })
      removing.add(cartItemId)
      gather()
    },
    afterwards,
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
export const wordsOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.told === undefined) return 'This did not work. Please try again.'
  // Its message is for programs; what people read stands beside the item.
  if (error.code === 'not_open_yet')
    return error.validationMessages[`items.${refusedIndex(error)}.id`]?.[0] ?? error.message
  if (error.code !== 'invalid') return error.message
  return Object.values(error.validationMessages).flat()[0] ?? error.message
}
