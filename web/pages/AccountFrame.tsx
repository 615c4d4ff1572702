import { useEffect, type ReactNode } from 'react'
import { AccountNav } from '#web/features/layout/AccountNav.tsx'
import { Footer } from '#web/features/layout/Footer.tsx'
import { Header, type NavItem } from '#web/features/layout/Header.tsx'
import { AccountMenu } from '#web/features/sessions/AccountMenu.tsx'
import { LogOut } from '#web/features/sessions/LogOut.tsx'
import { SignedOutNotice } from '#web/features/sessions/SignedOutNotice.tsx'
import { needed, uploadNow } from '#messages/account/documents.ts'
import * as messages from '#messages/account/frame.ts'
import * as layoutMessages from '#messages/shared/layout.ts'
import { api } from '#web/platform/api.ts'
import { accountLinks, loginLink, crossSiteUrl, withQuery } from '#web/platform/links.ts'
import { Messages } from '#web/platform/Messages.tsx'
import type { Screen } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { hasUnsavedInput } from '#web/platform/unsavedInput.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Container } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './AccountFrame.module.css'
import { SiteMenu } from './SiteMenu.tsx'
import { useLogo } from './useLogo.ts'

/** The layout of the account site: header, drawer, account navigation, messages, footer. */
export const AccountFrame = ({ screen, children }: { screen: Screen; children: ReactNode }) => {
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const customer = useCustomer()
  const navigate = useNavigate()
  const { path, query, frame, routeName = '' } = screen
  const here = withQuery(path, { menu: null })
  const login = loginLink(context, here)
  const needsLogin = !publicPages.has(routeName) && screen.outcome === 'page'
  const isLoggedOut = needsLogin && customer === null

  // After a logout in another tab, go to the login page unless that would lose unsaved input.
  const loginTo = login.to
  useEffect(() => {
    if (isLoggedOut && !hasUnsavedInput()) void navigate(loginTo, { replace: true })
  }, [isLoggedOut, loginTo, navigate])

  const siteNav: readonly NavItem[] = [
    { label: layoutMessages.bookActivity, href: crossSiteUrl(config.sites.bookings, '/', context) },
    ...(config.onlineJoiningEnabled && config.sites.onlineJoining !== ''
      ? [
          {
            label: layoutMessages.buyMembership,
            href: crossSiteUrl(config.sites.onlineJoining, '/', context),
          },
        ]
      : []),
  ]
  const accountNav = accountNavItems(config.onlineGuestPassesEnabled, routeName)
  const closeMenu = (): void => {
    void navigate(here, { replace: true, stay: true })
  }
  const loggedOut = (): void => {
    void navigate(accountLinks.login())
  }
  return (
    <>
      <a className="skip" href="#main">
        {layoutMessages.skipToContent}
      </a>
      <Header
        operatorName={config.name}
        logo={useLogo(frame.venueSlug)}
        homeTo={accountLinks.dashboard()}
        menuTo={withQuery(here, { menu: '1' })}
        nav={siteNav}
        account={
          customer === null ? (
            <Link className={styles['login']} {...login}>
              {layoutMessages.logIn}
            </Link>
          ) : (
            <AccountMenu firstName={customer.firstName} accountHref={undefined} onLoggedOut={loggedOut} />
          )
        }
        basket={undefined}
      />
      <Container>
        <div className={customer === null || !needsLogin ? undefined : styles['columns']}>
          {customer === null || !needsLogin ? null : (
            <AccountNav items={accountNav}>
              <LogOut onDone={loggedOut} />
            </AccountNav>
          )}
          <div className={styles['page']}>
            <div className={styles['above']}>
              {customer?.membershipDocumentUploadRequired === true &&
              needsLogin &&
              routeName !== 'DocumentsPage' ? (
                <Notice colour="warning">
                  <p>
                    <RichText
                      message={needed}
                      upload={<Link to={accountLinks.documents()}>{uploadNow}</Link>}
                    />
                  </p>
                </Notice>
              ) : null}
              <Messages />
            </div>
            <main id="main" className={styles['main']} tabIndex={-1}>
              {isLoggedOut ? <SignedOutNotice loginTo={loginTo} /> : null}
              <div hidden={isLoggedOut}>{children}</div>
            </main>
          </div>
        </div>
      </Container>
      <Footer operatorName={config.name} venueSlug={frame.venueSlug} />
      {query.has('menu') ? (
        <SiteMenu
          nav={siteNav}
          basket={{ href: crossSiteUrl(config.sites.bookings, '/basket', context) }}
          account={{ to: accountLinks.dashboard() }}
          loginTo={login.to}
          registerTo={accountLinks.register()}
          onClose={closeMenu}
          onLoggedOut={loggedOut}
        />
      ) : null}
    </>
  )
}

/** Pages that do not need a login. */
const publicPages: ReadonlySet<string> = new Set([
  'LoginPage',
  'ForgottenPasswordPage',
  'NewPasswordPage',
  'RegisterPage',
  'GoodbyePage',
])

/** A30, A31: in the specification's order; guest passes only on wide screens. */
const accountNavItems = (hasGuestPasses: boolean, routeName: string) =>
  [
    { label: messages.dashboard, to: accountLinks.dashboard(), page: 'DashboardPage' },
    { label: messages.details, to: accountLinks.details(), page: 'DetailsPage' },
    { label: messages.memberships, to: accountLinks.memberships(), page: 'MembershipsPage' },
    { label: messages.packages, to: accountLinks.packages(), page: 'PackagesPage' },
    { label: messages.bookings, to: accountLinks.bookings(), page: 'BookingsPage' },
    ...(hasGuestPasses
      ? [
          {
            label: messages.guestPasses,
            to: accountLinks.guestPasses(),
            page: 'GuestPassesPage',
            onWideScreens: true,
          },
        ]
      : []),
    { label: messages.payments, to: accountLinks.payments(), page: 'PaymentsPage' },
  ].map(({ page, ...item }) => ({ ...item, current: page === routeName }))
