import { useEffect, type ReactNode } from 'react'
import { AccountNav } from '#web/features/layout/AccountNav.tsx'
import type { NavItem } from '#web/features/layout/Header.tsx'
import { LogOut } from '#web/features/sessions/LogOut.tsx'
import { LoginInPlace } from '#web/features/sessions/LoginInPlace.tsx'
import { needed, uploadNow } from '#messages/account/documents.ts'
import * as messages from '#messages/account/frame.ts'
import * as layoutMessages from '#messages/shared/layout.ts'
import { api } from '#web/platform/api.ts'
import { accountLinks, loginLink, crossSiteUrl, withQuery } from '#web/platform/links.ts'
import type { Screen } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { hasUnsavedInput } from '#web/platform/unsavedInput.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { CustomerLayout } from './CustomerLayout.tsx'

/** The layout of the account site, with the account's own navigation. */
export const AccountFrame = ({ screen, children }: { screen: Screen; children: ReactNode }) => {
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const customer = useCustomer()
  const navigate = useNavigate()
  const { path, routeName = '' } = screen
  const here = withQuery(path, { menu: null, messages: null })
  const needsLogin = !publicPages.has(routeName) && screen.outcome === 'page'
  const isLoggedOut = needsLogin && customer === null

  // After a logout in another tab, go to the login page unless that would lose unsaved input.
  const loginTo = loginLink(context, here).to
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
  const loggedOut = (): void => {
    void navigate(accountLinks.login())
  }
  const sideNav =
    customer === null || !needsLogin ? null : (
      <AccountNav items={accountNavItems(config.onlineGuestPassesEnabled, routeName)}>
        <LogOut onDone={loggedOut} />
      </AccountNav>
    )
  const needsUpload =
    customer?.membershipDocumentUploadRequired === true && needsLogin && !pagesThatAskForUpload.has(routeName)
  return (
    <CustomerLayout
      screen={screen}
      variant="account"
      here={here}
      homeTo={accountLinks.dashboard()}
      nav={siteNav}
      basket={{ href: crossSiteUrl(config.sites.bookings, '/basket', context) }}
      account={{ to: accountLinks.dashboard() }}
      registerTo={accountLinks.register()}
      onLoggedOut={loggedOut}
      sideNav={sideNav}
      notice={needsUpload ? <UploadNotice /> : null}
    >
      <LoginInPlace
        isLoggedOut={isLoggedOut}
        forgottenTo={accountLinks.forgottenPassword()}
        onOtherCustomer={() => void navigate(accountLinks.dashboard())}
      >
        {children}
      </LoginInPlace>
    </CustomerLayout>
  )
}

const UploadNotice = () => (
  <Notice colour="warning">
    <p>
      <RichText message={needed} upload={<Link to={accountLinks.documents()}>{uploadNow}</Link>} />
    </p>
  </Notice>
)

/** Pages that ask for the document themselves. */
const pagesThatAskForUpload: ReadonlySet<string> = new Set(['DocumentsPage', 'MembershipsPage'])

/** Pages that do not need a login. */
const publicPages: ReadonlySet<string> = new Set([
  'LoginPage',
  'ForgottenPasswordPage',
  'LoginLinkPage',
  'FamilyInvitationPage',
  'NewPasswordPage',
  'RegisterPage',
  'GoodbyePage',
])

/** A30, A31: in the specification's order, with the family after the details; guest passes only on wide screens. */
const accountNavItems = (hasGuestPasses: boolean, routeName: string) =>
  [
    { label: messages.dashboard, to: accountLinks.dashboard(), page: 'DashboardPage' },
    { label: messages.details, to: accountLinks.details(), page: 'DetailsPage' },
    { label: messages.family, to: accountLinks.family(), page: 'FamilyPage' },
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
