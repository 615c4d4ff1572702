import { plural, shortDay } from '#messages/format.ts'

export const day = ({ difference, date }: { difference: string; date: string }): string => {
  if (difference === 'today') return 'Today'
  return difference === 'tomorrow' ? 'Tomorrow' : shortDay(date)
}
export const places = ({ count }: { count: number }): string =>
  plural(count, { one: `${count} place left`, other: `${count} places left` })
export const price = (time: { price: { raw: number; formatted: string } }): string =>
  time.price.raw === 0 ? 'Free' : time.price.formatted
export const courts = ({ count }: { count: number }): string =>
  plural(count, { one: `${count} court left`, other: `${count} courts left` })

// Book again
export const bookAgain = 'Book it again'
export const sameAgain = ({ name, day, time }: { name: string; day: string; time: string }): string =>
  `${name}, ${day} ${time}`
/** Filled with a space and the name of the session, which is hidden because it is already above. */
export const bookNow = (time: { price: { raw: number; formatted: string } }): string =>
  time.price.raw === 0 ? 'Book{hidden} free' : `Book{hidden} for ${time.price.formatted}`
