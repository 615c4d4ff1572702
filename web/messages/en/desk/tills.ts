import { shortDay } from '#messages/format.ts'

// Choosing a till
export const till = 'Till'
export const noTill = 'No till selected'
export const usingTill = ({ till: name, venue }: { till: string; venue: string }): string =>
  `You're using ${name} at ${venue}.`

// Takings
export const takingsPage = ({ date }: { date: string }): string => `Takings, ${date} – Front desk`
export const takings = ({ amount }: { amount: string }): string => `Takings ${amount}`
export const whose = ({ venue, date, name }: { venue: string; date: string; name: string }): string =>
  `${venue} · ${date} · ${name}`
export const allStaff = 'All staff'
export const myTakings = 'My takings'
export const print = 'Print'
export const days = 'Days'
export const noTakings = 'No takings on this day'

export const byTender = 'By payment type'
export const byPerson = 'By staff member'
export const byTill = 'By till'
export const tender = 'Payment type'
export const person = 'Staff member'
export const entries = 'Entries'
export const allEntries = ({ count }: { count: number }): string => `All entries (${count})`
export const taken = 'Taken'
export const refunded = 'Refunded'
export const net = 'Net'
export const total = 'Total'
export const cashInTill = 'cash, excl. float'
export const time = 'Time'
export const amount = 'Amount'
export const customer = 'Customer'
export const order = 'Order'
export const walkIn = 'Walk-in'

// To pay on arrival
export const toPayOnArrival = 'To pay on arrival'
export const owedFor = ({ what, day, time: at }: { what: string; day: string; time: string }): string =>
  `${what}, ${shortDay(day)}, ${at}`
export const takeOwed = ({ amount: sum }: { amount: string }): string => `Take ${sum}`
export const takeOwedFor = ({ amount: sum, order: reference }: { amount: string; order: string }): string =>
  `Take ${sum} for ${reference}`

// Cash refunds
export const disputes = 'Disputed card payments'
export const disputedOn = ({ day }: { day: string }): string => `Disputed on ${shortDay(day)}`
export const disputeStates = {
  open: 'The cardholder has asked their bank for this payment back. Answer the bank through the card company.',
  won: 'The bank has decided for you. The payment stands.',
  lost: 'The bank has decided for the cardholder. The payment has been taken back.',
} as const
export const creditFrozen = ({ amount }: { amount: string }): string =>
  `${amount} of credit from this payment is on hold.`
export const cashRefunds = 'Cash refunds to pay out'
export const cardRefundFailed =
  "The card company hasn't paid this back. Check the payment with them before you pay it out."
export const paidByCompany = 'Paid by card company'
export const paidByCompanyFor = ({
  amount: sum,
  order: reference,
}: {
  amount: string
  order: string
}): string => `Paid by card company: ${sum} for ${reference}`
export const offTheList = 'Refund taken off the list.'
export const payOut = 'Pay out'
export const payOutFor = ({ amount: sum, order: reference }: { amount: string; order: string }): string =>
  `Pay out ${sum} for ${reference}`
export const giveCash = ({ amount: sum }: { amount: string }): string => `Give the customer ${sum} in cash.`
export const supervisorPaysOut = 'Only a supervisor can pay this out'
