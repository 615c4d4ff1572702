import type { ReactNode } from 'react'
import * as messages from '#messages/shared/login.ts'
import type { ApiError } from '#web/platform/api.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './LoginForm.module.css'

/** Requests a link by e-mail. The answer is the same whether or not there is such an account. */
export const MailedLinkForm = ({
  request,
  onRequest,
  plainForm,
  lead,
  label,
  backToLogin,
}: {
  request: {
    requesting: boolean
    error: ApiError | null
    validationMessages: ApiError['validationMessages']
    data: { message: string } | undefined
  }
  onRequest: (emailOrReference: string) => void
  /** The call that a browser without script posts, and what was typed before; left out where script is needed. */
  plainForm?: { call: string; typed: string | undefined }
  lead: string
  /** On the button. */
  label: string
  /** The link to the log-in form. */
  backToLogin: ReactNode
}) => {
  const form = useForm(request, ({ text }) => {
    onRequest(text('emailOrReference'))
  })
  const back = <p className={styles['links']}>{backToLogin}</p>
  if (request.data !== undefined) {
    return (
      <div className={styles['form']}>
        <Notice colour="success" role="status">
          <p>{request.data.message}</p>
        </Notice>
        {back}
      </div>
    )
  }
  return (
    <form {...form} className={styles['form']}>
      {plainForm === undefined ? (
        <noscript>
          <Notice colour="warning">{messages.needsScript}</Notice>
        </noscript>
      ) : (
        <input type="hidden" name="call" value={plainForm.call} />
      )}
      <p>{lead}</p>
      <FormError error={request.error} />
      <TextField
        label={messages.usernameLabel}
        name="emailOrReference"
        defaultValue={plainForm?.typed}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        required
        errors={request.validationMessages['email_or_reference']}
      />
      <Button type="submit" size="lg" wide busy={request.requesting}>
        {label}
      </Button>
      {back}
    </form>
  )
}
