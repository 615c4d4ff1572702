import { maxFavourites, readFavouriteKey } from '#contract/favouriteKeys.ts'
import type { FavouriteKind } from '#contract/favouriteKeys.ts'
import type { Favourite } from '#contract/favourites.ts'
import { instant } from '#contract/time.ts'
import * as messages from '#server/messages/en/favourites.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { deleteFavourite, favouritesOf, insertFavourites, lockFavourites, namesOfOffered } from './queries.ts'

const customerOf = ({ customerId }: Actor): number => {
  if (customerId === null) throw loggedOut()
  return customerId
}

export const listFavourites = async (tx: Tx, actor: Actor): Promise<Favourite[]> =>
  (await favouritesOf(tx, customerOf(actor))).map(({ createdAt: _createdAt, ...row }) => row)

/** @throws Refusal `not_found` for what the operator does not offer, `favourite_limit` */
export const addFavourite = async (tx: Tx, actor: Actor, key: string, now: Date): Promise<Favourite[]> => {
  const customerId = customerOf(actor)
  const [named] = await namesOf(tx, actor, [key], now)
  if (named === undefined) throw notFound()
  await lockFavourites(tx, customerId)
  const existing = await favouritesOf(tx, customerId)
  if (!existing.some((one) => one.key === key) && existing.length >= maxFavourites)
    throw new Refusal('favourite_limit', messages.limit({ most: maxFavourites }))
  await insertFavourites(tx, customerId, [named], now)
  return listFavourites(tx, actor)
}

/** @throws Refusal `not_found` for another customer's */
export const removeFavourite = async (tx: Tx, actor: Actor, id: number): Promise<Favourite[]> => {
  if (!(await deleteFavourite(tx, customerOf(actor), id))) throw notFound()
  return listFavourites(tx, actor)
}

/** Adds those that are offered and not there yet, as many as there is room for. */
export const mergeFavourites = async (
  tx: Tx,
  actor: Actor,
  keys: readonly string[],
  now: Date,
): Promise<Favourite[]> => {
  const customerId = customerOf(actor)
  const named = await namesOf(tx, actor, keys, now)
  await lockFavourites(tx, customerId)
  const existing = new Set((await favouritesOf(tx, customerId)).map(({ key }) => key))
  const added = named.filter(({ key }) => !existing.has(key)).slice(0, maxFavourites - existing.size)
  if (added.length > 0) await insertFavourites(tx, customerId, added, now)
  return listFavourites(tx, actor)
}

const namesOf = (tx: Tx, { operator }: Actor, keys: readonly string[], now: Date) =>
  namesOfOffered(
    tx,
    operator.id,
    [...new Set(keys)].flatMap((key) => {
      const ref = readFavouriteKey(key)
      return ref === null ? [] : [{ key, ...ref }]
    }),
    dayOf(now, operator.timezone),
  )

/** For the copy of all data of a customer. */
export const favouriteRecords = async (
  tx: Tx,
  customerId: number,
): Promise<{ kind: FavouriteKind; name: string; venueName: string; addedAt: string }[]> =>
  (await favouritesOf(tx, customerId)).map(({ kind, name, venueName, createdAt }) => ({
    kind,
    name,
    venueName,
    addedAt: instant(createdAt),
  }))
