import type { broadcasts, SavedAudience } from '#contract/broadcasts.ts'
import type { Body } from '#contract/endpoint.ts'
import { daysAfter, daysBetween, localDay } from '#contract/time.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { requireVenue } from '#server/venues/find.ts'
import { narrowingOf, requireDays } from './audience.ts'
import {
  areAtVenue,
  deleteSavedAudience,
  insertSavedAudience,
  savedAudiencesAt,
} from './sql/savedAudiences.ts'
import type { SavedAudienceRow } from './sql/savedAudiences.ts'

/** The audiences of a venue that have a name. @throws Refusal `not_found` */
export const listSavedAudiences = async (
  tx: Tx,
  actor: Actor,
  slug: string,
  now: Date,
): Promise<{ audiences: SavedAudience[] }> => {
  const { id, timezone } = await requireVenue(tx, actor, slug)
  const rows = await savedAudiencesAt(tx, id)
  return { audiences: rows.map((row) => presentSavedAudience(row, localDay(now, timezone))) }
}

/**
 * Gives an audience a name. Its days are stored as they are from today, so that those of next week are always those of next
 * week.
 * @throws Refusal `not_found` for a venue, or for what it has not; `invalid`, `name_in_use`
 */
export const saveAudience = async (
  tx: Tx,
  actor: Actor,
  { name, venue, people, from, until, ...narrowing }: Body<(typeof broadcasts)['saveAudience']>,
  now: Date,
): Promise<SavedAudience> => {
  requireDays({ from, until })
  const { id: venueId, timezone } = await requireVenue(tx, actor, venue)
  const { id: savedBy } = staffOf(actor)
  const today = localDay(now, timezone)
  const { activityId, placeId: locationId, planId, hirerId } = narrowingOf({ people, ...narrowing })
  const saved = {
    operatorId: actor.operator.id,
    venueId,
    name,
    people,
    fromInDays: daysBetween(today, from),
    untilInDays: daysBetween(today, until),
    activityId,
    locationId,
    planId,
    hirerId,
    savedBy,
    savedAt: now,
  }
  if (!(await areAtVenue(tx, saved))) throw notFound()
  const row = await insertSavedAudience(tx, saved)
  if (row === undefined)
    throw new Refusal('name_in_use', (messages) => messages.broadcasts.nameInUse({ name }))
  const about = { actorId: savedBy, forCustomerId: null, subject: `audience:${row.id}` }
  await recordAudit(tx, { ...about, act: acts.audienceSaved, detail: { name, people } }, now)
  return presentSavedAudience(row, today)
}

/** Takes the name away. Messages sent to it stay as they are. @throws Refusal `not_found` */
export const forgetAudience = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<{ id: number }> => {
  const name = await deleteSavedAudience(tx, actor.operator.id, id)
  if (name === undefined) throw notFound()
  const about = { actorId: staffOf(actor).id, forCustomerId: null, subject: `audience:${id}` }
  await recordAudit(tx, { ...about, act: acts.audienceForgotten, detail: { name } }, now)
  return { id }
}

const presentSavedAudience = (
  { fromInDays, untilInDays, ...row }: SavedAudienceRow,
  today: string,
): SavedAudience => ({
  ...row,
  from: daysAfter(today, fromInDays),
  until: daysAfter(today, untilInDays),
})
