import { listAll, shortDay } from './format.ts'

export const hirerNotFound = "We couldn't find that hirer."
export const hireNotFound = "We couldn't find that hire."
export const reasonNeeded = 'Say why their series are exempt.'
export const termsDays = 'Choose 0 to 120 days.'
export const endsBeforeStart = 'Choose an end after the start.'
export const dayOver = 'This day has passed.'
export const tooFarAhead = 'Choose days within 400 days.'
export const noDates = 'This covers no session. Check place, day and times.'
export const notProvisional = 'This hire is not provisional.'
export const alreadyEnded = 'This hire has already ended.'
export const effectChanged = ({
  lets,
  undecided,
  bookings,
  refund,
}: {
  lets: number
  undecided: number
  bookings: number
  refund: string
}): string =>
  `This has changed since you looked: ${[
    `${String(lets)} dates`,
    ...(undecided === 0 ? [] : [`${String(undecided)} taken`]),
    ...(bookings === 0 ? [] : [`${String(bookings)} bookings, ${refund} back`]),
  ].join(', ')} now. Check it again.`
export const floorTaken = ({
  place,
  dates,
}: {
  place: readonly string[]
  dates: readonly { day: string; by: readonly string[] }[]
}): string =>
  `${listAll(place)} is taken: ${dates
    .map(({ day, by }) => (by.length === 0 ? shortDay(day) : `${shortDay(day)} (${by.join(', ')})`))
    .join(', ')}.`
