import { useCallback, useEffect, type ReactNode } from 'react'
import { HoldAnnouncer } from '#web/features/baskets/HoldAnnouncer.tsx'
import { SiteLayout } from '#web/features/layout/SiteLayout.tsx'
import { AccountMenu } from '#web/features/sessions/AccountMenu.tsx'
import { IdleLogOut } from '#web/features/sessions/IdleLogOut.tsx'
import { TillChoice } from '#web/features/tills/TillChoice.tsx'
import { clearAttendeesDraft } from '#web/features/waivers/attendeesStore.ts'
import * as messages from '#messages/desk/frame.ts'
import { logsMenu, menu as staffMenu } from '#messages/desk/staff.ts'
import { securityTitle } from '#messages/shared/twoStep.ts'
import { api } from '#web/platform/api.ts'
import { customerChoicePath, deskLinks } from '#web/platform/deskLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import type { Screen } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { customerOfTab, nameOwnCustomer, requireSelection } from '#web/platform/selection.ts'
import { useCustomer } from '#web/platform/session.ts'
import { usePageContext, type PageContext } from '#web/platform/pageContext.tsx'
import { may } from '#web/platform/permissions.ts'
import { BasketLeft, ChooseCustomer, DeskCustomerBar } from './DeskCustomerBar.tsx'
import styles from './DeskFrame.module.css'
import { DeskNav } from './DeskNav.tsx'
import { UnfinishedCalls } from './lazyParts.ts'
import { RecentMessagesLink } from './RecentMessagesLink.tsx'
import { useServeCustomer } from './useServeCustomer.ts'

/**
 * The layout of the desk's pages: navigation, till and the customer being served. The dialog to choose a customer is
 * part of the address (`?choose=1`) and opens with the `/` key, as is the question about a basket left (`?left=1`).
 */
export const DeskFrame = ({ screen, children }: { screen: Screen; children: ReactNode }) => {
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const navigate = useNavigate()
  const person = useCustomer()
  const staff = person?.role === 'staff' ? person : null
  const isStaffPage = staff !== null && !loggedOutPages.has(screen.routeName ?? '')
  const { path, query, breadcrumbs } = screen
  const here = withQuery(path, { choose: null, left: null, login: null, messages: null })
  const loggedOut = useCallback((): void => {
    stopServing(context)
    void navigate(deskLinks.login())
  }, [context, navigate])

  // After a logout in another tab or by idling, no customer's data may stay on the screen.
  const isLoggedOut =
    staff === null && screen.outcome === 'page' && !loggedOutPages.has(screen.routeName ?? '')
  useEffect(() => {
    if (!isLoggedOut) return
    stopServing(context)
    void navigate(withQuery(deskLinks.login(), { redirect: here }), { replace: true })
  }, [isLoggedOut, here, navigate, context])
  useTabsCustomer(isStaffPage, here)
  useSlashKey(isStaffPage, () => void navigate(customerChoicePath(here), { stay: true }))

  return (
    <SiteLayout
      variant="desk"
      breadcrumbs={breadcrumbs}
      header={
        <>
          <header className={styles['header']} data-edge="start">
            <div className={styles['bar']}>
              <Link className={styles['brand']} to={deskLinks.home()}>
                <span className={styles['operator']}>{config.name}</span>
                <span className={styles['desk']}>{messages.frontDesk}</span>
              </Link>
              {staff === null ? null : (
                <>
                  <DeskNav routeName={screen.routeName ?? ''} />
                  <div className={styles['own']}>
                    {may(staff, 'till.own') ? <TillChoice /> : null}
                    <AccountMenu
                      // Closed on the page that it has led to.
                      key={screen.routeName}
                      firstName={staff.firstName}
                      accountHref={undefined}
                      pages={[
                        { label: securityTitle, to: deskLinks.security() },
                        ...(may(staff, 'catalogue')
                          ? [{ label: messages.settings, to: deskLinks.settings('venues') }]
                          : may(staff, 'timetable.draft')
                            ? [{ label: messages.settings, to: deskLinks.drafts() }]
                            : []),
                        ...(may(staff, 'staff')
                          ? [{ label: staffMenu, to: deskLinks.staff() }]
                          : may(staff, 'audit')
                            ? [{ label: logsMenu, to: deskLinks.auditLog() }]
                            : []),
                      ]}
                      onLoggedOut={loggedOut}
                    />
                  </div>
                </>
              )}
            </div>
          </header>
          {isStaffPage && may(staff, 'customers.view') ? <DeskCustomerBar here={here} /> : null}
        </>
      }
      footer={
        <>
          {isStaffPage ? (
            <>
              {may(staff, 'sell') ? <HoldAnnouncer /> : null}
              <footer className={styles['footer']}>
                <RecentMessagesLink here={here} />
              </footer>
            </>
          ) : null}
          <UnfinishedCalls />
          {staff === null || context.channel.idleMs === undefined ? null : (
            <IdleLogOut afterMs={context.channel.idleMs} onDone={loggedOut} />
          )}
          {isStaffPage && (query.has('choose') || query.has('login')) ? <ChooseCustomer here={here} /> : null}
          {isStaffPage && query.has('left') ? <BasketLeft here={here} /> : null}
        </>
      }
    >
      {isLoggedOut ? null : children}
    </SiteLayout>
  )
}

/** The next member of staff starts with a walk-in and empty fields, in each tab. */
const stopServing = (context: PageContext): void => {
  requireSelection(context).choose(null)
  clearAttendeesDraft()
}

/** Pages for staff who are not logged in. */
const loggedOutPages: ReadonlySet<string> = new Set([
  'DeskLoginPage',
  'ForgottenPasswordPage',
  'NewPasswordPage',
])

/** The tab goes on with the customer whom its last page served, also where this page was rendered for another. */
const useTabsCustomer = (isStaffPage: boolean, here: string): void => {
  const context = usePageContext()
  const serve = useServeCustomer(here, { replace: true, stay: true })
  useEffect(() => {
    const selection = requireSelection(context)
    const ofTab = customerOfTab()
    if (isStaffPage && ofTab !== undefined && ofTab !== selection.userId()) serve(ofTab).catch(context.report)
    return nameOwnCustomer(selection)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page that is loaded
  }, [context])
}

/** Calls `onPress` when `/` is pressed outside a field. */
const useSlashKey = (isEnabled: boolean, onPress: () => void): void => {
  useEffect(() => {
    if (!isEnabled) return undefined
    const handleKeyDown = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement | null
      const isTyping = target?.closest('input, textarea, select, [contenteditable]') != null
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => {
      document.removeEventListener('keydown', handleKeyDown)
    }
  })
}
