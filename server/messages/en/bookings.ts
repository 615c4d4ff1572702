import type { RefundPlace, TenderId } from '#contract/tenders.ts'
import { listAll, plural } from './format.ts'
import { refundPlaces, tenderNames } from './tenders.ts'

/** The text of wire §10. */
export const creditBack = ({ amount }: { amount: string }) => `You will get ${amount} as credit.`
export const titleWithTicket = ({ name, ticket }: { name: string; ticket: string }) => `${name}, ${ticket}`
export const lateFee = ({ amount }: { amount: string }) => `Cancelling now costs ${amount}.`

// The days that a line of a membership pays for
export const paidOnce = 'One-off payment'
export const paidDays = ({ from, until }: { from: string; until: string }) => `${from} to ${until}`

// Placing an order
export const penalty = 'Penalty'
export const penaltySettled =
  "A penalty in your basket is already paid or waived. We haven't charged your card."
export const penaltySettledItem = ({ name }: { name: string }) => `${name}: already paid or waived.`
export const placeLost = "A place in your basket is no longer available. We haven't charged your card."
export const benefitLost = "A benefit in your basket is no longer available. We haven't charged your card."
export const benefitLostItem = ({ name }: { name: string }) =>
  `${name}: the benefit or visit has been used elsewhere.`
/** Why a place is lost; `name` is null where it is not known. */
export const placeLostItem = ({
  name,
  why,
}: {
  name: string | null
  why: 'full' | 'held' | 'clash' | 'cancelled'
}) => {
  const item = name ?? 'One of your choices'
  switch (why) {
    case 'full':
      return `${item}: no longer available.`
    case 'held':
      return `${item}: now in someone else's basket.`
    case 'clash':
      return `${item}: overlaps another booking of the same person.`
    case 'cancelled':
      return `${item}: this session has been cancelled.`
  }
}
export const accountPaid = ({ reference }: { reference: string }) => `Paid with order ${reference}`
export const refundEntry = ({ reference }: { reference: string }) => `Refund of order ${reference}`
export const orderEntry = ({ reference }: { reference: string }) => `Order ${reference}`

// Orders of visitors
export const alreadyClaimed = 'This booking already belongs to an account.'
export const unverifiedEmail =
  "Confirm your e-mail address first: open the link we've sent you. Then add this booking."
export const openMailedLink =
  'Open the link in your confirmation e-mail first. It shows us that the address is yours.'
export const otherEmail =
  "This booking was made with another e-mail address, so it can't be added to your account."

// Cancelling
export const alreadyCancelled = 'This booking is already cancelled.'
export const tooLate = "It's too late to cancel this booking."
export const refundBeyondTerms =
  'Only a duty manager or finance can refund cash, or more than the terms allow.'
/** The sentence of the specification. */
export const overLimit = ({ limit, left }: { limit: string; left: string }) =>
  `Your limit is ${limit} a day, ${left} left. Ask a duty manager.`
export const refundPaidOut = 'This refund has already been paid out.'
export const duePaid = 'This order has already been paid at the venue.'
export const tooLittleCash = 'Enter at least the cash to be paid.'
export const dueChanged = ({ amount }: { amount: string }) => `What is due has changed. It is ${amount} now.`
export const nothingDue = 'Nothing is due for this order any more.'
export const cancelled = 'Cancelled'
export const alreadyRefunded = 'Nothing is left to refund of this booking.'
export const overPaid = ({ left }: { left: string }) => `Only ${left} of this booking can be refunded.`
export const refundedEntry = ({ name, when }: { name: string; when: string }) => `Refund: ${name}, ${when}`
export const voidOwnOnly = 'Only whoever made this sale, or a duty manager, can take it back.'
export const voidTooLate =
  'A sale can be taken back within 15 minutes. Cancel its bookings instead, and refund them.'
export const notVoidable =
  "This sale can't be taken back as a whole. Cancel its bookings instead, and refund them."
export const cancelledEntry = ({ name, when }: { name: string; when: string }) =>
  `Cancelled: ${name}, ${when}`

