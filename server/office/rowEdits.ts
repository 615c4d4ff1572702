import type { CatalogueEdit, CatalogueList, CatalogueRow } from '#contract/office.ts'
import type { FileName, FileRows, Folder, Problem } from '#server/import/files/folder.ts'
import type { DoneImport } from '#server/import/load.ts'
import type { ObjectionCode } from '#server/import/objections.ts'
import type { Operator } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { venuesNamedIn } from './ownVenues.ts'

/* An import of the catalogue in force with some rows added, changed or taken out (decision 0078). */

/** The file that a list of the catalogue is. */
export const fileOf = (list: CatalogueList): FileName => (list === 'blocks' ? 'block_bookings' : list)

/** `at`: where a row is put that was there before; without it, behind the others. */
export type RowEdit = CatalogueEdit & { at?: number }

/** Rows are not there as they were seen. */
export class RowsChanged extends Error {
  /** Of the edits, which. */
  readonly positions: readonly number[]

  constructor(positions: readonly number[]) {
    super('Rows are not there as they were seen.')
    this.positions = positions
  }
}

/** What is wrong with the rows as they would be. */
export class InvalidRows extends Error {
  readonly problems: readonly Problem[]
  readonly edited: EditedRows

  constructor(problems: readonly Problem[], edited: EditedRows) {
    super('The rows are not valid.')
    this.problems = problems
    this.edited = edited
  }
}

type How = {
  operator: Pick<Operator, 'slug'>
  by: number | null
  check: boolean
  accept: readonly ObjectionCode[]
  pictures?: readonly { path: string; contentBase64: string }[]
}

type Hooks = {
  /** Runs when no other import does, before anything is read. */
  begin?: (tx: Tx) => Promise<void>
  beforeCommit?: (tx: Tx, done: DoneImport, inForce: FileRows) => Promise<void>
}

/**
 * Imports the catalogue in force with these edits; with `check` only says what that would do. What imports is loaded only
 * now: few ever do this.
 * @throws RowsChanged, InvalidRows, ImportRefused
 */
export const importEdits = async (
  db: Database,
  { operator, by, check, accept, pictures = [] }: How,
  edits: readonly RowEdit[],
  { begin, beforeCommit }: Hooks,
  now: Date,
): Promise<DoneImport> => {
  const [{ importOperator }, { rowsInForce }, { folderOf, InvalidFiles }] = await Promise.all([
    import('#server/import/load.ts'),
    import('#server/import/rows.ts'),
    import('#server/import/files/folder.ts'),
  ])
  let edited: EditedRows = { rows: {}, places: [] }
  let inForce: FileRows = {}
  const folder = async (tx: Tx): Promise<Folder> => {
    await begin?.(tx)
    const { rows, assets } = await rowsInForce(tx, operator.slug, now)
    inForce = rows
    edited = applyEdits(rows, edits)
    const added = pictures.map(
      ({ path, contentBase64 }) => [path, Buffer.from(contentBase64, 'base64')] as const,
    )
    return folderOf(edited.rows, new Map([...assets, ...added]))
  }
  try {
    return await importOperator(db, folder, {
      now,
      check,
      accept,
      operatorSlug: operator.slug,
      browser: { by, venues: venuesOf(edits) },
      beforeCommit: async (tx, done) => beforeCommit?.(tx, done, inForce),
    })
  } catch (error) {
    if (error instanceof InvalidFiles) throw new InvalidRows(error.problems, edited)
    throw error
  }
}

/** `places`: of each edit, where its row stands now; null where it was taken out. */
export type EditedRows = {
  rows: FileRows
  places: readonly ({ list: CatalogueList; line: number } | null)[]
}

/** @throws RowsChanged where rows are not there as they were seen */
const applyEdits = (inForce: FileRows, edits: readonly RowEdit[]): EditedRows => {
  const rows: Partial<Record<FileName, unknown[]>> = {}
  for (const [name, list] of Object.entries(inForce) as [FileName, readonly unknown[]][])
    rows[name] = [...list]
  const removed = Symbol('removed')
  const changed: number[] = []
  const back: { list: CatalogueList; row: CatalogueRow; at: number }[] = []
  const written = edits.map(({ list, before, after, at }, position) => {
    const of = (rows[fileOf(list)] ??= [])
    if (before === null && after !== null && at !== undefined) {
      const row = { ...after }
      back.push({ list, row, at })
      return { list, row }
    }
    const index = before === null ? of.length : of.findIndex((row) => isSameRow(row, before))
    if (index < 0) changed.push(position)
    // In its place until all edits are done, so that the places of others stay.
    const row = after === null ? removed : { ...after }
    if (index >= 0) of[index] = row
    return { list, row }
  })
  if (changed.length > 0) throw new RowsChanged(changed)
  for (const name of Object.keys(rows) as FileName[])
    rows[name] = rows[name]?.filter((row) => row !== removed) ?? []
  for (const { list, row, at } of back.toSorted((one, other) => one.at - other.at))
    rows[fileOf(list)]?.splice(at, 0, row)
  return {
    rows,
    places: written.map(({ list, row }) =>
      row === removed ? null : { list, line: (rows[fileOf(list)]?.indexOf(row) ?? -1) + 1 },
    ),
  }
}

export const isSameRow = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** A row in words that are the same whatever the order of its fields. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** Whose sessions such rows are about. */
const venuesOf = (edits: readonly RowEdit[]): string[] | null => {
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
    case 'blocks':
      return typeof row['venue'] === 'string' ? venuesNamedIn(row) : null
    default:
      return []
  }
}

/** What a row is called: its name, or of a line of the timetable what it is and when. */
export const nameOf = (row: unknown): string => {
  if (typeof row !== 'object' || row === null) return ''
  const { name, activity, slug, days, date, start, option } = row as Record<string, unknown>
  const called = [activity, name ?? (activity === undefined ? slug : undefined), option, days, date, start]
  return called.filter((part) => typeof part === 'string').join(' ')
}
