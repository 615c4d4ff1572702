import { fieldNames, type FieldName, type PayerFields } from './checkoutFields.ts'

/**
 * What was typed at checkout, kept in the tab's session storage so that leaving the page or reloading it loses nothing.
 * Never anything of a card. It belongs to one customer: another who logs in does not see it.
 */
export type CheckoutDraft = Partial<PayerFields> & { saveCard?: boolean }

const key = 'checkout'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `customerId` is null for a guest. */
export const readCheckoutDraft = (
  customerId: number | null,
  store: Store | undefined = sessionStore(),
): CheckoutDraft => {
  try {
    const stored: unknown = JSON.parse(store?.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return {}
    const { customerId: owner, typed } = stored as { customerId?: unknown; typed?: unknown }
    if (owner !== customerId || typeof typed !== 'object' || typed === null) return {}
    return draftOf(Object.entries(typed))
  } catch {
    // Not ours, or of an older version: the same as none.
    return {}
  }
}

export const saveCheckoutDraft = (
  customerId: number | null,
  draft: CheckoutDraft,
  store: Store | undefined = sessionStore(),
): void => {
  try {
    store?.setItem(key, JSON.stringify({ customerId, typed: draftOf(Object.entries(draft)) }))
  } catch {
    // Storage is full or forbidden: the form itself still has the values.
  }
}

export const clearCheckoutDraft = (store: Store | undefined = sessionStore()): void => {
  store?.removeItem(key)
}

/** Only the fields of a draft, whatever else is passed in. */
const draftOf = (entries: readonly (readonly [string, unknown])[]): CheckoutDraft => {
  const draft: Partial<Record<FieldName, string>> & { saveCard?: boolean } = {}
  for (const [name, value] of entries) {
    if (typeof value === 'string' && isFieldName(name)) draft[name] = value.slice(0, 254)
    if (name === 'saveCard' && value === true) draft.saveCard = true
  }
  return draft
}

const isFieldName = (name: string): name is FieldName => (fieldNames as readonly string[]).includes(name)

/** Where storage is forbidden, as in some frames, even reading the property throws. */
const sessionStore = (): Store | undefined => {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
