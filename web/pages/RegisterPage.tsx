import { RegisterForm } from '#web/features/customers/RegisterForm.tsx'
import * as messages from '#messages/shared/register.ts'
import { api } from '#web/platform/api.ts'
import { links, loginLink, safeRedirect } from '#web/platform/links.ts'
import { definePage, redirect, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { readCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { venueChoice } from '#web/platform/VenueField.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'

/** Sign-up. Customers who are logged in are redirected (A05, A06). */
const load = async ({ read, context, query }: LoaderArgs) => {
  const homeVenueSlug = selectedVenue(context.cookies)?.venueSlug
  const [customer, config] = await Promise.all([
    readCustomer(context),
    read(api.operator.config),
    read(api.venues.search, venueChoice(homeVenueSlug)),
    read(api.checkout.terms, {}),
  ])
  const afterwards = safeRedirect(query.get('redirect'), context, Object.values(config.sites)) ?? links.home()
  if (customer !== null) return redirect(afterwards)
  return { afterwards, homeVenueSlug }
}

const RegisterPage = ({ data: { afterwards, homeVenueSlug } }: PageProps<typeof load>) => {
  const { data: config } = useRead(api.operator.config)
  const { data: terms } = useRead(api.checkout.terms, {})
  const { path } = useScreen()
  const context = usePageContext()
  const navigate = useNavigate()
  return (
    <Container narrow>
      <PageHeading
        lead={
          <RichText
            message={messages.haveAccount}
            login={<Link {...loginLink(context, path)}>{messages.logIn}</Link>}
          />
        }
      >
        {messages.signUp}
      </PageHeading>
      <Card>
        <RegisterForm
          clientId={config.clientId}
          homeVenueSlug={homeVenueSlug}
          terms={terms}
          onRegistered={() => {
            if (/^https?:/.test(afterwards)) location.assign(afterwards)
            else void navigate(afterwards)
          }}
        />
      </Card>
    </Container>
  )
}

export const page = definePage({
  load,
  title: () => messages.signUp,
  breadcrumbs: () => [{ label: messages.signUp }],
  Component: RegisterPage,
})
