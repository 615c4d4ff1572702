import type { GuestPass } from '#contract/guest-passes.ts'
import { dayInWords } from '#contract/time.ts'
import * as messages from '#messages/account/guestPasses.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { ItemCard } from '#web/ui/ItemCard.tsx'
import styles from './GuestPasses.module.css'

const colours = {
  available: 'success',
  issued: 'info',
  used: 'plain',
  expired: 'plain',
  withdrawn: 'plain',
} as const

/** A guest pass: sent from here while it is available, withdrawn from here once it is sent. */
export const PassCard = ({ pass, sendTo }: { pass: GuestPass; sendTo: string }) => {
  const { id, name, status, guest, validFrom, validUntil } = pass
  const toasts = useToasts()
  const withdraw = useCall(api.guestPasses.withdraw, {
    onSuccess: () => {
      toasts.show({ content: messages.withdrawn, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <ItemCard
      title={name}
      status={messages.status[status]}
      colour={colours[status]}
      className={styles['card']}
    >
      {guest === null ? null : <p>{describeGuest(pass, guest)}</p>}
      <p>
        {validFrom === validUntil
          ? messages.validOn({ date: dayInWords(validFrom) })
          : messages.validBetween({ from: dayInWords(validFrom), until: dayInWords(validUntil) })}
      </p>
      {status === 'available' ? (
        <Link className={buttonClass()} to={sendTo} stay aria-haspopup="dialog">
          {messages.send}
          <span className="visually-hidden">: {name}</span>
        </Link>
      ) : null}
      {status === 'issued' ? (
        <Button
          variant="secondary"
          busy={withdraw.requesting}
          aria-label={messages.withdrawFrom({ name: guest === null ? name : fullName(guest) })}
          onClick={() => {
            withdraw.send({ id })
          }}
        >
          {messages.withdraw}
        </Button>
      ) : null}
    </ItemCard>
  )
}

type Guest = NonNullable<GuestPass['guest']>

const fullName = ({ firstName, lastName }: Guest): string => `${firstName} ${lastName}`

const describeGuest = ({ code }: GuestPass, guest: Guest): string => {
  const person = { name: fullName(guest), email: guest.email }
  return code === null ? messages.forGuest(person) : messages.forGuestWithCode({ ...person, code })
}
