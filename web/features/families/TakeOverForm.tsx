import * as messages from '#messages/account/family.ts'
import * as loginMessages from '#messages/shared/login.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import styles from './FamilyPersonCard.module.css'

/** A password for a record that others have looked after. */
export const TakeOverForm = ({ code, onDone }: { code: string; onDone: () => void }) => {
  const takeOver = useCall(api.families.takeOver, { onSuccess: onDone })
  const form = useForm(takeOver, ({ text }) => {
    takeOver.send({ code, password: text('password') })
  })
  const { error, validationMessages: errors } = takeOver
  return (
    <form {...form} className={styles['form']}>
      <FormError error={error} />
      <TextField
        label={messages.password}
        hint={loginMessages.passwordHint}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        errors={errors['password']}
      />
      <Button type="submit" size="lg" busy={takeOver.requesting}>
        {messages.takeOver}
      </Button>
    </form>
  )
}
