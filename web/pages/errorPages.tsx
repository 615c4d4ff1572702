import * as messages from '#messages/shared/errors.ts'
import { Link, useHref, useScreen } from '#web/platform/router.tsx'
import { links } from '#web/platform/links.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { ErrorPage } from './ErrorPage.tsx'

// Shown in place of a page. Their links load the whole page again, so that whatever failed starts afresh.

/** The theme answered 503 (B03). Maintenance of one venue leaves the way to the others. */
export const Maintenance = () => {
  const { path } = useScreen()
  const href = useHref()
  const isOneVenue = path.startsWith('/location/')
  return (
    <main id="main">
      <ErrorPage standalone picture="closed" heading={messages.maintenanceHeading}>
        {isOneVenue ? (
          <a className={buttonClass({ size: 'lg' })} href={href(links.home())}>
            {messages.otherVenues}
          </a>
        ) : null}
        <ReloadLink label={messages.tryAgain} variant={isOneVenue ? 'secondary' : 'primary'} />
      </ErrorPage>
    </main>
  )
}

/** No theme, no client config, or an error in the frame itself (B04, B07). */
export const Failed = () => (
  <main id="main">
    <ErrorPage standalone picture="dropped" heading={messages.failedHeading}>
      <ReloadLink label={messages.tryAgain} />
    </ErrorPage>
  </main>
)

/** The page's own data failed to load. Without a connection the page itself tries again: a reload would lose it. */
export const PageFailed = ({ status, message }: { status?: number; message?: string | undefined }) => {
  const { path } = useScreen()
  return (
    <Container narrow>
      <PageHeading>{messages.failedHeading}</PageHeading>
      <ErrorBlock status={status} {...(message !== undefined && { defaultMessage: message })}>
        {message === undefined ? (
          <ReloadLink label={messages.tryAgain} />
        ) : (
          <Link className={buttonClass({ size: 'lg' })} to={path} replace>
            {messages.tryAgain}
          </Link>
        )}
      </ErrorBlock>
    </Container>
  )
}

/** The page's script did not load within 120 seconds (B14). */
export const ChunkFailed = () => (
  <ErrorPage picture="dropped" heading={messages.chunkFailedHeading} text={messages.chunkFailedText}>
    <ReloadLink label={messages.reload} />
    <Link className={buttonClass({ variant: 'text' })} to={links.home()}>
      {messages.goHome}
    </Link>
  </ErrorPage>
)

const ReloadLink = ({ label, variant = 'primary' }: { label: string; variant?: 'primary' | 'secondary' }) => {
  const { path } = useScreen()
  const href = useHref()
  return (
    <a className={buttonClass({ size: 'lg', variant })} href={href(path)}>
      {label}
    </a>
  )
}
