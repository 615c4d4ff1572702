/**
 * Forms on the page with unsaved input, for which the page must not be reloaded. Searches (GET forms) do not count,
 * because their input is in the URL.
 */
const editedForms = new Set<HTMLFormElement>()

export const trackUnsavedInput = (): (() => void) => {
  const markEdited = ({ target }: Event): void => {
    const form = target instanceof Element ? target.closest('form') : null
    if (form !== null && form.method !== 'get') editedForms.add(form)
  }
  document.addEventListener('input', markEdited)
  return () => {
    document.removeEventListener('input', markEdited)
  }
}

export const hasUnsavedInput = (): boolean => {
  for (const form of editedForms) if (!form.isConnected) editedForms.delete(form)
  return editedForms.size > 0
}

/** For input that is not the page's own, such as a card in the frame of its provider. */
export const markUnsavedInput = (form: HTMLFormElement): void => {
  editedForms.add(form)
}

/** Call it when the form is submitted. */
export const clearUnsavedInput = (form: HTMLFormElement): void => {
  editedForms.delete(form)
}
