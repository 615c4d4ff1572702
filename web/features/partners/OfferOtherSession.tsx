import * as messages from '#messages/desk/otherSessions.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { ChooseSession } from './ChooseSession.tsx'

/** Accepts a booking request for another session than the one it asks for. */
export const OfferOtherSession = ({
  proposalId,
  occurrenceId,
  partner,
  onClose,
}: {
  proposalId: number
  occurrenceId: number
  partner: string
  onClose: () => void
}) => {
  const toasts = useToasts()
  const others = useDeferredRead(api.openBooking.listOtherSessions, { proposalId, sessionId: occurrenceId })
  const offer = useCall(api.openBooking.offerOtherSession, {
    onSuccess: () => {
      onClose()
      toasts.show({ content: messages.offered({ partner }), colour: 'success', closeAfter: 5000 })
    },
  })
  return (
    <ChooseSession
      title={messages.offerTitle}
      lead={messages.offerLead({ partner })}
      sessions={others.data?.sessions}
      readError={others.error}
      call={offer}
      onChoose={({ sessionId }) => {
        offer.send({ proposalId, from: occurrenceId, to: sessionId })
      }}
      onClose={onClose}
    />
  )
}
