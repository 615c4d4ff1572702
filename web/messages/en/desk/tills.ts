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
export const supervisorPaysOut = 'Only a duty manager or finance can pay this out'

// Opening, counting and closing a till
export const openFirst = ({ till }: { till: string }): string =>
  `${till} isn't open yet. Open it before you take cash.`
export const chooseTill = 'Choose your till at the top to open, count and close it.'
export const tillTitle = ({ till: name, isOpen }: { till: string; isOpen: boolean }): string =>
  isOpen ? `${name}: open` : `${name}: closed`
export const openedBy = ({ name, at }: { name: string; at: string }): string => `Opened by ${name}, ${at}`
export const closedBy = ({ name, at }: { name: string; at: string }): string => `Closed by ${name}, ${at}`
export const float = 'Float'
export const floatHint = 'The cash in the drawer now'
export const openWith = ({ amount: sum }: { amount: string }): string => `Open till with ${sum}`
export const expected = 'Expected'
export const counted = 'Counted'
export const difference = 'Difference'
export const cashMovements = 'Cash in or out'
export const movementKind = 'What for'
export const movementKinds = {
  float_in: 'Float put in',
  banking: 'Banked',
  petty_cash: 'Petty cash',
} as const
export const reference = 'Receipt or bag number'
export const saveMovement = ({ kind, amount: sum }: { kind: string; amount: string }): string =>
  `${kind}: ${sum}`
export const closeTill = 'Close till'
export const countHint = ({ amount: sum }: { amount: string }): string => `Expected ${sum}`
export const reason = 'Reason'
export const reasonHint =
  'Needed when the count is more than £5.00 out. More than £20.00 needs a duty manager.'
export const closeWith = ({ short, over }: { short: string | null; over: string | null }): string => {
  if (short === null && over === null) return 'Close till: nothing out'
  return `Close till: ${[...(short === null ? [] : [`${short} short`]), ...(over === null ? [] : [`${over} over`])].join(', ')}`
}
export const zTitle = ({ number, till: name }: { number: number; till: string }): string =>
  `Z ${number}, ${name}`
export const reopen = 'Open again'
export const reopenTitle = ({ number }: { number: number }): string => `Open Z ${number} again?`
export const reopenText = 'It keeps its number. What was counted is counted again when you close it.'
export const tillOpened = 'Till opened.'
export const tillClosed = ({ number }: { number: number }): string => `Till closed. Print Z ${number} below.`
export const movementSaved = 'Saved.'

// Banking
export const banking = 'Banking'

// Refunds and waived penalties
export const refundsAndWaived = 'Refunds and waived penalties'

export const invoice = ({ number: of }: { number: string }): string => `Invoice ${of}`
