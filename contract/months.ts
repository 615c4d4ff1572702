import { daysAfter } from './time.ts'

/* Apart from other times: few pages need it, and those load for all. */

/** The last day of a day's month. */
export const lastOfMonth = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
  return daysAfter(next, -1)
}
