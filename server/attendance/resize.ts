import type { Actor } from '#server/platform/actor.ts'
import { acts } from '#server/platform/acts.ts'
import type { Tx } from '#server/platform/database.ts'
import { resizeOccurrence } from '#server/timetable/resize.ts'
import { recordSessionAct, requireSession } from './sessions.ts'

/**
 * Gives a session another number of places.
 * @throws Refusal `not_found`, `cancelled`, `begun`, `is_court`
 */
export const resizeSession = async (
  tx: Tx,
  actor: Actor,
  sessionId: number,
  places: number,
  now: Date,
): Promise<{ capacity: number; taken: number }> => {
  await requireSession(tx, actor, sessionId)
  const resized = await resizeOccurrence(tx, sessionId, places, now)
  await recordSessionAct(tx, actor, { sessionId, act: acts.sessionResized, detail: { places } }, now)
  return resized
}
