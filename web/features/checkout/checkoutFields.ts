import type { CustomerDetails } from '#contract/customers.ts'
import * as messages from '#messages/shared/checkout.ts'
import type { FieldErrors } from './checkoutErrors.ts'

export const addressFields = ['billingAddressLineOne', 'billingAddressLineTwo', 'billingCity'] as const

/** The text fields of the form; the name is sent as first and last name. */
export const billingFields = ['billingName', ...addressFields, 'billingPostcode'] as const

export type BillingField = (typeof billingFields)[number]
export type FieldName = 'email' | BillingField

export const fieldNames: readonly FieldName[] = ['email', ...billingFields]

export type PayerFields = Readonly<Record<FieldName, string>>

/** The start of the names of errors that the provider's card form shows itself: `cardFields.cardNumber`. */
export const inCardFields = 'cardFields'

export const isInCardFields = (field: string): boolean =>
  field === inCardFields || field.startsWith(`${inCardFields}.`)

/** The order of the page, for the list of errors. */
const pageOrder = [...fieldNames, 'card', inCardFields, 'terms'] as const

export const labels: Readonly<Record<FieldName, string>> = {
  email: messages.email,
  billingName: messages.fullName,
  billingAddressLineOne: messages.addressLineOne,
  billingAddressLineTwo: messages.addressLineTwo,
  billingCity: messages.city,
  billingPostcode: messages.postcode,
}

/** The message of each required field when it is empty. */
const missing: Readonly<Partial<Record<FieldName, string>>> = {
  email: messages.emailMissing,
  billingName: messages.nameMissing,
  billingAddressLineOne: messages.addressMissing,
  billingCity: messages.cityMissing,
  billingPostcode: messages.postcodeMissing,
}

/** First and last name as the wire has them: the last word is the last name. */
export const splitName = (name: string): { billingFirstName: string; billingLastName: string } => {
  const words = name.trim().split(/\s+/)
  return words.length < 2
    ? { billingFirstName: words[0] ?? '', billingLastName: '' }
    : { billingFirstName: words.slice(0, -1).join(' '), billingLastName: words.at(-1) ?? '' }
}

const isAddressField = (name: FieldName): boolean => (addressFields as readonly string[]).includes(name)

/** What this payment needs: an e-mail address of a guest, name and postcode (`address`: all of it) with a new card. */
export type RequiredFields = { email: boolean; billing: boolean; address: boolean; terms: boolean }

/** Finds what is plainly missing before the payment provider is called; the server validates the rest. */
export const missingFields = (
  values: Partial<PayerFields>,
  termsAccepted: boolean,
  required: RequiredFields,
): FieldErrors => {
  const billing = required.billing ? billingFields : []
  const names = [
    ...(required.email ? (['email'] as const) : []),
    ...billing.filter((name) => required.address || !isAddressField(name)),
  ]
  const errors: Record<string, readonly string[]> = {}
  for (const name of names) {
    const sentence = missing[name]
    if (sentence !== undefined && (values[name] ?? '').trim() === '') errors[name] = [sentence]
  }
  const email = (values.email ?? '').trim()
  if (required.email && email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    errors['email'] = [messages.emailInvalid]
  }
  if (required.terms && !termsAccepted) errors['terms'] = [messages.termsMissing]
  return errors
}

/** One line a sentence, in the order of the page; fields that are not on the page come last. */
export const errorList = (fields: FieldErrors): { field: string; sentence: string }[] => {
  const order = new Map<string, number>(pageOrder.map((name, index) => [name, index]))
  const place = (field: string): number =>
    order.get(isInCardFields(field) ? inCardFields : field) ?? pageOrder.length
  return Object.entries(fields)
    .toSorted(([one], [other]) => place(one) - place(other))
    .flatMap(([field, sentences]) => sentences.map((sentence) => ({ field, sentence })))
}

export const isOnPage = (field: string): boolean =>
  isInCardFields(field) || (pageOrder as readonly string[]).includes(field)

/** What the customer's account already says. */
export const payerDetailsFrom = (details: CustomerDetails | null): PayerFields => ({
  email: details?.email ?? '',
  billingName: `${details?.firstName ?? ''} ${details?.lastName ?? ''}`.trim(),
  billingAddressLineOne: details?.addressLineOne ?? '',
  billingAddressLineTwo: details?.addressLineTwo ?? '',
  billingCity: details?.city ?? '',
  billingPostcode: details?.postcode ?? '',
})

/** Whether the account says all that a new card needs. */
export const isWholeAddress = (values: PayerFields, needsAddress: boolean): boolean =>
  Object.keys(
    missingFields(values, true, { email: false, billing: true, address: needsAddress, terms: false }),
  ).length === 0

/** The address on one line; the postcode alone where no more is needed. */
export const addressLine = (values: PayerFields, needsAddress = true): string =>
  (needsAddress
    ? [values.billingAddressLineOne, values.billingAddressLineTwo, values.billingCity, values.billingPostcode]
    : [values.billingPostcode]
  )
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')
