import { decimals } from './money.ts'

/**
 * What a column holds. `money` is pence; `percent`, `hours` and `months` have a fraction; `number` is a name, and is not
 * added up.
 */
export type CellKind =
  | 'text'
  | 'instant'
  | 'flag'
  | 'number'
  | 'count'
  | 'money'
  | 'percent'
  | 'hours'
  | 'months'

export type Cell = string | number | boolean | null

/**
 * A table as spreadsheet programs read it: UTF-8 with a byte order mark, lines that end in CR LF, amounts in pounds. A
 * text that a program would take for a formula begins with an apostrophe. What a cell does not know is empty.
 */
export const csvOf = <Name extends string>(
  columns: Readonly<Record<Name, CellKind>>,
  rows: readonly Readonly<Record<Name, Cell>>[],
  /** What a column is called in the file. */
  headingOf: (name: Name) => string = (name) => name,
): string => {
  const entries = Object.entries(columns) as [Name, CellKind][]
  const lines = rows.map((row) => entries.map(([name, kind]) => cellText(row[name], kind)).join(','))
  return `\uFEFF${[entries.map(([name]) => headingOf(name)).join(','), ...lines].map((line) => `${line}\r\n`).join('')}`
}

const cellText = (cell: Cell, kind: CellKind): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') {
    if (kind === 'money') return decimals(cell)
    return kind === 'hours' || kind === 'months' ? cell.toFixed(2) : String(cell)
  }
  if (typeof cell === 'boolean') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvType = 'text/csv;charset=utf-8'
