import { list, plural } from '#messages/format.ts'

export const title = 'Privacy and data'
export const lead = 'What you agreed to, what we hold about you, and how to delete your account.'

// News by e-mail
export const news = 'News by e-mail'
export const subscribed = 'You get {news}.'
export const newsAndOffers = 'news and offers by e-mail'
export const notSubscribed = "You don't get {news}, only messages about your bookings and payments."
export const newsByEmail = 'news by e-mail'
export const subscribe = 'Subscribe'
export const unsubscribe = 'Unsubscribe'
export const nowSubscribed = 'Subscribed to news by e-mail.'
export const nowUnsubscribed = 'Unsubscribed from news by e-mail.'
export const consentHistory = 'Consent history'
const given = {
  registering: 'Subscribed when you registered',
  details: 'Subscribed in your account',
  desk: 'Subscribed at reception',
  import: 'Subscribed before your account moved here',
  link: 'Subscribed by a link',
} as const
const withdrawn = {
  registering: 'Unsubscribed when you registered',
  details: 'Unsubscribed in your account',
  desk: 'Unsubscribed at reception',
  import: 'Unsubscribed before your account moved here',
  link: 'Unsubscribed by the link in a message',
} as const
export const consent = ({
  date,
  isGiven,
  how,
}: {
  date: string
  isGiven: boolean
  how: keyof typeof given
}): string => `${date}: ${(isGiven ? given : withdrawn)[how]}`

// Terms
export const terms = 'Terms you agreed to'
export const accepted = {
  registering: ({ date }: { date: string }): string => `${date}, when you registered`,
  booking: ({ date }: { date: string }): string => `${date}, when you last booked`,
  joining: ({ date }: { date: string }): string => `${date}, when you joined`,
} as const

// Download
export const yourData = 'Your data'
export const dataHelp =
  'Download everything we hold about you in one file (JSON): your details and linked people, bookings, payments and credit, memberships, documents, answers, messages, and what our staff did for you.'
export const download = 'Download my data'
export const downloaded = 'Download complete. The file is in your downloads folder.'

// Delete the account
export const deleteAccount = 'Delete my account'
export const whatWeDelete = 'What we delete'
export const deletedDetails =
  'Your name, e-mail address, phone number, address, date of birth, photo and password'
export const deletedContent =
  'Documents you uploaded, your answers, people you added and messages we sent you'
export const deletedLinks =
  'Saved cards, here and with the card company, your places on waitlists and your calendar link'
export const deletedDependants = ({ names }: { names: readonly string[] }): string =>
  plural(names.length, {
    one: `All of this for ${list(names)}, who doesn't have their own login`,
    other: `All of this for ${list(names)}, who don't have their own login`,
  })
export const whatWeKeep = 'What we keep'
export const retainedRecords =
  'Booking and payment records, because the law requires it. We remove your name from them.'
export const retainedReference = 'Your customer number, which identifies these records'
export const beforeDeleting = 'Before you can delete'
export const viewBookings = 'View bookings'
export const viewMemberships = 'View memberships'
export const viewPayments = 'View payments'
export const forfeit = "I understand that I'll lose what's left in my account: {left}"
export const leftInAccount = ({ items }: { items: readonly string[] }): string => list(items)
export const currentPassword = 'Current password'
export const currentPasswordHint = "Enter it to confirm it's you. You can't undo this."

// Afterwards
export const deleted = 'Your account has been deleted'
export const deletedHelp =
  "We've deleted your personal details. We keep payment records, without your name, because the law requires it. We've sent you one last e-mail to confirm."
export const backTo = ({ operator }: { operator: string }): string => `Back to ${operator}`

// Where the person is logged in
export const devices = "Where you're logged in"
export const devicesHelp =
  "If you don't recognise one of these, log it out and choose a new password in your details."
export const thisDevice = 'This device'
export const lastUsed = ({ date, time }: { date: string; time: string }) => `Last used on ${date} at ${time}`
export const logOutDevice = 'Log out'
export const logOutDeviceNamed = ({ device }: { device: string }) => `Log out ${device}`
export const logOutOthers = 'Log out everywhere else'
export const deviceLoggedOut = ({ device }: { device: string }) => `${device} has been logged out.`
export const othersLoggedOut = "You're logged out everywhere else."
