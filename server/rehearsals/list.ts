import type { Rehearsal } from '#contract/rehearsals.ts'
import { instant, moment } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireVenue } from '#server/venues/find.ts'
import { rehearsalsWhere } from './sql.ts'
import type { RehearsalRow } from './sql.ts'

/** The rehearsals of a venue, the newest first. @throws Refusal `not_found` */
export const listRehearsals = async (
  tx: Tx,
  actor: Actor,
  venue: string,
): Promise<{ rehearsals: Rehearsal[] }> => {
  const { id: venueId } = await requireVenue(tx, actor, venue)
  const rows = await rehearsalsWhere(tx, { operatorId: actor.operator.id, venueId })
  return { rehearsals: rows.map(presentRehearsal) }
}

/** @throws Refusal `not_found` */
export const requireRehearsal = async (tx: Tx, actor: Actor, id: number): Promise<Rehearsal> => {
  const [row] = await rehearsalsWhere(tx, { operatorId: actor.operator.id, id })
  if (row === undefined) throw notFound()
  return presentRehearsal(row)
}

const presentRehearsal = ({ opensAt, begunAt, stopWanted, ...row }: RehearsalRow): Rehearsal => ({
  ...row,
  opensAt: moment(opensAt, row.timezone),
  begunAt: instant(begunAt),
  isStopping: stopWanted,
})
