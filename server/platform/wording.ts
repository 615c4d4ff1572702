import { messagesIn } from '#server/messages/languages.ts'
import type { Messages } from '#server/messages/languages.ts'
import { languageFor } from './caller.ts'
import type { IncomingRequest } from './requestContext.ts'

/** What we write, in the language of who asks. */
export const messagesFor = ({ c, deps, seen }: Pick<IncomingRequest, 'c' | 'deps' | 'seen'>): Messages =>
  messagesIn(languageFor(c, deps.config, seen.person))

/** Says in which language the answer is, and what chose it where there is a choice. */
export const sayLanguage = (context: Pick<IncomingRequest, 'c' | 'deps' | 'seen'>): void => {
  const { c, deps } = context
  c.header('Content-Language', messagesFor(context).format.language)
  if (deps.config.languages.length > 1) c.header('Vary', 'Accept-Language', { append: true })
}
