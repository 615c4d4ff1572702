import { daysAfter, localDay } from '#contract/time.ts'
import { listBooked } from '#server/bookings/cancel.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Text } from '#server/messages/languages.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { SetupError } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import type { Generated } from '#server/timetable/generate.ts'
import { activityIdOf, loadActivities, loadPrices, loadRestrictions } from './activities.ts'
import { enqueueSimulation } from './demo.ts'
import { followOverrides, recordBrowserChanges, saveFollowed, takeBrowserChanges } from './browserChanges.ts'
import type { BrowserImport } from './browserChanges.ts'
import { findImportEffect } from './effect.ts'
import type { ImportEffect } from './effect.ts'
import type { Folder } from './files/folder.ts'
import type { OperatorFiles } from './files/types.ts'
import { loadHolders } from './holders.ts'
import { loadMemberships, loadPackages } from './memberships.ts'
import { loadOperator, loadTerms, loadThemes, recordImport } from './operator.ts'
import { findObjections, findUnusedLines, ImportRefused } from './objections.ts'
import type { Objection, ObjectionCode } from './objections.ts'
import { excludeClosedAccounts, findOtherRights, loadBalances, loadDocuments, loadPeople } from './people.ts'
import type { StoreFile } from './people.ts'
import { decideOverrides, liftedClosuresOf, overridesOf, recordFilesWin, saveOverrides } from './overrides.ts'
import type { OverrideOutcome } from './overrides.ts'
import { loadPriceSteps } from './priceSteps.ts'
import { readOperatorFiles } from './read.ts'
import { slugOf } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'
import { otherOperators, updateOperator } from './sql/operator.ts'
import { savePositions } from './sql/positions.ts'
import { countComing, deleteLiftedClosures, deleteUnreferenced, lockImports } from './sql/reconcile.ts'
import { loadClosures, loadTimetable, oneOffsByVenue } from './timetable.ts'
import { loadLocations, loadNamed, loadTills, loadVenues } from './venues.ts'
import { withNames } from './words.ts'

/** What an import did, or with `check` would do, and the bookings of the sessions that it calls off. */
export type DoneImport = ImportResult & { bookingIds: number[] }

export type ImportResult = {
  changes: Change[]
  occurrences: Generated
  /** What is odd in the files, and what they say that is not done. */
  findings: Text[]
  /** Why it is refused unless these codes are accepted. */
  objections: Objection[]
  /** Where sessions that people have booked are called off. */
  effect: ImportEffect | null
  /** What became of what staff have changed in the browser. */
  overrides: OverrideOutcome
  currency: string
}

export type ImportOptions = {
  now: Date
  /** Changes nothing and answers what would change. */
  check?: boolean
  /** Where files of people go; without it their proofs are left out. */
  storeFile?: StoreFile
  /** What the import may do although it is likely a mistake. */
  accept?: readonly ObjectionCode[]
  /** Of a check: up to which day it says what could not be made; by default as far as the files name days. */
  until?: string | undefined
  /** Runs when all is written and nothing is committed; undoes everything when it throws. */
  beforeCommit?: (tx: Tx, done: DoneImport) => Promise<void>
  /** The only operator whose files are accepted. */
  operatorSlug?: string | undefined
  /** Takes the files' value of all that staff have changed in the browser, and why. */
  filesWin?: { reason: string } | undefined
  /** The catalogue in force with what was changed in the browser, and not somebody's files. */
  browser?: BrowserImport | undefined
}

/** Where the files are: a folder on disk, one that was never written, or what makes one of what is in force. */
export type ImportSource = string | Folder | ((tx: Tx) => Promise<Folder>)

/**
 * Loads an operator's files (docs/operator-files.md) and makes the timetable they ask for: all of it or nothing.
 * Doing it again changes nothing. What the files no longer have is withdrawn; what people have booked stays booked.
 * @param source where the files are
 * @throws InvalidFiles with everything that is wrong with the files
 * @throws ImportRefused with what it would do that is likely a mistake
 */
