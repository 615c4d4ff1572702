import { useState } from 'react'
import type { Penalty } from '#contract/payments.ts'
import * as messages from '#messages/desk/customers.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Penalties.module.css'

/** A customer's outstanding penalties. A supervisor may waive one, giving a reason. */
export const Penalties = ({
  penalties,
  isSupervisor,
}: {
  penalties: readonly Penalty[]
  isSupervisor: boolean
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
            {isSupervisor ? (
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
        />
      )}
    </>
  )
}

const WaivePenalty = ({ penalty, onClose }: { penalty: Penalty; onClose: () => void }) => {
  const toasts = useToasts()
  const waive = useCall(api.penalties.waive, {
    onSuccess: () => {
      toasts.show({ content: messages.waived, colour: 'success', closeAfter: 5000 })
      onClose()
    },
  })
  const form = useForm(waive, ({ text }) => {
    waive.send({ penaltyId: penalty.id, reason: text('reason') })
  })
  return (
    <Modal title={messages.waiveQuestion({ amount: penalty.formattedAmount })} onClose={onClose}>
      <form {...form} className={styles['form']}>
        <p>{penalty.description}</p>
        <TextField
          label={messages.reason}
          name="reason"
          required
          autoComplete="off"
          data-autofocus
          errors={waive.validationMessages['reason']}
        />
        {waive.error === null || waive.error.code === 'invalid' ? null : (
          <Notice colour="danger" role="alert">
            <p>{waive.error.message}</p>
          </Notice>
        )}
        <Button type="submit" size="lg" busy={waive.requesting}>
          {messages.confirmWaive}
        </Button>
      </form>
    </Modal>
  )
}
