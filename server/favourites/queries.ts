import { sql } from 'kysely'
import type { FavouriteKind, FavouriteRef } from '#contract/favouriteKeys.ts'
import type { Tx } from '#server/platform/database.ts'

export type FavouriteNames = { key: string; kind: FavouriteKind; name: string; venueName: string }

export type FavouriteRow = FavouriteNames & { id: number; createdAt: Date }

/** In the order they were added. */
export const favouritesOf = (tx: Tx, customerId: number): Promise<FavouriteRow[]> =>
  tx
    .selectFrom('favourite')
    .select(['id', 'key', 'kind', 'name', 'venueName', 'createdAt'])
    .where('customerId', '=', customerId)
    .orderBy('id')
    .execute()

/** The names of those that the operator offers, in the order given; the others are left out. */
export const namesOfOffered = async (
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
export const lockFavourites = async (tx: Tx, customerId: number): Promise<void> => {
  await sql`select 1 from customer where id = ${customerId} for no key update`.execute(tx)
}

export const insertFavourites = async (
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
export const deleteFavourite = async (tx: Tx, customerId: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('favourite')
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
