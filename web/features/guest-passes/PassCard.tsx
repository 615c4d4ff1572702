import { useState } from 'react'
import type { GuestPass } from '#contract/guest-passes.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/guestPasses.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
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
  const receiver = guest === null ? name : fullName(guest)
  const [isAsking, setAsking] = useState(false)
  const toasts = useToasts()
  const withdraw = useCall(api.guestPasses.withdraw, {
    onSuccess: () => {
      setAsking(false)
      toasts.show({ content: messages.withdrawn, colour: 'success' })
    },
    onFailure: (error) => {
      setAsking(false)
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
          ? messages.validOn({ date: longDate(validFrom) })
          : messages.validBetween({ from: longDate(validFrom), until: longDate(validUntil) })}
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
          aria-label={messages.withdrawFrom({ name: receiver })}
          onClick={() => {
            setAsking(true)
          }}
        >
          {messages.withdraw}
        </Button>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={messages.withdrawQuestion({ name: receiver })}
          label={messages.withdraw}
          cancelLabel={messages.keepPass}
          busy={withdraw.requesting}
          onConfirm={() => {
            withdraw.send({ id })
          }}
          onClose={() => {
            setAsking(false)
          }}
        >
          {messages.withdrawHelp({ name: receiver })}
        </ConfirmDialog>
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