export const importOperator = async (
  db: Database,
  source: ImportSource,
  {
    now,
    check = false,
    storeFile,
    accept = [],
    until,
    filesWin,
    beforeCommit,
    operatorSlug,
    browser,
  }: ImportOptions,
): Promise<DoneImport> => {
  const read = async (folder: string | Folder): Promise<OperatorFiles> => {
    const files = await readOperatorFiles(folder, now)
    if (operatorSlug !== undefined && files.operator.slug !== operatorSlug)
      throw new SetupError(
        operatorMessages().importing.otherOperator({ slug: files.operator.slug, here: operatorSlug }),
      )
    return files
  }
  const readBefore = typeof source === 'function' ? null : await read(source)
  const run = () =>
    transact(db, async (tx) => {
      await lockImports(tx)
      const files = readBefore ?? (await read(typeof source === 'function' ? await source(tx) : source))
      const loaded = await load(tx, files, {
        storeFile: check ? null : (storeFile ?? null),
        now,
        // In the browser it is looked at what saving does, and no further.
        checkedUntil: check && browser === undefined ? (until ?? lastDayToCheck(files, now)) : undefined,
        filesWin,
        browser,
      })
      const objections = loaded.objections.filter(({ code }) => !accept.includes(code))
      const done = { ...loaded, objections, bookingIds: await listBooked(tx, idsCalledOff(loaded)) }
      if (check) throw new DryRun(done)
      if (objections.length > 0) throw new ImportRefused(objections)
      await beforeCommit?.(tx, done)
      return done
    })
  if (check) {
    const imported = await dryRun(run)
    return { ...imported, effect: await effectOf(db, imported, now) }
  }
  const imported = await run()
  try {
    return { ...imported, effect: await effectOf(db, imported, now, imported.bookingIds) }
  } catch (error) {
    throw new SetupError(operatorMessages().importing.effectUnknown({ problem: String(error) }), {
      cause: error,
    })
  }
}

const idsCalledOff = ({ occurrences }: ImportResult): number[] => occurrences.calledOff.map(({ id }) => id)

const effectOf = async (
  db: Database,
  imported: ImportResult,
  now: Date,
  bookingIds?: readonly number[],
): Promise<ImportEffect | null> => {
  const ids = idsCalledOff(imported)
  return ids.length === 0 ? null : findImportEffect(db, ids, now, bookingIds)
}

const dryRun = async (run: () => Promise<unknown>): Promise<DoneImport> => {
  try {
    await run()
  } catch (error) {
    if (error instanceof DryRun) return error.imported
    throw error
  }
  throw new Error('A check has written.')
}

/** Undoes the transaction of an import that was only to be looked at. */
export class DryRun extends Error {
  readonly imported: DoneImport

  constructor(imported: DoneImport) {
    super('Nothing was written.')
    this.imported = imported
  }
}

/** A check looks so many days ahead, or to the last day that the files name, if that is later. */
const leastDaysChecked = 60

export const mostDaysChecked = 400

const lastDayToCheck = ({ series, oneOffs, operator }: OperatorFiles, now: Date): string => {
  const today = localDay(now, operator.timezone)
  const named = [
    ...series.flatMap(({ validFrom, validUntil }) => [validFrom, validUntil]),
    ...oneOffs.map(({ date }) => date),
  ]
  const [last = today] = named
    .filter((day) => day !== null)
    .toSorted()
    .toReversed()
  const [least, most] = [daysAfter(today, leastDaysChecked), daysAfter(today, mostDaysChecked)]
  return last < least ? least : last > most ? most : last
}

