import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { isSameRow, sameColumns } from './overrides.ts'
import type { Override, OverrideOutcome } from './overrides.ts'
import type { Change } from './reconcile.ts'
import type { Row } from './sql/reconcile.ts'

/*
 * What staff have made, changed or taken out of the catalogue in the browser (decision 0078): the same import, of the
 * catalogue in force with some rows more, less or other. An import of files is refused where it would undo that.
 */

/** Who changes the catalogue in the browser, and what of it. */
export type BrowserImport = {
  /** null: nobody is there yet. */
  by: number | null
  /** The slugs of the venues whose sessions may change; null: all. */
  venues: readonly string[] | null
}

/** What staff have set of single fields stays theirs, with the value that it has now. */
export const followOverrides = (all: readonly Override[]) => {
  const changed = new Map<Override, Row>()
  const follow = (ofRow: readonly Override[], row: Row): Row => {
    for (const override of ofRow) {
      const now = sameColumns(override, row)
      if (!isSameRow(override.value, now)) changed.set(override, now)
    }
    return row
  }
  return {
    ofVenue: (id: number, row: Row) =>
      follow(
        all.filter(({ venueId, activityId }) => venueId === id && activityId === null),
        row,
      ),
    ofActivity: (id: number, row: Row) =>
      follow(
        all.filter(({ activityId }) => activityId === id),
        row,
      ),
    changed,
  }
}

export const saveFollowed = async (
  tx: Tx,
  changed: ReadonlyMap<Override, Row>,
  { by, now }: { by: number | null; now: Date },
): Promise<OverrideOutcome> => {
  for (const [override, value] of changed)
    await (isSameRow(override.filesValue, value)
      ? tx.deleteFrom('fieldOverride').where('id', '=', override.id).execute()
      : tx
          .updateTable('fieldOverride')
          .set({ value: JSON.stringify(value), setAt: now, ...(by === null ? {} : { setBy: by }) })
          .where('id', '=', override.id)
          .execute())
  return {
    retained: [],
    differs: [],
    lost: [],
    liftedClosures: [],
    closuresBack: [],
    withdrawnInUse: [],
  }
}

/** Remembers what was changed in the browser until files say so, too. */
export const recordBrowserChanges = async (
  tx: Tx,
  operatorId: number,
  changes: readonly Change[],
  { by, now }: { by: number | null; now: Date },
): Promise<void> => {
  const changed = [...new Map(changes.map((change) => [`${change.what} ${change.which}`, change])).values()]
  await sql`
    insert into browser_change (operator_id, what, which, changed_by, changed_at)
    select ${operatorId}, r.what, r.which, ${by}::int, ${now}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (what text, which text)
    on conflict (operator_id, what, which) do update
      set changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(tx)
}

/** What an import of files would undo of what was changed in the browser, by its names; forgotten once it has. */
export const takeBrowserChanges = async (
  tx: Tx,
  operatorId: number,
  changes: readonly Change[],
): Promise<string[]> => {
  const made = await tx
    .deleteFrom('browserChange')
    .where('operatorId', '=', operatorId)
    .returning(['what', 'which'])
    .execute()
  const names = new Set(made.map(({ what, which }) => `${what} ${which}`))
  return [...new Set(changes.map(({ what, which }) => `${what} ${which}`))].filter((name) => names.has(name))
}