// Calendar
export const calendarSummary = ({
  title,
  person,
  venue,
}: {
  title: string
  person: string | undefined
  venue: string
}) => (person === undefined ? `${title} – ${venue}` : `${title} (${person}) – ${venue}`)
export const calendarDescription = (booking: { place: string; code: string; order: string }) =>
  `Where: ${booking.place}\nAccess code: ${booking.code}\nOrder: ${booking.order}`

// Receipt
export const receipt = ({ reference }: { reference: string }) => `Receipt ${reference}`
export const vatNumber = ({ number }: { number: string }) => `VAT number ${number}`
export const payer = ({ name }: { name: string }) => `Paid by ${name}`
export const receiptColumns = {
  item: 'Item',
  quantity: 'Quantity',
  unitPrice: 'Price each',
  price: 'Price',
} as const
export const receiptCancelled = ({ title }: { title: string }) => `${title} (cancelled)`
export const attendee = ({ name }: { name: string }) => `For ${name}`
export const total = 'Total'
export const vatIncluded = ({ rate, net }: { rate: number; net: string }) =>
  `VAT included at ${rate}% (net ${net})`
export const paymentsAndRefunds = 'Payments and refunds'
export const paidBy = ({ tender }: { tender: TenderId }) => `Paid: ${tenderNames[tender]}`
export const notPaidBy = ({ tender }: { tender: TenderId }) => `Payment failed: ${tenderNames[tender]}`
/** What came back, where, and for which item. */
export const refundOf = ({
  destination,
  isDue,
  item,
  isMove,
}: {
  destination: RefundPlace
  isDue: boolean
  item: string | null
  isMove: boolean
}) => {
  const done = isDue ? 'Refund on its way' : 'Refunded'
  const why = isMove ? 'moved to a cheaper time' : null
  return [`${done} ${refundPlaces[destination]}`, item, why].filter((part) => part !== null).join(', ')
}
export const nothingToPay = 'Nothing to pay.'
const refundPart = ({ amount, destination }: { amount: string; destination: RefundPlace }): string => {
  switch (destination) {
    case 'credit':
      return `${amount} as credit`
    case 'card':
      return `${amount} to your card`
    case 'account':
      return `${amount} off the balance of your account`
    case 'desk':
      return `${amount} at the desk`
    case 'partner':
      return `${amount} from the company you booked with`
    case 'cash':
      return `${amount} in cash`
  }
}

type Paid = {
  amount: string
  vat: string | null
  methods: readonly { tender: TenderId; amount: string }[]
}

const thisBooking = (count: number) => plural(count, { one: 'this booking', other: 'these bookings' })

