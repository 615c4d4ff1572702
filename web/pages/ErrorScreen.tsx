import * as messages from '#messages/shared/errorPages.ts'
import { chunkFailedHeading, reload } from '#messages/shared/errors.ts'
import { api } from '#web/platform/api.ts'
import { Link, useHref, useScreen } from '#web/platform/router.tsx'
import { links } from '#web/platform/links.ts'
import type { Screen } from '#web/platform/page.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { ErrorPage } from './ErrorPage.tsx'

/** Displayed in place of a page. Its links load the whole page again, so that whatever failed starts afresh. */
export const ErrorScreen = ({ outcome, status, message }: Failure) => {
  switch (outcome) {
    case 'maintenance':
      return <Maintenance />
    case 'failed':
      return (
        <main id="main">
          <ErrorPage standalone picture="dropped" heading={messages.failedHeading}>
            <ReloadLink label={messages.tryAgain} />
          </ErrorPage>
        </main>
      )
    case 'page-failed':
      return <PageFailed status={status} message={message} />
    case 'chunk-failed':
      return (
        <ErrorPage picture="dropped" heading={chunkFailedHeading} text={messages.chunkFailedText}>
          <ReloadLink label={reload} />
          <Link className={buttonClass({ variant: 'text' })} to={links.home()}>
            {messages.goHome}
          </Link>
        </ErrorPage>
      )
    case 'not-found':
      return (
        <ErrorPage picture="offside" heading={messages.notFoundHeading} text={messages.notFoundText}>
          <Link className={buttonClass({ size: 'lg' })} to={links.home()}>
            {messages.goHome}
          </Link>
        </ErrorPage>
      )
  }
}

type Failure = {
  outcome: Exclude<Screen['outcome'], 'page'>
  status?: number | undefined
  message?: string | undefined
}

const Maintenance = () => {
  const { path, params } = useScreen()
  const href = useHref()
  // The page's loader has read the venue.
  const venue = useDeferredRead(api.venues.one, { venue: params['venueSlug'] ?? '' }, { when: false })
  const hasOthers = path.startsWith('/location/') && venue.data?.displayVenueSelectionButton !== false
  return (
    <main id="main">
      <ErrorPage standalone picture="closed" heading={messages.maintenanceHeading}>
        {hasOthers ? (
          <a className={buttonClass({ size: 'lg' })} href={href(links.home())}>
            {messages.otherVenues}
          </a>
        ) : null}
        <ReloadLink label={messages.tryAgain} variant={hasOthers ? 'secondary' : 'primary'} />
      </ErrorPage>
    </main>
  )
}

/** Without a connection the page itself tries again: a reload would lose it. */
const PageFailed = ({ status, message }: Omit<Failure, 'outcome'>) => {
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

const ReloadLink = ({ label, variant = 'primary' }: { label: string; variant?: 'primary' | 'secondary' }) => {
  const { path } = useScreen()
  const href = useHref()
  return (
    <a className={buttonClass({ size: 'lg', variant })} href={href(path)}>
      {label}
    </a>
  )
}
