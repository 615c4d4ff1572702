import * as messages from '#messages/desk/partners.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './RegisterPartner.module.css'

/** Registers a company. `onDone` gets its key, which cannot be read again. */
export const RegisterPartner = ({
  onDone,
}: {
  onDone: (registered: { name: string; key: string }) => void
}) => {
  const register = useCall(api.openBooking.registerPartner, {
    onSuccess: ({ partner, key }) => {
      onDone({ name: partner.name, key })
    },
  })
  const form = useForm(register, ({ text }) => {
    register.send({
      name: text('name'),
      agreement: text('agreement'),
      commissionPercent: text('commissionPercent'),
      callsPerMinute: text('callsPerMinute'),
      redirectUris: text('redirectUri') === '' ? [] : [text('redirectUri')],
    })
  })
  const { error, validationMessages: errors } = register
  return (
    <form {...form} className={styles['form']}>
      {error === null ? null : (
        <Notice colour="danger" role="alert" title={messages.problem}>
          <p>{error.message}</p>
        </Notice>
      )}
      <TextField label={messages.name} name="name" autoComplete="off" required errors={errors['name']} />
      <TextField
        label={messages.agreement}
        hint={messages.agreementHint}
        name="agreement"
        autoComplete="off"
        optional
        errors={errors['agreement']}
      />
      <div className={styles['pair']}>
        <TextField
          label={messages.commissionLabel}
          hint={messages.commissionHint}
          name="commissionPercent"
          inputMode="decimal"
          defaultValue="0"
          errors={errors['commission_percent']}
        />
        <TextField
          label={messages.callsPerMinute}
          hint={messages.callsHint}
          name="callsPerMinute"
          inputMode="numeric"
          defaultValue="600"
          errors={errors['calls_per_minute']}
        />
      </div>
      <TextField
        label={messages.redirectUri}
        hint={messages.redirectHint}
        name="redirectUri"
        type="url"
        autoComplete="off"
        optional
        errors={errors['redirect_uris.0']}
      />
      <p>
        <Button type="submit" size="lg" busy={register.requesting}>
          {messages.register}
        </Button>
      </p>
    </form>
  )
}
