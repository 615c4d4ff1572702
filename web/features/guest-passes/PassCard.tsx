import type { GuestPass } from '#contract/guest-passes.ts'
import { dayInWords } from '#contract/time.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './GuestPasses.module.css'

const states = {
  available: { words: 'To give away', colour: 'success' },
  issued: { words: 'Sent', colour: 'info' },
  used: { words: 'Used', colour: 'plain' },
  expired: { words: 'Run out', colour: 'plain' },
  withdrawn: { words: 'Withdrawn', colour: 'plain' },
} as const

/** A pass: whether it can be given away still, or whom it went to. */
export const PassCard = ({ pass, sendTo }: { pass: GuestPass; sendTo: string }) => {
  const { id, name, status, guest, code, validFrom, validUntil } = pass
  const toasts = useToasts()
  const withdraw = useCall(api.guestPasses.withdraw, {
    onSuccess: () => {
      toasts.show({ content: 'The pass is withdrawn.', colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const who = guest === null ? '' : `${guest.firstName} ${guest.lastName}`
  return (
    <article className={styles['card']}>
      <header className={styles['top']}>
        <h2>{name}</h2>
        <Badge colour={states[status].colour}>{states[status].words}</Badge>
      </header>
      {guest === null ? null : (
        <p>
          For {who} ({guest.email}){code === null ? null : <>, code {code}</>}
        </p>
      )}
      <p>
        {validFrom === validUntil
          ? `On ${dayInWords(validFrom)}`
          : `From ${dayInWords(validFrom)} to ${dayInWords(validUntil)}`}
      </p>
      {status === 'available' ? (
        <Link className={buttonClass()} to={sendTo} stay aria-haspopup="dialog">
          Send to a guest<span className="visually-hidden">: {name}</span>
        </Link>
      ) : null}
      {status === 'issued' ? (
        <Button
          variant="secondary"
          busy={withdraw.requesting}
          aria-label={`Withdraw the pass of ${who}`}
          onClick={() => {
            withdraw.send({ id })
          }}
        >
          Withdraw
        </Button>
      ) : null}
    </article>
  )
}
