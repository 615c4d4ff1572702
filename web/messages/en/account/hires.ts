import { dayOfMonth, list, number, plural, weekday } from '#messages/format.ts'

export const page = 'Your hires'
export const hiresOf = ({ hirer }: { hirer: string }): string => `Hires of ${hirer}`
export const dates = 'Dates'
export const invoices = 'Invoices'
export const noInvoices = 'No invoices yet'
export const gone = 'This link has expired'
export const goneHelp = 'Ask the venue to send your invoice again. It comes with a new link.'
export const print = 'Print'
export const state = {
  provisional: 'Provisional',
  confirmed: 'Confirmed',
  running: 'Confirmed',
  ended: 'Ended',
  lapsed: 'Not confirmed',
}
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
export const when = ({
  weekdays: days,
  start,
  end,
}: {
  weekdays: readonly number[]
  start: string
  end: string
}): string => `${list(weekdays.filter((_, index) => days.includes(index + 1)))}, ${start} to ${end}`
export const day = ({ day: raw }: { day: string }): string => `${weekday(raw)} ${dayOfMonth(raw)}`
export const dateCount = ({ count }: { count: number }): string =>
  plural(count, { one: '1 date', other: `${number(count)} dates` })
export const date = 'Date'
export const price = 'Price'
export const leftOut = 'left out'
export const deposit = 'Deposit'
export const invoice = ({ number: nth }: { number: number }): string => `Invoice ${nth}`
export const creditNote = ({ number: nth, credits }: { number: number; credits: number | null }): string =>
  `Credit note ${nth} for invoice ${credits ?? ''}`
export const issued = ({ day: on }: { day: string }): string => `Written on ${dayOfMonth(on)}`
export const due = ({ owed, day: by }: { owed: string; day: string }): string =>
  `Please pay ${owed} by ${dayOfMonth(by)}.`
export const overdue = ({ owed, day: by }: { owed: string; day: string }): string =>
  `${owed} was due on ${dayOfMonth(by)}. Please pay it now.`
export const payBack = ({ owed }: { owed: string }): string => `We pay ${owed} back to you.`
export const paid = ({
  amount: of,
  day: on,
  isByCard,
}: {
  amount: string
  day: string
  isByCard: boolean
}): string => `${of} paid ${isByCard ? 'by card ' : ''}on ${dayOfMonth(on)}.`
export const paidBack = ({ amount: of, day: on }: { amount: string; day: string }): string =>
  `${of} paid back to you on ${dayOfMonth(on)}.`
export const amount = 'Amount to pay'
export const amountHint = ({ owed }: { owed: string }): string => `${owed}, or a part of it`
export const amountWrong = ({ owed }: { owed: string }): string => `Enter an amount up to ${owed}.`
export const changeAmount = 'Change amount'
export const howToPay = ({ number: nth }: { number: number }): string =>
  `Pay here by card, by transfer with the reference ${nth}, or at reception.`
export const payByCard = ({ owed }: { owed: string }): string => `Pay ${owed} by card`
export const payInvoice = ({ number: nth }: { number: number }): string => `Pay invoice ${nth}`
export const otherWays = ({ number: nth }: { number: number }): string =>
  `You can also pay by transfer with the reference ${nth}, or at reception.`
export const isPaid = ({ number: nth }: { number: number }): string => `Invoice ${nth} is paid`
export const isPaidInPart = ({ number: nth }: { number: number }): string => `Invoice ${nth} is paid in part`
export const receiptMailed = "We've e-mailed the receipt."
export const back = 'Your dates and invoices'
export const total = 'Total'
export const vat = 'VAT in it'
export const exempt = 'Exempt from VAT'
export const vatNumber = ({ number: of }: { number: string }): string => `VAT number ${of}`
