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

export const isChecked = (form: HTMLFormElement, name: string): boolean => new FormData(form).has(name)

export const withoutFields = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !names.includes(field)))
