import { useEffect, type ReactNode } from 'react'
import { AccountNav } from '#web/features/layout/AccountNav.tsx'
import { Footer } from '#web/features/layout/Footer.tsx'
import { Header, type NavItem } from '#web/features/layout/Header.tsx'
import { AccountMenu } from '#web/features/sessions/AccountMenu.tsx'
import { LogOut } from '#web/features/sessions/LogOut.tsx'
import { SignedOutNotice } from '#web/features/sessions/SignedOutNotice.tsx'
import { api } from '#web/platform/api.ts'
import { accountLinks, loginFrom, toSite, withQuery } from '#web/platform/links.ts'
import { Messages } from '#web/platform/Messages.tsx'
import type { Screen } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { isHalfTyped } from '#web/platform/typing.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Container } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './AccountFrame.module.css'
import { SiteMenu } from './SiteMenu.tsx'
import { useLogo } from './useLogo.ts'

/** What stands around every page of the account site: header, drawer, the account's own navigation, messages, footer. */
export const AccountFrame = ({ screen, children }: { screen: Screen; children: ReactNode }) => {
  const { data: config } = useRead(api.operator.config)
  const visit = useVisit()
  const customer = useCustomer()
  const navigate = useNavigate()
  const { path, query, frame, routeName = '' } = screen
  const here = withQuery(path, { menu: null })
  const login = loginFrom(visit, here)
  const isOwn = !openToAll.has(routeName) && screen.outcome === 'page'
  const isGone = isOwn && customer === null

  // Logged out in another tab: to the log-in, unless that would lose what somebody is typing.
  const loginTo = login.to
  useEffect(() => {
    if (isGone && !isHalfTyped()) void navigate(loginTo, { replace: true })
  }, [isGone, loginTo, navigate])

  const elsewhere: readonly NavItem[] = [
    { label: 'Book an activity', href: toSite(config.sites.bookings, '/', visit) },
    ...(config.onlineJoiningEnabled && config.sites.onlineJoining !== ''
      ? [{ label: 'Buy a membership', href: toSite(config.sites.onlineJoining, '/', visit) }]
      : []),
  ]
  const own = ownNav(config.onlineGuestPassesEnabled, routeName)
  const closeMenu = (): void => {
    void navigate(here, { replace: true, stay: true })
  }
  const loggedOut = (): void => {
    void navigate(accountLinks.login())
  }
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Header
        operatorName={config.name}
        logo={useLogo(frame.venueSlug)}
        homeTo={accountLinks.dashboard()}
        menuTo={withQuery(here, { menu: '1' })}
        nav={elsewhere}
        account={
          customer === null ? (
            <Link className={styles['login']} {...login}>
              Log in
            </Link>
          ) : (
            <AccountMenu firstName={customer.firstName} accountHref={undefined} onLoggedOut={loggedOut} />
          )
        }
        basket={undefined}
      />
      <Container>
        <div className={customer === null || !isOwn ? undefined : styles['columns']}>
          {customer === null || !isOwn ? null : (
            <AccountNav items={own}>
              <LogOut onDone={loggedOut} />
            </AccountNav>
          )}
          <div className={styles['page']}>
            <div className={styles['above']}>
              {customer?.membershipDocumentUploadRequired === true &&
              isOwn &&
              routeName !== 'DocumentsPage' ? (
                <Notice colour="warning">
                  <p>
                    Your membership needs a proof from you.{' '}
                    <Link to={accountLinks.documents()}>Send it now</Link>
                  </p>
                </Notice>
              ) : null}
              <Messages />
            </div>
            <main id="main" className={styles['main']} tabIndex={-1}>
              {isGone ? <SignedOutNotice loginTo={loginTo} /> : null}
              <div hidden={isGone}>{children}</div>
            </main>
          </div>
        </div>
      </Container>
      <Footer operatorName={config.name} venueSlug={frame.venueSlug} />
      {query.has('menu') ? (
        <SiteMenu
          nav={elsewhere}
          basket={{ href: toSite(config.sites.bookings, '/basket', visit) }}
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

/** Pages for people who are not logged in, or need not be. */
const openToAll: ReadonlySet<string> = new Set([
  'LoginPage',
  'ForgottenPasswordPage',
  'NewPasswordPage',
  'RegisterPage',
  'GoodbyePage',
])

/** A30, A31: in the specification's order; a narrow screen does without the guest passes. */
const ownNav = (hasGuestPasses: boolean, routeName: string) =>
  [
    { label: 'Dashboard', to: accountLinks.dashboard(), page: 'DashboardPage' },
    { label: 'My details', to: accountLinks.details(), page: 'DetailsPage' },
    { label: 'Memberships', to: accountLinks.memberships(), page: 'MembershipsPage' },
    { label: 'Packages', to: accountLinks.packages(), page: 'PackagesPage' },
    { label: 'Bookings', to: accountLinks.bookings(), page: 'BookingsPage' },
    ...(hasGuestPasses
      ? [
          {
            label: 'Guest passes',
            to: accountLinks.guestPasses(),
            page: 'GuestPassesPage',
            onWideScreens: true,
          },
        ]
      : []),
    { label: 'Payments', to: accountLinks.payments(), page: 'PaymentsPage' },
  ].map(({ page, ...item }) => ({ ...item, current: page === routeName }))
