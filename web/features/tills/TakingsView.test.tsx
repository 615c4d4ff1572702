import { expect, test } from 'vitest'
import type { Takings } from '#contract/tills.ts'
import { reactRoot } from '#test/support/reactRoot.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries } from '#web/platform/queries.ts'
import type { Navigator } from '#web/platform/navigator.ts'
import { NavigatorProvider } from '#web/platform/router.tsx'
import { createToasts } from '#web/platform/toasts.ts'
import { TakingsView } from './TakingsView.tsx'

const page = reactRoot()

const refund = (refundId: number, isFailedCardRefund: boolean) => ({
  refundId,
  amount: { raw: 845, currency: '8.45', formatted: '£8.45' },
  what: 'Yoga',
  orderId: 1,
  orderReference: `ONS-${refundId}`,
  isFailedCardRefund,
})

const dispute = {
  id: 1,
  amount: { raw: 845, currency: '8.45', formatted: '£8.45' },
  status: 'open',
  openedOn: '2027-03-03',
  frozen: { raw: 600, currency: '6.00', formatted: '£6.00' },
  orderId: 3,
  orderReference: 'ONS-3',
}

test('says of which refunds the desk asks the card company before it pays them out', () => {
  const context = { queries: createQueries(), toasts: createToasts(), basePath: '' } as unknown as PageContext
  const takings = {
    owed: [],
    due: [refund(1, false), refund(2, true)],
    disputes: [dispute],
    entries: [],
  } as unknown as Takings
  page.render(
    <PageContextProvider value={context}>
      <NavigatorProvider value={{} as Navigator}>
        <TakingsView takings={takings} mayPayOut />
      </NavigatorProvider>
    </PageContextProvider>,
  )
  const texts = [...page.element.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(texts[2]).toContain('Disputed on Wed 3 Mar')
  expect(texts[2]).toContain('asked their bank for this payment back')
  expect(texts[2]).toContain('£6.00 of credit from this payment is on hold.')
  expect(texts[0]).not.toContain('card company')
  expect(texts[0]).not.toContain('Paid by card company')
  expect(texts[1]).toContain('Paid by card company')
  expect(texts[1]).toContain("The card company hasn't paid this back. Check the payment with them")
})
