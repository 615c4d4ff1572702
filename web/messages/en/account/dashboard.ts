import { number } from '#messages/format.ts'

export const title = 'Dashboard'
export const hello = 'Hello'
export const helloName = ({ name }: { name: string }): string => `Hello, ${name}`
export const toDo = 'Things to do'
export const viewOffer = 'View offer'
export const viewPayments = 'View payments'
export const viewDocuments = 'View documents'
export const atAGlance = 'At a glance'
export const membership = 'Membership'
export const memberships = 'Memberships'
export const credit = 'Credit'
export const payments = 'Payments'
export const waitlists = 'Waitlists'
export const none = 'None'
export const waitlistCount = ({ count }: { count: number }): string => number(count)
export const toPay = 'To pay'
export const pay = 'Pay'
