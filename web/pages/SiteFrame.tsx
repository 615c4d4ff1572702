import { useEffect, useRef, type ReactNode } from 'react'
import type { ClientConfig } from '#contract/operator.ts'
import { findBooking } from '#messages/bookings/footer.ts'
import * as messages from '#messages/shared/layout.ts'
import { useBasket } from '#web/features/baskets/useBasket.ts'
import { Footer } from '#web/features/layout/Footer.tsx'
import type { NavItem } from '#web/features/layout/Header.tsx'
import { clearAttendeesDraft } from '#web/features/waivers/attendeesStore.ts'
import { api } from '#web/platform/api.ts'
import {
  links,
  loginModalPath,
  safeRedirect,
  crossSiteUrl,
  withQuery,
  mailedLinkPath,
} from '#web/platform/links.ts'
import type { Screen } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { CustomerLayout } from './CustomerLayout.tsx'
import {
  AskConsent,
  BasketBar,
  BasketDrawer,
  ForgottenPasswordDialog,
  HoldAnnouncer,
  KioskHome,
  KioskWatch,
  LoginDialog,
} from './lazyParts.ts'
import { RecentMessagesLink } from './RecentMessagesLink.tsx'

/**
 * The frame of the bookings site's pages: header, drawer, login, breadcrumbs, messages, footer. Drawer and login are
 * query parameters (`?menu=1`, `?basket=1`, `?login=1`, `?forgotten=1`), so that Back closes them.
 */
export const SiteFrame = ({ screen, children }: { screen: Screen; children: ReactNode }) => {
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const customer = useCustomer()
  const navigate = useNavigate()
  const { path, query, frame, breadcrumbs, routeName = '' } = screen
  const basket = useBasket()
  useClearAttendeesOnLogout(customer?.id ?? null)
  const here = withQuery(path, {
    menu: null,
    basket: null,
    login: null,
    forgotten: null,
    cookies: null,
    messages: null,
  })
  const closeDialog = (): void => {
    void navigate(here, { replace: true, stay: true })
  }
  const afterLogin = (): void => {
    const wanted = safeRedirect(query.get('redirect'), context, Object.values(config.sites))
    if (wanted === undefined) closeDialog()
    else if (/^https?:/.test(wanted)) location.assign(wanted)
    else {
      // What is offered depends on who asks: the next page must not begin with what the visitor was told.
      const reloaded = context.queries.invalidate(([, , resources]) => resources.includes('session'))
      void reloaded.then(() => navigate(wanted))
    }
  }
  const itemCount = basket?.itemCount ?? 0
  const hasBasket = itemCount > 0 || (basket?.lapsedItems.length ?? 0) > 0
  const showsBasket = basketPages.has(routeName)
  const hasAnalytics = config.analytics.containerIds.length > 0
  const { sharedDevice } = context.channel
  // A shared device sells no memberships and shows no account.
  const account = sharedDevice === undefined ? accountHref(config, context) : undefined
  const kioskHome = config.kioskHomeUrl ?? kioskStart(context)
  return (
    <CustomerLayout
      screen={screen}
      here={here}
      homeTo={links.home()}
      nav={mainNav(config, screen, context)}
      beforeHeader={
        sharedDevice === undefined && hasAnalytics && !codePages.has(routeName) ? (
          <AskConsent
            analytics={config.analytics}
            operatorName={config.name}
            reopened={query.has('cookies')}
            onDone={closeDialog}
          />
        ) : null
      }
      beforeLogin={sharedDevice === undefined ? null : <KioskHome href={kioskHome} />}
      basketLink={{
        to: links.basket(),
        count: itemCount,
        ...(showsBasket ? {} : { drawerTo: withQuery(here, { basket: '1' }) }),
      }}
      basket={{ to: links.basket() }}
      account={account === undefined ? undefined : { href: account }}
      registerTo={links.register()}
      breadcrumbs={breadcrumbs}
      footer={
        <>
          {showsBasket || !hasBasket ? null : <BasketBar isBeside={routeName === 'TimeSlotPage'} />}
          {basket === undefined ? null : <HoldAnnouncer />}
          {sharedDevice === undefined ? (
            <Footer operatorName={config.name} venueSlug={frame.venueSlug}>
              <RecentMessagesLink here={here} />
              {customer === null ? (
                <p>
                  <Link to={links.findBooking()}>{findBooking}</Link>
                </p>
              ) : null}
              {hasAnalytics ? (
                <p>
                  <Link to={withQuery(here, { cookies: '1' })} stay>
                    {messages.cookieSettings}
                  </Link>
                </p>
              ) : null}
            </Footer>
          ) : (
            <KioskWatch homeHref={kioskHome} {...sharedDevice} />
          )}
        </>
      }
      dialogs={
        <>
          {query.has('basket') ? <BasketDrawer closeTo={here} onClose={closeDialog} /> : null}
          {query.has('forgotten') && customer === null ? (
            <ForgottenPasswordDialog loginTo={loginModalPath(here)} onClose={closeDialog} />
          ) : null}
          {query.has('login') && !query.has('forgotten') ? (
            <LoginDialog
              forgottenTo={withQuery(here, { forgotten: '1' })}
              linkTo={withQuery(mailedLinkPath, { redirect: here })}
              registerTo={withQuery(links.register(), { redirect: here === links.register() ? null : here })}
              onLoggedIn={afterLogin}
              onClose={closeDialog}
            />
          ) : null}
        </>
      }
    >
      {children}
    </CustomerLayout>
  )
}

/** Deletes the draft about attendees when the customer logs out. */
const useClearAttendeesOnLogout = (customerId: number | null): void => {
  const before = useRef(customerId)
  useEffect(() => {
    if (before.current !== null && before.current !== customerId) clearAttendeesDraft()
    before.current = customerId
  }, [customerId])
}

/** Pages that a secret link opens: no analytics there. */
const codePages: ReadonlySet<string> = new Set(['NewPasswordPage', 'ConfirmEmailPage'])

/** Pages that show the basket themselves. */
const basketPages: ReadonlySet<string> = new Set([
  'BasketPage',
  'AttendeesPage',
  'CheckoutPage',
  'BookingConfirmedPage',
])

const mainNav = (
  config: ClientConfig,
  { frame, routeName }: Screen,
  context: ReturnType<typeof usePageContext>,
): readonly NavItem[] => [
  {
    label: messages.bookActivity,
    to: frame.venueSlug === undefined ? links.home() : links.venue(frame.venueSlug),
    current: routeName === (frame.venueSlug === undefined ? 'HomePage' : 'VenuePage'),
  },
  ...(config.onlineJoiningEnabled &&
  config.sites.onlineJoining !== '' &&
  context.channel.sharedDevice === undefined
    ? [{ label: messages.buyMembership, href: crossSiteUrl(config.sites.onlineJoining, '/', context) }]
    : []),
]

/** The start page of a kiosk that has none of its own. */
const kioskStart = ({ origin, basePath, centre }: ReturnType<typeof usePageContext>): string =>
  `${origin}${basePath}${withQuery(links.home(), { kiosk: 'true', centre: centre ?? null })}`

const accountHref = (config: ClientConfig, context: ReturnType<typeof usePageContext>): string | undefined =>
  config.sites.myAccount === '' ? undefined : crossSiteUrl(config.sites.myAccount, '/', context)
