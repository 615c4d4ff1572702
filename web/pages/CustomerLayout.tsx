import type { ComponentProps, ReactNode } from 'react'
import * as messages from '#messages/shared/layout.ts'
import { useBasket } from '#web/features/baskets/useBasket.ts'
import { Footer } from '#web/features/layout/Footer.tsx'
import { Header, type NavItem } from '#web/features/layout/Header.tsx'
import { SiteLayout } from '#web/features/layout/SiteLayout.tsx'
import { api } from '#web/platform/api.ts'
import { loginLink, withQuery } from '#web/platform/links.ts'
import type { Screen } from '#web/platform/page.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import styles from './CustomerLayout.module.css'
import { AccountMenu, SiteMenu, UnfinishedCalls } from './lazyParts.ts'
import { RecentMessagesLink } from './RecentMessagesLink.tsx'
import { useLogo } from './useLogo.ts'

/** A path of this site, or the URL of another. */
type Destination = { to: string } | { href: string }

/** The layout of the sites that customers use: header, side drawer (`?menu=1`), footer. */
export const CustomerLayout = ({
  screen,
  here,
  homeTo,
  nav,
  beforeHeader,
  beforeLogin,
  basketLink,
  basket,
  account,
  registerTo,
  onLoggedOut,
  footer,
  dialogs,
  ...layout
}: {
  screen: Screen
  /** The page's address without open dialogs. */
  here: string
  homeTo: string
  nav: readonly NavItem[]
  beforeHeader?: ReactNode
  beforeLogin?: ReactNode
  /** The basket's link in the header, where it is on this site. */
  basketLink?: ComponentProps<typeof Header>['basket']
  basket: Destination
  account: Destination | undefined
  registerTo: string
  onLoggedOut?: () => void
  /** Replaces the site's footer. */
  footer?: ReactNode
  dialogs?: ReactNode
} & Omit<ComponentProps<typeof SiteLayout>, 'header' | 'footer'>) => {
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const customer = useCustomer()
  const itemCount = useBasket()?.itemCount ?? 0
  const navigate = useNavigate()
  const { query, frame } = screen
  const logo = useLogo(frame.venueSlug)
  const login = loginLink(context, here)
  const closeMenu = (): void => {
    void navigate(here, { replace: true, stay: true })
  }
  return (
    <SiteLayout
      {...layout}
      header={
        <>
          {beforeHeader}
          <Header
            operatorName={config.name}
            logo={logo}
            homeTo={homeTo}
            menuTo={withQuery(here, { menu: '1' })}
            nav={nav}
            account={
              <>
                {beforeLogin}
                {customer === null ? (
                  <Link
                    className={styles['login']}
                    {...login}
                    aria-haspopup={login.stay ? 'dialog' : undefined}
                  >
                    {messages.logIn}
                  </Link>
                ) : (
                  <AccountMenu
                    firstName={customer.firstName}
                    accountHref={account !== undefined && 'href' in account ? account.href : undefined}
                    {...(onLoggedOut && { onLoggedOut })}
                  />
                )}
              </>
            }
            basket={basketLink ?? ('href' in basket ? { href: basket.href, count: itemCount } : undefined)}
          />
        </>
      }
      footer={
        <>
          {footer ?? (
            <Footer operatorName={config.name} venueSlug={frame.venueSlug}>
              <RecentMessagesLink here={here} />
            </Footer>
          )}
          <UnfinishedCalls />
          {query.has('menu') ? (
            <SiteMenu
              nav={nav}
              basket={basket}
              account={account}
              loginTo={login.to}
              registerTo={registerTo}
              onClose={closeMenu}
              onLoggedOut={onLoggedOut ?? closeMenu}
            />
          ) : null}
          {dialogs}
        </>
      }
    />
  )
}
