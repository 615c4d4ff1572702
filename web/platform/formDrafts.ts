/**
 * What was typed into a form and not sent, in the tab's session storage. It belongs to one entry of the history, as in
 * browsers without script: Back and a reload bring it back, and a link to the page opens a fresh form. It belongs to
 * one person, too.
 */
type Drafts = { owner: number | null; forms: Record<string, FieldValues> }

/** By field name; of a box or radio button by name and value. */
type FieldValues = Record<string, string | boolean>

const storageKey = 'form-drafts'

const maximumForms = 20

export const saveDraft = (name: string, owner: number | null, form: HTMLFormElement): void => {
  const values: FieldValues = {}
  for (const field of draftFields(form)) if (isEdited(field)) values[keyOf(field)] = valueOf(field)
  const { [draftKey(name)]: _, ...others } = read(owner)
  const forms = Object.entries({ ...others, [draftKey(name)]: values })
  write({ owner, forms: Object.fromEntries(forms.slice(-maximumForms)) })
}

/** Fills the fields that nobody has touched yet, and tells the page, which then does not reload by itself. */
export const restoreDraft = (name: string, owner: number | null, form: HTMLFormElement): void => {
  const values = read(owner)[draftKey(name)]
  if (values === undefined) return
  for (const field of draftFields(form)) {
    const value = values[keyOf(field)]
    if (value === undefined || isEdited(field)) continue
    if (typeof value === 'string') setValue(field, value)
    else if (field instanceof HTMLInputElement) field.checked = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

export const removeDraft = (name: string, owner: number | null): void => {
  const { [draftKey(name)]: _, ...forms } = read(owner)
  write({ owner, forms })
}

/** After a logout. */
export const removeAllDrafts = (): void => {
  write({ owner: null, forms: {} })
}

const draftKey = (name: string): string =>
  `${(history.state as { entry?: string } | null)?.entry ?? ''} ${location.pathname} ${name}`

type DraftField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** All but passwords, codes, card data, files, and what the page itself has put into the form. */
const draftFields = (form: HTMLFormElement): DraftField[] =>
  [...form.elements].filter(
    (field): field is DraftField =>
      (field instanceof HTMLInputElement ||
        field instanceof HTMLSelectElement ||
        field instanceof HTMLTextAreaElement) &&
      field.name !== '' &&
      !/^(password|hidden|file|submit|button)$/.test(field.type) &&
      !/^(cc-|one-time-code|(new|current)-password)/.test(field.autocomplete),
  )

const isTicked = (field: DraftField): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type)

const keyOf = (field: DraftField): string => (isTicked(field) ? `${field.name}=${field.value}` : field.name)

const valueOf = (field: DraftField): string | boolean =>
  isTicked(field) ? field.checked : field.value.slice(0, 2000)

/** A list may no longer have what was chosen. */
const setValue = (field: DraftField, value: string): void => {
  if (!(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value))
    field.value = value
}

const isEdited = (field: DraftField): boolean => {
  if (isTicked(field)) return field.checked !== field.defaultChecked
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
  const selected = [...field.options].find((option) => option.hasAttribute('selected')) ?? field.options[0]
  return field.value !== selected?.value
}

const read = (owner: number | null): Drafts['forms'] => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Drafts | null
    return stored !== null && stored.owner === owner ? stored.forms : {}
  } catch {
    // Blocked in some frames; the form itself still has the values.
    return {}
  }
}

const write = (drafts: Drafts): void => {
  try {
    if (Object.keys(drafts.forms).length === 0) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify(drafts))
  } catch {
    // Full or blocked, as above.
  }
}
