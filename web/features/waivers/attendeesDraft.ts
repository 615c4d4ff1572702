import type { FoundAttendee } from '#contract/waivers.ts'
import { attendeesKey, sessionStore } from './attendeesStore.ts'

/**
 * What was entered about attendees and not sent yet (specification, section 3: saved attendees), in the tab's session
 * storage. It belongs to one customer. It is cleared when it has been sent and when the order is placed (E10).
 */
export type AttendeesDraft = {
  /** By field name; a ticked box is `true`. */
  values: Readonly<Record<string, string | true>>
  /** People who were brought before, by the key of the required waiver. */
  chosen: Readonly<Record<string, FoundAttendee>>
}

export const emptyDraft: AttendeesDraft = { values: {}, chosen: {} }

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** `customerId` is null for a visitor. */
export const readAttendeesDraft = (
  customerId: number | null,
  store: Store | undefined = sessionStore(),
): AttendeesDraft => {
  try {
    const stored = JSON.parse(store?.getItem(attendeesKey) ?? 'null') as
      | ({ customerId: unknown } & AttendeesDraft)
      | null
    if (stored === null || stored.customerId !== customerId || typeof stored.values !== 'object')
      return emptyDraft
    return { values: stored.values, chosen: stored.chosen }
  } catch {
    // Not ours, or of an older version: the same as none.
    return emptyDraft
  }
}

export const saveAttendeesDraft = (
  customerId: number | null,
  draft: AttendeesDraft,
  store: Store | undefined = sessionStore(),
): void => {
  try {
    store?.setItem(attendeesKey, JSON.stringify({ customerId, ...draft }))
  } catch {
    // Storage is full or forbidden: the form itself still has the values.
  }
}
