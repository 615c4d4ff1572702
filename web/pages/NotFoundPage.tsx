import * as messages from '#messages/shared/errors.ts'
import { links } from '#web/platform/links.ts'
import { definePage } from '#web/platform/page.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { ErrorPage } from './ErrorPage.tsx'

const load = async () => ({})

const NotFoundPage = () => (
  <ErrorPage picture="offside" heading={messages.notFoundHeading} text={messages.notFoundText}>
    <Link className={buttonClass({ size: 'lg' })} to={links.home()}>
      {messages.goHome}
    </Link>
  </ErrorPage>
)

export const page = definePage({ load, title: () => messages.notFoundTitle, Component: NotFoundPage })
