import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { confirmBooking } from '#messages/shared/checkout.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { CheckoutForm } from './CheckoutForm.tsx'
import type { PaymentFlow } from './paymentFlow.ts'
import { initialPayment } from './paymentState.ts'
import type { Purchase } from './purchase.ts'

/** What the page does once the browser is idle. */
let idle: (() => void)[] = []
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  idle = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('E13: a free booking is confirmed once by each press, before the browser is idle and after', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const pay = vi.fn<PaymentFlow['pay']>(() => Promise.resolve())
  await act(async () => {
    root.render(
      <PageContextProvider value={{ channel: {} } as unknown as PageContext}>
        <CheckoutForm
          purchase={
            {
              basket: null,
              order: { source: 'activity-booking', completedWaivers: [], payments: [] },
              formattedBalance: '£0.00',
              confirm: confirmBooking,
            } as unknown as Purchase
          }
          customer={{ id: 501, firstName: 'Maya' } as unknown as LoggedInCustomer}
          details={null}
          terms={[]}
          payment={initialPayment(null)}
          flow={{ pay, edited: () => undefined } as unknown as PaymentFlow}
          paidByCard={false}
          loginTo="/login"
          onInvalid={() => undefined}
        />
      </PageContextProvider>,
    )
  })
  const press = (): Promise<void> =>
    act(async () => {
      place.querySelector<HTMLButtonElement>('[data-edge=end] button')?.click()
    })
  await press()
  expect(pay).toHaveBeenCalledTimes(1)
  await act(async () => {
    for (const run of idle) run()
  })
  await press()
  expect(pay).toHaveBeenCalledTimes(2)
  act(() => {
    root.unmount()
  })
  place.remove()
})
