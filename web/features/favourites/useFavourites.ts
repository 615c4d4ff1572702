import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { maxFavourites } from '#contract/favouriteKeys.ts'
import * as messages from '#messages/shared/favourites.ts'
import { api, ApiError, hasSessionEnded, newKey } from '#web/platform/api.ts'
import {
  readStored,
  subscribeStored,
  writeStored,
  type StoredFavourite,
} from '#web/platform/favouriteStorage.ts'
import { syncFavourites } from '#web/platform/favouriteSync.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import {
  callOnce,
  getReadData,
  reader,
  setReadData,
  useDeferredRead,
  useRead,
} from '#web/platform/queries.ts'
import { useCustomer } from '#web/platform/session.ts'
import { forgetCall, rememberCall } from '#web/platform/unfinishedCalls.ts'

export type Favourites = {
  /** Undefined until it is known. */
  has: (key: string) => boolean | undefined
  /** Takes effect on screen at once; a failure takes it back and says so. Resolves to whether it was done. */
  change: (favourite: StoredFavourite, isWanted: boolean) => Promise<boolean>
}

/** The favourites of the customer, or of a visitor in this browser. */
export const useFavourites = (): Favourites => {
  const context = usePageContext()
  const { queries, cookies, toasts, report } = context
  const { data: config } = useRead(api.operator.config)
  const customer = useCustomer()
  const { data: mine } = useDeferredRead(api.favourites.mine, {}, { when: customer !== null })
  const stored = useStored(config.clientId)
  const [pending, setPending] = useState<ReadonlyMap<string, { isWanted: boolean; change: number }>>(
    new Map(),
  )
  const latest = useRef({ change: 0, done: Promise.resolve(true) })

  useEffect(() => syncFavourites(context), [context])

  const list = customer === null ? stored : mine

  const store = (favourite: StoredFavourite, isWanted: boolean): boolean => {
    const others = readStored(config.clientId).filter(({ key }) => key !== favourite.key)
    if (isWanted && others.length >= maxFavourites) {
      toasts.show({ content: messages.limit({ most: maxFavourites }), colour: 'danger' })
      return false
    }
    const isStored = writeStored(config.clientId, cookies, isWanted ? [...others, favourite] : others)
    if (!isStored) toasts.show({ content: messages.notStored, colour: 'danger' })
    return isStored
  }

  /** Undefined: it is not in the list, which has not been read, or what adds it has not been answered. */
  const callFor = (key: string, isWanted: boolean) => {
    const { add, mine: list, remove } = api.favourites
    if (isWanted)
      return { call: add, args: { key }, send: (once: string) => callOnce(context, add, { key }, once) }
    const favouriteId = getReadData(queries, list, {})?.find((one) => one.key === key)?.id
    if (favouriteId === undefined) return undefined
    const args = { favouriteId }
    return { call: remove, args, send: (once: string) => callOnce(context, remove, args, once) }
  }

  /** The next page of this tab makes it again when this one is left before the answer. */
  const remember = (key: string, isWanted: boolean, idempotencyKey: string): void => {
    const found = callFor(key, isWanted)
    if (found === undefined || customer === null) return
    const { call, args } = found
    rememberCall({ key: idempotencyKey, call, args, customerId: customer.id, needsLogin: false })
  }

  const sendNow = async (key: string, isWanted: boolean, idempotencyKey: string): Promise<boolean> => {
    try {
      // The list has the id by which one is removed.
      if (!isWanted) await reader(context)(api.favourites.mine, {})
      const found = callFor(key, isWanted)
      if (found === undefined) return true
      remember(key, isWanted, idempotencyKey)
      const changed = await found.send(idempotencyKey)
      forgetCall(idempotencyKey)
      setReadData(queries, api.favourites.mine, {}, changed)
      return true
    } catch (error) {
      // What the end of the session has refused is made again after the login.
      if (!hasSessionEnded(error)) forgetCall(idempotencyKey)
      // Removed in another tab already: as wanted.
      if (!isWanted && error instanceof ApiError && error.code === 'not_found') return true
      if (error instanceof ApiError) toasts.failure(error)
      else report(error)
      return false
    }
  }

  /** One change after the other, so that the last press decides. */
  const send = async (key: string, isWanted: boolean): Promise<boolean> => {
    const change = latest.current.change + 1
    const idempotencyKey = newKey()
    remember(key, isWanted, idempotencyKey)
    const done = latest.current.done.then(() => sendNow(key, isWanted, idempotencyKey))
    latest.current = { change, done }
    setPending((before) => new Map(before).set(key, { isWanted, change }))
    const isDone = await done
    setPending((before) => new Map([...before].filter(([, one]) => one.change !== change)))
    return isDone
  }

  return {
    has: (key) => pending.get(key)?.isWanted ?? list?.some((one) => one.key === key),
    change: async (favourite, isWanted) =>
      customer === null ? store(favourite, isWanted) : send(favourite.key, isWanted),
  }
}

/** Undefined on the server and while the page is hydrated. */
export const useStored = (operator: string): readonly StoredFavourite[] | undefined =>
  useSyncExternalStore(
    subscribeStored,
    () => readStored(operator),
    () => undefined,
  )
