import { fieldNames, type FieldName, type Typed } from './fields.ts'

/**
 * What somebody has typed at checkout, kept for as long as the tab lives, so that a look at the timetable or a reload
 * costs nothing. Of a card nothing is kept; and it is kept for one person: another who logs in finds nothing of it.
 */
export type Draft = Partial<Typed> & { saveCard?: boolean }

const key = 'checkout'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `who`: the customer's id, null for a guest. */
export const readDraft = (who: number | null, store: Store | undefined = tabStore()): Draft => {
  try {
    const kept: unknown = JSON.parse(store?.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return {}
    const { who: whose, typed } = kept as { who?: unknown; typed?: unknown }
    if (whose !== who || typeof typed !== 'object' || typed === null) return {}
    return draftOf(Object.entries(typed))
  } catch {
    // Not ours, or written by an older page: as good as nothing.
    return {}
  }
}

export const keepDraft = (who: number | null, draft: Draft, store: Store | undefined = tabStore()): void => {
  try {
    store?.setItem(key, JSON.stringify({ who, typed: draftOf(Object.entries(draft)) }))
  } catch {
    // A full or forbidden store: the form itself still holds what was typed.
  }
}

export const dropDraft = (store: Store | undefined = tabStore()): void => {
  store?.removeItem(key)
}

/** Only what may be kept, whatever else is handed in. */
const draftOf = (entries: readonly (readonly [string, unknown])[]): Draft => {
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
