import { CsvError, parse } from 'csv-parse/sync'
import type { Answer } from '#contract/endpoint.ts'
import { mostPriceSteps, type priceSteps } from '#contract/price-steps.ts'
import { isDay } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { priceRows } from './priceList.ts'

type Read = Answer<typeof priceSteps.readFile>

type Line = { record: Record<string, string>; info: { lines: number } }

/** What tells a price from others, as the columns that the downloaded table has. */
const keyColumns = ['venue', 'activity', 'ticket', 'band', 'option'] as const

/**
 * Reads a table of prices as the page has it for download: lines that have `from` and `new_price` become steps. Other
 * columns, and lines with neither, are passed over.
 */
export const readPriceFile = async (tx: Tx, actor: Actor, text: string, now: Date): Promise<Read> => {
  const { operator, messages } = actor
  const words = messages.pricing.file
  let lines: Line[]
  try {
    lines = parse(text, {
      columns: (cells: string[]) => cells.map((cell) => cell.trim().toLowerCase()),
      info: true,
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      trim: true,
      skip_empty_lines: true,
    }) as unknown as Line[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { steps: [], problems: [{ line: null, sentence: words.unreadable }] }
  }
  const missing = [...keyColumns, 'from', 'new_price'].filter((name) => lines[0]?.record[name] === undefined)
  if (missing.length > 0)
    return { steps: [], problems: [{ line: 1, sentence: words.columnsMissing({ columns: missing }) }] }
  const options = new Map(
    (await priceRows(tx, actor, now)).map((row) => [
      [row.venueSlug, row.activitySlug, row.ticketSlug ?? '', row.band, row.option].join('/'),
      row.id,
    ]),
  )
  const steps: Read['steps'] = []
  const problems: Read['problems'] = []
  for (const { record, info } of lines) {
    const { from = '', new_price: typed = '' } = record
    if (from === '' && typed === '') continue
    const key = keyColumns.map((name) => record[name] ?? '').join('/')
    const pricingOptionId = options.get(key)
    const price = penceOf(typed, operator.currencySymbol)
    if (pricingOptionId === undefined)
      problems.push({ line: info.lines, sentence: words.unknownPrice({ price: key }) })
    else if (!isDay(from)) problems.push({ line: info.lines, sentence: words.notADay({ cell: from }) })
    else if (price === null) problems.push({ line: info.lines, sentence: words.notAPrice({ cell: typed }) })
    else steps.push({ pricingOptionId, fromDay: from, price })
  }
  if (steps.length > mostPriceSteps)
    problems.push({ line: null, sentence: words.tooMany({ most: mostPriceSteps }) })
  return { steps, problems }
}

/** `6.20`, `6.2` and `£6.20` are 620. */
const penceOf = (cell: string, symbol: string): number | null => {
  const number = cell.startsWith(symbol) ? cell.slice(symbol.length).trim() : cell
  return /^\d{1,4}(\.\d{1,2})?$/.test(number) ? Math.round(Number(number) * 100) : null
}
