import type { checkout } from '#contract/checkout.ts'
import type { Body } from '#contract/endpoint.ts'
import type { OrderSource } from '#contract/orderSources.ts'
import { isNumbered } from '#contract/tenders.ts'
import type { DeskTender, TenderId } from '#contract/tenders.ts'
import type { EndReason, TransactionStatus } from '#contract/transactions.ts'
import { describeCard } from '#server/bookings/rules.ts'
import type { CardAtTerminal } from '#server/bookings/rules.ts'
import type { CreditType } from '#server/credits/rules.ts'
import type { Text } from '#server/messages/languages.ts'

export type AuthoriseBody = Body<typeof checkout.authorise>

export type CompleteBody = Body<typeof checkout.complete>

/** The item ids in an `item_hash` of our form (wire §7); null for any other value, which is ignored. */
export const itemIdsInHash = (hash: string | undefined): number[] | null => {
  if (hash === undefined) return null
  const words = Buffer.from(hash, 'base64').toString('latin1')
  return /^\d{1,10}(,\d{1,10})*$/.test(words) ? words.split(',').map(Number) : null
}

/**
 * The lines that the payer wants to pay for. With a hash: its lines, which must include all that are held and may
 * include lapsed ones. Without a hash: the held lines or, if there are none, the lapsed ones.
 */
export const matchedLines = (
  live: readonly number[],
  lapsed: readonly number[],
  named: readonly number[] | null,
): number[] | 'basket_changed' => {
  if (named === null) return live.length > 0 ? [...live] : [...lapsed]
  const areValid = named.every((id) => live.includes(id) || lapsed.includes(id))
  const areAll = live.every((id) => named.includes(id))
  return areValid && areAll ? [...new Set(named)] : 'basket_changed'
}

type Acceptance = { terms: readonly number[]; termsAccepted?: boolean | undefined }

/** Whether all required terms were accepted, one by one or all at once. */
export const areTermsAccepted = (
  required: readonly number[],
  { terms, termsAccepted }: Acceptance,
): boolean => termsAccepted === true || required.every((id) => terms.includes(id))

/** Whether these lines need a logged-in buyer (wire §1.4). */
export const requiresLogin = (
  lines: readonly { allowsAnonymousBookings: boolean }[],
  customerId: number | null,
): boolean => customerId === null && lines.some((line) => !line.allowsAnonymousBookings)

/** Tenders besides the card. Pence. */
export type Tenders = { credits: { type: CreditType; amount: number }[]; account: number }

type Tender = { tenderType: TenderId; amount: number }

/**
 * Pence paid by tenders other than the card. The card pays the rest, so the card amount in the request is ignored, as
 * are amounts of 0 or less: a negative one must not hide another tender.
 */
export const nonCardTenders = (payments: readonly Tender[]): number =>
  payments
    .filter(({ tenderType, amount }) => tenderType !== 'card' && amount > 0)
    .reduce((sum, { amount }) => sum + amount, 0)

const billingFields = {
  billingFirstName: ['billing_first_name', (messages) => messages.checkout.enterFirstName],
  billingLastName: ['billing_last_name', (messages) => messages.checkout.enterLastName],
  billingAddressLineOne: ['billing_address_line_one', (messages) => messages.checkout.enterAddress],
  billingCity: ['billing_city', (messages) => messages.checkout.enterTown],
  billingPostcode: ['billing_postcode', (messages) => messages.checkout.enterPostcode],
} as const satisfies Record<string, readonly [string, Text]>

const withoutAddress: readonly string[] = ['billingFirstName', 'billingPostcode']

/** Missing billing fields of a newly entered card. Without a whole address, name and postcode are enough. */
export const missingBilling = (
  body: { [Field in keyof typeof billingFields]?: string | undefined },
  needsAddress: boolean,
): Record<string, Text[]> => {
  const errors: Record<string, Text[]> = {}
  for (const [field, [name, message]] of Object.entries(billingFields)) {
    if (!needsAddress && !withoutAddress.includes(field)) continue
    if (!body[field as keyof typeof billingFields]) errors[name] = [message]
  }
  return errors
}

type Owned = { customerId: number | null }

type Asker = { person: { id: number } | null; customerId: number | null; basketUuid: string | null }

/**
 * Whether the actor may complete a payment: a customer's by that customer; a visitor's with the basket's token; a
 * walk-in's by the member of staff who owns the basket.
 */
export const mayComplete = (
  payment: Owned,
  basket: { uuid: string; customerId: number | null },
  asker: Asker,
): boolean => {
  if (payment.customerId !== null) return payment.customerId === asker.customerId
  return basket.customerId === null
    ? asker.basketUuid === basket.uuid
    : basket.customerId === asker.person?.id
}

export type Status =
  | 'started'
  | 'challenge'
  | 'pending'
  | 'authorised'
  | 'completed'
  | 'voiding'
  | 'voided'
  | 'aborted'
  | 'failed'
  | 'refunded'

/** Why a payment is released. */
export type VoidReason = 'place_lost' | 'abandoned' | 'unanswered'

/** Whether a payment is the difference for a move of a booking, not an order. */
export const isMove = ({ agreement }: { agreement: { source: OrderSource } }): boolean =>
  agreement.source === 'booking-move'

