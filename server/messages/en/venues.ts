export const venueNotFound = "We couldn't find that venue."
export const activityNotFound = "We couldn't find that activity."
/** The text of the specification, section 4. */
export const maintenance = 'Unable to access the site due to planned maintenance.'
export const bookingsPaused = "This venue isn't taking bookings right now because of planned maintenance."
