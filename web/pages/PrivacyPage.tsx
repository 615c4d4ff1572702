import type { InTheWay } from '#contract/privacy.ts'
import { CloseAccount } from '#web/features/privacy/CloseAccount.tsx'
import { DownloadData } from '#web/features/privacy/DownloadData.tsx'
import { MarketingConsent } from '#web/features/privacy/MarketingConsent.tsx'
import { AcceptedTerms } from '#web/features/privacy/AcceptedTerms.tsx'
import { api } from '#web/platform/api.ts'
import { accountLinks } from '#web/platform/links.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { PageHeading, Section } from '#web/ui/Layout.tsx'
import { requireCustomer } from './requireCustomer.ts'

/** What is known of somebody: what they agreed to, all of it in a file, and the end of it. */
const load = requireCustomer(async ({ read }: Load) => {
  await Promise.all([read(api.privacy.overview), read(api.operator.config)])
  return {}
})

const PrivacyPage = () => {
  const { data: mine } = useRead(api.privacy.overview)
  const { data: config } = useRead(api.operator.config)
  const customer = useCustomer()
  const { basePath } = useVisit()
  const { news, newsHistory, terms, closing } = mine
  return (
    <>
      <PageHeading lead="What you agreed to, what we hold about you, and how to have it deleted.">
        Privacy and data
      </PageHeading>
      <Section title="News by e-mail">
        <MarketingConsent news={news} history={newsHistory} zone={config.timezone} />
      </Section>
      {terms.length === 0 ? null : (
        <Section title="Terms you agreed to">
          <AcceptedTerms terms={terms} zone={config.timezone} />
        </Section>
      )}
      <Section title="Your data">
        <DownloadData reference={customer?.reference ?? ''} />
      </Section>
      {customer?.role === 'staff' ? null : (
        <Section title="Delete my account">
          <CloseAccount
            {...closing}
            wayTo={wayTo}
            onClosed={() => {
              // By a load of its own: nothing of what was shown stays in the page.
              location.replace(`${basePath}${accountLinks.goodbye()}`)
            }}
          />
        </Section>
      )}
    </>
  )
}

/** Where somebody deals with what is in the way. */
const wayTo = (code: InTheWay['code']) => {
  if (code === 'upcoming_bookings') return <Link to={accountLinks.bookings()}>See bookings</Link>
  if (code === 'membership_ongoing') return <Link to={accountLinks.memberships()}>See memberships</Link>
  return <Link to={accountLinks.payments()}>See payments</Link>
}

export const page = definePage({ load, title: () => 'Privacy and data', Component: PrivacyPage })
