import { AccountDebt } from '#web/features/payments/AccountDebt.tsx'
import { CreditLedger, PaymentList } from '#web/features/payments/Ledger.tsx'
import { PenaltyList } from '#web/features/payments/PenaltyList.tsx'
import { SavedCards } from '#web/features/payments/SavedCards.tsx'
import * as messages from '#messages/account/payments.ts'
import { api } from '#web/platform/api.ts'
import { links, crossSiteUrl } from '#web/platform/links.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Card, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { requireCustomer } from './requireCustomer.ts'

/** Penalties to pay, credit, payment history and saved cards (G07). */
const load = requireCustomer(async ({ read }: LoaderArgs) => {
  await Promise.all([read(api.payments.mine), read(api.operator.config)])
  return {}
})

const PaymentsPage = () => {
  const { data: mine } = useRead(api.payments.mine)
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const { payments, credit, penalties, savedCards, account } = mine
  const hasMissedPayment = penalties.some(({ cause }) => cause === 'membership')
  const goToBasket = (): void => {
    location.assign(crossSiteUrl(config.sites.bookings, links.basket(), context))
  }
  return (
    <>
      <PageHeading>{messages.title}</PageHeading>
      {penalties.length === 0 ? null : (
        <Section title={hasMissedPayment ? messages.penaltiesAndMissed : messages.penalties}>
          <PenaltyList penalties={penalties} onInBasket={goToBasket} />
        </Section>
      )}
      <Section title={messages.credit}>
        <Card>
          <CreditLedger credit={credit} zone={config.timezone} />
        </Card>
      </Section>
      {account === null ? null : (
        <Section title={messages.accountTitle}>
          <AccountDebt account={account} onInBasket={goToBasket} />
        </Section>
      )}
      <Section title={messages.history}>
        {payments.length === 0 ? (
          <Empty title={messages.noPayments} />
        ) : (
          <PaymentList
            payments={payments}
            zone={config.timezone}
            orderHref={(orderId) =>
              crossSiteUrl(config.sites.bookings, links.bookingConfirmed(orderId), context)
            }
            receiptHref={(orderId) =>
              crossSiteUrl(config.sites.bookings, `${links.bookingConfirmed(orderId)}/receipt`, context)
            }
            onInBasket={goToBasket}
          />
        )}
      </Section>
      <Section title={messages.savedCards}>
        {savedCards.length === 0 ? (
          <Empty title={messages.noCards}>
            <p>{messages.noCardsHelp}</p>
          </Empty>
        ) : (
          <SavedCards cards={savedCards} />
        )}
      </Section>
    </>
  )
}

export const page = definePage({ load, title: () => messages.title, Component: PaymentsPage })
