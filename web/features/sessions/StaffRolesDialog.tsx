import { useState } from 'react'
import type { StaffMember } from '#contract/staff.ts'
import * as messages from '#messages/desk/staff.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { StaffRoles, useRoleRows } from './StaffFields.tsx'
import styles from './StaffLogins.module.css'

type Props = { member: StaffMember; name: string; onClose: () => void }

/** What a colleague may do, where, and until when; or ends them now. */
export const StaffRolesDialog = ({ member, name, onClose }: Props) => {
  const toasts = useToasts()
  const [isRemoving, setRemoving] = useState(false)
  const edited = useRoleRows(
    member.roles.map(({ role, venue, instructor }) => ({
      role,
      venue: venue?.slug ?? null,
      instructor: instructor?.slug ?? null,
    })),
  )
  const save = useCall(api.staff.changeRoles, {
    onSuccess: () => {
      toasts.show({ content: messages.rolesSaved({ name }), colour: 'success' })
      onClose()
    },
  })
  const form = useForm(save, ({ text }) => {
    save.send({ customerId: member.id, roles: edited.given, lastDay: text('lastDay') })
  })
  if (isRemoving) return <RemoveStaff member={member} name={name} onClose={onClose} />
  const { error, validationMessages } = save
  return (
    <Modal title={messages.changeRolesFor({ name })} onClose={onClose}>
      <form {...form} className={styles['form']}>
        <FormError error={error} />
        <StaffRoles edited={edited} errors={validationMessages} />
        <TextField
          label={messages.lastDay}
          hint={messages.lastDayHelp}
          name="lastDay"
          type="date"
          defaultValue={member.lastDay ?? ''}
          optional
          errors={validationMessages['last_day']}
        />
        <div className={styles['actions']}>
          <Button type="submit" busy={save.requesting}>
            {messages.save}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button
            variant="text"
            onClick={() => {
              setRemoving(true)
            }}
          >
            {messages.remove}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const RemoveStaff = ({ member, name, onClose }: Props) => {
  const toasts = useToasts()
  const remove = useCall(api.staff.remove, {
    onSuccess: () => {
      toasts.show({ content: messages.wasRemoved({ name }), colour: 'success' })
      onClose()
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <ConfirmDialog
      title={messages.removeQuestion({ name })}
      label={messages.confirmRemove}
      cancelLabel={messages.cancel}
      busy={remove.requesting}
      onConfirm={() => {
        remove.send({ customerId: member.id })
      }}
      onClose={onClose}
    >
      {messages.removeHelp}
    </ConfirmDialog>
  )
}
