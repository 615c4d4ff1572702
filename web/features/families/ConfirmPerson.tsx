import * as messages from '#messages/account/family.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './FamilyPersonCard.module.css'

/** Asks the inviter whether they know who has accepted their invitation. */
export const ConfirmPerson = ({
  personId,
  firstName,
  lastName,
  email,
}: {
  personId: number
  firstName: string
  lastName: string
  email: string
}) => {
  const name = `${firstName} ${lastName}`
  const toasts = useToasts()
  const onFailure = (error: unknown): void => {
    toasts.failure(error)
  }
  const confirm = useCall(api.families.confirm, {
    onSuccess: () => {
      toasts.show({ content: messages.confirmed({ name: firstName }), colour: 'success' })
    },
    onFailure,
  })
  const remove = useCall(api.families.remove, {
    onSuccess: () => {
      toasts.show({ content: messages.removed({ name: firstName }), colour: 'success' })
    },
    onFailure,
  })
  return (
    <Notice colour="warning" title={messages.confirmTitle({ name })}>
      <p>{messages.joinedWith({ name, email })}</p>
      <p>{messages.confirmMeans}</p>
      <p className={styles['end']}>
        <Button
          aria-label={messages.confirmNamed({ name })}
          busy={confirm.requesting || confirm.succeeded}
          onClick={() => {
            confirm.send({ personId })
          }}
        >
          {messages.confirm}
        </Button>
        <Button
          variant="secondary"
          aria-label={messages.notThisPersonNamed({ name })}
          busy={remove.requesting || remove.succeeded}
          onClick={() => {
            remove.send({ personId })
          }}
        >
          {messages.notThisPerson}
        </Button>
      </p>
    </Notice>
  )
}
