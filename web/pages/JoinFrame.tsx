import type { ReactNode } from 'react'
import * as messages from '#messages/shared/layout.ts'
import type { NavItem } from '#web/features/layout/Header.tsx'
import { api } from '#web/platform/api.ts'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { crossSiteUrl, withQuery } from '#web/platform/links.ts'
import type { Screen } from '#web/platform/page.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { CustomerLayout } from './CustomerLayout.tsx'

/** The layout of the joining site. */
export const JoinFrame = ({ screen, children }: { screen: Screen; children: ReactNode }) => {
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const navigate = useNavigate()
  const { path, frame, breadcrumbs, routeName = '' } = screen
  const { bookings, myAccount } = config.sites
  const nav: readonly NavItem[] = [
    { label: messages.bookActivity, href: crossSiteUrl(bookings, '/', context) },
    ...(config.onlineJoiningEnabled
      ? [
          {
            label: messages.buyMembership,
            to: frame.venueSlug === undefined ? joinLinks.home() : joinLinks.plans(frame.venueSlug),
            current: routeName === (frame.venueSlug === undefined ? 'JoinVenuesPage' : 'PlansPage'),
          },
        ]
      : []),
  ]
  return (
    <CustomerLayout
      screen={screen}
      here={withQuery(path, { menu: null, messages: null })}
      homeTo={joinLinks.home()}
      nav={nav}
      basket={{ href: crossSiteUrl(bookings, '/basket', context) }}
      account={myAccount === '' ? undefined : { href: crossSiteUrl(myAccount, '/', context) }}
      registerTo={joinLinks.register()}
      breadcrumbs={breadcrumbs}
      onLoggedOut={() => {
        void navigate(joinLinks.home())
      }}
    >
      {children}
    </CustomerLayout>
  )
}
