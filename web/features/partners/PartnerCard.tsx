import { useState } from 'react'
import type { PresentedPartner } from '#contract/open-booking.ts'
import * as messages from '#messages/desk/partners.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Badge, Card } from '#web/ui/Layout.tsx'
import styles from './PartnerCard.module.css'

type Question = 'replace' | 'revoke'

/** A booking partner with what is agreed, and the buttons to replace its key or revoke it. */
export const PartnerCard = ({
  partner,
  onKey,
}: {
  partner: PresentedPartner
  onKey: (key: string) => void
}) => {
  const { id, name, clientId, agreement, commissionPercent, sellers, lastCallDay, revokedAt } = partner
  const [question, setQuestion] = useState<Question | null>(null)
  return (
    <Card as="li" className={styles['partner']}>
      <div className={styles['top']}>
        <h2>{name}</h2>
        {revokedAt === null ? (
          <Badge colour="success">{messages.active}</Badge>
        ) : (
          <Badge>{messages.revoked}</Badge>
        )}
      </div>
      <dl className={styles['facts']}>
        <Fact term={messages.agreement} value={agreement === '' ? messages.noAgreement : agreement} />
        <Fact term={messages.commission} value={messages.percent({ value: commissionPercent })} />
        <Fact term={messages.sellsFor} value={sellers.join(', ')} />
        <Fact term={messages.clientId} value={clientId} />
        <Fact
          term={messages.lastCall}
          value={lastCallDay === null ? messages.neverCalled : messages.callDay({ day: lastCallDay })}
        />
      </dl>
      {revokedAt !== null ? null : (
        <div className={styles['buttons']}>
          <Button
            variant="secondary"
            size="lg"
            aria-label={messages.replaceKeyOf({ partner: name })}
            onClick={() => {
              setQuestion('replace')
            }}
          >
            {messages.replaceKey}
          </Button>
          <Button
            variant="secondary"
            size="lg"
            aria-label={messages.revokePartner({ partner: name })}
            onClick={() => {
              setQuestion('revoke')
            }}
          >
            {messages.revoke}
          </Button>
        </div>
      )}
      {question === null ? null : (
        <Confirm
          question={question}
          partner={{ id, name }}
          onKey={onKey}
          onClose={() => {
            setQuestion(null)
          }}
        />
      )}
    </Card>
  )
}

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{value}</dd>
  </div>
)

const Confirm = ({
  question,
  partner: { id, name },
  onKey,
  onClose,
}: {
  question: Question
  partner: { id: number; name: string }
  onKey: (key: string) => void
  onClose: () => void
}) => {
  const toasts = useToasts()
  const onFailure = (error: Error): void => {
    toasts.failure(error)
    onClose()
  }
  const replace = useCall(api.openBooking.replacePartnerKey, {
    onSuccess: ({ key }) => {
      onClose()
      onKey(key)
    },
    onFailure,
  })
  const revoke = useCall(api.openBooking.revokePartner, {
    onSuccess: () => {
      onClose()
      toasts.show({ content: messages.isRevoked({ partner: name }), colour: 'success', closeAfter: 5000 })
    },
    onFailure,
  })
  const isRevoking = question === 'revoke'
  const call = isRevoking ? revoke : replace
  return (
    <ConfirmDialog
      title={
        isRevoking ? messages.revokePartner({ partner: name }) : messages.replaceKeyOf({ partner: name })
      }
      label={isRevoking ? messages.revoke : messages.replaceKey}
      cancelLabel={messages.keep}
      size="lg"
      busy={call.requesting}
      onConfirm={() => {
        call.send({ partnerId: id })
      }}
      onClose={onClose}
    >
      {isRevoking ? messages.revokeWarning : messages.replaceWarning}
    </ConfirmDialog>
  )
}
