import type { CreditType } from '#server/credits/rules.ts'

/** The item ids that an `item_hash` of our form names (wire §7); null for any other value, which is ignored. */
export const itemIdsInHash = (hash: string | undefined): number[] | null => {
  if (hash === undefined) return null
  const words = Buffer.from(hash, 'base64').toString('latin1')
  return /^\d{1,10}(,\d{1,10})*$/.test(words) ? words.split(',').map(Number) : null
}

/**
 * Which lines the payer means to pay for. With a hash: those it names, which must be all that is held and may
 * be some whose hold has lapsed since. Without one: what is held, or when nothing is any more, what lapsed.
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

/** Whether all terms that must be agreed to were agreed to, one by one or with one word. */
export const areTermsAccepted = (
  required: readonly number[],
  { terms, termsAccepted }: Acceptance,
): boolean => termsAccepted === true || required.every((id) => terms.includes(id))

/** Whether somebody must log in before these lines can be bought (wire §1.4). */
export const requiresLogin = (
  lines: readonly { allowsAnonymousBookings: boolean }[],
  customerId: number | null,
): boolean => customerId === null && lines.some((line) => !line.allowsAnonymousBookings)

/** What pays besides the card. Pence. */
export type Tenders = { credits: { type: CreditType; amount: number }[]; account: number }

type Tender = { tenderType: string; amount: number }

/**
 * Pence that the payer wants to pay otherwise than by card. The card's share is the rest, so what it is said
 * to be is not read.
 */
export const nonCardTenders = (payments: readonly Tender[]): number =>
  payments.filter(({ tenderType }) => tenderType !== 'card').reduce((sum, { amount }) => sum + amount, 0)

const billingFields = {
  billingFirstName: ['billing_first_name', 'Enter the first name.'],
  billingLastName: ['billing_last_name', 'Enter the last name.'],
  billingAddressLineOne: ['billing_address_line_one', 'Enter the first line of the address.'],
  billingCity: ['billing_city', 'Enter the town or city.'],
  billingPostcode: ['billing_postcode', 'Enter the postcode.'],
} as const

/** What of the bill's address is missing, by field; a card typed in anew needs all of it. */
export const missingBilling = (body: {
  [Field in keyof typeof billingFields]?: string | undefined
}): Record<string, string[]> => {
  const errors: Record<string, string[]> = {}
  for (const [field, [name, message]] of Object.entries(billingFields)) {
    if (!body[field as keyof typeof billingFields]?.trim()) errors[name] = [message]
  }
  return errors
}

type Owned = { customerId: number | null }
type Asker = { person: { id: number } | null; customerId: number | null; basketUuid: string | null }

/**
 * Whether somebody may complete a payment: the customer it is of; of a visitor's, whoever carries the basket it
 * pays for; of a walk-in's, the member of staff whose basket it is.
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
