import type { CustomerDetails } from '#contract/customers.ts'
import type { FieldErrors } from './checkoutErrors.ts'

/** What the form asks besides the card and the terms, by the names the server knows them under. */
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

export type Typed = Readonly<Record<FieldName, string>>

/** What the card company's fields have already said beside themselves. */
export const inCardFields = 'cardFields'

/** In the order of the page, for the list of what is wrong; a field that is not shown has no place in it. */
export const pageOrder = [...fieldNames, 'card', inCardFields, 'terms'] as const

export const labels: Readonly<Record<FieldName, string>> = {
  email: 'E-mail address',
  billingFirstName: 'First name',
  billingLastName: 'Last name',
  billingAddressLineOne: 'Address line 1',
  billingAddressLineTwo: 'Address line 2',
  billingCity: 'Town or city',
  billingPostcode: 'Postcode',
}

const missing: Readonly<Partial<Record<FieldName, string>>> = {
  email: 'Enter your e-mail address, so that we can send you the confirmation.',
  billingFirstName: 'Enter your first name.',
  billingLastName: 'Enter your last name.',
  billingAddressLineOne: 'Enter the first line of your address.',
  billingCity: 'Enter your town or city.',
  billingPostcode: 'Enter your postcode.',
}

/** What the present choice asks for: a guest's address for mail; name and address with a new card only. */
export type RequiredFields = { email: boolean; billing: boolean; terms: boolean }

/**
 * What is plainly missing, so that the card company is not asked in vain. Whether what is there is right is the
 * server's to say.
 */
export const missingFields = (
  typed: Partial<Typed>,
  termsAccepted: boolean,
  asked: RequiredFields,
): FieldErrors => {
  const wanted = [...(asked.email ? (['email'] as const) : []), ...(asked.billing ? billingFields : [])]
  const found: Record<string, readonly string[]> = {}
  for (const name of wanted) {
    const sentence = missing[name]
    if (sentence !== undefined && (typed[name] ?? '').trim() === '') found[name] = [sentence]
  }
  const email = (typed.email ?? '').trim()
  if (asked.email && email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    found['email'] = ['Enter an e-mail address with an @, such as name@example.com.']
  }
  if (asked.terms && !termsAccepted) found['terms'] = ['Accept the terms to go on.']
  return found
}

/** The page's list of what is wrong: one line a sentence, in the order of the page. */
export const errorList = (fields: FieldErrors): { field: string; sentence: string }[] => {
  const order = new Map<string, number>(pageOrder.map((name, index) => [name, index]))
  const place = (field: string): number => order.get(field) ?? pageOrder.length
  return Object.entries(fields)
    .toSorted(([one], [other]) => place(one) - place(other))
    .flatMap(([field, sentences]) => sentences.map((sentence) => ({ field, sentence })))
}

export const isOnPage = (field: string): boolean => (pageOrder as readonly string[]).includes(field)

/** What a customer has told us before, so that nobody types it twice. */
export const payerDetailsFrom = (details: CustomerDetails | null): Typed => ({
  email: details?.email ?? '',
  billingFirstName: details?.firstName ?? '',
  billingLastName: details?.lastName ?? '',
  billingAddressLineOne: details?.addressLineOne ?? '',
  billingAddressLineTwo: details?.addressLineTwo ?? '',
  billingCity: details?.city ?? '',
  billingPostcode: details?.postcode ?? '',
})

/** Whether what is known will do for a new card. */
export const isWholeAddress = (typed: Typed): boolean =>
  billingFields.every((name) => missing[name] === undefined || typed[name].trim() !== '')

/** The address as one writes it on a line. */
export const addressLine = (typed: Typed): string =>
  [typed.billingAddressLineOne, typed.billingAddressLineTwo, typed.billingCity, typed.billingPostcode]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')
