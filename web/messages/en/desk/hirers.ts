import type { HireDay, HireEffect, HireState, Invoicing, Occupant } from '#contract/hireTypes.ts'
import { dayOfMonth, duration, list, number, plural, weekday } from '#messages/format.ts'
import { reached } from '#messages/desk/sessionChanges.ts'

export const title = 'Hirers'
export const lead = 'Clubs, schools and businesses that you let places to.'
export const none = 'No hirers yet'
export const noneHelp = 'Add a club or school, then let places to it on some days.'
export const name = 'Name'
export const contactColumn = 'Contact'
export const hiresColumn = 'Hires'
export const nextColumn = 'Next date'
export const noNext = 'None'

// A hirer
export const add = 'Add hirer'
export const details = 'Details'
export const contact = 'Contact'
export const phone = 'Phone'
export const email = 'E-mail'
export const address = 'Invoice address'
export const vatTreatment = 'VAT'
export const vatTreatments = { standard: 'Standard', exempt_series: 'Series of ten or more lets are exempt' }
export const exemptReason = 'Why they are exempt'
export const exemptReasonHint = 'A club, school or association that hires a place ten times or more'
export const termsDays = 'Days to pay an invoice'
export const safeguardingUntil = 'Safeguarding papers valid until'
export const insuranceUntil = 'Insurance valid until'
export const note = 'Note for staff'
export const save = 'Save'
export const saved = 'Saved'
export const cancel = 'Cancel'
export const expires = ({ what, day }: { what: 'safeguarding' | 'insurance'; day: string }): string =>
  `${what === 'safeguarding' ? 'Safeguarding papers' : 'Insurance'} valid until ${dayOfMonth(day)}`
export const expired = ({ what, day }: { what: 'safeguarding' | 'insurance'; day: string }): string =>
  `${what === 'safeguarding' ? 'Safeguarding papers' : 'Insurance'} ended on ${dayOfMonth(day)}`

// A new hire
export const hire = 'Hire'
export const hireFor = ({ name: of }: { name: string }): string => `New hire for ${of}`
export const venue = 'Venue'
export const what = 'What for'
export const places = 'Places'
export const days = 'Days'
export const start = 'Starts'
export const end = 'Ends'
export const from = 'First day'
export const until = 'Last day'
export const addException = 'Leave days out'
export const exceptFrom = ({ nth }: { nth: number }): string => `Leave out ${nth}: first day`
export const exceptUntil = ({ nth }: { nth: number }): string => `Leave out ${nth}: last day`
export const removeException = 'Remove'
export const removeExceptionOf = ({ nth }: { nth: number }): string => `Remove leave out ${nth}`
export const price = 'Price'
export const priceBy = 'Price is for'
export const priceBys = { hour: 'an hour', date: 'a date' }
export const priceNeeded = 'Enter a price, like 25.00.'
export const invoicing = 'Invoices'
export const invoicings: Readonly<Record<Invoicing, string>> = {
  monthly: 'Each month, on its first day',
  term: 'The whole term, on its first day',
  by_hand: 'By staff',
}
export const deposit = 'Deposit'
export const nominalCode = 'Nominal code'
export const lapsesOn = 'Keep until'
export const lapsesOnHint = 'Provisional: it lapses after this day. Leave empty to confirm now.'
export const more = 'Deposit, note and provisional hires'
export const weekdays = [
  { value: 1, short: 'Mon', long: 'Monday' },
  { value: 2, short: 'Tue', long: 'Tuesday' },
  { value: 3, short: 'Wed', long: 'Wednesday' },
  { value: 4, short: 'Thu', long: 'Thursday' },
  { value: 5, short: 'Fri', long: 'Friday' },
  { value: 6, short: 'Sat', long: 'Saturday' },
  { value: 7, short: 'Sun', long: 'Sunday' },
] as const
export const choose = 'Choose places, days and times. Each date is then checked here.'
export const loading = 'Checking the dates'
export const dates = 'Dates'
export const summary = ({
  lets,
  minutes,
  total,
  isExempt,
}: Pick<HireEffect, 'lets' | 'minutes' | 'isExempt'> & { total: string }): string =>
  [
    plural(lets, { one: '1 date', other: `${number(lets)} dates` }),
    duration(minutes),
    total,
    isExempt ? 'exempt from VAT' : 'VAT included',
  ].join(' · ')
