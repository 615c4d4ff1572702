import type { Tx } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/queue.ts'
import { listExpected, locationNames } from './queries.ts'
import type { PlannedMove } from './rules.ts'

/** The job that tells people of a move; its payload is a `ReportedMove`. */
export const plannedMoveJob = 'timetable.notifyMove'

/** What a session was before it moved. Instants as texts, as a job stores them. */
export type ReportedMove = {
  occurrenceId: number
  at: string
  was: { name: string; startsAt: string; endsAt: string; timezone: string; where: string }
}

/**
 * Has people told who wait for a session that the programme has moved, or have it in a basket that holds it no longer:
 * they could still pay for it. A job does it, because baskets are locked before sessions.
 */
export const reportMoves = async (
  tx: Tx,
  timezone: string,
  moves: readonly PlannedMove[],
  now: Date,
): Promise<void> => {
  if (moves.length === 0) return
  const ids = moves.map(({ occurrenceId }) => occurrenceId)
  const expected = new Set(await listExpected(tx, ids))
  const reported = moves.filter(({ occurrenceId }) => expected.has(occurrenceId))
  if (reported.length === 0) return
  const rooms = await locationNames(
    tx,
    reported.map(({ locationId }) => locationId),
  )
  for (const { occurrenceId, name, startsAt, endsAt, locationId } of reported) {
    const payload: ReportedMove = {
      occurrenceId,
      at: now.toISOString(),
      was: {
        name,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        timezone,
        where: rooms.find(({ id }) => id === locationId)?.name ?? '',
      },
    }
    await enqueue(tx, plannedMoveJob, payload, { key: String(occurrenceId), dueAt: now })
  }
}
