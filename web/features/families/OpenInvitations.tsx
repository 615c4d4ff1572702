import type { FamilyInvitation } from '#contract/families.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/family.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './FamilyPersonCard.module.css'

/** Invitations that wait for an answer, each of which can be taken back. */
export const OpenInvitations = ({ invitations }: { invitations: readonly FamilyInvitation[] }) =>
  invitations.length === 0 ? null : (
    <>
      <h3 className={styles['title']}>{messages.openInvitations}</h3>
      <ul role="list">
        {invitations.map((invitation) => (
          <li key={invitation.id} className={styles['end']}>
            <OpenInvitation invitation={invitation} />
          </li>
        ))}
      </ul>
    </>
  )

const OpenInvitation = ({
  invitation: { id, email, person, expiresAt },
}: {
  invitation: FamilyInvitation
}) => {
  const toasts = useToasts()
  const withdraw = useCall(api.families.withdrawInvitation, {
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <>
      <span>
        {messages.openInvitation({
          email,
          name: person?.firstName ?? null,
          until: longDate(expiresAt.slice(0, 10)),
        })}
      </span>
      <Button
        variant="text"
        // Once it is taken back, until the list is read again.
        busy={withdraw.requesting || withdraw.succeeded}
        aria-label={messages.takeBackNamed({ email })}
        onClick={() => {
          withdraw.send({ invitationId: id })
        }}
      >
        {messages.takeBack}
      </Button>
    </>
  )
}
