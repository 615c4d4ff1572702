import { LoginForm } from '#web/features/sessions/LoginForm.tsx'
import { api } from '#web/platform/api.ts'
import { accountLinks, safeRedirect, withQuery } from '#web/platform/links.ts'
import { definePage, redirect, type Load, type PageProps } from '#web/platform/page.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { readCustomer } from '#web/platform/session.ts'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'

/** Log-in as a page of its own (A22), then on to where one was going, within the product only (A27). */
const load = async ({ read, visit, query }: Load) => {
  const [customer, config] = await Promise.all([readCustomer(visit), read(api.operator.config)])
  const afterwards = safeRedirect(query.get('redirect'), visit, Object.values(config.sites)) ?? '/'
  if (customer !== null) return redirect(afterwards)
  return { afterwards, redirectValue: query.get('redirect') }
}

const LoginPage = ({ data: { afterwards, redirectValue } }: PageProps<typeof load>) => {
  const navigate = useNavigate()
  const onwards = { redirect: redirectValue }
  return (
    <Container narrow>
      <PageHeading lead="See and change your bookings, your memberships and what you have paid.">
        Log in
      </PageHeading>
      <Card>
        <LoginForm
          forgottenTo={withQuery(accountLinks.forgottenPassword(), onwards)}
          registerTo={withQuery(accountLinks.register(), onwards)}
          onLoggedIn={() => {
            if (/^https?:/.test(afterwards)) location.assign(afterwards)
            else void navigate(afterwards, { replace: true })
          }}
        />
      </Card>
    </Container>
  )
}

export const page = definePage({ load, title: () => 'Log in', Component: LoginPage })
