import type { ReactNode } from 'react'
import * as messages from '#messages/shared/layout.ts'
import { MessagesWithoutScript } from '#web/platform/ToastStrip.tsx'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { withQuery } from '#web/platform/links.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { Breadcrumbs, type Crumb } from '#web/ui/Breadcrumbs.tsx'
import { Container } from '#web/ui/Layout.tsx'
import { ConnectionStrip } from './ConnectionStrip.tsx'
import styles from './SiteLayout.module.css'

const RecentMessages = lazyComponent(
  'web/features/layout/RecentMessages.tsx',
  async () => (await import('./RecentMessages.tsx')).RecentMessages,
  { preload: false },
)

/** What every site's page has in common: skip link, header, breadcrumbs, messages, main, footer. */
export const SiteLayout = ({
  header,
  breadcrumbs,
  notice,
  sideNav,
  variant = 'customer',
  children,
  footer,
}: {
  header: ReactNode
  breadcrumbs?: readonly Crumb[]
  /** A standing notice above the messages. */
  notice?: ReactNode
  /** The navigation beside the page; `null` on the pages of such a site that have none. */
  sideNav?: ReactNode
  variant?: 'customer' | 'account' | 'desk'
  children: ReactNode
  /** What follows the page: footer, announcements, dialogs. */
  footer: ReactNode
}) => {
  const { path, query } = useScreen()
  const navigate = useNavigate()
  const above = (
    <div className={styles['above']} data-variant={variant}>
      {breadcrumbs === undefined ? null : <Breadcrumbs crumbs={breadcrumbs} Link={Link} />}
      {notice}
      <MessagesWithoutScript />
    </div>
  )
  const main = (
    <main id="main" className={styles['main']} data-variant={variant} tabIndex={-1}>
      {children}
    </main>
  )
  return (
    <>
      <a className="skip" href="#main">
        {messages.skipToContent}
      </a>
      {header}
      <ConnectionStrip />
      {sideNav === undefined ? (
        <>
          <Container>{above}</Container>
          {main}
        </>
      ) : (
        <Container>
          <div className={sideNav === null ? undefined : styles['columns']}>
            {sideNav}
            <div className={styles['page']}>
              {above}
              {main}
            </div>
          </div>
        </Container>
      )}
      {footer}
      {query.has('messages') ? (
        <RecentMessages
          onClose={() => {
            void navigate(withQuery(path, { messages: null }), { replace: true, stay: true })
          }}
        />
      ) : null}
    </>
  )
}
