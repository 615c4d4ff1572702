import { sql } from 'kysely'
import { maxFavourites, readFavouriteKey } from '#contract/favouriteKeys.ts'
import type { FavouriteKind, FavouriteRef } from '#contract/favouriteKeys.ts'
import type { Favourite } from '#contract/favourites.ts'
import { instant, localDay } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut, notFound, Refusal } from '#server/platform/errors.ts'

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
    throw new Refusal('favourite_limit', (messages) => messages.favourites.limit({ most: maxFavourites }))
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
    localDay(now, operator.timezone),
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

type FavouriteNames = { key: string; kind: FavouriteKind; name: string; venueName: string }

type FavouriteRow = FavouriteNames & { id: number; createdAt: Date }

/** In the order they were added. */
const favouritesOf = (tx: Tx, customerId: number): Promise<FavouriteRow[]> =>
  tx
    .selectFrom('favourite')
    .select(['id', 'key', 'kind', 'name', 'venueName', 'createdAt'])
    .where('customerId', '=', customerId)
    .orderBy('id')
    .execute()

/** The names of those that the operator offers, in the order given; the others are left out. */
const namesOfOffered = async (
  tx: Tx,
  operatorId: number,
  refs: readonly (FavouriteRef & { key: string })[],
  today: string,
): Promise<FavouriteNames[]> => {
  const { rows } = await sql<FavouriteNames>`
    select r.key, r.kind, case r.kind when 'venue' then v.name when 'activity' then a.name
        when 'class' then r.name else i.name end as name, coalesce(v.name, '') as venue_name
    from rows from (jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as (
      key text, kind text, "venueSlug" text, "activitySlug" text, name text, "instructorId" int)) with ordinality
      as r(key, kind, "venueSlug", "activitySlug", name, "instructorId", position)
    left join venue v on v.operator_id = ${operatorId} and v.slug = r."venueSlug"
    left join activity a on a.venue_id = v.id and a.slug = r."activitySlug" and not a.withdrawn
    left join instructor i on i.operator_id = ${operatorId} and i.id = r."instructorId"
    where case r.kind
      when 'venue' then v.id is not null
      when 'activity' then a.id is not null
      when 'class' then exists (select 1 from series s
          where s.activity_id = a.id and not s.withdrawn and coalesce(s.name, a.name) = r.name)
        or exists (select 1 from occurrence o where o.activity_id = a.id and o.local_date >= ${today}
          and o.status = 'scheduled' and o.name = r.name)
      else i.id is not null end
    order by r.position`.execute(tx)
  return rows
}

/** Concurrent additions of one customer wait for each other, so that together they stay within the limit. */
const lockFavourites = async (tx: Tx, customerId: number): Promise<void> => {
  await sql`select 1 from customer where id = ${customerId} for no key update`.execute(tx)
}

const insertFavourites = async (
  tx: Tx,
  customerId: number,
  rows: readonly FavouriteNames[],
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('favourite')
    .values(rows.map((row) => ({ ...row, customerId, createdAt: now })))
    .onConflict((conflict) => conflict.columns(['customerId', 'key']).doNothing())
    .execute()
}

/** @returns false when the customer has no such favourite */
const deleteFavourite = async (tx: Tx, customerId: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('favourite')
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
