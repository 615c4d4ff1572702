import * as messages from '#messages/desk/otherSessions.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { ChooseSession } from './ChooseSession.tsx'

/** Puts a customer of a booking partner into another session. */
export const ReplaceSession = ({
  bookingId,
  name,
  onClose,
}: {
  bookingId: number
  /** Of the customer. */
  name: string
  onClose: () => void
}) => {
  const toasts = useToasts()
  const others = useDeferredRead(api.openBooking.listReplacements, { bookingId })
  const replace = useCall(api.openBooking.replaceSession, {
    onSuccess: () => {
      onClose()
      toasts.show({ content: messages.replaced({ name }), colour: 'success', closeAfter: 5000 })
    },
  })
  return (
    <ChooseSession
      title={messages.replaceTitle({ name })}
      lead={messages.replaceLead}
      sessions={others.data?.sessions}
      readError={others.error}
      call={replace}
      hasMessage
      onChoose={({ sessionId, message }) => {
        replace.send({ bookingId, sessionId, message })
      }}
      onClose={onClose}
    />
  )
}
