import type { CustomerDetails } from '#contract/customers.ts'
import * as messages from '#messages/shared/checkout.ts'
import type { FieldErrors } from './checkoutErrors.ts'

/** The text fields of the form, by the names of the wire. */
export const billingFields = [
  'billingFirstName',
  'billingLastName',
  'billingAddressLineOne',
  'billingAddressLineTwo',
  'billingCity',
  'billingPostcode',
] as const

export type BillingField = (typeof billingFields)[number]
export type FieldName = 'email' | BillingField

export const fieldNames: readonly FieldName[] = ['email', ...billingFields]

export type PayerFields = Readonly<Record<FieldName, string>>

/** Errors that the provider's card form shows itself. */
export const inCardFields = 'cardFields'

/** The order of the page, for the list of errors. */
const pageOrder = [...fieldNames, 'card', inCardFields, 'terms'] as const

export const labels: Readonly<Record<FieldName, string>> = {
  email: messages.email,
  billingFirstName: messages.firstName,
  billingLastName: messages.lastName,
  billingAddressLineOne: messages.addressLineOne,
  billingAddressLineTwo: messages.addressLineTwo,
  billingCity: messages.city,
  billingPostcode: messages.postcode,
}

/** The message of each required field when it is empty. */
const missing: Readonly<Partial<Record<FieldName, string>>> = {
  email: messages.emailMissing,
  billingFirstName: messages.firstNameMissing,
  billingLastName: messages.lastNameMissing,
  billingAddressLineOne: messages.addressMissing,
  billingCity: messages.cityMissing,
  billingPostcode: messages.postcodeMissing,
}

/** What this payment needs: an e-mail address of a guest, a billing address with a new card. */
export type RequiredFields = { email: boolean; billing: boolean; terms: boolean }

/** Finds what is plainly missing before the payment provider is called; the server validates the rest. */
export const missingFields = (
  values: Partial<PayerFields>,
  termsAccepted: boolean,
  required: RequiredFields,
): FieldErrors => {
  const names = [...(required.email ? (['email'] as const) : []), ...(required.billing ? billingFields : [])]
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
  const place = (field: string): number => order.get(field) ?? pageOrder.length
  return Object.entries(fields)
    .toSorted(([one], [other]) => place(one) - place(other))
    .flatMap(([field, sentences]) => sentences.map((sentence) => ({ field, sentence })))
}

export const isOnPage = (field: string): boolean => (pageOrder as readonly string[]).includes(field)

/** What the customer's account already says. */
export const payerDetailsFrom = (details: CustomerDetails | null): PayerFields => ({
  email: details?.email ?? '',
  billingFirstName: details?.firstName ?? '',
  billingLastName: details?.lastName ?? '',
  billingAddressLineOne: details?.addressLineOne ?? '',
  billingAddressLineTwo: details?.addressLineTwo ?? '',
  billingCity: details?.city ?? '',
  billingPostcode: details?.postcode ?? '',
})

/** Whether the address will do for a new card. */
export const isWholeAddress = (values: PayerFields): boolean =>
  billingFields.every((name) => missing[name] === undefined || values[name].trim() !== '')

/** The address on one line. */
export const addressLine = (values: PayerFields): string =>
  [values.billingAddressLineOne, values.billingAddressLineTwo, values.billingCity, values.billingPostcode]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')
