import { isDay, months } from './time.ts'

/**
 * A day as people type it, day first: `21 6 1990`, `21/06/1990`, `21.6.1990`, `21 June 1990`, `21061990`, or
 * `1990-06-21`. @returns `1990-06-21`; undefined for anything else, a year of two digits included
 */
export const dayFromText = (text: string): string | undefined => {
  const typed = text.trim().toLowerCase()
  if (isDay(typed)) return typed
  const parts =
    /^(\d{2})(\d{2})(\d{4})$/.exec(typed) ??
    /^(\d{1,2})(?:st|nd|rd|th)?[\s./-]+(\d{1,2}|[a-z]{3,9})[\s.,/-]+(\d{4})$/.exec(typed)
  if (parts === null) return undefined
  const [, dayOfMonth = '', month = '', year = ''] = parts
  const number = /^\d/.test(month)
    ? Number(month)
    : months.findIndex((name) => name.slice(0, 3).toLowerCase() === month.slice(0, 3)) + 1
  const day = `${year}-${String(number).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}
