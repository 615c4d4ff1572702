/* The days on which a membership is paid for. Days are calendar days, `2027-03-04`. */

/** The same day so many months later, or the last day of a shorter month. */
export const monthsAfter = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const count = year * 12 + month - 1 + months
  const first = `${String(Math.floor(count / 12)).padStart(4, '0')}-${twoDigits((count % 12) + 1)}`
  return `${first}-${twoDigits(Math.min(date, lengthOf(count)))}`
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Days in a month; months are counted from the year 0. */
const lengthOf = (monthCount: number): number =>
  new Date(Date.UTC(Math.floor(monthCount / 12), (monthCount % 12) + 1, 0)).getUTCDate()

/** The first date after `day` on that day of a month. */
export const billingDayAfter = (day: string, billingDay: number): string => {
  const inMonth = `${day.slice(0, 8)}${twoDigits(billingDay)}`
  return inMonth > day ? inMonth : monthsAfter(inMonth, 1)
}

/** The first day of the next period. */
export const periodAfter = (day: string, billingPeriod: 'month' | 'year'): string =>
  monthsAfter(day, billingPeriod === 'month' ? 1 : 12)
