import { useState } from 'react'
import type { StaffMember } from '#contract/staff.ts'
import { dayInWords, localDay } from '#contract/time.ts'
import * as messages from '#messages/desk/staff.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge, Card } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './StaffLogins.module.css'

/** The staff of the operator; a supervisor can reset the second factor of each other. */
export const StaffLogins = ({ zone }: { zone: string }) => {
  const { data: staff } = useRead(api.staff.list)
  const [chosen, setChosen] = useState<StaffMember>()
  return (
    <Card>
      <ul role="list" className={styles['staff']}>
        {staff.map((member) => {
          const name = nameOf(member)
          const { id, staffLevel, secondFactorSince, passkeys, isThis } = member
          return (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <span>
                  <Badge>{isThis ? messages.you : messages.levels[staffLevel]}</Badge>{' '}
                  {secondFactorSince === null
                    ? messages.off
                    : messages.on({ date: dayInWords(localDay(new Date(secondFactorSince), zone)) })}
                  {passkeys === 0 ? null : messages.passkeys({ count: passkeys })}
                </span>
              </div>
              {isThis || (secondFactorSince === null && passkeys === 0) ? null : (
                <Button
                  variant="text"
                  aria-label={messages.resetFor({ name })}
                  onClick={() => {
                    setChosen(member)
                  }}
                >
                  {messages.reset}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {chosen === undefined ? null : (
        <ConfirmReset
          member={chosen}
          onClose={() => {
            setChosen(undefined)
          }}
        />
      )}
    </Card>
  )
}

const nameOf = ({ firstName, lastName }: StaffMember): string => `${firstName} ${lastName}`.trim()

const ConfirmReset = ({ member, onClose }: { member: StaffMember; onClose: () => void }) => {
  const toasts = useToasts()
  const name = nameOf(member)
  const reset = useCall(api.staff.resetSecondFactor, {
    onSuccess: () => {
      toasts.show({ content: messages.wasReset({ name }), colour: 'success' })
      onClose()
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <Modal title={messages.resetQuestion({ name })} onClose={onClose}>
      <div className={styles['question']}>
        <p>{messages.resetHelp}</p>
        <div className={styles['actions']}>
          <Button
            busy={reset.requesting}
            onClick={() => {
              reset.send({ customerId: member.id })
            }}
          >
            {messages.confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.cancel}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
