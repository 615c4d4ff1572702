import { Modal } from '#web/ui/Modal.tsx'
import { ForgottenPasswordForm } from './ForgottenPasswordForm.tsx'

/** Asking for a new password over the page the visitor is on. */
export const ForgottenPasswordDialog = ({ loginTo, onClose }: { loginTo: string; onClose: () => void }) => (
  <Modal title="Forgotten password" onClose={onClose}>
    <ForgottenPasswordForm loginTo={loginTo} />
  </Modal>
)
