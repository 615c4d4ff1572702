import { sql } from 'kysely'
import type { PositionInFiles } from '#server/import/files/types.ts'
import type { Tx } from '#server/platform/database.ts'

type Position = Omit<PositionInFiles, 'venue' | 'activity'> & { venueId: number; activityId: number | null }

/** Stores where the venues and activities of an operator stand in its files: these and no others. */
export const savePositions = async (
  tx: Tx,
  operatorId: number,
  positions: readonly Position[],
): Promise<void> => {
  const json = JSON.stringify(
    positions.map(({ venueId, activityId, file, line, fieldLines }) => ({
      venue_id: venueId,
      activity_id: activityId,
      file,
      line,
      field_lines: fieldLines,
    })),
  )
  await sql`
    with wanted as (select * from jsonb_populate_recordset(null::file_position, ${json}::jsonb)),
      gone as (
        delete from file_position p using venue v
        where v.id = p.venue_id and v.operator_id = ${operatorId} and not exists (
          select 1 from wanted w where w.venue_id = p.venue_id and w.activity_id is not distinct from p.activity_id
        )
      )
    insert into file_position (venue_id, activity_id, file, line, field_lines)
    select w.venue_id, w.activity_id, w.file, w.line, w.field_lines from wanted w
    on conflict (venue_id, activity_id) do update
      set file = excluded.file, line = excluded.line, field_lines = excluded.field_lines`.execute(tx)
}
