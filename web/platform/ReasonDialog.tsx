import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import type { ApiError } from './api.ts'
import styles from './ReasonDialog.module.css'
import { useForm } from './useForm.ts'

/** Asks staff for the reason of what they are about to do, which the audit log records. */
export const ReasonDialog = ({
  title,
  children,
  reasonLabel,
  label,
  call,
  onReason,
  onClose,
}: {
  title: string
  children: ReactNode
  reasonLabel: string
  /** On the button. */
  label: string
  call: {
    requesting: boolean
    error: ApiError | null
    validationMessages: ApiError['validationMessages']
  }
  onReason: (reason: string) => void
  onClose: () => void
}) => {
  const form = useForm(call, ({ text }) => {
    onReason(text('reason'))
  })
  return (
    <Modal title={title} onClose={onClose}>
      <form {...form} className={styles['form']}>
        <p>{children}</p>
        <TextField
          label={reasonLabel}
          name="reason"
          required
          autoComplete="off"
          data-autofocus
          errors={call.validationMessages['reason']}
        />
        <FormError error={call.error} />
        <Button type="submit" size="lg" busy={call.requesting}>
          {label}
        </Button>
      </form>
    </Modal>
  )
}
