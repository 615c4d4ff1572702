export const bookingConfirmed = 'Booking confirmed'
export const membershipConfirmed = 'Membership confirmed'
export const paymentConfirmed = 'Payment confirmed'
export const booked = "You're booked"
export const member = "You're a member"
export const thankYou = 'Thank you for your payment'
export const orderIs = 'Your order is {reference}.'
export const detailsSent = "We've sent the details to {email}. Your order is {reference}."
export const addToCalendar = 'Add to calendar'
export const viewMembership = 'View your membership'
export const receipt = 'Receipt'
export const yourMembership = 'Your membership'
export const paidItems = 'What you paid for'
export const yourBooking = 'Your booking'
export const yourBookings = ({ count }: { count: number }) => `Your ${count} bookings`
export const directions = 'Directions {hidden}'
export const directionsTo = ({ venue }: { venue: string }) => `to ${venue}`
export const bookAgain = 'Book again {hidden}'
export const accountTitle = 'Save your details for next time'
export const accountText = 'Create an account to book faster and manage bookings.'
export const createAccount = 'Create an account'
