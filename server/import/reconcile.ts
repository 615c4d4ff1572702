import type { Tx } from '#server/platform/database.ts'
import {
  insertRows,
  replaceClosures,
  replaceLinks,
  selectNames,
  selectRows,
  updateRows,
} from './sql/reconcile.ts'
import type { CatalogueTable, ClosureRow, ExistingRow, LinkTable, Owner, Row } from './sql/reconcile.ts'

/** One thing that an import changes. */
export type Change = {
  /** `venue`, `pricing option` */
  what: string
  /** `fernhill-centre/yoga/standard` */
  which: string
  how: 'added' | 'changed' | 'withdrawn' | 'removed'
  /** What differs, of what is changed. */
  fields?: FieldChange[]
}

/** A field before and after; what refers to other rows by their ids. */
export type FieldChange = { field: string; from: unknown; to: unknown }

/** Rows as the files want them, and how to tell which known row is which. */
type DesiredRows = {
  table: CatalogueTable
  what: string
  owner: Owner
  /** The columns that make a row itself. */
  key: readonly string[]
  rows: readonly Row[]
  /** How a row is called when a change is displayed. */
  label: (row: Row) => string
  /** What is set on rows that the files no longer have; absent: they stay, for the caller to decide. */
  gone?: Row
  /** Columns that only a new row is given. */
  onlyNew?: (row: Row) => Row
  /** A known row with what staff have changed of it in the browser. */
  inForce?: (id: number, row: Row) => Row
}

export type Reconciled = {
  /** The id of the row with these key values. */
  idOf: (...key: unknown[]) => number
  /** Known rows that the files no longer have. */
  gone: ExistingRow[]
  /** Those of them that the files had until now. */
  withdrawn: { id: number; which: string }[]
}

/** Makes a table's rows those of the files: new ones inserted, changed ones updated, each in one statement. */
export const reconcile = async (
  tx: Tx,
  operatorId: number,
  { table, what, owner, key, rows, label, gone, onlyNew, inForce }: DesiredRows,
  changes: Change[],
): Promise<Reconciled> => {
  const columns = columnsOf(rows, key, gone)
  const existing = await selectRows(tx, table, owner, operatorId, columns)
  const byKey = new Map(existing.map((row) => [keyOf(row, key), row]))

  const added: Row[] = []
  const changed: ExistingRow[] = []
  for (const inFiles of rows) {
    const current = byKey.get(keyOf(inFiles, key))
    byKey.delete(keyOf(inFiles, key))
    if (current === undefined) {
      added.push(inFiles)
      changes.push({ what, which: label(inFiles), how: 'added' })
      continue
    }
    const row = inForce === undefined ? inFiles : inForce(current.id, inFiles)
    const columnsChanged = columns.filter((column) => !isSame(row[column], current[column]))
    if (columnsChanged.length === 0) continue
    changed.push({ ...row, id: current.id })
    const fields = columnsChanged
      // A line that is put elsewhere in a file moves all those after it.
      .filter((column) => column !== 'position')
      .map((field) => ({ field, from: current[field], to: row[field] }))
    if (fields.length > 0) changes.push({ what, which: label(row), how: 'changed', fields })
  }
  const left = [...byKey.values()]
  const withdrawn =
    gone === undefined
      ? []
      : left.filter((row) => Object.entries(gone).some(([column, value]) => !isSame(row[column], value)))
  for (const row of withdrawn) changes.push({ what, which: label(row), how: 'withdrawn' })

  const fresh = onlyNew === undefined ? added : added.map((row) => ({ ...row, ...onlyNew(row) }))
  await insertRows(tx, table, [...columns, ...newColumns(fresh, columns)], fresh)
  await updateRows(tx, table, columns, changed)
  if (gone !== undefined)
    await updateRows(
      tx,
      table,
      Object.keys(gone),
      withdrawn.map(({ id }) => ({ ...gone, id })),
    )

  const now = added.length === 0 ? existing : await selectRows(tx, table, owner, operatorId, columns)
  const ids = new Map(now.map((row) => [keyOf(row, key), row.id]))
  return {
    gone: left,
    withdrawn: withdrawn.map((row) => ({ id: row.id, which: label(row) })),
    idOf: (...values) => {
      const id = ids.get(values.map(asText).join('/'))
      if (id === undefined) throw new Error(`The ${what} ${values.join('/')} was not made.`)
      return id
    },
  }
}

const columnsOf = (rows: readonly Row[], key: readonly string[], gone: Row | undefined): string[] =>
  rows[0] === undefined ? [...new Set([...key, ...Object.keys(gone ?? {})])] : Object.keys(rows[0])

const newColumns = (rows: readonly Row[], columns: readonly string[]): string[] =>
  Object.keys(rows[0] ?? {}).filter((column) => !columns.includes(column))

const keyOf = (row: Row, key: readonly string[]): string => key.map((column) => asText(row[column])).join('/')

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)

/** `18:30:00` of the database is `18:30` of the files; all else is compared as JSON writes it. */
export const isSame = (a: unknown, b: unknown): boolean => formatProblem(a) === formatProblem(b)

const formatProblem = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' && /^\d\d:\d\d:\d\d$/.test(inner) ? inner.slice(0, 5) : inner,
  ) ?? 'null'

export const slugOf = (row: Row): string => String(row['slug'])

export const recordCount = (changes: Change[], what: string, count: number): void => {
  if (count > 0) changes.push({ what, which: String(count), how: 'changed' })
}

/** Names rows by what they belong to: the id they carry, as the files call it. */
export const labelByOwner = async (tx: Tx, of: 'venue' | 'activity', operatorId: number) => {
  const names = new Map((await selectNames(tx, of, operatorId)).map(({ id, name }) => [id, name]))
  return (owner: unknown, row: Row): string => `${names.get(Number(owner)) ?? ''}/${slugOf(row)}`
}

/** Rows by id and how each is called, whose links are reconciled. */
type LinkOwners = { what: string; labels: ReadonlyMap<number, string> }

/** Makes the pairs linked to these rows exactly `pairs`. A new row comes with its links; of the others what they had is recorded. */
export const reconcileLinks = async (
  tx: Tx,
  changes: Change[],
  { what, labels }: LinkOwners,
  field: string,
  table: LinkTable,
  pairs: readonly (readonly [number, number])[],
): Promise<void> => {
  const { gone, made } = await replaceLinks(tx, table, [...labels.keys()], pairs)
  const added = new Set(
    changes.filter((change) => change.what === what && change.how === 'added').map(({ which }) => which),
  )
  for (const id of new Set([...gone, ...made].map(([left]) => left))) {
    const which = labels.get(id) ?? ''
    if (added.has(which)) continue
    const linkedIn = (links: readonly (readonly [number, number])[]) =>
      links.filter(([left]) => left === id).map(([, right]) => right)
    const to = [...new Set(linkedIn(pairs))]
    const from = [...to.filter((right) => !linkedIn(made).includes(right)), ...linkedIn(gone)]
    changes.push({ what, which, how: 'changed', fields: [{ field, from, to }] })
  }
}

export const reconcileClosures = async (
  tx: Tx,
  changes: Change[],
  operatorId: number,
  rows: readonly ClosureRow[],
  now: Date,
): Promise<void> => {
  const { added, removed } = await replaceClosures(tx, operatorId, rows, now)
  if (added > 0) changes.push({ what: 'closures', which: String(added), how: 'added' })
  if (removed > 0) changes.push({ what: 'closures', which: String(removed), how: 'removed' })
}
