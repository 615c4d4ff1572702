/* Opening hours as people write them: "Monday to Friday", "6:30am to 10pm". */

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const everyDay = [0, 1, 2, 3, 4, 5, 6]

const named: Readonly<Record<string, readonly number[]>> = {
  'every day': everyDay,
  daily: everyDay,
  weekdays: [0, 1, 2, 3, 4],
  weekends: [5, 6],
}

/**
 * The weekdays of a line, 0 for Monday; null when the text is not understood ("Bank holidays"), which is then only
 * shown.
 */
export const weekdaysOf = (days: string): readonly number[] | null => {
  const text = days.trim().toLowerCase()
  if (named[text] !== undefined) return named[text]
  const found = text
    .split(/,|&|\band\b/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(rangeOf)
  return found.length === 0 || found.includes(null) ? null : found.flatMap((range) => range ?? [])
}

const rangeOf = (text: string): readonly number[] | null => {
  const ends = text.split(/\s*(?:\bto\b|–|-)\s*/).map(weekdayOf)
  const [from = -1, until = from] = ends
  if (ends.length > 2 || from < 0 || until < 0) return null
  return Array.from({ length: ((until - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7)
}

const weekdayOf = (text: string): number => {
  const name = text.trim().replace(/s$/, '')
  return name.length < 3 ? -1 : weekdays.findIndex((weekday) => weekday.startsWith(name))
}
