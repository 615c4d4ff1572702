import { decimals } from '#contract/money.ts'

/** A cell; amounts of money are pence. */
export type Cell = string | number | { pence: number }

/**
 * A table as spreadsheet programs read it: UTF-8 with a byte order mark, lines that end in CR LF, amounts in pounds. A
 * text that a program would take for a formula begins with an apostrophe.
 */
export const csvOf = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${[columns, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`

const cellText = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return decimals(cell.pence)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvType = 'text/csv;charset=utf-8'
