import { useEffect, useRef } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import * as messages from '#messages/shared/twoStep.ts'
import type { CallState } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import styles from './TwoStep.module.css'

type Confirmed = { currentPassword: string; code: string }

/** Takes the password and a code for a change of the second factor. */
export const ConfirmWithCode = ({
  call,
  title,
  action,
  onCancel,
}: {
  call: Pick<CallState<Endpoint>, 'requesting' | 'error' | 'validationMessages'> & {
    send: (confirmed: Confirmed) => void
  }
  title: string
  action: string
  onCancel: () => void
}) => {
  const form = useForm(call, ({ text }) => {
    call.send({ currentPassword: text('currentPassword'), code: text('code') })
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const { error, validationMessages } = call
  return (
    <form {...form} className={styles['form']}>
      <h3 ref={heading} tabIndex={-1} className={styles['heading']}>
        {title}
      </h3>
      {error === null || Object.keys(validationMessages).length > 0 ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      <CurrentPasswordField errors={validationMessages['current_password']} />
      <TextField
        label={messages.code}
        hint={messages.codeHint}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        errors={validationMessages['code']}
      />
      <div className={styles['actions']}>
        <Button type="submit" busy={call.requesting}>
          {action}
        </Button>
        <Button variant="text" onClick={onCancel}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  )
}
