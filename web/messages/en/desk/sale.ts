import { plural } from '#messages/format.ts'

export const sell = 'Sell'
export const sellPage = ({ date }: { date: string }): string => `Sell, ${date} – Front desk`
export const sessions = 'Sessions'
export const days = 'Days'
export const findSession = 'What would they like?'
export const findExample = 'Activity, place or time'
export const sessionsFound = ({ count }: { count: number }): string =>
  plural(count, { one: '1 session', other: `${count} sessions` })
export const noneFound = 'No sessions found'
export const placesLeft = ({ count }: { count: number }): string => `${count} left`
export const full = 'Full'
/** On a session's row: some of it is in the basket. */
export const inSale = 'In this sale'
export const showMore = ({ count }: { count: number }): string => `Show more (${count})`
export const allActivities = 'All activities'
export const notOnSale = "This can't be sold now."
export const addedAlready = 'This is in the sale.'
export const bookedAlready = 'The customer has booked this.'
export const quantityOf = ({ ticket }: { ticket: string }): string => `How many: ${ticket}`
export const add = 'Add'
export const addTicket = ({ ticket, session }: { ticket: string; session: string }): string =>
  `Add ${session}: ${ticket}`

// The basket and the payment
export const sale = 'Sale'
export const emptySale = 'Nothing added yet'
export const emptySaleHelp = 'Choose a session to add it. You take the payment here.'
export const several = ({ name, count }: { name: string; count: number }): string => `${name} × ${count}`
export const whenAndWhere = ({ time, location }: { time: string; location: string }): string =>
  `${time} · ${location}`
export const removeItem = ({ name }: { name: string }): string => `Remove ${name}`
export const changeBasket = 'Change people, prices or quantities'
