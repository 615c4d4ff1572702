import type { ReactNode } from 'react'
import { Footer } from '#web/features/layout/Footer.tsx'
import { Header, type NavItem } from '#web/features/layout/Header.tsx'
import { AccountMenu } from '#web/features/sessions/AccountMenu.tsx'
import * as messages from '#messages/shared/layout.ts'
import { api } from '#web/platform/api.ts'
import { joinLinks, loginLink, crossSiteUrl, withQuery } from '#web/platform/links.ts'
import { Messages } from '#web/platform/Messages.tsx'
import type { Screen } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { Container } from '#web/ui/Layout.tsx'
import styles from './SiteFrame.module.css'
import { SiteMenu } from './SiteMenu.tsx'
import { useLogo } from './useLogo.ts'

/** The layout of the joining site: header, drawer, breadcrumbs, messages, footer. */
export const JoinFrame = ({ screen, children }: { screen: Screen; children: ReactNode }) => {
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const customer = useCustomer()
  const navigate = useNavigate()
  const { path, query, frame, breadcrumbs, routeName = '' } = screen
  const here = withQuery(path, { menu: null })
  const login = loginLink(context, here)
  const { bookings, myAccount } = config.sites
  const account = myAccount === '' ? undefined : crossSiteUrl(myAccount, '/', context)
  const nav: readonly NavItem[] = [
    { label: messages.bookActivity, href: crossSiteUrl(bookings, '/', context) },
    {
      label: messages.buyMembership,
      to: frame.venueSlug === undefined ? joinLinks.home() : joinLinks.plans(frame.venueSlug),
      current: routeName === (frame.venueSlug === undefined ? 'JoinVenuesPage' : 'PlansPage'),
    },
  ]
  const closeMenu = (): void => {
    void navigate(here, { replace: true, stay: true })
  }
  const loggedOut = (): void => {
    void navigate(joinLinks.home())
  }
  return (
    <>
      <a className="skip" href="#main">
        {messages.skipToContent}
      </a>
      <Header
        operatorName={config.name}
        logo={useLogo(frame.venueSlug)}
        homeTo={joinLinks.home()}
        menuTo={withQuery(here, { menu: '1' })}
        nav={nav}
        account={
          customer === null ? (
            <Link className={styles['login']} {...login}>
              {messages.logIn}
            </Link>
          ) : (
            <AccountMenu firstName={customer.firstName} accountHref={account} onLoggedOut={loggedOut} />
          )
        }
        basket={undefined}
      />
      <Container>
        <div className={styles['above']}>
          <Breadcrumbs crumbs={breadcrumbs} Link={Link} />
          <Messages />
        </div>
      </Container>
      <main id="main" className={styles['main']} tabIndex={-1}>
        {children}
      </main>
      <Footer operatorName={config.name} venueSlug={frame.venueSlug} />
      {query.has('menu') ? (
        <SiteMenu
          nav={nav}
          basket={{ href: crossSiteUrl(bookings, '/basket', context) }}
          account={account === undefined ? undefined : { href: account }}
          loginTo={login.to}
          registerTo={joinLinks.register()}
          onClose={closeMenu}
          onLoggedOut={loggedOut}
        />
      ) : null}
    </>
  )
}
