import * as messages from '#messages/shared/twoStep.ts'
import { TextField } from '#web/ui/Field.tsx'

/** The password that confirms who is at the screen. */
export const CurrentPasswordField = ({
  errors,
  hint,
}: {
  errors: readonly string[] | undefined
  hint?: string
}) => (
  <TextField
    label={messages.currentPassword}
    hint={hint}
    name="currentPassword"
    type="password"
    autoComplete="current-password"
    required
    errors={errors}
  />
)