export const undecided = ({ count }: { count: number }): string =>
  plural(count, {
    one: '1 date is taken. Decide what becomes of it.',
    other: `${number(count)} dates are taken. Decide what becomes of each.`,
  })
export const grace = 'What you call off is sold no more at once. People are told and refunded a minute later.'
export const callsOff = ({
  calledOff,
  bookings,
  refund,
}: {
  calledOff: number
  bookings: number
  refund: string
}): string =>
  `${plural(calledOff, { one: '1 session is called off', other: `${number(calledOff)} sessions are called off` })}: ${plural(bookings, { one: '1 booking', other: `${number(bookings)} bookings` })}, ${refund} back.`
/** "Confirm 12 dates, call off 1, refund £8.00, write to 3" */
export const confirmNow = ({
  lets,
  isProvisional,
  calledOff,
  refund,
  ...people
}: {
  lets: number
  isProvisional: boolean
  calledOff: number
  refund: string | null
  write: number
  ring: number
}): string =>
  [
    lets === 0
      ? confirm
      : `${isProvisional ? 'Keep' : 'Confirm'} ${plural(lets, { one: '1 date', other: `${number(lets)} dates` })}`,
    ...(calledOff === 0 ? [] : [`call off ${number(calledOff)}`]),
    ...(refund === null ? [] : [`refund ${refund}`]),
    ...reached(people),
  ].join(', ')
export const hired = ({ lets }: { lets: number }): string =>
  plural(lets, { one: '1 date is let.', other: `${number(lets)} dates are let.` })
export const dateColumn = 'Date'
export const placeColumn = 'Place'
export const stateColumn = 'State'
export const decisionColumn = 'Decision'
export const day = ({ day: raw }: { day: string }): string => `${weekday(raw)} ${dayOfMonth(raw)}`
export const dayStates: Readonly<Record<HireDay['state'], string>> = {
  free: 'Free',
  taken: 'Taken',
  decided: 'Decided',
  closed: 'Closed',
  excepted: 'Left out',
}
const kinds: Readonly<Record<Occupant['kind'], string>> = {
  session: 'Session',
  booking: 'Booked',
  block: 'Block booking',
  basket: 'In a basket',
  hire: 'Hired',
  planned: 'Planned',
}
export const occupant = ({ kind, name: of, who, phone: tel, booked }: Occupant): string =>
  [
    `${kinds[kind]}: ${[of, who].filter(Boolean).join(', ')}`,
    tel,
    booked === 0 || kind !== 'session'
      ? ''
      : plural(booked, { one: '1 booked', other: `${number(booked)} booked` }),
  ]
    .filter(Boolean)
    .join(' · ')
export const takenByItself = 'This hire has its floor already'
export const decisionOf = ({ day: of }: { day: string }): string => `What becomes of ${of}`
export const decide = 'Decide…'
export const leaveOut = 'Leave it out'
export const callOff = 'Call them off'
export const elsewhere = ({ place }: { place: string }): string => `Use ${place}`

// Hires
export const hires = 'Hires'
export const noHires = 'Nothing is let to them yet'
export const noHiresHelp = 'Press Hire to let places on some days.'
export const hireStates: Readonly<Record<HireState, string>> = {
  provisional: 'Provisional',
  confirmed: 'Confirmed',
  running: 'Running',
  ended: 'Ended',
  lapsed: 'Lapsed',
}
export const when = ({
  weekdays: numbers,
  start: begins,
  end: ends,
  from: first,
  until: last,
}: {
  weekdays: readonly number[]
  start: string
  end: string
  from: string
  until: string
}): string =>
  `${list(weekdays.filter(({ value }) => numbers.includes(value)).map(({ long }) => long))}, ${begins} to ${ends}, ${dayOfMonth(first)} to ${dayOfMonth(last)}`
export const costs = ({
  price: of,
  priceBy: by,
  isExempt,
}: {
  price: string
  priceBy: 'hour' | 'date'
  isExempt: boolean
}): string => `${of} ${priceBys[by]}${isExempt ? ', exempt from VAT' : ''}`
export const lapses = ({ day: last }: { day: string }): string => `Kept until ${dayOfMonth(last)}`
export const leftOutDays = ({
  from: first,
  until: last,
  reason,
}: {
  from: string
  until: string
  reason: string
}): string => `Not from ${dayOfMonth(first)} to ${dayOfMonth(last)}${reason === '' ? '' : `: ${reason}`}`
export const showDates = ({ count }: { count: number }): string =>
  plural(count, { one: '1 date', other: `${number(count)} dates` })
