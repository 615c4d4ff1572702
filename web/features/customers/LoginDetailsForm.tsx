import type { CustomerDetails } from '#contract/customers.ts'
import * as messages from '#messages/account/details.ts'
import { api } from '#web/platform/api.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { CustomerField } from './CustomerFields.tsx'
import styles from './CustomerForm.module.css'
import { SaveStatus } from './SaveStatus.tsx'

const AddressToConfirm = lazyComponent(
  'web/features/customers/AddressToConfirm.tsx',
  async () => (await import('./AddressToConfirm.tsx')).AddressToConfirm,
)

/**
 * Changes the e-mail address or password. Needs the current password, in case a device was left logged in. A new address
 * waits for the links sent to both addresses.
 */
export const LoginDetailsForm = ({
  email,
  emailVerified,
  pendingEmail,
}: Pick<CustomerDetails, 'email' | 'emailVerified' | 'pendingEmail'>) => {
  const toasts = useToasts()
  const change = useCall(api.customers.changeDetails, {
    onSuccess: (details) => {
      const content =
        details.pendingEmail === pendingEmail
          ? messages.saved
          : details.pendingEmail === null
            ? messages.addressChangeStopped
            : messages.linksSent
      toasts.show({ content, colour: 'success' })
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
  useFormDraft(form.ref, 'login details', change.succeeded)
  const { error, validationMessages: errors, succeeded } = change
  return (
    <form {...form} className={styles['form']}>
      <SaveStatus error={error} isSaved={succeeded && pendingEmail === null} />
      {pendingEmail !== null || (!emailVerified && email !== '') ? (
        <AddressToConfirm email={email} pendingEmail={pendingEmail} />
      ) : null}
      <div className={styles['group']}>
        <CustomerField name="email" defaultValue={email} errors={errors} />
        <CustomerField
          name="password"
          label={messages.newPassword}
          hint={messages.newPasswordHint}
          required={false}
          optional
          errors={errors}
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
