import * as messages from '#messages/shared/confirmEmail.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** Reminds the customer of the links that their address, or a change of it, waits for. */
export const AddressToConfirm = ({
  email,
  pendingEmail = null,
}: {
  email: string
  pendingEmail?: string | null
}) => {
  const toasts = useToasts()
  const resend = useCall(api.sessions.resendEmailLinks, {
    onSuccess: ({ message }) => {
      toasts.show({ content: message, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const withdraw = useCall(api.sessions.withdrawEmailChange, {
    onSuccess: () => {
      toasts.show({ content: messages.unchanged, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <Notice colour="warning">
      <p>
        {pendingEmail === null
          ? messages.unconfirmed({ email })
          : messages.pending({ email: pendingEmail, current: email })}
      </p>
      <p>
        <Button
          variant="text"
          busy={resend.requesting}
          onClick={() => {
            resend.send({})
          }}
        >
          {messages.sendAgain}
        </Button>
        {pendingEmail === null ? null : (
          <Button
            variant="text"
            busy={withdraw.requesting}
            onClick={() => {
              withdraw.send({})
            }}
          >
            {messages.keepAddress}
          </Button>
        )}
      </p>
    </Notice>
  )
}
