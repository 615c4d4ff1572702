import type { Broadcast } from '#contract/broadcasts.ts'
import { instant } from '#contract/time.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireVenue } from '#server/venues/find.ts'
import { broadcastsWhere } from './sql/broadcasts.ts'
import type { BroadcastRow } from './sql/broadcasts.ts'

/** The last messages to many of a venue. @throws Refusal `not_found` */
export const listBroadcasts = async (
  tx: Tx,
  actor: Actor,
  venue: string,
): Promise<{ broadcasts: Broadcast[] }> => {
  const { id: venueId } = await requireVenue(tx, actor, venue)
  const rows = await broadcastsWhere(tx, {
    operatorId: actor.operator.id,
    readerId: staffOf(actor).id,
    venueId,
  })
  return { broadcasts: rows.map(presentBroadcast) }
}

/** @throws Refusal `not_found` */
export const requireBroadcast = async (tx: Tx, actor: Actor, id: number): Promise<Broadcast> => {
  const [row] = await broadcastsWhere(tx, {
    operatorId: actor.operator.id,
    readerId: staffOf(actor).id,
    id,
  })
  if (row === undefined) throw notFound()
  return presentBroadcast(row)
}

const presentBroadcast = ({ dueAt, emailed, byPartner, toRing, ...row }: BroadcastRow): Broadcast => ({
  ...row,
  dueAt: instant(dueAt),
  reach: { emailed, byPartner, toRing },
})