export const dateStates = { let: 'Let', waiting: 'Free in a minute', left_out: 'Left out' }
export const confirm = 'Confirm'
export const leaveDatesOut = 'Leave dates out'
export const endHire = 'End'
export const changeInvoicing = 'Change invoices'
export const changeInvoicingHelp =
  'The next invoice is written and sent by this rule. Staff can still invoice at any time.'
export const invoicingChanged = 'The next invoice follows the new rule.'
export const invoicedBy = ({ invoicing: by }: { invoicing: Invoicing }): string =>
  ({
    monthly: 'Invoiced on the first of each month',
    term: 'Invoiced on the first day for the whole term',
    by_hand: 'Invoiced by staff',
  })[by]
export const actionOf = ({ action, name: of }: { action: string; name: string }): string => `${action}: ${of}`
export const leaveOutHelp = 'Others can book there again. An invoice that is sent stays as it is.'
export const reason = 'Reason'
export const lastDay = 'Last day of the hire'
export const endHelp = 'Later dates are left out, and others can book there again.'
export const confirmed = 'The hire is confirmed.'
export const leftOut = ({ count }: { count: number }): string =>
  plural(count, { one: '1 date is left out.', other: `${number(count)} dates are left out.` })
export const ended = 'The hire ends on that day.'

// Invoices
export const invoices = 'Invoices'
export const invoicesLead = 'What hirers owe, and what can be invoiced.'
export const invoicesLink = 'Invoices'
export const toInvoice = 'To invoice'
export const invoiceUntil = 'Dates up to'
export const show = 'Show'
export const nothingToInvoice = 'No dates to invoice up to that day'
export const nothingToInvoiceHelp = 'Confirmed hires with dates that are on no invoice appear here.'
export const invoiceNow = 'Invoice'
export const invoiceOf = ({ name: of, total }: { name: string; total: string }): string =>
  `Invoice ${total}: ${of}`
export const invoiced = ({ number: nth }: { number: number }): string => `Invoice ${nth} is written.`
export const noInvoices = 'No invoices yet'
export const hirerColumn = 'Hirer'
export const hireColumn = 'Hire'
export const periodColumn = 'Dates'
export const period = ({
  count,
  from: first,
  until: last,
}: {
  count: number
  from: string
  until: string
}): string =>
  `${plural(count, { one: '1 date', other: `${number(count)} dates` })}, ${dayOfMonth(first)} to ${dayOfMonth(last)}`
export const numberColumn = 'Number'
export const documentName = ({
  kind,
  number: nth,
  creditsNumber,
}: {
  kind: 'invoice' | 'credit_note'
  number: number
  creditsNumber: number | null
}): string =>
  kind === 'invoice' ? `Invoice ${nth}` : `Credit note ${nth} for invoice ${creditsNumber ?? ''}`
export const dueColumn = 'Due'
export const writtenColumn = 'Next invoice'
export const byHand = 'By staff'
export const totalColumn = 'Total'
export const owedColumn = 'Owed'
export const actionColumn = 'Action'
export const overdue = 'Overdue'
export const paidOn = ({ day: on }: { day: string }): string => `Paid ${dayOfMonth(on)}`
export const settled = 'Settled'
export const recordPayment = 'Record payment'
export const recordPaidBack = 'Record as paid back'
export const sendAgain = 'Send again'
export const sentTo = ({ email: to }: { email: string }): string => `On its way to ${to}.`
export const paymentOf = ({ document, owed }: { document: string; owed: string }): string =>
  `${document}: ${owed}`
export const amount = 'Amount'
export const amountBack = 'Amount paid back'
export const amountHint = ({ owed }: { owed: string }): string => `${owed}, or a part of it`
export const partPaid = ({ amount: of, day: on }: { amount: string; day: string }): string =>
  `${of} paid ${dayOfMonth(on)}`
export const tender = 'How'
export const tenders = {
  transfer: 'Transfer',
  card_terminal: 'Card terminal',
  cash: 'Cash',
  cheque: 'Cheque',
}
export const tenderHint = 'Cash, cheques and the card terminal go into your till.'
export const reference = 'Reference'
export const paymentRecorded = 'The payment is recorded.'
