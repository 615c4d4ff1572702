import { useState, type ReactNode } from 'react'
import type { Membership } from '#contract/memberships.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/shared/membershipChanges.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import type { MembershipChange } from './MembershipChanges.tsx'
import styles from './MembershipChanges.module.css'
import { describePayments } from './cancelling.ts'

type Changes = NonNullable<Membership['changes']>

/** Asks before a membership is changed, and says what follows: until when it holds and what is collected. */
export const ChangeDialog = ({
  change,
  membership,
  changes,
  selectedUserId,
  onClose,
}: {
  change: MembershipChange
  membership: Membership
  changes: Changes
  selectedUserId: number | undefined
  onClose: () => void
}) => {
  const toasts = useToasts()
  const { id: membershipId, name: plan } = membership
  const [from, setFrom] = useState(changes.freeze?.from[0] ?? '')
  const [months, setMonths] = useState(1)
  const settings = (content: string) => ({
    onSuccess: () => {
      toasts.show({ content, colour: 'success', closeAfter: 10000 })
      onClose()
    },
  })
  const { cancelEndsOn } = changes
  const calls = {
    cancel: useCall(
      api.memberships.cancel,
      settings(cancelEndsOn === null ? '' : messages.cancelled({ date: longDate(cancelEndsOn) })),
    ),
    keep: useCall(api.memberships.keep, settings(messages.continued)),
    freeze: useCall(
      api.memberships.freeze,
      settings(from === '' ? '' : messages.frozen({ from: longDate(from) })),
    ),
    unfreeze: useCall(api.memberships.unfreeze, settings(messages.unfrozen)),
    withdrawFreeze: useCall(api.memberships.unfreeze, settings(messages.freezeWithdrawn)),
    keepPlan: useCall(api.memberships.keepPlan, settings(messages.planChangeUndone)),
    withdraw: useCall(api.memberships.withdraw, settings(messages.withdrawn)),
  }
  const { error, requesting } = calls[change]
  const send = (): void => {
    const args = { membershipId, ...(selectedUserId !== undefined && { selectedUserId }) }
    if (change === 'freeze') calls.freeze.send({ ...args, from, months })
    else calls[change].send(args)
  }
  return (
    <Modal title={titles[change]({ plan })} onClose={onClose} closeLabel={messages.close}>
      <div className={styles['form']}>
        {change === 'cancel' ? <CancelOutcome membership={membership} changes={changes} /> : null}
        {change === 'withdraw' ? <WithdrawOutcome withdraw={changes.withdraw} /> : null}
        {change === 'keep' ? <Outcome>{messages.keepOutcome}</Outcome> : null}
        {change === 'keepPlan' ? <Outcome>{messages.keepPlanOutcome({ plan })}</Outcome> : null}
        {change === 'withdrawFreeze' ? <Outcome>{messages.unfreezePlanned}</Outcome> : null}
        {change === 'unfreeze' ? <UnfreezeOutcome on={changes.unfreezeOn} /> : null}
        {change === 'freeze' ? (
          <>
            <p>{messages.freezeHelp}</p>
            <FreezeDelay changes={changes} />
            <div className={styles['fields']}>
              <SelectField
                label={messages.freezeFrom}
                name="from"
                value={from}
                onChange={(event) => {
                  setFrom(event.currentTarget.value)
                }}
              >
                {changes.freeze?.from.map((day) => (
                  <option key={day} value={day}>
                    {longDate(day)}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label={messages.freezeFor}
                name="months"
                value={String(months)}
                onChange={(event) => {
                  setMonths(Number(event.currentTarget.value))
                }}
              >
                {Array.from({ length: changes.freeze?.months ?? 0 }, (_, index) => (
                  <option key={index} value={index + 1}>
                    {messages.months({ count: index + 1 })}
                  </option>
                ))}
              </SelectField>
            </div>
            <Outcome>
              <RichText
                message={messages.freezeUntil}
                date={<strong>{longDate(monthsLater(from, months))}</strong>}
              />
            </Outcome>
          </>
        ) : null}
        {error === null ? null : (
          <Notice colour="danger" role="alert">
            <p>{error.serverMessage ?? messages.failed}</p>
          </Notice>
        )}
        <div className={styles['buttons']}>
          <Button variant="secondary" onClick={onClose}>
            {messages.back}
          </Button>
          <Button busy={requesting} onClick={send}>
            {verbs[change]}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

const titles = {
  cancel: messages.cancelTitle,
  keep: messages.keepTitle,
  freeze: messages.freezeTitle,
  unfreeze: () => messages.unfreezeTitle,
  withdrawFreeze: () => messages.withdrawFreezeTitle,
  withdraw: messages.withdrawTitle,
  keepPlan: () => messages.keepPlanTitle,
} as const

const verbs = {
  cancel: messages.cancel,
  keep: messages.keep,
  freeze: messages.freeze,
  unfreeze: messages.unfreeze,
  withdrawFreeze: messages.withdrawFreeze,
  withdraw: messages.withdraw,
  keepPlan: messages.keepPlan,
} as const

const CancelOutcome = ({
  membership: { failedPayment },
  changes: { cancelEndsOn, cancelPayments, minimumUntil },
}: {
  membership: Membership
  changes: Changes
}) =>
  cancelEndsOn === null ? null : (
    <>
      <Outcome>
        <RichText message={messages.cancelEnds} date={<strong>{longDate(cancelEndsOn)}</strong>} />
      </Outcome>
      {minimumUntil === null ? null : <p>{messages.minimumTerm({ date: longDate(minimumUntil) })}</p>}
      <p>{describePayments({ cancelPayments, failedPayment })}</p>
      <p>{messages.cancelChange}</p>
    </>
  )

const WithdrawOutcome = ({ withdraw }: { withdraw: Changes['withdraw'] }) =>
  withdraw === null ? null : (
    <>
      <Outcome>
        {withdraw.refund.raw === 0 ? (
          messages.withdrawNothingPaid
        ) : (
          <RichText
            message={messages.withdrawOutcome}
            amount={<strong>{withdraw.refund.formatted}</strong>}
          />
        )}
      </Outcome>
      {withdraw.usageCharge.raw === 0 ? null : (
        <p>
          {messages.usageCharged({ amount: withdraw.usageCharge.formatted })} {messages.withdrawBookings}
        </p>
      )}
    </>
  )

/** Why a freeze cannot begin with the next payment. */
const FreezeDelay = ({ changes: { freeze, minimumUntil } }: { changes: Changes }) => {
  const [first] = freeze?.from ?? []
  if (first === undefined || freeze === null || freeze.later === null) return null
  const from = longDate(first)
  if (freeze.later === 'frozen_before') return <p>{messages.freezeAgain({ from })}</p>
  return minimumUntil === null ? null : (
    <p>{messages.freezeAfterTerm({ from, until: longDate(minimumUntil) })}</p>
  )
}

const UnfreezeOutcome = ({ on }: { on: string | null }) =>
  on === null ? null : (
    <Outcome>
      <RichText message={messages.unfreezeOn} date={<strong>{longDate(on)}</strong>} />
    </Outcome>
  )

const Outcome = ({ children }: { children: ReactNode }) => (
  <p className={styles['outcome']} role="status">
    {children}
  </p>
)

/** Billing days are from the 1st to the 28th, which every month has. */
const monthsLater = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10)
}
