import { useEffect, type RefObject } from 'react'
import { removeDraft, restoreDraft, saveDraft } from './formDrafts.ts'
import { useCustomer } from './session.ts'

/**
 * Brings back what was typed into a form and not sent when the person returns to its page by Back, Forward or a reload.
 *
 *   useFormDraft(form.ref, 'details', change.succeeded)
 *
 * @param name different from that of every other form on the page
 */
export const useFormDraft = (
  form: RefObject<HTMLFormElement | null>,
  name: string,
  isSent: boolean,
): void => {
  const owner = useCustomer()?.id ?? null
  useEffect(() => {
    const { current } = form
    if (current === null) return
    restoreDraft(name, owner, current)
    const save = (): void => saveDraft(name, owner, current)
    current.addEventListener('input', save)
    return () => {
      current.removeEventListener('input', save)
    }
  }, [form, name, owner])
  useEffect(() => {
    if (isSent) removeDraft(name, owner)
  }, [isSent, name, owner])
}
