import { importObjectionCodes } from '#contract/office.ts'
import { localDay } from '#contract/time.ts'
import type { Database } from '#server/platform/database.ts'
import type { DoneImport, ImportOptions, ImportSource } from './load.ts'
import { importedOperators } from './sql/operator.ts'

/**
 * Loads an operator's files, or with `check` says what that would change; see ./load.ts. What reads and
 * checks them is loaded only now: a server whose data are there never needs it.
 */
export const importOperator = async (
  db: Database,
  folder: ImportSource,
  how: ImportOptions,
): Promise<DoneImport> => {
  const { importOperator: load } = await import('./load.ts')
  return load(db, folder, how)
}

/**
 * Loads the very files again that were loaded before, when days in them are counted from the day of the import and
 * a day has passed: what lies three days ahead then always does. Other files than those are left for a person to
 * import.
 * @returns whether they were loaded
 */
export const reloadRelativeDays = async (db: Database, folder: string, now: Date): Promise<boolean> => {
  const { fingerprintOf, importDigest } = await import('./files/folder.ts')
  const files = await fingerprintOf(folder)
  if (files === null || !files.hasRelativeDays) return false
  const operators = await importedOperators(db)
  const isOld = ({ importedDigest, timezone }: (typeof operators)[number]) =>
    importedDigest?.startsWith(`${importDigest({ ...files, hasRelativeDays: false }, '')}:`) === true &&
    importedDigest !== importDigest(files, localDay(now, timezone))
  if (!operators.some(isOld)) return false
  // A person has accepted these files.
  await importOperator(db, folder, { now, accept: importObjectionCodes })
  return true
}
