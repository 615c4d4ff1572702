import { formTitle } from '#messages/shared/checkout.ts'
import type { CheckoutError, FieldErrors } from './checkoutErrors.ts'

/** Found before anything was sent. */
export const formError = (fields: FieldErrors): CheckoutError => ({
  kind: 'form',
  title: formTitle,
  fields,
  items: [],
  toast: '',
})
