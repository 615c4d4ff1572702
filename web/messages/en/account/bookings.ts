export const cancelledBookings = 'Cancelled'
export const title = 'Bookings'
export const pastTitle = 'Past bookings'
export const waitlistsTitle = 'Waitlists'
export const whichBookings = 'Which bookings'
export const upcoming = 'Upcoming'
export const waitlists = 'Waitlists'
export const past = 'Past'
export const upcomingBookings = 'Upcoming bookings'
export const allBookings = 'All bookings'
export const noUpcoming = 'No upcoming bookings'
export const noUpcomingHelp = 'Your bookings and entry codes appear here.'
export const noPast = 'No past bookings'
export const noPastHelp = 'Past bookings appear here.'
export const showMore = 'Show more bookings'
export const bookActivity = 'Book an activity'
export const noWaitlists = "You're not on any waitlists"
export const noWaitlistsHelp =
  "When a session is full, join its waitlist. If a place comes free, we'll reserve it for you."
export const findSession = 'Find a session'
export const calendar = 'Your calendar'
export const move = 'Move booking'
export const cancel = 'Cancel booking'
export const addToCalendar = 'Add to calendar'
export const bookAgain = 'Book again'
/** Follows the words of a link, for screen readers. */
export const ofBooking = ({ booking }: { booking: string }): string => `: ${booking}`
