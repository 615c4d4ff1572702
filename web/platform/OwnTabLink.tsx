import * as messages from '#messages/shared/login.ts'
import { opensInNewTab } from '#messages/shared/ui.ts'
import { withQuery } from './links.ts'
import { usePageContext } from './pageContext.tsx'
import { useScreen } from './router.tsx'

/** The way out of another site's frame, for what works only where this site is the page itself. */
export const OwnTabLink = () => {
  const { basePath } = usePageContext()
  const { path } = useScreen()
  return (
    <a href={basePath + withQuery(path, { embedded: null })} target="_blank" rel="noopener">
      {messages.openOwnTab}
      <span className="visually-hidden"> {opensInNewTab}</span>
    </a>
  )
}
