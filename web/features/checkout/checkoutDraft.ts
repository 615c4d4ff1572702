import { fieldNames, type FieldName, type Typed } from './checkoutFields.ts'

/**
 * What somebody has typed at checkout, kept for as long as the tab lives, so that a look at the timetable or a reload
 * costs nothing. Of a card nothing is kept; and it is kept for one person: another who logs in finds nothing of it.
 */
export type CheckoutDraft = Partial<Typed> & { saveCard?: boolean }

const key = 'checkout'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `customerId`: the customer's id, null for a guest. */
export const readCheckoutDraft = (
  customerId: number | null,
  store: Store | undefined = tabStore(),
): CheckoutDraft => {
  try {
    const kept: unknown = JSON.parse(store?.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return {}
    const { customerId: owner, typed } = kept as { customerId?: unknown; typed?: unknown }
    if (owner !== customerId || typeof typed !== 'object' || typed === null) return {}
    return draftOf(Object.entries(typed))
  } catch {
    // Not ours, or written by an older page: as good as nothing.
    return {}
  }
}

export const saveCheckoutDraft = (
  customerId: number | null,
  draft: CheckoutDraft,
  store: Store | undefined = tabStore(),
): void => {
  try {
    store?.setItem(key, JSON.stringify({ customerId, typed: draftOf(Object.entries(draft)) }))
  } catch {
    // A full or forbidden store: the form itself still holds what was typed.
  }
}

export const clearCheckoutDraft = (store: Store | undefined = tabStore()): void => {
  store?.removeItem(key)
}

/** Only what may be kept, whatever else is handed in. */
const draftOf = (entries: readonly (readonly [string, unknown])[]): CheckoutDraft => {
  const draft: Partial<Record<FieldName, string>> & { saveCard?: boolean } = {}
  for (const [name, value] of entries) {
    if (typeof value === 'string' && isFieldName(name)) draft[name] = value.slice(0, 254)
    if (name === 'saveCard' && value === true) draft.saveCard = true
  }
  return draft
}

const isFieldName = (name: string): name is FieldName => (fieldNames as readonly string[]).includes(name)

/** Where storage is forbidden, as in some frames, even naming it throws. */
const tabStore = (): Store | undefined => {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
