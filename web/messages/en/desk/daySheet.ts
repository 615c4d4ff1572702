export const daySheetPage = ({ date }: { date: string }): string => `Day sheet, ${date} – Front desk`
export const heading = ({ venue }: { venue: string }): string => `Day sheet: ${venue}`
export const kinds = 'What to print'
export const byTime = 'By time'
export const byPlace = 'By place'
export const registers = 'Registers'
export const print = 'Print'
export const backToDay = 'Back to the day'
export const printedAt = ({ time }: { time: string }): string => `As of ${time}`
export const time = 'Time'
export const session = 'Session'
export const place = 'Place'
export const people = 'People'
export const instructor = 'Instructor'
export const name = 'Name'
export const phone = 'Phone'
export const age = 'Age'
export const notes = 'Notes'
export const money = 'Payment'
export const here = 'Here'
export const signature = 'Signature'
export const paid = 'Paid'
export const nothingOn = 'Nothing is on this day.'
export const noRegisters = 'Nobody has booked yet on this day.'
export const peopleOf = ({ booked, capacity }: { booked: number; capacity: number }): string =>
  `${booked} of ${capacity}`
export const waiting = ({ count }: { count: number }): string => `${count} on the waitlist`
export const closed = ({ reason }: { reason: string }): string =>
  reason === '' ? 'Closed' : `Closed: ${reason}`
