import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { KioskWatch } from './KioskWatch.tsx'

let root: Root
let place: HTMLElement
let send: ReturnType<typeof vi.fn<() => Promise<unknown>>>

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  // The device's own start page is not opened here.
  send = vi.fn<() => Promise<unknown>>(() => new Promise(() => {}))
  const cookies = { names: () => [] }
  const context = { client: { send }, report: () => {}, cookies } as unknown as PageContext
  act(() => {
    root.render(
      <PageContextProvider value={context}>
        <KioskWatch homeHref="/kiosk" promptAfterMs={10} logOutAfterMs={60_000} />
      </PageContextProvider>,
    )
  })
  await wait()
})

afterEach(() => {
  act(() => {
    root.unmount()
  })
  place.remove()
  vi.unstubAllGlobals()
})

const wait = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 40)))
const isAsking = (): boolean => place.querySelector('dialog') !== null
const buttonOf = (words: string) =>
  [...place.querySelectorAll('button')].find((button) => button.textContent === words)

/** A press as a finger makes it: the click comes last, where the button is still there. */
const press = (button: HTMLElement | undefined): void => {
  for (const type of ['pointerdown', 'touchstart', 'click']) {
    if (button?.isConnected !== true) return
    act(() => {
      button.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
    })
  }
}

test('H02: pressing Finish now logs out at once', async () => {
  press(buttonOf('Finish now'))
  await wait()
  expect(send).toHaveBeenCalledOnce()
})

test('H02: a page whose logout fails stays covered, and tries again until the server has logged out', async () => {
  const replace = vi.fn<() => void>()
  vi.stubGlobal('location', { ...location, replace })
  send.mockRejectedValueOnce(new Error('no answer')).mockResolvedValueOnce({})
  press(buttonOf('Finish now'))
  await wait()
  expect(send).toHaveBeenCalledOnce()
  expect(replace).not.toHaveBeenCalled()
  expect(place.textContent).toContain('Logging you out')
  await vi.waitFor(() => {
    expect(replace).toHaveBeenCalledWith('/kiosk')
  }, 3000)
})

test('H02: any other press goes on', () => {
  expect(isAsking()).toBe(true)
  press(buttonOf("I'm still here"))
  expect(isAsking()).toBe(false)
  expect(send).not.toHaveBeenCalled()
})

test('H02: a press that wakes the device after it has slept does not go on', async () => {
  const later = Date.now() + 61_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
  press(buttonOf("I'm still here"))
  await wait()
  clock.mockRestore()
  expect(place.textContent).toContain('Logging you out')
  expect(send).toHaveBeenCalledOnce()
})
