import * as messages from '#messages/account/family.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './FamilyPersonCard.module.css'

/** Sends an invitation: to share the household, or to a person of it who takes over their own record. */
export const InviteForm = ({
  personId,
  name,
  label,
}: {
  personId?: number
  /** Of the form. */
  name: string
  label: string
}) => {
  const invite = useCall(api.families.invite, {
    onSuccess: () => {
      form.ref.current?.reset()
    },
  })
  const form = useForm(invite, ({ text }) => {
    invite.send({ email: text('email'), ...(personId === undefined ? {} : { personId }) })
  })
  useFormDraft(form.ref, `invitation ${personId ?? ''}`, invite.succeeded)
  const { error, validationMessages: errors, data } = invite
  return (
    <form {...form} className={styles['form']} aria-label={name}>
      {error === null || Object.keys(errors).length > 0 ? null : (
        <Notice colour="danger" role="alert" title={messages.problem}>
          <p>{error.message}</p>
        </Notice>
      )}
      <TextField
        label={label}
        name="email"
        type="email"
        autoComplete="off"
        required
        errors={errors['email']}
      />
      <div className={styles['end']}>
        <Button type="submit" variant="secondary" busy={invite.requesting}>
          {messages.sendInvitation}
        </Button>
        <span role="status">{data === undefined ? '' : messages.invitationSent({ email: data.email })}</span>
      </div>
    </form>
  )
}
