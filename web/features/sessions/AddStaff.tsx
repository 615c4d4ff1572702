import * as messages from '#messages/desk/staff.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { StaffName, StaffRoles, useRoleRows } from './StaffFields.tsx'
import styles from './StaffLogins.module.css'

/** Makes a person a member of staff. */
export const AddStaff = ({ onClose }: { onClose: () => void }) => {
  const toasts = useToasts()
  const add = useCall(api.staff.add, {
    onSuccess: () => {
      toasts.show({ content: messages.added, colour: 'success' })
      onClose()
    },
  })
  const { data: options } = useRead(api.staff.options)
  const edited = useRoleRows([
    {
      role: options.roles.find((role) => role === 'desk') ?? options.roles[0] ?? 'desk',
      venue: options.everywhere ? null : (options.venues[0]?.slug ?? null),
      instructor: null,
    },
  ])
  const form = useForm(add, ({ text }) => {
    add.send({
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      roles: edited.given,
    })
  })
  const { error, validationMessages } = add
  return (
    <Modal title={messages.add} onClose={onClose}>
      <form {...form} className={styles['form']}>
        <p>{messages.addHelp}</p>
        <FormError error={error} />
        <StaffName errors={validationMessages} />
        <TextField
          label={messages.email}
          name="email"
          type="email"
          autoComplete="off"
          required
          errors={validationMessages['email']}
        />
        <StaffRoles edited={edited} errors={validationMessages} />
        <div className={styles['actions']}>
          <Button type="submit" busy={add.requesting}>
            {messages.confirmAdd}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
