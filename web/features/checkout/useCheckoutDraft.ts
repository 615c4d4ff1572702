import { useEffect, useState, type RefObject } from 'react'
import { readCheckoutDraft } from './checkoutDraft.ts'
import { fieldNames } from './checkoutFields.ts'

/** Puts the draft into the fields; true once that is done. */
export const useCheckoutDraft = (
  form: RefObject<HTMLFormElement | null>,
  customerId: number | null,
): boolean => {
  const [isRestored, setRestored] = useState(false)
  useEffect(() => {
    const { current } = form
    if (current === null) return
    const draft = readCheckoutDraft(customerId)
    for (const name of fieldNames) {
      const field = current.elements.namedItem(name)
      const value = draft[name]
      // What the browser filled in, or was typed before hydration, is newer than the draft.
      if (field instanceof HTMLInputElement && value !== undefined && field.value === field.defaultValue) {
        field.value = value
      }
    }
    const saveCard = current.elements.namedItem('saveCard')
    if (draft.saveCard === true && saveCard instanceof HTMLInputElement) saveCard.checked = true
    setRestored(true)
  }, [form, customerId])
  return isRestored
}
