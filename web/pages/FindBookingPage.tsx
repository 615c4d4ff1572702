import * as messages from '#messages/bookings/confirmation.ts'
import { FindBookingForm } from '#web/features/bookings/FindBookingForm.tsx'
import { links, loginModalPath } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { Link } from '#web/platform/router.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/RichText.tsx'

/** Sends a visitor a new link to an order; expired links lead here. */
const load = async ({ query }: LoaderArgs) => ({ isExpired: query.has('expired') })

const FindBookingPage = ({ data: { isExpired } }: PageProps<typeof load>) => (
  <Container narrow>
    <PageHeading
      lead={
        <RichText
          message={messages.haveAccount}
          login={
            <Link to={loginModalPath(links.findBooking())} stay>
              {messages.logIn}
            </Link>
          }
        />
      }
    >
      {messages.findTitle}
    </PageHeading>
    {isExpired ? (
      <Notice colour="warning">
        <p>{messages.linkExpired}</p>
      </Notice>
    ) : null}
    <Card>
      <FindBookingForm />
    </Card>
  </Container>
)

export const page = definePage({
  load,
  title: () => messages.findTitle,
  breadcrumbs: () => [{ label: messages.findTitle }],
  Component: FindBookingPage,
})
