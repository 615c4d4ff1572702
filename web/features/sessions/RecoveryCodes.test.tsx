import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { RecoveryCodes } from './RecoveryCodes.tsx'

test('says so where the clipboard is closed, as in a frame of another site', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('not allowed')) } })
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () => {
    root.render(<RecoveryCodes codes={['aaaa-bbbb-cccc']} done="Done" onDone={() => undefined} />)
  })
  await act(async () => {
    place.querySelector('button')?.click()
  })
  expect(place.querySelector('[role=status]')?.textContent).toContain("Copying isn't possible here.")
  await act(async () => {
    root.unmount()
  })
  vi.unstubAllGlobals()
})
