import { useState } from 'react'
import type { Penalty } from '#contract/payments.ts'
import * as messages from '#messages/desk/customers.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { ReasonDialog } from '#web/platform/ReasonDialog.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Penalties.module.css'

/** A customer's outstanding penalties. A supervisor may waive one, giving a reason. */
export const Penalties = ({
  penalties,
  mayWaive,
  onStale,
}: {
  penalties: readonly Penalty[]
  mayWaive: boolean
  /** One of them has been settled elsewhere. */
  onStale: () => void
}) => {
  const [waiving, setWaiving] = useState<Penalty>()
  return (
    <>
      <ul role="list" className={styles['list']}>
        {penalties.map((penalty) => (
          <li key={penalty.id} className={styles['row']}>
            <span>
              <strong>{penalty.formattedAmount}</strong> {penalty.description}
            </span>
            {mayWaive ? (
              <Button
                variant="secondary"
                aria-label={messages.waivePenalty({ penalty: penalty.description })}
                onClick={() => {
                  setWaiving(penalty)
                }}
              >
                {messages.waive}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {waiving === undefined ? null : (
        <WaivePenalty
          penalty={waiving}
          onClose={() => {
            setWaiving(undefined)
          }}
          onStale={onStale}
        />
      )}
    </>
  )
}

const WaivePenalty = ({
  penalty,
  onClose,
  onStale,
}: {
  penalty: Penalty
  onClose: () => void
  onStale: () => void
}) => {
  const toasts = useToasts()
  const waive = useCall(api.penalties.waive, {
    onSuccess: () => {
      toasts.show({ content: messages.waived, colour: 'success', closeAfter: 5000 })
      onClose()
    },
    onFailure: (error) => {
      if (error.code !== 'already_settled') return
      toasts.failure(error)
      onClose()
      onStale()
    },
  })
  return (
    <ReasonDialog
      title={messages.waiveQuestion({ amount: penalty.formattedAmount })}
      reasonLabel={messages.reason}
      label={messages.confirmWaive}
      call={waive}
      onReason={(reason) => {
        waive.send({ penaltyId: penalty.id, reason })
      }}
      onClose={onClose}
    >
      {penalty.description}
    </ReasonDialog>
  )
}
