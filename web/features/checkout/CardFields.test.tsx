import { act, type Ref } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tryAgain } from '#messages/shared/checkout.ts'
import type { PreparedCheckout } from '#contract/transactions.ts'
import { staticNavigator } from '#web/platform/navigator.ts'
import type { Screen } from '#web/platform/page.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { NavigatorProvider } from '#web/platform/router.tsx'
import { CardFields } from './CardFields.tsx'
import type { CardInput } from './cardInput.ts'

const session = {
  sessionKey: 'session-1',
  paymentProviderConfiguration: { fieldsUrl: 'https://cards.test/' },
} as unknown as PreparedCheckout

let root: Root
let place: HTMLElement
const retry = vi.fn<() => void>()
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  retry.mockReset()
  // Outside of the document, where no frame is loaded.
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(() => {
  act(() => {
    root.unmount()
  })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (
  current: PreparedCheckout | null,
  isPreparing = false,
  ref: Ref<CardInput> = null,
): Promise<void> =>
  act(async () => {
    root.render(
      <PageContextProvider value={{ basePath: '' } as unknown as PageContext}>
        <NavigatorProvider value={staticNavigator({ frame: { theme: {} } } as unknown as Screen)}>
          <CardFields
            session={current}
            isPreparing={isPreparing}
            savedCard={null}
            cardholderName={() => ''}
            onEnter={() => undefined}
            onInput={() => undefined}
            onEdited={() => undefined}
            onRetry={retry}
            ref={ref}
          />
        </NavigatorProvider>
      </PageContextProvider>,
    )
  })
const pass = (seconds: number): Promise<void> =>
  act(async () => {
    vi.advanceTimersByTime(seconds * 1000)
  })
const retryButton = (): HTMLButtonElement | undefined =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === tryAgain)
const press = (): Promise<void> =>
  act(async () => {
    retryButton()?.click()
  })
const receiveReady = async (
  postMessage: (message: { type: string }) => void = () => undefined,
): Promise<void> => {
  const source = { postMessage }
  Object.defineProperty(place.querySelector('iframe'), 'contentWindow', { value: source })
  await act(async () => {
    const event = new MessageEvent('message', { data: { type: 'card:ready' } })
    Object.defineProperty(event, 'source', { value: source })
    window.dispatchEvent(event)
  })
}

describe('a card form that cannot be loaded', () => {
  test('offers to try again where there is no session and none is prepared', async () => {
    await show(null)
    await pass(1)
    expect(retryButton()).toBeDefined()
    await press()
    expect(retry).toHaveBeenCalledTimes(1)
    await show(null, true)
    await pass(60)
    expect(retryButton()).toBeUndefined()
    await show(null)
    await pass(1)
    expect(retryButton()).toBeDefined()
    await show(session)
    expect(retryButton()).toBeUndefined()
  })

  test('offers to try again each time that the frame stays silent', async () => {
    await show(session)
    await pass(14)
    expect(retryButton()).toBeUndefined()
    await pass(1)
    await press()
    expect(retryButton()).toBeUndefined()
    await pass(15)
    expect(retryButton()).toBeDefined()
  })

  test('keeps what was typed where only the session after a declined card is missing', async () => {
    await show(session)
    await receiveReady()
    await show(null)
    await pass(1)
    expect(retryButton()).toBeDefined()
    await press()
    await show({ ...session, sessionKey: 'session-2' })
    expect(retryButton()).toBeUndefined()
    expect(place.querySelector('[aria-busy=true]')).toBeNull()
  })
})

test('a press in the moment in which the frame is ready reaches it after its session', async () => {
  const posted: string[] = []
  // Called as soon as the card can be identified, before the effects that follow a paint.
  const identify = (card: CardInput | null): void => {
    card?.identify().catch(() => undefined)
  }
  await show(session, false, identify)
  await receiveReady(({ type }) => posted.push(type))
  expect(posted).toEqual(['card:start', 'card:submit'])
})
