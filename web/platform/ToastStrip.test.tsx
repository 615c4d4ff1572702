import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enterDialog } from '#web/ui/openDialogs.ts'
import { Toasts } from './ToastStrip.tsx'
import { PageContextProvider, type PageContext } from './pageContext.tsx'
import { createToasts } from './toasts.ts'

let root: Root
let place: HTMLElement
const toasts = createToasts()

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  await act(async () => {
    root.render(
      <PageContextProvider value={{ toasts } as unknown as PageContext}>
        <Toasts />
      </PageContextProvider>,
    )
  })
})
afterEach(() => {
  act(() => {
    root.unmount()
  })
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const announcements = (): string[] =>
  [...document.querySelectorAll('[role=status], [role=alert]')].map(({ textContent }) => textContent)

test('a toast that a dialog has displayed is not announced again when the dialog closes', async () => {
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  let leave = (): void => undefined
  await act(async () => {
    leave = enterDialog(dialog)
  })
  await act(async () => {
    toasts.show({ content: 'Moved to Thursday.', colour: 'success' })
    await import('#web/ui/placeToasts.ts')
  })
  expect(dialog.querySelector('[role=status]')?.textContent).toContain('Moved to Thursday.')
  await act(async () => {
    leave()
  })
  // It stays on screen; what comes after the closing is announced, in its place.
  expect(document.querySelector('section[aria-label]')?.textContent).toContain('Moved to Thursday.')
  expect(dialog.textContent).toBe('')
  expect(announcements()).toEqual(['', ''])
  await act(async () => {
    toasts.show({ content: 'The payment failed.', colour: 'danger' })
  })
  const [status, alert] = announcements()
  expect(status).toBe('')
  expect(alert).toContain('The payment failed.')
  expect(document.body.textContent).not.toContain('Moved to Thursday.')
})
