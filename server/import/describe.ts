import { operatorMessages } from '#server/messages/languages.ts'
import type { Database } from '#server/platform/database.ts'
import type { ImportOptions, ImportResult } from './load.ts'
import type { ObjectionCode } from './objections.ts'
import { importOperator } from './run.ts'
import { describeImport } from './words.ts'

/* An import as `npm run import` asks for it and prints it, here or by the running server. */

/** `folder` is an absolute path. */
export type ImportOrder = {
  folder: string
  check: boolean
  until: string | undefined
  accept: readonly ObjectionCode[]
  filesWin?: ImportOptions['filesWin']
  operatorSlug?: string
}

/** What is printed of an import. */
export type DescribedImport = {
  /** A change or a remark each. */
  lines: string[]
  /** What would be refused, of a check. */
  refusals: string[]
  summary: string
}

/** The same with the codes by which objections are accepted. */
export type ImportWithObjections = DescribedImport & { objections: { code: ObjectionCode; text: string }[] }

/**
 * Runs an import and words its result.
 * @throws InvalidFiles, ImportRefused
 */
export const runImport = async (
  db: Database,
  { folder, ...order }: ImportOrder,
  how: Pick<ImportOptions, 'now' | 'storeFile' | 'beforeCommit'>,
): Promise<ImportWithObjections> =>
  describe(await importOperator(db, folder, { ...order, ...how }), order.check)

/** Words what an import did, or with `check` would do. */
export const describe = (imported: ImportResult, check: boolean): ImportWithObjections => {
  const { importChanges } = operatorMessages()
  const { changes, occurrences, objections } = imported
  const { added, changed, withdrawn, cancelled } = occurrences
  return {
    lines: describeImport(imported),
    refusals: objections.map(({ code, text }) =>
      importChanges.wouldBeRefused({ code, sentence: text(operatorMessages()) }),
    ),
    objections: objections.map(({ code, text }) => ({ code, text: text(operatorMessages()) })),
    summary: importChanges.summary({
      check,
      changes: changes.length,
      added,
      changed,
      withdrawn,
      cancelled,
      notMade: occurrences.notMade.length,
      retained: occurrences.retainedSessions.length,
    }),
  }
}
