import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'

export type SessionOnSale = {
  venueId: number
  activityId: number
  activitySlug: string
  localDate: string
  name: string
  band: string
  options: OptionOnOffer[]
  tickets: { id: number; publicId: string; name: string; places: number }[]
}

/**
 * Lines whose customer reference another line of the session already uses: a booked one, or one held for longer. A line
 * that has lapsed comes after all that are held.
 */
export const findUsedReferences = async (
  tx: Tx,
  itemIds: readonly number[],
  now: Date,
): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select mine.id from basket_item mine join hold held on held.id = mine.hold_id
    where mine.id = any(${[...itemIds]}::int[]) and exists (
      select 1 from basket_item other join live_holds(${now}) h on h.id = other.hold_id
      where other.occurrence_id = mine.occurrence_id and other.id <> mine.id and other.customer_reference is not null
        and other.customer_reference = mine.customer_reference
        and (h.state = 'confirmed' or h.id < held.id or held.state <> 'held' or held.held_until <= ${now}))`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Whether any line of an occurrence, held or booked, uses the customer reference; not counting one line or basket. */
export const isReferenceInUse = async (
  tx: Tx,
  use: {
    occurrenceId: number
    reference: string
    exceptItemId: number | null
    exceptBasketId: number | null
  },
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ isInUse: boolean }>`
    select exists (
      select 1 from basket_item i join live_holds(${now}) h on h.id = i.hold_id
      where i.occurrence_id = ${use.occurrenceId} and i.customer_reference is not null
        and i.customer_reference = ${use.reference}
        and i.id is distinct from ${use.exceptItemId}::int and i.basket_id is distinct from ${use.exceptBasketId}::int) as is_in_use`.execute(
    tx,
  )
  return rows[0]?.isInUse ?? false
}

/** The session with this id, in either form, at a venue. */
export const sessionOnSale = async (
  tx: Tx,
  operatorId: number,
  venueSlug: string,
  id: number | string,
): Promise<SessionOnSale | undefined> => {
  const { rows } = await sql<SessionOnSale>`
    select o.venue_id, a.id as activity_id, a.slug as activity_slug, o.local_date, o.name, o.band,
      offer.options,
      (select coalesce(json_agg(json_build_object('id', t.id, 'publicId', t.public_id, 'name', t.name,
          'places', t.places) order by t.position, t.id), '[]'::json)
        from ticket_type t where t.activity_id = a.id and not t.withdrawn) as tickets
    from occurrence o
    join activity a on a.id = o.activity_id
    join activity_on_offer offer on offer.activity_id = a.id
    join venue v on v.id = o.venue_id
    where v.operator_id = ${operatorId} and v.slug = ${venueSlug} and v.status = 'open' and o.status = 'scheduled'
      and ${typeof id === 'number' ? sql`o.id = ${id}` : sql`o.public_id = ${id}`}`.execute(tx)
  return rows[0]
}
