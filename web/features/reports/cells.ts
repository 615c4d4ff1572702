import type { Cell, CellKind } from '#contract/csv.ts'
import { formatted } from '#contract/money.ts'
import type { Columns } from '#contract/reportTypes.ts'
import { isDay } from '#contract/time.ts'
import * as messages from '#messages/desk/reports.ts'
import { dateTime, fullDay, number } from '#messages/format.ts'
import { tenders } from '#messages/shared/tenders.ts'

/** How figures are written: the operator's currency and time zone. */
export type Formats = { currencySymbol: string; timezone: string }

/** A cell as people read it. What a file has as a code has words here. */
export const cellText = (name: string, kind: CellKind, cell: Cell, formats: Formats): string => {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? messages.beyondTerms : messages.withinTerms
  if (typeof cell === 'number') return figureText(kind, cell, formats)
  if (kind === 'instant') return dateTime({ at: new Date(cell), zone: formats.timezone })
  if (isDay(cell)) return fullDay(cell)
  if (/^\d{4}-\d{2}$/.test(cell)) return messages.monthOf(cell)
  if (name === 'tender') return tenderName(cell) ?? cell
  if (name === 'nominalCode') return messages.accounts[cell] ?? tenderName(cell) ?? cell
  return messages.codes[name]?.[cell] ?? cell
}

const tenderName = (id: string): string | undefined =>
  (tenders as Readonly<Record<string, { total: string }>>)[id]?.total

export const figureText = (kind: CellKind, value: number, { currencySymbol }: Formats): string => {
  if (kind === 'money') return formatted(value, currencySymbol)
  if (kind === 'percent') return messages.percent(value)
  return kind === 'number' ? String(value) : number(Math.round(value * 100) / 100)
}

/** Figures stand at the end of their column. */
export const isFigure = (kind: CellKind): boolean => !['text', 'instant', 'flag', 'number'].includes(kind)

/** The columns that say something in any of the rows. */
export const filledColumns = (
  columns: Columns,
  rows: readonly Readonly<Record<string, Cell>>[],
): [string, CellKind][] =>
  Object.entries(columns).filter(([name]) => rows.some((row) => row[name] !== '' && row[name] !== null))
