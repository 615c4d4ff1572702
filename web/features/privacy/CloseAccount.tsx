import type { ReactNode } from 'react'
import type { InTheWay } from '#contract/privacy.ts'
import * as messages from '#messages/account/privacy.ts'
import * as twoStepMessages from '#messages/shared/twoStep.ts'
import { api } from '#web/platform/api.ts'
import { invalidateReads } from '#web/platform/changes.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './Privacy.module.css'

/** Closes the account after confirming with the password. Lists what is deleted and kept, and what prevents it. */
export const CloseAccount = ({
  obstacles,
  forfeited,
  dependants,
  asksCode,
  linkTo,
  onClosed,
}: {
  /** What has to be settled first. */
  obstacles: readonly InTheWay[]
  /** What is left in the account and would be lost, such as credit. */
  forfeited: readonly string[]
  /** Linked people without a login, who are deleted too. */
  dependants: readonly string[]
  /** Whether the log-in has a second step. */
  asksCode: boolean
  /** The page where an obstacle is settled. */
  linkTo: (code: InTheWay['code']) => ReactNode
  onClosed: () => void
}) => (
  <Card>
    <div className={styles['part']}>
      <div className={styles['words']}>
        <div>
          <h3>{messages.whatWeDelete}</h3>
          <ul>
            <li>{messages.deletedDetails}</li>
            <li>{messages.deletedContent}</li>
            <li>{messages.deletedLinks}</li>
            {dependants.length === 0 ? null : <li>{messages.deletedDependants({ names: dependants })}</li>}
          </ul>
        </div>
        <div>
          <h3>{messages.whatWeKeep}</h3>
          <ul>
            <li>{messages.retainedRecords}</li>
            <li>{messages.retainedReference}</li>
          </ul>
        </div>
      </div>
      {obstacles.length === 0 ? (
        <CloseForm forfeited={forfeited} asksCode={asksCode} onClosed={onClosed} />
      ) : (
        <Notice colour="warning" title={messages.beforeDeleting}>
          <ul className={styles['todo']}>
            {obstacles.map(({ code, message }) => (
              <li key={code}>
                {message} {linkTo(code)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  </Card>
)

const CloseForm = ({
  forfeited,
  asksCode,
  onClosed,
}: {
  forfeited: readonly string[]
  asksCode: boolean
  onClosed: () => void
}) => {
  const { queries } = usePageContext()
  const close = useCall(api.privacy.close, {
    onSuccess: onClosed,
    onFailure: (error) => {
      // An obstacle has come up since the page was read.
      if (error.status === 409) invalidateReads(queries, ['account'])
    },
  })
  const form = useForm(close, ({ text, isChecked }) => {
    close.send({
      currentPassword: text('currentPassword'),
      giveUpWhatIsLeft: isChecked('giveUpWhatIsLeft'),
      ...(asksCode ? { code: text('code') } : {}),
    })
  })
  const { error, validationMessages: errors } = close
  return (
    <form {...form} className={styles['form']}>
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      {forfeited.length === 0 ? null : (
        <CheckField name="giveUpWhatIsLeft">
          <RichText
            message={messages.forfeit}
            left={<strong>{messages.leftInAccount({ items: forfeited })}</strong>}
          />
        </CheckField>
      )}
      <TextField
        label={messages.currentPassword}
        hint={messages.currentPasswordHint}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        errors={errors['current_password']}
      />
      {asksCode ? (
        <TextField
          label={twoStepMessages.code}
          hint={twoStepMessages.codeHint}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          errors={errors['code']}
        />
      ) : null}
      <Button type="submit" className={styles['final'] ?? ''} size="lg" busy={close.requesting}>
        {messages.deleteAccount}
      </Button>
    </form>
  )
}
