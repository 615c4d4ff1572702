import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './SessionActs.module.css'

/** The dialog of an act that can be taken back for a minute. Its button says what that does. */
export const EffectDialog = ({
  title,
  form,
  error,
  effect,
  grace,
  cancel,
  submit,
  isReady,
  isSending,
  onClose,
  children,
}: {
  title: string
  form: ComponentProps<'form'>
  error: ComponentProps<typeof FormError>['error']
  /** What it does, as the server has found by doing it. */
  effect: ReactNode
  /** How long it can be taken back. */
  grace: string
  cancel: string
  submit: string
  /** Whether the effect is known. */
  isReady: boolean
  isSending: boolean
  onClose: () => void
  /** What is asked. */
  children: ReactNode
}) => (
  <Modal title={title} onClose={onClose} closeLabel={cancel}>
    <form {...form} className={styles['form']}>
      <FormError error={error} />
      {children}
      <div className={styles['effect']} role="status">
        {effect}
      </div>
      <p>{grace}</p>
      <div className={styles['buttons']}>
        <Button variant="secondary" size="lg" onClick={onClose}>
          {cancel}
        </Button>
        <Button type="submit" size="lg" busy={isSending} disabled={!isReady}>
          {submit}
        </Button>
      </div>
    </form>
  </Modal>
)
