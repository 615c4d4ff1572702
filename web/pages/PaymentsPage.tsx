import { CreditLedger, PaymentList } from '#web/features/payments/Ledger.tsx'
import { PenaltyList } from '#web/features/payments/PenaltyList.tsx'
import { SavedCards } from '#web/features/payments/SavedCards.tsx'
import { api } from '#web/platform/api.ts'
import { links, toSite } from '#web/platform/links.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Card, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { requireCustomer } from './requireCustomer.ts'

/** All that concerns one's money: penalties to pay, credit, what was paid, cards kept (G07). */
const load = requireCustomer(async ({ read }: Load) => {
  await Promise.all([read(api.payments.mine), read(api.operator.config)])
  return {}
})

const PaymentsPage = () => {
  const { data: mine } = useRead(api.payments.mine)
  const { data: config } = useRead(api.operator.config)
  const visit = useVisit()
  const { payments, credit, penalties, savedCards } = mine
  const hasMissedPayment = penalties.some(({ cause }) => cause === 'membership')
  return (
    <>
      <PageHeading>Payments</PageHeading>
      {penalties.length === 0 ? null : (
        <Section title={hasMissedPayment ? 'Penalties and missed payments' : 'Penalties'}>
          <PenaltyList
            penalties={penalties}
            onInBasket={() => location.assign(toSite(config.sites.bookings, links.basket(), visit))}
          />
        </Section>
      )}
      <Section title="Credit">
        <Card>
          <CreditLedger credit={credit} zone={config.timezone} />
        </Card>
      </Section>
      <Section title="What you have paid">
        {payments.length === 0 ? (
          <Empty title="Nothing yet.">
            <p>What you pay for stands here, with what you paid it with.</p>
          </Empty>
        ) : (
          <PaymentList payments={payments} zone={config.timezone} />
        )}
      </Section>
      <Section title="Saved cards">
        {savedCards.length === 0 ? (
          <Empty title="No cards are kept.">
            <p>When you pay you can have your card kept, so that you need not type it again.</p>
          </Empty>
        ) : (
          <SavedCards cards={savedCards} />
        )}
      </Section>
    </>
  )
}

export const page = definePage({ load, title: () => 'Payments', Component: PaymentsPage })
