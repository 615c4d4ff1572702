import { useCallback, useEffect, useRef } from 'react'
import { LoginForm } from '#web/features/sessions/LoginForm.tsx'
import * as messages from '#messages/shared/login.ts'
import { api } from '#web/platform/api.ts'
import {
  accountLinks,
  crossSiteUrl,
  links,
  safeRedirect,
  withQuery,
  mailedLinkPath,
} from '#web/platform/links.ts'
import { definePage, redirect, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'

/** Login as its own page (A22), followed by a redirect within the product only (A27). */
const load = async ({ read, context, query }: LoaderArgs) => {
  const [customer, config] = await Promise.all([readCustomer(context), read(api.operator.config)])
  const afterwards = safeRedirect(query.get('redirect'), context, Object.values(config.sites)) ?? '/'
  if (customer !== null) return redirect(afterwards)
  const { bookings } = config.sites
  return { afterwards, redirectValue: query.get('redirect'), bookings }
}

const LoginPage = ({ data: { afterwards, redirectValue, bookings } }: PageProps<typeof load>) => {
  const navigate = useNavigate()
  const context = usePageContext()
  const isJoining = context.channel.source === 'online-joining'
  const redirectQuery = { redirect: redirectValue }
  const customer = useCustomer()
  const hasLeft = useRef(false)
  const leave = useCallback((): void => {
    if (hasLeft.current) return
    hasLeft.current = true
    if (/^https?:/.test(afterwards)) location.assign(afterwards)
    else void navigate(afterwards, { replace: true })
  }, [afterwards, navigate])
  // In another tab.
  const isLoggedIn = customer !== null
  useEffect(() => {
    if (isLoggedIn) leave()
  }, [isLoggedIn, leave])
  return (
    <Container narrow>
      <PageHeading lead={isJoining ? messages.joinLoginLead : messages.loginLead}>
        {messages.logIn}
      </PageHeading>
      <Card>
        <LoginForm
          forgottenTo={withQuery(accountLinks.forgottenPassword(), redirectQuery)}
          linkTo={withQuery(mailedLinkPath, redirectQuery)}
          registerTo={withQuery(accountLinks.register(), redirectQuery)}
          {...(isJoining ? {} : { findBookingHref: crossSiteUrl(bookings, links.findBooking(), context) })}
          onLoggedIn={leave}
        />
      </Card>
    </Container>
  )
}

export const page = definePage({ load, title: () => messages.logIn, Component: LoginPage })