/** Whether a payment is of an invoice of a hire, not of an order. */
export const isInvoice = ({ agreement }: { agreement: { source: OrderSource } }): boolean =>
  agreement.source === 'hire-invoice'

/** Places stay held this long while the bank decides (wire §1.10). */
export const bankMs = 30 * 60_000

/** After this time the client is assumed to be gone, and the order is made without it. */
export const clientMs = 60_000

/** After this time a call to the provider is assumed to have failed. */
export const startedMs = 60_000

/** Interval between two polls of a payment that waits for the bank. */
const pollMs = 10_000

/** The wire's name of a status; the wire has fewer of them. */
export const publicStatus = (status: Status, voidReason: VoidReason | null): TransactionStatus => {
  if (status === 'started') return 'pending'
  if (status === 'voiding') return voidReason === 'place_lost' ? 'voided' : 'aborted'
  return status
}

/** Why a payment came to nothing; null while it may still be completed, and once it is. */
export const endReason = ({
  status,
  voidReason,
}: {
  status: Status
  voidReason: VoidReason | null
}): EndReason | null => {
  switch (status) {
    case 'voiding':
    case 'voided':
    case 'aborted':
    case 'failed':
    case 'refunded':
      return voidReason === null ? 'declined' : reasonOf[voidReason]
    default:
      return null
  }
}

const reasonOf: Readonly<Record<VoidReason, EndReason>> = {
  place_lost: 'unavailable',
  abandoned: 'left',
  unanswered: 'unanswered',
}

/** Pending statuses of a payment or of a change of card, in which the provider's result is still recorded. */
export const undecided = ['started', 'challenge', 'pending'] as const

type Undecided = (typeof undecided)[number]

export const isUndecided = (status: string): status is Undecided => undecided.some((one) => one === status)

/** When to poll a payment or a change of card next that is not decided. */
export const planUndecided = (status: Undecided, now: Date): Date =>
  new Date(now.getTime() + (status === 'started' ? startedMs : pollMs))

/** When to poll a payment next, by its status; null: never. */
export const planNextAttempt = (status: Status, now: Date): Date | null => {
  if (isUndecided(status)) return planUndecided(status, now)
  switch (status) {
    case 'authorised':
      return new Date(now.getTime() + clientMs)
    case 'completed':
    case 'voiding':
      return now
    case 'voided':
    case 'aborted':
    case 'failed':
    case 'refunded':
      return null
  }
}

/** A tender as the desk sends it. Pence. */
export type DeskTenderInput = {
  tenderType: DeskTender
  type?: CreditType | undefined
  amount: number
  amountTendered?: number | undefined
  reference?: string | undefined
} & CardAtTerminal

/** Validation errors of the tenders, by field. An amount of 0 is ignored. */
export const deskTenderErrors = (payments: readonly DeskTenderInput[]): Record<string, Text[]> => {
  const errors: Record<string, Text[]> = {}
  for (const [index, { tenderType, amount, amountTendered, reference }] of payments.entries()) {
    const wrong = (field: string, message: Text): void => {
      errors[`payments.${index}.${field}`] = [message]
    }
    if (amount < 0) wrong('amount', (messages) => messages.checkout.enterAmount)
    if (amount <= 0) continue
    if (isNumbered(tenderType) && !reference?.trim())
      wrong('reference', (messages) => messages.checkout.enterNumber[tenderType])
    if (amountTendered !== undefined && tenderType !== 'cash' && amountTendered !== amount) {
      wrong('amount_tendered', (messages) => messages.checkout.changeForCashOnly)
    }
    if (amountTendered !== undefined && tenderType === 'cash' && amountTendered < amount) {
      wrong('amount_tendered', (messages) => messages.checkout.tooLittleCash)
    }
  }
  return errors
}

/** The change to give back, in pence. */
export const changeDue = (payments: readonly DeskTenderInput[]): number =>
  payments.reduce(
    (sum, { tenderType, amount, amountTendered }) =>
      tenderType === 'cash' && amount > 0 ? sum + Math.max(0, (amountTendered ?? amount) - amount) : sum,
    0,
  )

/** The credit tenders. A later one of the same type replaces an earlier one (E07), which an amount of 0 removes. */
export const creditTenders = (payments: readonly DeskTenderInput[]) => [
  ...new Map(
    payments.flatMap(({ tenderType, type = 'general', ...payment }) =>
      tenderType === 'credit' ? [[type, { ...payment, tenderType, type }] as const] : [],
    ),
  ).values(),
]

/** The tenders besides credit, as an order lists them. */
export const listManualTenders = (payments: readonly DeskTenderInput[]) =>
  payments
    .filter(({ tenderType, amount }) => tenderType !== 'credit' && amount > 0)
    .map(({ tenderType, amount, amountTendered, reference, ...card }) => ({
      tenderType,
      creditType: null,
      amount,
      transactionId: null,
      tendered: tenderType === 'cash' ? (amountTendered ?? amount) : null,
      ...(tenderType === 'card_terminal'
        ? { reference: describeCard(card), cardLastFour: card.lastFour ?? null }
        : { reference: reference?.trim() ?? null }),
    }))
