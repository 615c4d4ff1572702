import { DetailsForm, LoginDetailsForm } from '#web/features/customers/DetailsForm.tsx'
import { api } from '#web/platform/api.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Card, PageHeading, Section } from '#web/ui/Layout.tsx'
import { forCustomers } from './forCustomers.ts'

/** What one has told about oneself, seen and changed (G02). */
const load = forCustomers(async ({ read }: Load) => {
  await Promise.all([read(api.customers.details), read(api.venues.all)])
  return {}
})

const DetailsPage = () => {
  const { data: details } = useRead(api.customers.details)
  const { data: venues } = useRead(api.venues.all)
  return (
    <>
      <PageHeading>My details</PageHeading>
      <Card>
        <DetailsForm details={details} venues={venues} />
      </Card>
      <Section title="How I log in">
        <Card>
          <LoginDetailsForm email={details.email} />
        </Card>
      </Section>
    </>
  )
}

export const page = definePage({ load, title: () => 'My details', Component: DetailsPage })
