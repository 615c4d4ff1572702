import { DeskRegistration } from '#web/features/customers/DeskRegistration.tsx'
import * as messages from '#messages/desk/customers.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { requireSelection } from '#web/platform/selection.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

const load = requireStaff(async ({ context }: LoaderArgs) => ({
  homeVenueSlug: selectedVenue(context.cookies)?.venueSlug ?? null,
}))

/** Registers a customer and then serves them. */
const DeskNewCustomerPage = ({ data: { homeVenueSlug } }: PageProps<typeof load>) => {
  const context = usePageContext()
  const navigate = useNavigate()
  return (
    <Container narrow>
      <PageHeading>{messages.newCustomer}</PageHeading>
      <Card>
        <DeskRegistration
          homeVenueSlug={homeVenueSlug}
          onDone={({ id }) => {
            requireSelection(context).choose(id)
            void context.queries.invalidate()
            void navigate(deskLinks.customer(id))
          }}
        />
      </Card>
    </Container>
  )
}

export const page = defineStaffPage('customers.change', {
  load,
  title: () => messages.newCustomerPage,
  breadcrumbs: () => [
    { label: messages.customers, to: deskLinks.customers() },
    { label: messages.newCustomer },
  ],
  Component: DeskNewCustomerPage,
})
