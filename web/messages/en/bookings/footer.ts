export const findBooking = 'Find a booking'
