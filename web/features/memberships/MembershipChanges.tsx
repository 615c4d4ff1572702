import { useState } from 'react'
import type { Membership } from '#contract/memberships.ts'
import { daysAfter } from '#contract/time.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/shared/membershipChanges.ts'
import * as membersMessages from '#messages/shared/membershipMembers.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { accountLinks } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import styles from './MembershipChanges.module.css'

const ChangeDialog = lazyComponent(
  'web/features/memberships/ChangeDialog.tsx',
  async () => (await import('./ChangeDialog.tsx')).ChangeDialog,
)

const MembersDialog = lazyComponent(
  'web/features/memberships/MembersDialog.tsx',
  async () => (await import('./MembersDialog.tsx')).MembersDialog,
)

export type MembershipChange =
  | 'keepPlan'
  | 'withdraw'
  | 'cancel'
  | 'keep'
  | 'freeze'
  | 'unfreeze'
  | 'withdrawFreeze'

const buttons = {
  keepPlan: { text: messages.keepPlan, label: messages.keepPlanNamed },
  keep: { text: messages.keep, label: messages.keepNamed },
  withdrawFreeze: { text: messages.withdrawFreeze, label: messages.withdrawFreezeNamed },
  unfreeze: { text: messages.unfreeze, label: messages.unfreezeNamed },
  freeze: { text: messages.freeze, label: messages.freezeNamed },
  withdraw: { text: messages.withdraw, label: messages.withdrawNamed },
  cancel: { text: messages.cancel, label: messages.cancelNamed },
} as const

/** What the payer does instead. What is owed is paid online, which ends the freeze. */
const whyNothingOffered = (
  { status, failedPayment }: Membership,
  { takeOverFrom, paymentMethod }: NonNullable<Membership['changes']>,
): string => {
  if (status === 'frozen')
    return failedPayment?.triedAgainOn === null ? messages.askToCancel : messages.askAboutFreeze
  return takeOverFrom === null || paymentMethod === null
    ? messages.askReception
    : messages.setUpFirst[paymentMethod]
}

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
  const [hasMembersOpen, setMembersOpen] = useState(false)
  const { changes, name, status, endsOn, frozenFrom, frozenUntil, nextPlan, nextPrice } = membership
  if (changes === null || status === 'ended' || status === 'awaiting_payment') return null
  const possible: Readonly<Record<MembershipChange, boolean>> = {
    keepPlan: nextPlan !== null,
    keep: changes.canKeep,
    unfreeze: changes.unfreezeOn !== null && status === 'frozen',
    withdrawFreeze: changes.unfreezeOn !== null && status !== 'frozen',
    withdraw: changes.withdraw !== null,
    freeze: changes.freeze !== null,
    cancel: changes.cancelEndsOn !== null,
  }
  const offered = (Object.keys(buttons) as MembershipChange[]).filter((change) => possible[change])
  const texts = [
    ...(changes.canKeep && endsOn !== null ? [messages.cancelledUntil({ date: longDate(endsOn) })] : []),
    ...(frozenFrom !== null && frozenUntil !== null
      ? [
          messages.frozenFromTo({
            from: longDate(frozenFrom),
            until: longDate(daysAfter(frozenUntil, -1)),
          }),
        ]
      : []),
    ...(nextPrice === null
      ? []
      : [messages.costsFrom({ price: nextPrice.price.formatted, date: longDate(nextPrice.from) })]),
    ...(nextPlan === null
      ? []
      : [
          messages.changesTo({
            plan: nextPlan.name,
            price: nextPlan.price.formatted,
            date: longDate(nextPlan.from),
          }),
        ]),
    ...(changes.withdraw === null ? [] : [messages.mayWithdraw({ date: longDate(changes.withdraw.until) })]),
    ...(offered.length === 0 && endsOn === null && selectedUserId === undefined
      ? [whyNothingOffered(membership, changes)]
      : []),
  ]
  // Staff do not enter the cards and bank accounts of customers.
  const method = selectedUserId === undefined ? changes.paymentMethod : null
  const isSetUp = changes.takeOverFrom === null
  const canChangePlan = selectedUserId === undefined && changes.canChangePlan
  const { members } = changes
  const hasButtons = offered.length > 0 || method !== null || members !== null || canChangePlan
  if (!hasButtons && texts.length === 0) return null
  return (
    <div className={styles['changes']}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {!hasButtons ? null : (
        <div className={styles['buttons']}>
          {method === null ? null : (
            <Link
              className={buttonClass({ variant: 'secondary' })}
              to={accountLinks.paymentMethod(membership.id)}
              aria-label={(isSetUp ? messages.changeMethodNamed : messages.setUpMethodNamed)[method]({
                plan: name,
              })}
            >
              {(isSetUp ? messages.changeMethod : messages.setUpMethod)[method]}
            </Link>
          )}
          {canChangePlan ? (
            <Link
              className={buttonClass({ variant: 'secondary' })}
              to={`${accountLinks.memberships()}/${membership.id}/plan`}
              aria-label={messages.changePlanNamed({ plan: name })}
            >
              {messages.changePlan}
            </Link>
          ) : null}
          {members === null ? null : (
            <Button
              variant="secondary"
              aria-label={membersMessages.changeNamed({ plan: name })}
              onClick={() => {
                setMembersOpen(true)
              }}
            >
              {membersMessages.change}
            </Button>
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
      {members === null || !hasMembersOpen ? null : (
        <MembersDialog
          membership={membership}
          limits={members}
          selectedUserId={selectedUserId}
          onClose={() => {
            setMembersOpen(false)
          }}
        />
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
