import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import type { Generated } from '#server/timetable/generate.ts'
import { loadActivities, loadPrices } from './activities.ts'
import { enqueueSimulation } from './demo.ts'
import type { OperatorFiles } from './files/types.ts'
import { loadHolders } from './holders.ts'
import { loadMemberships, loadPackages } from './memberships.ts'
import { loadOperator, loadTerms, loadThemes, recordImport } from './operator.ts'
import { excludeClosedAccounts, loadBalances, loadDocuments, loadPeople } from './people.ts'
import type { StoreFile } from './people.ts'
import { readOperatorFiles } from './read.ts'
import { slugOf } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'
import { loadRestrictions } from './restrictions.ts'
import { deleteUnreferenced, lockImports } from './sql/reconcile.ts'
import { loadTimetable, oneOffsByVenue } from './timetable.ts'
import { loadLocations, loadNamed, loadTills, loadVenues } from './venues.ts'

/** What an import did, or with `check` would do. */
export type ImportResult = { changes: Change[]; occurrences: Generated }

/**
 * Loads an operator's files (docs/operator-files.md) and makes the timetable they ask for: all of it or nothing.
 * Doing it again changes nothing. What the files no longer have is withdrawn; what people have booked stays booked.
 * @param folder where the files are
 * @param check changes nothing and answers what would change
 * @param keepFile where files of people go; without it their proofs are left out
 * @throws InvalidFiles with everything that is wrong with the files
 */
export const importOperator = async (
  db: Database,
  folder: string,
  { now, check = false, storeFile }: { now: Date; check?: boolean; storeFile?: StoreFile },
): Promise<ImportResult> => {
  const files = await readOperatorFiles(folder, now)
  try {
    return await transact(db, async (tx) => {
      await lockImports(tx)
      const loaded = await load(tx, files, check ? null : (storeFile ?? null), now)
      if (check) throw new DryRun(loaded)
      return loaded
    })
  } catch (error) {
    if (error instanceof DryRun) return error.imported
    throw error
  }
}

/** Undoes the transaction of an import that was only to be looked at. */
export class DryRun extends Error {
  readonly imported: ImportResult

  constructor(imported: ImportResult) {
    super('Nothing was written.')
    this.imported = imported
  }
}

export const load = async (
  tx: Tx,
  files: OperatorFiles,
  storeFile: StoreFile | null,
  now: Date,
): Promise<ImportResult> => {
  const changes: Change[] = []
  const operator = await loadOperator(tx, files, changes)
  const { sales, waiting } = files
  if (sales.length + waiting.length > 0)
    await enqueueSimulation(tx, { operatorId: operator.id, sales, waiting }, now)
  if (operator.importedDigest === files.importDigest) {
    return { changes, occurrences: await generateOccurrences(tx, { now, operatorId: operator.id }) }
  }
  const themes = await loadThemes(tx, operator, files, changes)
  const venues = await loadVenues(tx, operator.id, files, themes, changes)
  await loadTills(tx, operator.id, files, venues, changes)
  const places = await loadLocations(tx, operator.id, files, venues, changes)
  const staffing = {
    instructors: await loadNamed(tx, operator.id, 'instructor', files.instructors, changes),
    tags: await loadNamed(tx, operator.id, 'tag', files.tags, changes),
  }
  const activities = await loadActivities(tx, operator.id, files, venues, changes)
  await loadPrices(tx, operator.id, files, { venues, activities }, changes)
  await loadTimetable(tx, operator.id, files, { venues, activities, ...places, ...staffing }, changes)
  const terms = await loadTerms(tx, operator.id, files, changes)
  const plans = await loadMemberships(tx, operator.id, files, { venues, activities, terms }, changes)
  const products = await loadPackages(tx, operator.id, files, { venues, activities }, changes)
  const restrictions = await loadRestrictions(tx, operator.id, files, { venues, activities }, changes)
  const current = await excludeClosedAccounts(tx, operator.id, files)
  await loadPeople(tx, operator.id, current, { venues, restrictions }, now, changes)
  await loadBalances(tx, operator.id, current, now, changes)
  await loadDocuments(tx, operator.id, current, storeFile, changes)
  await loadHolders(tx, operator.id, current, { venues, plans, products }, now, changes)
  await removeUnused(
    tx,
    [
      { table: 'theme', what: 'theme', gone: themes.gone },
      { table: 'location', what: 'location', gone: places.locations.gone },
      { table: 'space', what: 'space', gone: places.spaces.gone },
      { table: 'instructor', what: 'instructor', gone: staffing.instructors.gone },
      { table: 'tag', what: 'tag', gone: staffing.tags.gone },
    ],
    changes,
  )
  const occurrences = await generateOccurrences(tx, {
    now,
    operatorId: operator.id,
    oneOffs: oneOffsByVenue(files, { venues, activities, ...places, ...staffing }),
  })
  await recordImport(tx, operator.id, files.importDigest)
  return { changes, occurrences }
}

export const removeUnused = async (
  tx: Tx,
  candidates: readonly {
    table: Parameters<typeof deleteUnreferenced>[1]
    what: string
    gone: Reconciled['gone']
  }[],
  changes: Change[],
): Promise<void> => {
  for (const { table, what, gone } of candidates) {
    const removed = await deleteUnreferenced(
      tx,
      table,
      gone.map(({ id }) => id),
    )
    for (const row of gone) {
      if (removed.includes(row.id)) changes.push({ what, which: slugOf(row), how: 'removed' })
    }
  }
}
