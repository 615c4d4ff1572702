import { describe, expect, it } from 'vitest'
import { saveAttendeesDraft, emptyDraft, readAttendeesDraft } from './attendeesDraft.ts'
import { clearAttendeesDraft } from './attendeesStore.ts'

const aStore = (start?: string) => {
  const stored = new Map<string, string>(start === undefined ? [] : [['attendees', start]])
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}
const tom = {
  id: 881,
  firstName: 'Tom',
  lastName: 'Example',
  dateOfBirth: '2017-06-01',
  waiverValidUntil: null,
}
const saved = {
  values: { 'w1-31-0.firstName': 'Tom', 'w1-31-0.accepted': true as const },
  chosen: { 'w1-31-1': tom },
}

describe('saved attendees', () => {
  it('stay for the one who typed them, and for no one else', () => {
    const store = aStore()
    saveAttendeesDraft(501, saved, store)
    expect(readAttendeesDraft(501, store)).toEqual(saved)
    expect(readAttendeesDraft(502, store)).toEqual(emptyDraft)
    expect(readAttendeesDraft(null, store)).toEqual(emptyDraft)
  })

  it('E10: are gone once they are emptied', () => {
    const store = aStore()
    saveAttendeesDraft(null, saved, store)
    clearAttendeesDraft(store)
    expect(readAttendeesDraft(null, store)).toEqual(emptyDraft)
  })

  it('never break the page, whatever stands in the store', () => {
    for (const text of ['{', 'null', '1', '{"customerId":null}']) {
      expect(readAttendeesDraft(null, aStore(text))).toEqual(emptyDraft)
    }
  })
})
