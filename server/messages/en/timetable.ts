export const cancelled = 'This session has been cancelled.'
export const cancelledBecause = ({ reason }: { reason: string }) => `${cancelled} The reason: ${reason}`
export const closed = 'Booking has closed.'
/** The text of the specification. */
export const notOpenYet = 'You cannot book this activity yet'
export const held = "The last places are in other people's baskets. Try again later."
export const deskOnly = 'This can only be booked at reception.'
/** Where several courts are free at the same time. */
export const severalCourts = 'Multiple'

/** Staff change a session that people have booked. */
export const changes = {
  sessionNotFound: "We couldn't find that session.",
  cancelled: 'This session has been cancelled.',
  begun: 'This session has already started.',
  in_past: 'Choose a time in the future.',
  ends_before_start: 'Choose an end after the start.',
  alreadyCalledOff: 'This session has already been cancelled.',
  callOffSettled: "It's too late to take this back. People are being told.",
  placeHired: 'This place is let to a hirer now. Leave the date out of the hire first.',
  courtHasOnePlace: 'A court has one place.',
  roomNotFound: 'Choose a room of this venue.',
  floorTaken: ({ room }: { room: string }) => `${room} is in use at that time. Choose another time or room.`,
}
