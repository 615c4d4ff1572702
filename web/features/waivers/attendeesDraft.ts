import type { FoundAttendee } from '#contract/waivers.ts'

/**
 * What has been filled in about the people who take part and has not been sent (specification, section 3: saved
 * attendees). It is kept for as long as the tab lives and for one person: a reload costs nothing, whoever logs in next
 * finds nothing. It is emptied once it has been sent and when the order is placed (E10).
 */
export type AttendeesDraft = {
  /** By the name of a field; a ticked box is `true`. */
  typed: Readonly<Record<string, string | true>>
  /** People chosen of those brought before, by place. */
  found: Readonly<Record<string, FoundAttendee>>
}

const key = 'attendees'

export const emptyDraft: AttendeesDraft = { typed: {}, found: {} }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `who`: the customer's id, null for a visitor. */
export const readAttendeesDraft = (
  who: number | null,
  store: Store | undefined = tabStore(),
): AttendeesDraft => {
  try {
    const kept = JSON.parse(store?.getItem(key) ?? 'null') as ({ who: unknown } & AttendeesDraft) | null
    if (kept === null || kept.who !== who || typeof kept.typed !== 'object') return emptyDraft
    return { typed: kept.typed, found: kept.found }
  } catch {
    // Not ours, or written by an older page: as good as nothing.
    return emptyDraft
  }
}

export const saveAttendeesDraft = (
  who: number | null,
  saved: AttendeesDraft,
  store: Store | undefined = tabStore(),
): void => {
  try {
    store?.setItem(key, JSON.stringify({ who, ...saved }))
  } catch {
    // A full or forbidden store: the form itself still holds what was typed.
  }
}

export const clearAttendeesDraft = (store: Store | undefined = tabStore()): void => {
  store?.removeItem(key)
}

/** Where storage is forbidden, as in some frames, even naming it throws. */
const tabStore = (): Store | undefined => {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
