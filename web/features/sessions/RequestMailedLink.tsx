import * as messages from '#messages/shared/login.ts'
import { api } from '#web/platform/api.ts'
import { loginLink } from '#web/platform/links.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useSubmittedValues } from '#web/platform/useSubmittedValues.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { MailedLinkForm } from './MailedLinkForm.tsx'

/** Requests a link that logs in. */
export const RequestMailedLink = ({
  afterwards,
  isRequested,
}: {
  afterwards: string
  /** By a browser without script, just before. */
  isRequested: boolean
}) => {
  const toasts = useToasts()
  const request = useCall(api.sessions.requestLoginLink, {
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const typed = useSubmittedValues(api.sessions.requestLoginLink)('emailOrReference')
  const { to, stay } = loginLink(usePageContext(), afterwards.startsWith('/') ? afterwards : '/')
  return (
    <MailedLinkForm
      request={
        isRequested && request.data === undefined && request.error === null
          ? { ...request, data: { message: messages.mailLinkRequested } }
          : request
      }
      plainForm={{ call: 'request-login-link', typed }}
      onRequest={(emailOrReference) => {
        request.send({ emailOrReference })
      }}
      lead={messages.mailLinkLead}
      label={messages.mailLinkSend}
      backToLogin={
        <Link to={to} stay={stay}>
          {messages.backToLogin}
        </Link>
      }
    />
  )
}
