export const title = 'My details'
export const saved = 'Changes saved.'

// Photo
export const photoUpdated = 'Photo updated.'
export const photoOf = ({ name }: { name: string }): string => `Photo of ${name}`
export const photoHelp = 'Staff check your photo when you arrive. JPEG or PNG, up to 5 MB.'
export const addPhoto = 'Add a photo'
export const changePhoto = 'Change photo'

// Details
export const reference = 'Customer number'
export const inEmergency = 'In an emergency'
export const emergencyContact = 'Emergency contact'
export const emergencyPhone = "Emergency contact's phone"
export const save = 'Save changes'

// Login details
export const newPassword = 'New password'
export const newPasswordHint = 'At least 10 characters. Leave blank to keep your current password.'
export const currentPassword = 'Current password'
export const currentPasswordHint = "Enter it to confirm it's you."
export const addressChangeStopped =
  "Password saved. We've stopped the change of your e-mail address. Ask for it again if you still want it."
export const linksSent = "We've sent you links to confirm the new address."
export const updateLogin = 'Update login details'

// Other parts of the page
export const documents = 'Documents'
export const privacy = 'Privacy and data'
export const privacyHelp =
  "See what you agreed to, where you're logged in, download your data or delete your account: {privacy}"

// E-mails that are not needed
export const optionalMessages = 'E-mails we send'
export const optionalMessagesLead =
  "Choose which of these you'd like. We always e-mail you about bookings, changes, payments that fail and your login."
export const optionalMessage = {
  booking_reminder: 'Reminders of bookings',
  waitlist_joined: 'Joining a waitlist',
  membership_paid: 'Receipts of membership payments',
  document_accepted: 'Documents we have accepted',
  refund_paid: 'Refunds we have sent to your card',
  credit_expiring: 'Credit that is about to expire',
  package_expiring: 'Packages that are about to expire',
  card_expiring: 'Saved cards that are about to expire',
  joining_unfinished: "Joining that you haven't finished",
  guest_pass_used: 'Guests who have used your passes',
} as const
export const saveMessages = 'Save choices'