export const load = async (
  tx: Tx,
  files: OperatorFiles,
  {
    storeFile,
    now,
    checkedUntil,
    filesWin,
    browser,
  }: {
    storeFile: StoreFile | null
    now: Date
    checkedUntil: string | undefined
    filesWin: ImportOptions['filesWin']
    browser?: ImportOptions['browser']
  },
): Promise<ImportResult> => {
  const changes: Change[] = []
  const operator = await loadOperator(tx, files, changes)
  const { sales, waiting } = files
  const currency = files.operator.currencySymbol
  if (sales.length + waiting.length > 0)
    await enqueueSimulation(tx, { operatorId: operator.id, sales, waiting }, now)
  const overridden = await overridesOf(tx, operator.id)
  const lifted = await liftedClosuresOf(tx, operator.id, now)
  const isEnding = filesWin !== undefined && overridden.length + lifted.length > 0
  if (operator.importedDigest === files.importDigest && !isEnding && browser === undefined) {
    const occurrences = await generateOccurrences(tx, { now, operatorId: operator.id, checkedUntil })
    const overrides = {
      retained: overridden,
      differs: [],
      lost: [],
      liftedClosures: lifted,
      closuresBack: [],
      withdrawnInUse: [],
    }
    return { changes, occurrences, findings: [], objections: [], overrides, effect: null, currency }
  }
  const decided = decideOverrides(overridden, filesWin !== undefined)
  const followed = followOverrides(overridden)
  const decisions = browser === undefined ? decided : followed
  if (filesWin !== undefined) await deleteLiftedClosures(tx, operator.id)
  const comingBefore = await countComing(tx, operator.id, now)
  const themes = await loadThemes(tx, operator, files, changes)
  const venues = await loadVenues(tx, operator.id, files, { themes, overrides: decisions }, changes)
  await loadTills(tx, operator.id, files, venues, changes)
  const places = await loadLocations(tx, operator.id, files, venues, changes)
  const staffing = {
    instructors: await loadNamed(tx, operator.id, 'instructor', files.instructors, changes),
    tags: await loadNamed(tx, operator.id, 'tag', files.tags, changes),
  }
  const activities = await loadActivities(tx, operator.id, files, { venues, overrides: decisions }, changes)
  if (browser === undefined)
    await savePositions(
      tx,
      operator.id,
      files.positions.map(({ venue, activity, ...position }) => ({
        venueId: venues.idOf(venue),
        activityId: activity === null ? null : activityIdOf({ venues, activities }, { venue, activity }),
        ...position,
      })),
    )
  const optionIdOf = await loadPrices(tx, operator.id, files, { venues, activities }, changes)
  // What staff have set there is theirs, and files are followed: what is in force would be neither.
  const pricesOfStaff =
    browser === undefined
      ? await loadPriceSteps(
          tx,
          operator.id,
          files,
          { catalogue: { venues, activities, optionIdOf }, filesWin: filesWin !== undefined },
          changes,
        )
      : []
  const catalogue = { venues, activities, ...places, ...staffing }
  await loadTimetable(tx, operator.id, files, catalogue, changes)
  if (browser === undefined) await loadClosures(tx, operator.id, files, catalogue, now, changes)
  const terms = await loadTerms(tx, operator.id, files, changes)
  const plans = await loadMemberships(tx, operator.id, files, { venues, activities, terms }, changes)
  const products = await loadPackages(tx, operator.id, files, { venues, activities }, changes)
  const restrictions = await loadRestrictions(tx, operator.id, files, { venues, activities }, changes)
  const current = await excludeClosedAccounts(tx, operator.id, files)
  const findings = [
    ...pricesOfStaff,
    ...(await findOtherRights(tx, operator.id, current.people)),
    ...(browser === undefined ? findUnusedLines(files, localDay(now, files.operator.timezone)) : []),
  ]
  await loadPeople(
    tx,
    operator.id,
    current,
    { venues, restrictions, instructors: staffing.instructors },
    now,
    changes,
  )
  await loadBalances(tx, operator.id, current, now, changes)
  await loadDocuments(tx, operator.id, current, storeFile, changes)
  await loadHolders(tx, operator.id, current, { venues, plans, products }, now, changes)
  const named = await withNames(tx, changes)
  await removeUnused(
    tx,
    [
      { table: 'theme', what: 'theme', gone: themes.gone },
      { table: 'location', what: 'location', gone: places.locations.gone },
      { table: 'space', what: 'space', gone: places.spaces.gone },
      { table: 'instructor', what: 'instructor', gone: staffing.instructors.gone },
      { table: 'tag', what: 'tag', gone: staffing.tags.gone },
    ],
    named,
  )
  const occurrences = await generateOccurrences(tx, {
    now,
    operatorId: operator.id,
    oneOffs: oneOffsByVenue(files, catalogue),
    checkedUntil,
    ...(browser === undefined || browser.venues === null
      ? {}
      : { venueIds: browser.venues.map((slug) => venues.idOf(slug)) }),
  })
  if (browser !== undefined) {
    const overrides = await saveFollowed(tx, followed.changed, { by: browser.by, now })
    await recordBrowserChanges(tx, operator.id, named, { by: browser.by, now })
    // Files that were imported before are not what is in force any more.
    await updateOperator(tx, operator.id, { importedDigest: null })
    const objections = findObjections({
      files: { ...files, names: operator.importedFiles },
      operator,
      otherOperators: await otherOperators(tx, files.operator.slug),
      changes,
      comingBefore,
      occurrences,
      undone: [],
    })
    return { changes: named, occurrences, findings, objections, overrides, effect: null, currency }
  }
  const overrides = {
    ...(await saveOverrides(tx, decided, overridden, { venues, activities, now })),
    liftedClosures: await liftedClosuresOf(tx, operator.id, now),
    closuresBack: filesWin === undefined ? [] : lifted,
  }
  if (filesWin !== undefined && isEnding)
    await recordFilesWin(tx, operator.id, { ...overrides, ...filesWin }, now)
  await recordImport(tx, operator.id, files)
  const objections = findObjections({
    files,
    operator,
    otherOperators: await otherOperators(tx, files.operator.slug),
    changes,
    comingBefore,
    occurrences,
    undone: await takeBrowserChanges(tx, operator.id, named),
  })
  return { changes: named, occurrences, findings, objections, overrides, effect: null, currency }
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
