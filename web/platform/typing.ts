/**
 * Whether somebody has typed into a form that is still on the page: what they typed is worth more than a fresh page.
 * Searches (GET forms) do not count, since their words stand in the address.
 */
const touched = new Set<HTMLFormElement>()

export const watchTyping = (): (() => void) => {
  const note = ({ target }: Event): void => {
    const form = target instanceof Element ? target.closest('form') : null
    if (form !== null && form.method !== 'get') touched.add(form)
  }
  document.addEventListener('input', note)
  return () => {
    document.removeEventListener('input', note)
  }
}

export const isHalfTyped = (): boolean => {
  for (const form of touched) if (!form.isConnected) touched.delete(form)
  return touched.size > 0
}

/** The form was sent and its work is done. */
export const typingDone = (form: HTMLFormElement): void => {
  touched.delete(form)
}
