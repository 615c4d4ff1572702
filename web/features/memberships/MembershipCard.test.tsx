import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Membership } from '#contract/memberships.ts'
import type { Navigator } from '#web/platform/navigator.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { NavigatorProvider } from '#web/platform/router.tsx'
import { MembershipCard } from './MembershipCard.tsx'

const amount = { raw: 4200, currency: '42.00', formatted: '£42.00' }

const unpaid: Membership = {
  id: 9001,
  name: 'Gold',
  status: 'frozen',
  reference: 'M-7K2Q9X',
  venueSlug: 'demo-centre',
  venueName: 'Demo Centre',
  startsOn: '2027-01-01',
  endsOn: null,
  price: amount,
  billingPeriod: 'month',
  nextBillingOn: null,
  paymentMethod: 'card',
  frozenFrom: null,
  frozenUntil: null,
  benefits: [],
  documentUploadRequired: false,
  failedPayment: { amount, triedAgainOn: null },
  members: [
    { userId: 501, firstName: 'Ann', lastName: 'Ash' },
    { userId: 502, firstName: 'Bo', lastName: 'Ash' },
  ],
  nextPlan: null,
  nextPrice: null,
  changes: {
    cancelEndsOn: null,
    canChangePlan: false,
    cancelPayments: null,
    minimumUntil: null,
    withdraw: null,
    members: null,
    canKeep: false,
    freeze: null,
    unfreezeOn: null,
    paymentMethod: null,
    takeOverFrom: null,
    card: null,
  },
}

const render = (membership: Membership) =>
  renderToString(
    <PageContextProvider value={{ basePath: '', embedded: false } as unknown as PageContext}>
      <NavigatorProvider value={{} as Navigator}>
        <MembershipCard membership={membership} payTo="/payments" />
      </NavigatorProvider>
    </PageContextProvider>,
  )

it('names a freeze that outlives what is owed, and does not say that paying ends it', () => {
  const html = render({ ...unpaid, frozenFrom: '2027-05-01', frozenUntil: '2027-07-01' })
  expect(html).toContain('Pay £42.00<')
  expect(html).not.toContain('to unfreeze')
  expect(html).not.toContain('Frozen until')
  expect(html).toContain('Frozen from 1 May 2027 to 30 June 2027.')
})

it('offers at reception what can still be done with a frozen membership', () => {
  const owed = render(unpaid)
  expect(owed).toContain('To cancel this membership, ask at reception.')
  const planned = { ...unpaid, failedPayment: null, frozenFrom: '2027-05-01', frozenUntil: '2027-07-01' }
  expect(render(planned)).toContain('To cancel this membership or end its freeze, ask at reception.')
  expect(render({ ...planned, status: 'active' })).toContain('To cancel or freeze this membership')
})

it('leads the payer to what is owed, and tells other members why it is frozen', () => {
  expect(render(unpaid)).toContain('Pay £42.00 to unfreeze')
  expect(render(unpaid)).toContain('you can choose to use that card for later payments too')
  expect(render({ ...unpaid, endsOn: '2027-03-31' })).not.toContain('later payments')
  const asMember = render({ ...unpaid, changes: null })
  expect(asMember).toContain('The membership is frozen until this is paid.')
  // The payment is among the payer's, not theirs.
  expect(asMember).not.toContain('Pay £42.00')
})
