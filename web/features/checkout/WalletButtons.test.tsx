import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PreparedCheckout } from '#contract/transactions.ts'
import { staticNavigator } from '#web/platform/navigator.ts'
import type { Screen } from '#web/platform/page.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { NavigatorProvider } from '#web/platform/router.tsx'
import { WalletButtons } from './WalletButtons.tsx'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a wallet is told the sum that is to be paid now, also when it changes', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const session = {
    sessionKey: 'session-1',
    balance: 860,
    formattedBalance: '£8.60',
    paymentProviderConfiguration: { currency: 'GBP' },
  } as unknown as PreparedCheckout
  const show = (amount: number, formattedAmount: string): Promise<void> =>
    act(async () => {
      root.render(
        <PageContextProvider value={{ basePath: '' } as unknown as PageContext}>
          <NavigatorProvider value={staticNavigator({ frame: { theme: {} } } as unknown as Screen)}>
            <WalletButtons
              {...{ session, amount, formattedAmount }}
              address="https://wallets.test/"
              terms={['House rules']}
              isBusy={false}
              onPressed={() => true}
              onPay={() => undefined}
              onExpired={() => undefined}
            />
          </NavigatorProvider>
        </PageContextProvider>,
      )
    })
  await show(860, '£8.60')
  const source = { postMessage: vi.fn<(message: object) => void>() }
  Object.defineProperty(place.querySelector('iframe'), 'contentWindow', { value: source })
  await act(async () => {
    const event = new MessageEvent('message', { data: { type: 'wallet:ready' } })
    Object.defineProperty(event, 'source', { value: source })
    window.dispatchEvent(event)
  })
  await show(560, '£5.60')
  expect(source.postMessage.mock.calls.map(([message]) => message)).toMatchObject([
    { type: 'wallet:start', sessionKey: 'session-1', amount: 860, formattedAmount: '£8.60' },
    { type: 'wallet:start', sessionKey: 'session-1', amount: 560, formattedAmount: '£5.60' },
  ])
  expect(place.textContent).toContain('By paying with a wallet you accept the house rules.')
  act(() => {
    root.unmount()
  })
})
