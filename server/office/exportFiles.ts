import { localDay } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'

/**
 * The folder that `npm run export` writes, as one zip file. What writes and packs it is loaded only now: few ever ask for
 * it.
 */
export const exportFiles = async (
  db: Database,
  { operator }: Actor,
  now: Date,
): Promise<{ name: string; bytes: Uint8Array }> => {
  const [{ exportOperator }, { strToU8, zipSync }] = await Promise.all([
    import('#server/import/export.ts'),
    import('fflate'),
  ])
  const files = await transact(db, (tx) => exportOperator(tx, operator.slug, now))
  const entries = [...files].map(([name, content]): [string, Uint8Array] => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ])
  const day = localDay(now, operator.timezone)
  // Of one instant, so that the same catalogue makes the same file.
  const bytes = zipSync(Object.fromEntries(entries), { mtime: `${day}T12:00:00` })
  return { name: `${operator.slug}-${day}.zip`, bytes }
}
