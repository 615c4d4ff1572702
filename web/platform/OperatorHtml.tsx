import { opensInNewTab } from '#messages/shared/ui.ts'
import { usePageContext } from './pageContext.tsx'

/**
 * HTML that the operator has written: terms, waivers, a footer. The import has sanitised it (server/import/files/fields.ts).
 * Its links must not take people out of what they are doing: inside another site's frame most pages refuse to be shown,
 * a form would lose the card that was typed, and a shared device would never return to its start page.
 */
export const OperatorHtml = ({
  html,
  className,
  isInForm = true,
}: {
  html: string
  className?: string | undefined
  isInForm?: boolean
}) => {
  const { embedded, channel } = usePageContext()
  const linked =
    channel.sharedDevice !== undefined ? withoutLinks(html) : isInForm || embedded ? inNewTab(html) : html
  return <div className={className} dangerouslySetInnerHTML={{ __html: linked }} />
}

// The sanitiser writes every tag in one way and escapes `>` inside attributes.
const anyLink = /<a\b[^>]*>(.*?)<\/a>/gs
const pageLink = /<a\b([^>]*\shref="(?!mailto:|tel:|#)[^>]*)>(.*?)<\/a>/gs

/** Links become the words they stand in. */
const withoutLinks = (html: string): string => html.replaceAll(anyLink, '$1')

/** Links to pages open in a new tab, and say so. */
const inNewTab = (html: string): string =>
  html.replaceAll(
    pageLink,
    (_, attributes: string, words: string) =>
      `<a${attributes} target="_blank">${words}<span class="visually-hidden"> ${opensInNewTab}</span></a>`,
  )
