/** The grid of a hall: a row for each time, a column for each court. A cell has room for one short word. */

export const time = 'Time'
/** The accessible name of the table. */
export const tableName = ({ part, day }: { part: string; day: string }): string => `${part}, ${day}`
export const peak = 'Peak'
export const noSlot = 'Not available'

export const remove = 'Remove'
export const reserved = 'Reserved'
export const booked = 'Booked'
export const waiting = 'Waiting'
export const full = 'Full'
export const waitlist = 'Waitlist'
export const held = 'Held'
export const deskOnly = 'Desk'
export const later = 'Later'
export const logIn = 'Log in'
export const closed = 'Closed'
export const cancelled = 'Cancelled'
export const notForYou = 'See why'
