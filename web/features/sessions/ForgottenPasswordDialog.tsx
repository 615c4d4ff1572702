import * as messages from '#messages/shared/login.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { ForgottenPasswordForm } from './ForgottenPasswordForm.tsx'

/** The request for a reset link in a dialog over the current page. */
export const ForgottenPasswordDialog = ({ loginTo, onClose }: { loginTo: string; onClose: () => void }) => (
  <Modal title={messages.forgottenPassword} onClose={onClose}>
    <ForgottenPasswordForm loginTo={loginTo} />
  </Modal>
)
