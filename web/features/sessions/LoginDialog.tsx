import type { ComponentProps } from 'react'
import { Modal } from '#web/ui/Modal.tsx'
import { LoginForm } from './LoginForm.tsx'

/** Logging in over the page the visitor is on. */
export const LoginDialog = ({
  onClose,
  ...form
}: ComponentProps<typeof LoginForm> & { onClose: () => void }) => (
  <Modal title="Log in" onClose={onClose}>
    <LoginForm {...form} />
  </Modal>
)
