import { useState, type FormEvent } from 'react'
import type { Penalty } from '#contract/payments.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Penalties.module.css'

/** What somebody owes. A supervisor may waive it, and says why. */
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
                aria-label={`Waive ${penalty.description}`}
                onClick={() => {
                  setWaiving(penalty)
                }}
              >
                Waive
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {waiving === undefined ? null : (
        <Waive
          penalty={waiving}
          onClose={() => {
            setWaiving(undefined)
          }}
        />
      )}
    </>
  )
}

const Waive = ({ penalty, onClose }: { penalty: Penalty; onClose: () => void }) => {
  const toasts = useToasts()
  const waive = useCall(api.penalties.waive, {
    onSuccess: () => {
      toasts.show({ content: 'The penalty is waived.', colour: 'success', closeAfter: 5000 })
      onClose()
    },
  })
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const reason = new FormData(event.currentTarget).get('reason')
    if (!waive.requesting)
      waive.send({ penaltyId: penalty.id, reason: typeof reason === 'string' ? reason : '' })
  }
  return (
    <Modal title={`Waive ${penalty.formattedAmount}?`} onClose={onClose}>
      <form className={styles['form']} onSubmit={submitted} noValidate>
        <p>{penalty.description}</p>
        <TextField
          label="Why"
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
          Waive it
        </Button>
      </form>
    </Modal>
  )
}
