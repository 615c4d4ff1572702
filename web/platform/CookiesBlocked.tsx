import * as messages from '#messages/shared/login.ts'
import { usePageContext } from './pageContext.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { OwnTabLink } from './OwnTabLink.tsx'

/** After a login whose cookies the browser has refused, so that nobody is logged in. */
export const CookiesBlocked = () => {
  const { embedded } = usePageContext()
  return (
    <Notice colour="danger" role="alert" title={messages.cookiesBlocked}>
      <p>{embedded ? <OwnTabLink /> : messages.allowCookies}</p>
    </Notice>
  )
}