// Mail
export const mail = {
  quantity: ({ quantity, title }: { quantity: number; title: string }) => `${quantity} × ${title}`,
  when: ({ day, from, to }: { day: string; from: string; to: string }) => `${day}, ${from} to ${to}`,
  attendee: ({ name }: { name: string }) => `For ${name}`,
  accessCode: ({ code }: { code: string }) => `Access code ${code}`,
  penaltyPaid: ({ amount }: { amount: string }) => `${amount}, paid`,
  /** A booking and its time, for a subject. `others` counts further bookings. */
  firstBooking: ({ name, time, others }: { name: string; time: string; others: number }) =>
    others === 0 ? `${name}, ${time}` : `${name}, ${time}, and ${others} more`,
  firstItem: ({ name, others }: { name: string; others: number }) =>
    others === 0 ? name : `${name}, and ${others} more`,
  items: ({ names }: { names: readonly string[] }) => listAll(names),
  booked: "You're booked",
  groupTitle: 'One code for everyone',
  groupText: 'Reception scans this code once to check in everyone in this order.',
  bookedSubject: ({ booking }: { booking: string }) => `You're booked: ${booking}`,
  paid: 'Thank you for your payment',
  paidSubject: ({ items }: { items: string }) => `Thank you for your payment: ${items}`,
  yourBooking: 'Your booking',
  yourBookingSubject: ({ booking }: { booking: string }) => `Your booking: ${booking}`,
  orderLink: ({ reference }: { reference: string }) => `Here is your link to order ${reference}.`,
  yourBookings: 'Your bookings',
  orderLinks: 'These are the bookings made with this e-mail address. Each link opens one order.',
  seeOrderOf: ({ reference }: { reference: string }) => `See or cancel order ${reference}`,
  orderClaimedSubject: ({ reference }: { reference: string }) => `Order ${reference} is now in an account`,
  orderClaimed: 'This order was made without an account. It is now in the account with your e-mail address.',
  orderClaimedAdvice: ({ seller }: { seller: string }) =>
    `If that was not you, choose a new password and tell ${seller}.`,
  accountMadeSubject: ({ seller }: { seller: string }) => `Your ${seller} account is ready`,
  accountMadeHeading: ({ firstName }: { firstName: string }) =>
    firstName === '' ? 'Your account is ready' : `Your account is ready, ${firstName}`,
  accountMadeText: ({ reference, order }: { reference: string; order: string }) =>
    `Your customer number is ${reference}. Log in with it or with this e-mail address. Order ${order} is in your account.`,
  seeAccount: 'See your account',
  seeOrCancel: 'See or cancel your booking',
  freeToCancel: ({ until }: { until: string }) => `Free to cancel until ${until}`,
  directions: 'Directions',
  keepLinkPrivate: 'Anyone with this link can see and cancel your booking. Keep this e-mail to yourself.',
  orderNumber: ({ reference }: { reference: string }) => `Your order number is ${reference}.`,
  youPaid: ({ amount, vat, methods }: Paid) => {
    const by =
      methods.length === 1
        ? tenderNames[methods[0]?.tender ?? 'card']
        : listAll(methods.map((one) => `${tenderNames[one.tender]} ${one.amount}`))
    return vat === null
      ? `You paid ${amount} (${by}).`
      : `You paid ${amount} (${by}), of which ${vat} is VAT.`
  },
  payOnArrival: ({ amount, vat }: Paid) =>
    vat === null
      ? `Please pay ${amount} at reception when you arrive.`
      : `Please pay ${amount} at reception when you arrive, of which ${vat} is VAT.`,
  nothingPaid: 'There was nothing to pay.',
  seeOrder: 'See your order',
  seeReceipt: 'Your receipt',
  passOnPage: "On your booking's page you can add it to your phone's wallet.",
  today: 'today',
  tomorrow: 'tomorrow',
  // `day` may begin the sentence.
  reminderSubject: ({ day, time, title }: { day: string; time: string; title: string }) =>
    `${day.charAt(0).toUpperCase()}${day.slice(1)} ${time}: ${title}`,
  /** `isNamed`: a day of the week and its date, neither today nor tomorrow. */
  reminderHeading: ({ day, isNamed }: { day: string; isNamed: boolean }) =>
    `See you ${isNamed ? `on ${day}` : day}`,
  reminderText: "Can't make it? Cancel your booking so someone else can come.",
  cancelledSubject: ({ booking }: { booking: string }) => `Cancelled: ${booking}`,
  cancelledHeading: ({ count }: { count: number }) =>
    plural(count, { one: 'Your booking is cancelled', other: 'Your bookings are cancelled' }),
  cancelledText: {
    buyer: ({ count }: { count: number }) =>
      `You've cancelled ${thisBooking(count)}. If this wasn't you, contact us.`,
    desk: ({ count }: { count: number }) =>
      `Our team has cancelled ${thisBooking(count)} for you. If you didn't ask for this, contact us.`,
    attendee: ({ count }: { count: number }) =>
      plural(count, {
        one: 'The person this booking was for has cancelled it. If this is wrong, contact us.',
        other: 'The person these bookings were for has cancelled them. If this is wrong, contact us.',
      }),
  },
  venueCancelledHeading: 'Cancelled by the venue',
  venueCancelledText: ({ count }: { count: number }) =>
    plural(count, {
      one: "We're sorry, this session can't go ahead. We've cancelled your booking.",
      other: "We're sorry, this session can't go ahead. We've cancelled your bookings.",
    }),
  callOffReason: ({ reason }: { reason: string }) => `The reason: ${reason}`,
  bring: ({ items }: { items: string }) => `Bring: ${items}`,
  bringProofOfAge: 'Bring proof of age.',
  joinOnline: ({ link }: { link: string }) => `Join online: ${link}`,
  changedSubject: ({ booking }: { booking: string }) => `Changed: ${booking}`,
  changedHeading: 'Your booking has changed',
  changedText: "We've changed this session. Here is what it is now:",
  /** The instructors of a session, in its list of lines. */
  instructors: ({ names }: { names: readonly string[] }) => `With ${listAll(names)}`,
  was: ({
    name,
    when,
    where,
    instructors,
  }: {
    name: string
    when: string
    where: string
    instructors: readonly string[]
  }) =>
    `Before it was ${name}, ${when}, ${where}${instructors.length === 0 ? '' : `, with ${listAll(instructors)}`}.`,
  noticeSubject: ({ booking }: { booking: string }) => `About your booking: ${booking}`,
  noticeHeading: 'A message about your booking',
  refunded: {
    credit: ({ amount }: { amount: string }) => `${amount} refunded as credit. You can use it now.`,
    card: ({ amount }: { amount: string }) =>
      `${amount} refunded to the card you paid with. Your bank may take a few days to show it.`,
    account: ({ amount }: { amount: string }) => `${amount} taken off the balance of your account.`,
    desk: ({ amount }: { amount: string }) =>
      `Collect your refund of ${amount} at the desk. Show this message there.`,
    partner: ({ amount }: { amount: string }) => `The company you booked with refunds ${amount}.`,
    /** The desk has handed it out. */
    cash: ({ amount }: { amount: string }) => `${amount} refunded in cash.`,
  },
  /** Several destinations: the total, and what goes where. */
  refundedInParts: ({
    total,
    parts,
  }: {
    total: string
    parts: readonly { amount: string; destination: RefundPlace }[]
  }) => `You get ${total} back: ${listAll(parts.map(refundPart))}.`,
  notRefundable: ({ count }: { count: number }) =>
    plural(count, { one: "This booking can't be refunded.", other: "These bookings can't be refunded." }),
  penaltyBack: ({ refund }: { refund: string }) => `Your penalty for missing it: ${refund}`,
  penaltySubject: ({ amount, booking }: { amount: string; booking: string }) =>
    `${amount} for a missed booking: ${booking}`,
  penaltyHeading: ({ amount }: { amount: string }) => `You have ${amount} to pay`,
  penaltyText:
    "You didn't come to this booking, so nobody else could have your place. If you were there, contact us and we'll put it right.",
  payPenalty: 'Pay in your account',
  penaltyRefundedSubject: ({ amount, booking }: { amount: string; booking: string }) =>
    `${amount} back: your penalty for ${booking}`,
  penaltyRefundedHeading: ({ amount }: { amount: string }) => `You get ${amount} back`,
  penaltyRefundedText: 'You paid a penalty for missing this booking. We know now that you came.',
  refundPaidSubject: ({ amount, what }: { amount: string; what: string }) => `${amount} refunded: ${what}`,
  refundPaidHeading: ({ amount }: { amount: string }) => `We've refunded ${amount}`,
  refundPaidText: ({ amount, reference }: { amount: string; reference: string }) =>
    `We've sent ${amount} of order ${reference} back to the card you paid with. Your bank may take 5 to 10 days to show it.`,
  refundFailedSubject: ({ amount, what }: { amount: string; what: string }) =>
    `Your refund of ${amount} hasn't reached your card: ${what}`,
  refundFailedHeading: "Your refund hasn't reached your card",
  refundFailedText: ({ amount, reference }: { amount: string; reference: string }) =>
    `We couldn't send ${amount} of order ${reference} back to the card you paid with. It may have expired or been replaced.`,
  refundFailedNext: 'You still get your money. Call us or ask at reception, and we pay it another way.',
  orderNamed: ({ reference }: { reference: string }) => `order ${reference}`,
  findAnother: 'Find another time',
  sameAgain: ({ name, time }: { name: string; time: string }) => `${name}, ${time}: same again?`,
}

// People to ring
export const followUpDone = ({ by, time }: { by: string; time: string }) =>
  by === '' ? `Somebody ticked this off at ${time}.` : `${by} ticked this off at ${time}.`
