import { months } from '#contract/time.ts'

/*
 * What people and spreadsheet programs write for a day, a time or an amount. A cell with one meaning is read; of any other
 * the meanings are answered that it may have, so that the refusal can name them.
 */

/** What a cell says, or what it may say: none where it is nothing of the kind. */
export type CellReading = { value: string } | { candidates: readonly string[] }

/** `24/12/2026`, `24.12.2026`, `24 Dec 2026`, `2026/12/24`. Two numbers up to 12 are a day in one country and a month in another. */
export const readDay = (cell: string): CellReading => {
  const [, year, ofYear, day] = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(cell) ?? []
  if (year !== undefined) return reading(datesOf(year, [[day, ofYear]]))
  const [, first, second, numbered] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d\d)$/.exec(cell) ?? []
  if (numbered !== undefined)
    return certainYear(
      numbered,
      datesOf(numbered, [
        [first, second],
        [second, first],
      ]),
    )
  const [, of, name, named] = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ -](\d{4}|\d\d)$/.exec(cell) ?? []
  if (named === undefined || name === undefined) return { candidates: [] }
  const month = months.findIndex((one) => one.toLowerCase().startsWith(name.toLowerCase())) + 1
  return certainYear(named, month === 0 ? [] : datesOf(named, [[of, String(month)]]))
}

/** The days of a year that these pairs of a day and a month name. */
const datesOf = (
  year: string,
  pairs: readonly (readonly [string | undefined, string | undefined])[],
): string[] => {
  const days = pairs.flatMap(([day = '', month = '']) => {
    const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    return Number.isNaN(Date.parse(date)) || !new Date(date).toISOString().startsWith(date) ? [] : [date]
  })
  return [...new Set(days)]
}

const reading = (candidates: readonly string[]): CellReading => {
  const [value] = candidates
  return value !== undefined && candidates.length === 1 ? { value } : { candidates }
}

/** A year of two digits is not certain. */
const certainYear = (year: string, candidates: readonly string[]): CellReading =>
  year.length === 4 ? reading(candidates) : { candidates }

/** `6:00pm`, `6.30 pm`, `9am`. Twelve is noon to some and midnight to others; without am or pm only a colon is certain. */
export const readTime = (cell: string): CellReading => {
  const [, hour, minute = '00', half] =
    /^(\d{1,2})(?:[:.]([0-5]\d))?(?::00)? ?([ap])\.?m\.?$/i.exec(cell) ?? []
  if (hour !== undefined && half !== undefined) {
    const afternoon = half.toLowerCase() === 'p' ? 12 : 0
    if (Number(hour) >= 1 && Number(hour) <= 11)
      return { value: `${String(Number(hour) + afternoon).padStart(2, '0')}:${minute}` }
    return { candidates: hour === '12' ? [`12:${minute}`, `00:${minute}`] : hourOf(hour, minute) }
  }
  const [, bareHour, bareMinute] = /^(\d{1,2})[.h]?([0-5]\d)$/.exec(cell) ?? []
  return { candidates: bareHour === undefined ? [] : hourOf(bareHour, bareMinute ?? '') }
}

const hourOf = (hour: string, minute: string): string[] =>
  Number(hour) < 24 ? [`${hour.padStart(2, '0')}:${minute}`] : []

/** What an amount may be that has a comma or a space in it: `13,45`, `1,345.00`, `£ 13.45`. */
export const amountCandidates = (cell: string): string[] => {
  const bare = cell.replaceAll(/[£€$\s]/g, '')
  const decimalComma = bare.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  const withoutThousands = bare.replaceAll(/,(?=\d{3}(\D|$))/g, '')
  return [...new Set([decimalComma, withoutThousands])].filter(
    (amount) => /^\d{1,6}(\.\d{1,2})?$/.test(amount) && amount !== cell,
  )
}

/** What a whole number may be that has a comma in it: `1,000`. */
export const numberCandidates = (cell: string): string[] => {
  const bare = cell.replaceAll(',', '')
  return bare !== cell && /^\d{1,3}(,\d{3})+$/.test(cell) ? [bare] : []
}
