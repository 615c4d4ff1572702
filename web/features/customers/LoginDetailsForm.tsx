import * as messages from '#messages/account/details.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import styles from './RegisterForm.module.css'
import { SaveStatus } from './SaveStatus.tsx'

/** Changes the e-mail address or password. Needs the current password, in case a device was left logged in. */
export const LoginDetailsForm = ({ email }: { email: string }) => {
  const toasts = useToasts()
  const change = useCall(api.customers.changeDetails, {
    onSuccess: () => {
      toasts.show({ content: messages.saved, colour: 'success' })
      for (const field of form.ref.current?.querySelectorAll<HTMLInputElement>('input[type=password]') ?? [])
        field.value = ''
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const form = useForm(change, ({ text }) => {
    change.send({
      email: text('email') || null,
      password: text('password') || null,
      currentPassword: text('currentPassword') || null,
    })
  })
  const { error, validationMessages: errors, succeeded } = change
  return (
    <form {...form} className={styles['form']}>
      <SaveStatus error={error} isSaved={succeeded} />
      <div className={styles['group']}>
        <TextField
          label={messages.email}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={email}
          errors={errors['email']}
        />
        <TextField
          label={messages.newPassword}
          hint={messages.newPasswordHint}
          name="password"
          type="password"
          autoComplete="new-password"
          optional
          errors={errors['password']}
        />
        <TextField
          label={messages.currentPassword}
          hint={messages.currentPasswordHint}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          errors={errors['current_password']}
        />
      </div>
      <Button type="submit" variant="secondary" size="lg" busy={change.requesting}>
        {messages.updateLogin}
      </Button>
    </form>
  )
}
