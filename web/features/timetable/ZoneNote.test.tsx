import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { ZoneNote } from './ZoneNote.tsx'

const place = document.body.appendChild(document.createElement('div'))
const root = createRoot(place)

afterEach(() => vi.unstubAllEnvs())

it('goes by the day that is displayed: a clock change may lie between it and now', () => {
  vi.stubEnv('TZ', 'UTC')
  const noteOn = (day: string): string => {
    act(() => root.render(<ZoneNote zone="Europe/London" day={day} />))
    return place.textContent
  }
  expect(noteOn('2027-03-27')).toBe('')
  expect(noteOn('2027-03-28')).toContain('Europe/London')
  expect(noteOn('2027-10-31')).toBe('')
})
