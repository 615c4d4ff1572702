import { listAll, plural } from './format.ts'

// Why an account cannot be deleted yet
export const paymentInProgress = 'A payment is still in progress. Try again when it has finished.'
export const upcomingBookings = ({ count }: { count: number }) =>
  plural(count, {
    one: 'You have 1 upcoming booking. Cancel it first, or wait until it is over.',
    other: `You have ${count} upcoming bookings. Cancel them first, or wait until they are over.`,
  })
export const membershipOngoing = ({ memberships }: { memberships: readonly string[] }) =>
  `Your membership has to end first: ${listAll(memberships)}. Ask us to end it, at reception or by phone.`
export const moneyOwed = ({ amount }: { amount: string }) => `You owe ${amount}. Pay it first.`

// What is lost with the account
export const creditLeft = ({ amount }: { amount: string }) => `${amount} of credit`
export const accountLeft = ({ amount }: { amount: string }) => `${amount} on your account`
export const visitsLeft = ({ count, name }: { count: number; name: string }) =>
  plural(count, { one: `1 visit of ${name}`, other: `${count} visits of ${name}` })
export const guestPassesLeft = ({ count }: { count: number }) =>
  plural(count, { one: '1 guest pass', other: `${count} guest passes` })
export const confirmLoss = ({ items }: { items: readonly string[] }) =>
  `You would lose ${listAll(items)}. Confirm that you want to give this up.`

// Mail
export const accountDeleted = 'Your account is deleted'
export const accountDeletedText = ({ seller }: { seller: string }) =>
  `Your account with ${seller} and your personal data have been deleted. We keep records of payments, without your name.`
export const accountDeletedContact = "If this wasn't you, call us or tell reception at your venue right away."
