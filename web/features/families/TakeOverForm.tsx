import * as messages from '#messages/account/family.ts'
import * as loginMessages from '#messages/shared/login.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
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
      {error === null || error.code === 'invalid' ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
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
