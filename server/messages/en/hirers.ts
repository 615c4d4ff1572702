import { listAll, shortDay } from './format.ts'

export const hirerNotFound = "We couldn't find that hirer."
export const hireNotFound = "We couldn't find that hire."
export const reasonNeeded = 'Say why their series are exempt.'
export const termsDays = 'Choose 0 to 120 days.'
export const endsBeforeStart = 'Choose an end after the start.'
export const dayOver = 'This day has passed.'
export const tooFarAhead = 'Choose days within 400 days.'
export const noDates = 'This covers no session. Check place, day and times.'
export const notProvisional = 'This hire is not provisional.'
export const alreadyEnded = 'This hire has already ended.'
export const effectChanged = ({
  lets,
  undecided,
  bookings,
  refund,
}: {
  lets: number
  undecided: number
  bookings: number
  refund: string
}): string =>
  `This has changed since you looked: ${[
    `${String(lets)} dates`,
    ...(undecided === 0 ? [] : [`${String(undecided)} taken`]),
    ...(bookings === 0 ? [] : [`${String(bookings)} bookings, ${refund} back`]),
  ].join(', ')} now. Check it again.`
export const floorTaken = ({
  place,
  dates,
}: {
  place: readonly string[]
  dates: readonly { day: string; by: readonly string[] }[]
}): string =>
  `${listAll(place)} is taken: ${dates
    .map(({ day, by }) => (by.length === 0 ? shortDay(day) : `${shortDay(day)} (${by.join(', ')})`))
    .join(', ')}.`

export const invoiceNotFound = "We couldn't find that invoice."
export const nothingToInvoice = 'There are no dates to invoice up to that day.'
export const noAddress = 'This hirer has no e-mail address. Add one first.'
export const amountNeeded = 'Enter an amount, like 25.00.'
export const alreadyPaid = 'Nothing is owed on this invoice any more.'
export const owedChanged = ({ owed }: { owed: string }): string =>
  `This has changed since you looked: ${owed} is owed now. Check it again.`
export const onlyByTransfer = 'Pay this back by transfer.'
export const paymentInProgress = 'A payment of this invoice is in progress.'
/** By card: the money is let go. */
export const notPaidByCard = "This invoice wasn't paid by your card, and we haven't charged it."
export const paidMeanwhile = ({ number }: { number: number }): string =>
  `Invoice ${number} was paid in the meantime.`
export const creditedMeanwhile = ({ number, owed }: { number: number; owed: string }): string =>
  `Invoice ${number} has changed in the meantime: ${owed} is owed now.`
/** What a payment by card is for, in messages about it. */
export const invoiceNamed = ({ number, hire }: { number: number; hire: string }): string =>
  `Invoice ${number}: ${hire}`
export const confirmingCard = "We're confirming your payment. You'll also get an e-mail."
export const notPaidYet = {
  declined: "Your bank declined the payment, so this isn't paid:",
  unanswered: "Your bank didn't answer in time, so this isn't paid:",
  pending: "Your bank hasn't answered yet. This is paid once it has:",
  lost: "This wasn't paid by your card:",
} as const
export const linkGone = 'This link has expired. Ask the venue to send your invoice again.'

export const mail = {
  subject: ({ number }: { number: number }): string => `Invoice ${number}`,
  creditSubject: ({ number }: { number: number }): string => `Credit note ${number}`,
  invoice: ({ hirer, hire, owed, due }: { hirer: string; hire: string; owed: string; due: string }): string =>
    `Hello ${hirer}, here is your invoice for ${hire}. Please pay ${owed} by ${due}.`,
  credit: ({
    hirer,
    hire,
    total,
    number,
  }: {
    hirer: string
    hire: string
    total: string
    number: number
  }): string => `Hello ${hirer}, dates of ${hire} were left out: ${total} on invoice ${number}.`,
  paidSubject: ({ number }: { number: number }): string => `Receipt: invoice ${number} is paid`,
  paidInPartSubject: ({ number }: { number: number }): string => `Receipt: invoice ${number} is paid in part`,
  stillOwed: ({ owed }: { owed: string }): string => `${owed} of this invoice is still to be paid.`,
  paid: ({
    hirer,
    hire,
    amount,
    tender,
  }: {
    hirer: string
    hire: string
    amount: string
    tender: string
  }): string => `Hello ${hirer}, thank you. You paid ${amount} ${tender} for ${hire}.`,
  link: 'See your dates and invoices',
}
