import type { Answer, Body } from '#contract/endpoint.ts'
import { catalogueLists } from '#contract/office.ts'
import type { CatalogueEdit, CatalogueList, CatalogueRow, office } from '#contract/office.ts'
import type { FileName, FileRows, Folder, Problem } from '#server/import/files/folder.ts'
import type { Text } from '#server/messages/languages.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Database } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { problemSentence } from './problemSentence.ts'

/*
 * The catalogue without files (decision 0078): what staff see is the rows that an export would write, and what they save is
 * an import of those rows with some added, changed or taken out. What an import refuses is refused here, in its words.
 */

type Change = Body<(typeof office)['changeCatalogue']>

/** Lines that are answered; a screen shows no more. */
const mostLines = 500

/** So many rows are named that would not fit any more. */
const mostOthers = 5

/** The catalogue in force. What exports and reads it is loaded only now: few ever ask for it. */
export const readCatalogue = async (
  db: Database,
  { operator }: Actor,
  now: Date,
): Promise<Answer<typeof office.catalogue>> => {
  const { rowsInForce } = await import('#server/import/rows.ts')
  const { rows } = await transact(db, (tx) => rowsInForce(tx, operator.slug, now))
  return {
    lists: Object.fromEntries(catalogueLists.map((list) => [list, rows[list] ?? []])) as Answer<
      typeof office.catalogue
    >['lists'],
  }
}

/**
 * Adds, changes and takes out rows, all of them or none; with `check` answers what that would do.
 * @throws Refusal `invalid` with what is wrong with the rows that were sent, by `edits.0.name`; `changed_meanwhile`;
 * `still_used` where other rows would not fit any more; `import_refused`
 */
export const changeCatalogue = async (
  db: Database,
  actor: Actor,
  { edits, pictures, check, accept }: Change,
  now: Date,
): Promise<Answer<typeof office.changeCatalogue>> => {
  const [{ runImport }, { rowsInForce }, { folderOf, InvalidFiles }, { ImportRefused }] = await Promise.all([
    import('#server/import/describe.ts'),
    import('#server/import/rows.ts'),
    import('#server/import/files/folder.ts'),
    import('#server/import/objections.ts'),
  ])
  let edited: EditedRows = { rows: {}, places: [] }
  try {
    const { lines, objections, summary } = await runImport(
      db,
      {
        folder: async (tx): Promise<Folder> => {
          const { rows, assets } = await rowsInForce(tx, actor.operator.slug, now)
          edited = applyEdits(rows, edits)
          const added = pictures.map(
            ({ path, contentBase64 }) => [path, Buffer.from(contentBase64, 'base64')] as const,
          )
          return folderOf(edited.rows, new Map([...assets, ...added]))
        },
        check,
        accept,
        until: undefined,
        operatorSlug: actor.operator.slug,
      },
      {
        now,
        browser: { by: staffOf(actor).id, venues: venuesOf(edits) },
        beforeCommit: (tx) =>
          recordAudit(
            tx,
            {
              actorId: staffOf(actor).id,
              forCustomerId: null,
              act: acts.catalogueChanged,
              subject: `operator:${actor.operator.id}`,
              detail: { edits },
            },
            now,
          ),
      },
    )
    return {
      lines: lines.slice(0, mostLines).map((line) => line.trim()),
      lineCount: lines.length,
      objections,
      summary,
    }
  } catch (error) {
    if (error instanceof ImportRefused) throw new Refusal('import_refused', () => error.message)
    if (error instanceof InvalidFiles) throw asRefusal(error.problems, edited)
    throw error
  }
}

/** `places`: of each edit, where its row stands now; null where it was taken out. */
type EditedRows = {
  rows: FileRows
  places: readonly ({ list: CatalogueList; line: number } | null)[]
}

/** @throws Refusal `changed_meanwhile` where a row is not there as it was seen */
const applyEdits = (inForce: FileRows, edits: readonly CatalogueEdit[]): EditedRows => {
  const rows: Partial<Record<FileName, unknown[]>> = {}
  for (const [name, list] of Object.entries(inForce) as [FileName, readonly unknown[]][])
    rows[name] = [...list]
  const removed = Symbol('removed')
  const written = edits.map(({ list, before, after }) => {
    const of = (rows[list] ??= [])
    const index = before === null ? of.length : of.findIndex((row) => isSameRow(row, before))
    if (index < 0)
      throw new Refusal('changed_meanwhile', (messages) => messages.office.catalogueChangedMeanwhile)
    // In its place until all edits are done, so that the places of others stay.
    const row = after === null ? removed : { ...after }
    of[index] = row
    return { list, row }
  })
  for (const name of Object.keys(rows) as FileName[])
    rows[name] = rows[name]?.filter((row) => row !== removed) ?? []
  return {
    rows,
    places: written.map(({ list, row }) =>
      row === removed ? null : { list, line: (rows[list]?.indexOf(row) ?? -1) + 1 },
    ),
  }
}

const isSameRow = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** Whose sessions such rows are about. */
const venuesOf = (edits: readonly CatalogueEdit[]): string[] | null => {
  const slugs = new Set<string>()
  for (const { list, before, after } of edits) {
    for (const row of [before, after]) {
      if (row === null) continue
      const named = venuesOfRow(list, row)
      if (named === null) return null
      for (const slug of named) slugs.add(slug)
    }
  }
  // A venue that is taken out is no row any more, and one that is added is.
  return [...slugs]
}

/** null: of all venues, or of those that other rows name. */
const venuesOfRow = (list: CatalogueList, row: CatalogueRow): string[] | null => {
  switch (list) {
    case 'venues':
      return typeof row['slug'] === 'string' ? [row['slug']] : []
    case 'activities':
      return Array.isArray(row['venues']) ? row['venues'].filter((slug) => typeof slug === 'string') : null
    case 'prices':
    case 'timetable':
    case 'sessions':
      return typeof row['venue'] === 'string'
        ? row['venue'].split(/[\s|;,]+/).filter((slug) => slug !== '')
        : null
    default:
      return []
  }
}

/** What is wrong with rows that were sent stands beside their fields; of others it is said which they are. */
const asRefusal = (problems: readonly Problem[], { rows, places }: EditedRows): Refusal => {
  const errors: Record<string, Text[]> = {}
  const others: Text[] = []
  for (const { file, line, field, sentence } of problems) {
    const list = catalogueLists.find((name) => file.startsWith(`${name}.`))
    const edit = places.findIndex((place) => place !== null && place.list === list && place.line === line)
    if (edit < 0) {
      const row = list === undefined || line === null ? undefined : rows[list]?.[line - 1]
      others.push((messages) =>
        messages.office.otherRow({
          row: `${list === undefined ? file : messages.office.catalogueLists[list]} ${nameOf(row)}`.trim(),
          field,
          problem: sentence,
        }),
      )
    } else {
      const key = `edits.${edit}.${field}`
      errors[key] = [...(errors[key] ?? []), () => problemSentence(sentence)]
    }
  }
  if (Object.keys(errors).length > 0) return invalid(errors)
  return new Refusal('still_used', (messages) =>
    messages.office.stillUsed({ others: others.slice(0, mostOthers).map((text) => text(messages)) }),
  )
}

/** What a row is called: its name, or of a line of the timetable what it is and when. */
const nameOf = (row: unknown): string => {
  if (typeof row !== 'object' || row === null) return ''
  const { name, activity, slug, days, date, start, option } = row as Record<string, unknown>
  const called = [activity, name ?? (activity === undefined ? slug : undefined), option, days, date, start]
  return called.filter((part) => typeof part === 'string').join(' ')
}
