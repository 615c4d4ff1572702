export const cancelled = 'This session has been cancelled.'
export const closed = 'Booking has closed.'
/** The text of the specification. */
export const notOpenYet = 'You cannot book this activity yet'
export const held = "The last places are in other people's baskets. Try again later."
/** Where several courts are free at the same time. */
export const severalCourts = 'Multiple'
