import { useState } from 'react'
import type { Membership } from '#contract/memberships.ts'
import { dayInWords, daysAfter } from '#contract/time.ts'
import * as messages from '#messages/shared/membershipChanges.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { accountLinks } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import styles from './MembershipChanges.module.css'

const ChangeDialog = lazyComponent(
  'web/features/memberships/ChangeDialog.tsx',
  async () => (await import('./ChangeDialog.tsx')).ChangeDialog,
)

export type MembershipChange = 'cancel' | 'keep' | 'freeze' | 'unfreeze'

const buttons = {
  keep: { text: messages.keep, label: messages.keepNamed },
  unfreeze: { text: messages.unfreeze, label: messages.unfreezeNamed },
  freeze: { text: messages.freeze, label: messages.freezeNamed },
  cancel: { text: messages.cancel, label: messages.cancelNamed },
} as const

/** What is owed is paid online, which ends the freeze. */
const askAboutFrozen = ({ failedPayment }: Membership): string =>
  failedPayment?.triedAgainOn === null ? messages.askToCancel : messages.askAboutFreeze

/** What the payer of a membership may change, as buttons; and what has been changed. */
export const MembershipChanges = ({
  membership,
  selectedUserId,
}: {
  membership: Membership
  /** The customer that staff change it for. */
  selectedUserId?: number | undefined
}) => {
  const [open, setOpen] = useState<MembershipChange>()
  const { changes, name, status, endsOn, frozenFrom, frozenUntil } = membership
  if (changes === null || status === 'ended' || status === 'awaiting_payment') return null
  const possible: Readonly<Record<MembershipChange, boolean>> = {
    keep: changes.canKeep,
    unfreeze: changes.unfreezeOn !== null,
    freeze: changes.freeze !== null,
    cancel: changes.cancelEndsOn !== null,
  }
  const offered = (Object.keys(buttons) as MembershipChange[]).filter((change) => possible[change])
  const texts = [
    ...(changes.canKeep && endsOn !== null ? [messages.cancelledUntil({ date: dayInWords(endsOn) })] : []),
    ...(frozenFrom !== null && frozenUntil !== null
      ? [
          messages.frozenFromTo({
            from: dayInWords(frozenFrom),
            until: dayInWords(daysAfter(frozenUntil, -1)),
          }),
        ]
      : []),
    ...(offered.length === 0 && endsOn === null && selectedUserId === undefined
      ? [status === 'frozen' ? askAboutFrozen(membership) : messages.askReception]
      : []),
  ]
  // Staff do not enter the cards and bank accounts of customers.
  const method = selectedUserId === undefined ? changes.paymentMethod : null
  if (offered.length === 0 && texts.length === 0 && method === null) return null
  return (
    <div className={styles['changes']}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {offered.length === 0 && method === null ? null : (
        <div className={styles['buttons']}>
          {method === null ? null : (
            <Link
              className={buttonClass({ variant: 'secondary' })}
              to={accountLinks.paymentMethod(membership.id)}
              aria-label={messages.changeMethodNamed[method]({ plan: name })}
            >
              {messages.changeMethod[method]}
            </Link>
          )}
          {offered.map((change) => (
            <Button
              key={change}
              variant={change === 'keep' ? 'primary' : 'secondary'}
              aria-label={buttons[change].label({ plan: name })}
              onClick={() => {
                setOpen(change)
              }}
            >
              {buttons[change].text}
            </Button>
          ))}
        </div>
      )}
      {open === undefined || !possible[open] ? null : (
        <ChangeDialog
          change={open}
          membership={membership}
          changes={changes}
          selectedUserId={selectedUserId}
          onClose={() => {
            setOpen(undefined)
          }}
        />
      )}
    </div>
  )
}
