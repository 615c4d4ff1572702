import type { Answer, Body } from '#contract/endpoint.ts'
import { catalogueLists } from '#contract/office.ts'
import type { CatalogueList, CatalogueRow, office } from '#contract/office.ts'
import type { DoneImport } from '#server/import/load.ts'
import type { Text } from '#server/messages/languages.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Database } from '#server/platform/database.ts'
import { forbidden, invalid, Refusal } from '#server/platform/errors.ts'
import { mayEverywhere } from '#server/platform/rights.ts'
import { transact } from '#server/platform/transact.ts'
import { readReach, visibleRows } from './ownVenues.ts'
import { problemSentence } from './problemSentence.ts'
import { fileOf, importEdits, InvalidRows, RowsChanged } from './rowEdits.ts'
import { isAboveOnePerson } from './secondPerson.ts'
import { needsSecondPerson } from './sql.ts'
import { problemsOf } from './rowProblems.ts'

/*
 * The catalogue without files (decision 0078): what staff see is the rows that an export would write, and what they save is
 * an import of those rows with some added, changed or taken out. What an import refuses is refused here, in its words.
 */

type Change = Body<(typeof office)['changeCatalogue']>

/** Lines that are answered; a screen shows no more. */
const mostLines = 500

/** So many rows are named that would not fit any more. */
const mostOthers = 5

/** The catalogue in force; staff of some venues see what is theirs. What exports and reads it is loaded only now: few ever ask for it. */
export const readCatalogue = async (
  db: Database,
  actor: Actor,
  now: Date,
): Promise<Answer<typeof office.catalogue>> => {
  const { operator } = actor
  const { rowsInForce } = await import('#server/import/rows.ts')
  const reach = await readReach(db, operator.id, actor, 'timetable.draft')
  const { rows } = await transact(db, (tx) => rowsInForce(tx, operator.slug, now))
  const rowsOf = (list: CatalogueList) =>
    visibleRows(reach, list, (rows[fileOf(list)] ?? []) as CatalogueRow[])
  return {
    lists: Object.fromEntries(catalogueLists.map((list) => [list, rowsOf(list)])) as Answer<
      typeof office.catalogue
    >['lists'],
  }
}

/**
 * Adds, changes and takes out rows, all of them or none; with `check` answers what that would do, also to those who may
 * only put it into a draft.
 * @throws Refusal `forbidden`; `invalid` with what is wrong with the rows that were sent, by `edits.0.name`;
 * `changed_meanwhile`; `needs_second_person`; `still_used` where other rows would not fit any more; `import_refused`
 */
export const changeCatalogue = async (
  db: Database,
  actor: Actor,
  { edits, pictures, check, accept }: Change,
  now: Date,
): Promise<Answer<typeof office.changeCatalogue>> => {
  if (!check && !mayEverywhere(actor, 'settings')) throw forbidden()
  const { operator } = actor
  const { id: by } = staffOf(actor)
  try {
    if (!check && (await needsSecondPerson(db, operator.id))) {
      const tried = await importEdits(db, { operator, by, check: true, accept: [], pictures }, edits, {}, now)
      if (isAboveOnePerson(tried))
        throw new Refusal('needs_second_person', (messages) => messages.office.needsSecondPerson)
    }
    const done = await importEdits(
      db,
      { operator, by, check, accept, pictures },
      edits,
      {
        beforeCommit: (tx) =>
          recordAudit(
            tx,
            {
              actorId: by,
              forCustomerId: null,
              act: acts.catalogueChanged,
              subject: `operator:${operator.id}`,
              detail: { edits },
            },
            now,
          ),
      },
      now,
    )
    return await presentReport(done, check)
  } catch (error) {
    if (error instanceof RowsChanged)
      throw new Refusal('changed_meanwhile', (messages) => messages.office.catalogueChangedMeanwhile)
    if (error instanceof InvalidRows) throw asRefusal(error)
    throw await refusedImport(error)
  }
}

/** What an import does, in its words. */
export const presentReport = async (
  done: DoneImport,
  check: boolean,
): Promise<Answer<typeof office.changeCatalogue>> => {
  const { describe } = await import('#server/import/describe.ts')
  const { lines, objections, summary } = describe(done, check)
  return {
    lines: lines.slice(0, mostLines).map((line) => line.trim()),
    lineCount: lines.length,
    objections,
    summary,
  }
}

/** An import that is refused because nobody has accepted what it does; any other error as it is. */
export const refusedImport = async (error: unknown): Promise<unknown> => {
  const { ImportRefused } = await import('#server/import/objections.ts')
  return error instanceof ImportRefused ? new Refusal('import_refused', () => error.message) : error
}

/** What is wrong with rows that were sent stands beside their fields; of others it is said which they are. */
const asRefusal = (invalidRows: InvalidRows): Refusal => {
  const errors: Record<string, Text[]> = {}
  const others: Text[] = []
  for (const { position, field, sentence, text } of problemsOf(invalidRows)) {
    if (position === null) others.push(text)
    else {
      const key = `edits.${position}.${field}`
      errors[key] = [...(errors[key] ?? []), () => problemSentence(sentence)]
    }
  }
  if (Object.keys(errors).length > 0) return invalid(errors)
  return new Refusal('still_used', (messages) =>
    messages.office.stillUsed({ others: others.slice(0, mostOthers).map((text) => text(messages)) }),
  )
}
