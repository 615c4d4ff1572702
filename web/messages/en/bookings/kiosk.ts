import { plural } from '#messages/format.ts'

export const home = 'Back to Kiosk Home'
export const stillThere = 'Are you still there?'
export const leavingIn = ({ seconds }: { seconds: number }): string =>
  plural(seconds, {
    one: `We'll log you out and empty your basket in ${seconds} second. Touch the screen to stay.`,
    other: `We'll log you out and empty your basket in ${seconds} seconds. Touch the screen to stay.`,
  })
export const stay = "I'm still here"
export const finish = 'Finish now'
export const leaving = 'Logging you out…'

// The start page of a kiosk
export const checkInTitle = 'Check in'
export const yourCode = 'Your code'
export const codeHint = 'From your confirmation. Scan it or type it.'
export const checkIn = 'Check in'
export const checkInFor = ({ session, time }: { session: string; time: string }): string =>
  `Check in: ${session}, ${time}`
export const checkedIn = 'Checked in'
export const welcome = ({ name }: { name: string }): string =>
  name === '' ? "You're checked in" : `You're checked in, ${name}`
export const sessionAt = ({
  time,
  session,
  location,
}: {
  time: string
  session: string
  location: string
}): string => `${time} ${session}, ${location}.`
export const people = ({ count }: { count: number }): string => `For ${count} people.`
export const findTitle = 'Find my booking'
export const findText = 'No code at hand? Log in to see your bookings here.'
export const logIn = 'Log in'
export const noBookings = 'You have no bookings here.'
export const bookTitle = 'Book now'
export const nextToday = 'Next today'
export const bookText = "See what's on here and book a place."
export const bookNow = 'Choose an activity'

// The time until the kiosk is reset
export const timeLeft = 'Time left'
export const resetsIn = ({ seconds }: { seconds: number }): string =>
  `This screen clears in ${seconds} s without a touch`
