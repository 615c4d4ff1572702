import { Link, useHref, useScreen } from '#web/platform/router.tsx'
import { links } from '#web/platform/links.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { Stop } from './Stop.tsx'

/*
 * What is shown in place of a page. They use plain links, which load the page anew: whatever failed gets a fresh start.
 */

/** The theme answered 503 (B03). */
export const Maintenance = () => (
  <main id="main">
    <Stop
      alone
      picture="closed"
      heading="Service disruption – Unable to access the site due to planned maintenance."
    >
      <Again label="Try again" />
    </Stop>
  </main>
)

/** No theme, no client config, or a defect in the frame itself (B04, B07). */
export const Failed = () => (
  <main id="main">
    <Stop alone picture="dropped" heading="We may have dropped the ball on this one.">
      <Again label="Try again" />
    </Stop>
  </main>
)

/** The page's own data did not come. */
export const PageFailed = ({ status }: { status?: number }) => (
  <Container narrow>
    <PageHeading>We may have dropped the ball on this one.</PageHeading>
    <ErrorBlock status={status}>
      <Again label="Try again" />
    </ErrorBlock>
  </Container>
)

/** The page's script did not come, in spite of 120 seconds' waiting (B14). */
export const ChunkFailed = () => (
  <Stop
    picture="dropped"
    heading="Loading chunk failed"
    text="A part of this page did not arrive. It may have been changed since you opened the site, or the connection is poor."
  >
    <Again label="Reload" />
    <Link className={buttonClass({ variant: 'text' })} to={links.home()}>
      Go home
    </Link>
  </Stop>
)

const Again = ({ label }: { label: string }) => {
  const { path } = useScreen()
  const href = useHref()
  return (
    <a className={buttonClass({ size: 'lg' })} href={href(path)}>
      {label}
    </a>
  )
}
