import { plural } from '#messages/format.ts'

export const day = ({
  difference,
  dayPretty,
  datePretty,
}: {
  difference: string
  dayPretty: string
  datePretty: string
}): string => {
  if (difference === 'today') return 'Today'
  return difference === 'tomorrow' ? 'Tomorrow' : `${dayPretty} ${datePretty}`
}
export const places = ({ count }: { count: number }): string =>
  plural(count, { one: `${count} place left`, other: `${count} places left` })
export const courts = ({ count }: { count: number }): string =>
  plural(count, { one: `${count} court left`, other: `${count} courts left` })

// Book again
export const bookAgain = 'Book it again'
export const sameAgain = ({ name, day, time }: { name: string; day: string; time: string }): string =>
  `${name}, ${day} ${time}`
/** Filled with the name of the session, which is hidden where it stands above. */
export const bookNow = ({ price }: { price: string }): string => `Book {hidden} for ${price}`
