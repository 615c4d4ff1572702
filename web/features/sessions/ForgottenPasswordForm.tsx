import * as messages from '#messages/shared/login.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { MailedLinkForm } from './MailedLinkForm.tsx'

export const ForgottenPasswordForm = ({ loginTo }: { loginTo: string }) => {
  const toasts = useToasts()
  const request = useCall(api.sessions.forgottenPassword, {
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <MailedLinkForm
      request={request}
      onRequest={(emailOrReference) => {
        request.send({ emailOrReference })
      }}
      lead={messages.forgottenLead}
      label={messages.sendLink}
      backToLogin={
        <Link to={loginTo} stay replace>
          {messages.backToLogin}
        </Link>
      }
    />
  )
}
