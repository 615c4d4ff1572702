import type { CreditType } from '#server/credits/rules.ts'
import * as messages from '#server/messages/en/checkout.ts'

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

type Tender = { tenderType: string; amount: number }

/**
 * Pence paid by tenders other than the card. The card pays the rest, so the card amount in the request is ignored, as
 * are amounts of 0 or less: a negative one must not hide another tender.
 */
export const nonCardTenders = (payments: readonly Tender[]): number =>
  payments
    .filter(({ tenderType, amount }) => tenderType !== 'card' && amount > 0)
    .reduce((sum, { amount }) => sum + amount, 0)

const billingFields = {
  billingFirstName: ['billing_first_name', messages.enterFirstName],
  billingLastName: ['billing_last_name', messages.enterLastName],
  billingAddressLineOne: ['billing_address_line_one', messages.enterAddress],
  billingCity: ['billing_city', messages.enterTown],
  billingPostcode: ['billing_postcode', messages.enterPostcode],
} as const

const withoutAddress: readonly string[] = ['billingFirstName', 'billingPostcode']

/** Missing billing fields of a newly entered card. Without a whole address, name and postcode are enough. */
export const missingBilling = (
  body: { [Field in keyof typeof billingFields]?: string | undefined },
  needsAddress: boolean,
): Record<string, string[]> => {
  const errors: Record<string, string[]> = {}
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
