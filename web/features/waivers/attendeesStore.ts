/* Where the draft of attendees is stored; apart from the draft, because every page may have to clear it. */

export const attendeesKey = 'attendees'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where storage is forbidden, as in some frames, even reading the property throws. */
export const sessionStore = (): Store | undefined => {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

export const clearAttendeesDraft = (store: Store | undefined = sessionStore()): void => {
  store?.removeItem(attendeesKey)
}
