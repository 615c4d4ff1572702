import type { ComponentProps } from 'react'
import * as messages from '#messages/shared/login.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { LoginForm } from './LoginForm.tsx'

/** The login form in a dialog over the current page. */
export const LoginDialog = ({
  onClose,
  ...form
}: ComponentProps<typeof LoginForm> & { onClose: () => void }) => (
  <Modal title={messages.logIn} onClose={onClose}>
    <LoginForm {...form} />
  </Modal>
)
