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
