import type { NumberedTender } from '#contract/tenders.ts'

// Taking a payment
export const toPay = 'To pay'
export const paymentNumber = ({ number }: { number: number }) => `Payment ${number}`
export const paidWith = 'Paid with'
export const amount = 'Amount'
export const removePayment = ({ number }: { number: number }) => `Remove payment ${number}`
export const remove = 'Remove'
export const splitPayment = 'Split payment'
export const stillToPay = ({ amount: due }: { amount: string }) => `Still to pay: ${due}`
export const tooMuch = ({ amount: excess }: { amount: string }) => `${excess} too much`
export const change = 'Change'
export const cashTooLittle = 'The cash received is less than the amount.'
export const customerAcceptsTerms = 'The customer accepts the terms'
export const printReceipt = 'Print a receipt'
export const book = 'Book'
export const take = ({ amount: due }: { amount: string }) => `Take ${due}`
export const payByCard = 'Pay by card instead'
export const bookOnArrival = ({ amount: due }: { amount: string }) => `Book, pay ${due} on arrival`
export const takenOnArrival = ({ amount: sum, change: back }: { amount: string; change: string | null }) =>
  back === null ? `${sum} taken.` : `${sum} taken. Give back ${back}.`

// Who has no account
export const contact = 'Who is it for?'
export const contactHelp =
  "Leave out what they don't want to say. To pay on arrival they leave a phone number."
export const cashReceived = 'Cash received'
export const whichCredit = 'Which credit'
export const generalCredit = ({ available }: { available: string }) => `General, ${available} available`
export const membershipCredit = ({ available }: { available: string }) => `Membership, ${available} available`
export const numberOf: Readonly<Record<NumberedTender, string>> = {
  'offline-voucher': 'Voucher number',
  cheque: 'Cheque number',
}
export const lastFour = 'Last four digits'
export const terminal = 'Terminal'
export const notesReceived = 'Notes received'
export const exactAmount = 'Exact'

// The till
export const whichTill = 'Till'
export const whichTillHint = "You haven't chosen a till yet. This payment and the next ones count towards it."
export const chooseTill = 'Choose a till'
export const tillAt = ({ till, venue }: { till: string; venue: string }) => `${till}, ${venue}`
export const tillMissing = 'Choose the till you put the money in.'
