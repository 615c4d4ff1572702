import { useState } from 'react'
import type { StaffMember } from '#contract/staff.ts'
import * as messages from '#messages/desk/staff.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { StaffName, StaffRights, staffLevelOf } from './StaffFields.tsx'
import styles from './StaffLogins.module.css'

/** Renames a member of staff, changes their rights, or ends them. */
export const EditStaff = ({
  member,
  name,
  onClose,
}: {
  member: StaffMember
  name: string
  onClose: () => void
}) => {
  const toasts = useToasts()
  const [isRemoving, setRemoving] = useState(false)
  const save = useCall(api.staff.change, {
    onSuccess: () => {
      toasts.show({ content: messages.saved({ name }), colour: 'success' })
      onClose()
    },
  })
  const form = useForm(save, ({ text }) => {
    save.send({
      customerId: member.id,
      firstName: text('firstName'),
      lastName: text('lastName'),
      staffLevel: staffLevelOf(text('staffLevel')),
    })
  })
  if (isRemoving) return <RemoveStaff member={member} name={name} onClose={onClose} />
  const { error, validationMessages } = save
  return (
    <Modal title={messages.editTitle({ name })} onClose={onClose}>
      <form {...form} className={styles['form']}>
        <FormError error={error} />
        <StaffName member={member} errors={validationMessages} />
        {/* One's own rights are for a colleague to change: this page would be gone with them. */}
        {member.isThis ? (
          <input type="hidden" name="staffLevel" value={member.staffLevel} />
        ) : (
          <StaffRights level={member.staffLevel} errors={validationMessages} />
        )}
        <div className={styles['actions']}>
          <Button type="submit" busy={save.requesting}>
            {messages.save}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.cancel}
          </Button>
          {member.isThis ? null : (
            <Button
              variant="text"
              onClick={() => {
                setRemoving(true)
              }}
            >
              {messages.remove}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  )
}

const RemoveStaff = ({
  member,
  name,
  onClose,
}: {
  member: StaffMember
  name: string
  onClose: () => void
}) => {
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
