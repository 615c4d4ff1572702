import type { StaffMember } from '#contract/staff.ts'
import * as messages from '#messages/desk/staff.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { StaffName } from './StaffFields.tsx'
import styles from './StaffLogins.module.css'

/** Renames a member of staff. */
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
  const save = useCall(api.staff.rename, {
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
    })
  })
  const { error, validationMessages } = save
  return (
    <Modal title={messages.editTitle({ name })} onClose={onClose}>
      <form {...form} className={styles['form']}>
        <FormError error={error} />
        <StaffName member={member} errors={validationMessages} />
        <div className={styles['actions']}>
          <Button type="submit" busy={save.requesting}>
            {messages.save}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
