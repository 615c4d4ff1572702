import { fieldNames, type FieldName, type PayerFields } from './checkoutFields.ts'
import type { FieldErrors } from './checkoutErrors.ts'

/** What is in the form's fields now. */
export const readPayerFields = (form: HTMLFormElement): PayerFields => {
  const data = new FormData(form)
  const valueOf = (name: FieldName): string => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(fieldNames.map((name) => [name, valueOf(name)])) as PayerFields
}

/** Fills in what a wallet knows where nothing was typed. */
export const fillEmptyFields = (form: HTMLFormElement, values: Partial<PayerFields>): void => {
  for (const name of fieldNames) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.value === '') field.value = values[name] ?? ''
  }
}

export const acceptTerms = (form: HTMLFormElement): void => {
  const field = form.elements.namedItem('terms')
  if (field instanceof HTMLInputElement) field.checked = true
}

export const isChecked = (form: HTMLFormElement, name: string): boolean => new FormData(form).has(name)

export const withoutFields = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !names.includes(field)))
