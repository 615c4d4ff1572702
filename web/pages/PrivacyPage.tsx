import type { InTheWay } from '#contract/privacy.ts'
import { CloseAccount } from '#web/features/privacy/CloseAccount.tsx'
import { LoggedInDevices } from '#web/features/privacy/LoggedInDevices.tsx'
import { DownloadData } from '#web/features/privacy/DownloadData.tsx'
import { MarketingConsent } from '#web/features/privacy/MarketingConsent.tsx'
import { AcceptedTerms } from '#web/features/privacy/AcceptedTerms.tsx'
import * as messages from '#messages/account/privacy.ts'
import { api } from '#web/platform/api.ts'
import { accountLinks } from '#web/platform/links.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { PageHeading, Section } from '#web/ui/Layout.tsx'
import { requireCustomer } from './requireCustomer.ts'

/** The customer's consents, a download of their data, and closing the account. */
const load = requireCustomer(async ({ read }: LoaderArgs) => {
  await Promise.all([read(api.privacy.overview), read(api.operator.config), read(api.devices.list)])
  return {}
})

const PrivacyPage = () => {
  const { data: mine } = useRead(api.privacy.overview)
  const { data: config } = useRead(api.operator.config)
  const customer = useCustomer()
  const { basePath } = usePageContext()
  const { news, newsHistory, terms, closing } = mine
  return (
    <>
      <PageHeading lead={messages.lead}>{messages.title}</PageHeading>
      <Section title={messages.news}>
        <MarketingConsent isSubscribed={news} history={newsHistory} zone={config.timezone} />
      </Section>
      {terms.length === 0 ? null : (
        <Section title={messages.terms}>
          <AcceptedTerms terms={terms} zone={config.timezone} />
        </Section>
      )}
      <Section title={messages.devices}>
        <LoggedInDevices zone={config.timezone} />
      </Section>
      <Section title={messages.yourData}>
        <DownloadData reference={customer?.reference ?? ''} />
      </Section>
      {customer?.role === 'staff' ? null : (
        <Section title={messages.deleteAccount}>
          <CloseAccount
            obstacles={closing.inTheWay}
            forfeited={closing.givesUp}
            dependants={closing.along}
            asksCode={closing.asksCode}
            linkTo={linkToObstacle}
            onClosed={() => {
              // A full page load, so that none of the deleted data stays in memory.
              location.replace(`${basePath}${accountLinks.goodbye()}`)
            }}
          />
        </Section>
      )}
    </>
  )
}

/** The page where an obstacle to closing the account is settled. */
const linkToObstacle = (code: InTheWay['code']) => {
  if (code === 'upcoming_bookings') return <Link to={accountLinks.bookings()}>{messages.viewBookings}</Link>
  if (code === 'membership_ongoing')
    return <Link to={accountLinks.memberships()}>{messages.viewMemberships}</Link>
  return <Link to={accountLinks.payments()}>{messages.viewPayments}</Link>
}

export const page = definePage({ load, title: () => messages.title, Component: PrivacyPage })
