import { useState } from 'react'
import type { StaffMember } from '#contract/staff.ts'
import { localDay } from '#contract/time.ts'
import { longDate } from '#messages/shared/dates.ts'
import { roles as roleNames } from '#messages/desk/permissions.ts'
import * as messages from '#messages/desk/staff.ts'
import { dateTime } from '#messages/format.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Badge, Card } from '#web/ui/Layout.tsx'
import { AddStaff } from './AddStaff.tsx'
import { EditStaff } from './EditStaff.tsx'
import { StaffRolesDialog } from './StaffRolesDialog.tsx'
import styles from './StaffLogins.module.css'

/** The staff of the operator: what they may do, until when, and how they log in. */
export const StaffLogins = ({ zone }: { zone: string }) => {
  const { data: staff } = useRead(api.staff.list)
  const [chosen, setChosen] = useState<StaffMember>()
  const [edited, setEdited] = useState<StaffMember>()
  const [roled, setRoled] = useState<StaffMember>()
  const [isAdding, setAdding] = useState(false)
  return (
    <Card>
      <Button
        onClick={() => {
          setAdding(true)
        }}
      >
        {messages.add}
      </Button>
      <ul role="list" className={styles['staff']}>
        {staff.map((member) => {
          const name = nameOf(member)
          const { id, email, lastLoginAt, roles, lastDay, secondFactorSince, passkeys, isThis } = member
          return (
            <li key={id}>
              <div>
                <strong>
                  {name} {isThis ? <Badge colour="primary">{messages.you}</Badge> : null}
                </strong>
                <span className={styles['badges']}>
                  {roles.map(({ role, venue }) => (
                    <Badge key={`${role} ${venue?.slug ?? ''}`}>
                      {messages.heldRole({ role: roleNames[role], venue: venue?.name ?? null })}
                    </Badge>
                  ))}
                </span>
                {lastDay === null ? null : <span>{messages.leaves({ date: longDate(lastDay) })}</span>}
                <span>{email}</span>
                <span>
                  {lastLoginAt === null
                    ? messages.noLogin
                    : messages.lastLogin({ at: dateTime({ at: new Date(lastLoginAt), zone }) })}
                </span>
                <span>
                  {secondFactorSince === null
                    ? messages.off
                    : messages.on({ date: longDate(localDay(new Date(secondFactorSince), zone)) })}
                  {passkeys === 0 ? null : messages.passkeys({ count: passkeys })}
                </span>
              </div>
              <div className={styles['actions']}>
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
                {/* One's own rights are for a colleague to change. */}
                {isThis ? null : (
                  <Button
                    variant="secondary"
                    aria-label={messages.changeRolesFor({ name })}
                    onClick={() => {
                      setRoled(member)
                    }}
                  >
                    {messages.changeRoles}
                  </Button>
                )}
                <Button
                  variant="secondary"
                  aria-label={messages.editFor({ name })}
                  onClick={() => {
                    setEdited(member)
                  }}
                >
                  {messages.edit}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      {isAdding ? (
        <AddStaff
          onClose={() => {
            setAdding(false)
          }}
        />
      ) : null}
      {edited === undefined ? null : (
        <EditStaff
          member={edited}
          name={nameOf(edited)}
          onClose={() => {
            setEdited(undefined)
          }}
        />
      )}
      {roled === undefined ? null : (
        <StaffRolesDialog
          member={roled}
          name={nameOf(roled)}
          onClose={() => {
            setRoled(undefined)
          }}
        />
      )}
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
    <ConfirmDialog
      title={messages.resetQuestion({ name })}
      label={messages.confirm}
      cancelLabel={messages.cancel}
      busy={reset.requesting}
      onConfirm={() => {
        reset.send({ customerId: member.id })
      }}
      onClose={onClose}
    >
      {messages.resetHelp}
    </ConfirmDialog>
  )
}
