import * as messages from '#messages/desk/partners.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** A new key, displayed until it is closed and never again. */
export const PartnerKey = ({
  name,
  secret,
  onClose,
}: {
  name: string
  secret: string
  onClose: () => void
}) => (
  <Notice colour="success" role="status" title={messages.keyOf({ partner: name })}>
    <p>{messages.keyOnce}</p>
    <CopyField
      label={messages.key}
      value={secret}
      copyLabel={messages.copyKey}
      copied={messages.copied}
      selected={messages.selected}
    >
      <Button variant="secondary" onClick={onClose}>
        {messages.done}
      </Button>
    </CopyField>
  </Notice>
)
