import type { FamilyInvitation } from '#contract/families.ts'
import { dayInWords } from '#contract/time.ts'
import * as messages from '#messages/account/family.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './FamilyPersonCard.module.css'

/** Invitations that wait for an answer, each of which can be taken back. */
export const OpenInvitations = ({ invitations }: { invitations: readonly FamilyInvitation[] }) => {
  const toasts = useToasts()
  const withdraw = useCall(api.families.withdrawInvitation, {
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  if (invitations.length === 0) return null
  return (
    <>
      <h3 className={styles['title']}>{messages.openInvitations}</h3>
      <ul role="list">
        {invitations.map(({ id, email, person, expiresAt }) => (
          <li key={id} className={styles['end']}>
            <span>
              {messages.openInvitation({
                email,
                name: person?.firstName ?? null,
                until: dayInWords(expiresAt.slice(0, 10)),
              })}
            </span>
            <Button
              variant="text"
              busy={withdraw.requesting}
              aria-label={messages.takeBackNamed({ email })}
              onClick={() => {
                withdraw.send({ invitationId: id })
              }}
            >
              {messages.takeBack}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
