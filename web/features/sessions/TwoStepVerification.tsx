import { useState } from 'react'
import type { secondFactor } from '#contract/second-factor.ts'
import { localDay } from '#contract/time.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/shared/twoStep.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead, type CallState } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { ConfirmWithCode } from './ConfirmWithCode.tsx'
import { ConnectApp } from './ConnectApp.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './TwoStep.module.css'

type Stage = { name: 'idle' | 'renewing' | 'turning off' } | { name: 'codes'; codes: readonly string[] }

/** The second factor of the person who is logged in: set up, new recovery codes, turned off. */
export const TwoStepVerification = ({ zone }: { zone: string }) => {
  const { data: state } = useRead(api.secondFactor.read)
  const toasts = useToasts()
  const [stage, setStage] = useState<Stage>({ name: 'idle' })
  const begin = useCall(api.secondFactor.begin)
  const confirm = useCall(api.secondFactor.confirm, {
    onSuccess: ({ recoveryCodes }) => {
      toasts.show({ content: messages.turnedOn, colour: 'success' })
      begin.reset()
      setStage({ name: 'codes', codes: recoveryCodes })
    },
  })
  const renew = useCall(api.secondFactor.renewRecoveryCodes, {
    onSuccess: ({ recoveryCodes }) => {
      setStage({ name: 'codes', codes: recoveryCodes })
    },
  })
  const turnOff = useCall(api.secondFactor.turnOff, {
    onSuccess: () => {
      toasts.show({ content: messages.turnedOff, colour: 'success' })
      setStage({ name: 'idle' })
    },
  })
  const toIdle = (): void => {
    setStage({ name: 'idle' })
  }
  if (stage.name === 'codes')
    return (
      <Card>
        <RecoveryCodes codes={stage.codes} done={messages.savedThem} onDone={toIdle} />
      </Card>
    )
  if (state.onSince === null)
    return (
      <Card>
        {begin.data === undefined ? (
          <Begin call={begin} isRequired={state.isRequired} />
        ) : (
          <ConnectApp
            app={begin.data}
            call={confirm}
            onCode={(code) => {
              confirm.send({ code })
            }}
          />
        )}
      </Card>
    )
  return (
    <Card>
      <div className={styles['form']}>
        <p>
          <strong>{messages.isOn({ date: longDate(localDay(new Date(state.onSince), zone)) })}</strong>{' '}
          {messages.codesLeft({ count: state.recoveryCodesLeft })}
        </p>
        {stage.name === 'renewing' ? (
          <ConfirmWithCode
            call={renew}
            title={messages.newCodes}
            action={messages.newCodes}
            onCancel={toIdle}
          />
        ) : stage.name === 'turning off' ? (
          <ConfirmWithCode
            call={turnOff}
            title={messages.turnOffTitle}
            action={messages.turnOff}
            onCancel={toIdle}
          />
        ) : (
          <div className={styles['actions']}>
            <Button
              variant="secondary"
              onClick={() => {
                setStage({ name: 'renewing' })
              }}
            >
              {messages.newCodes}
            </Button>
            <Button
              variant="secondary"
              onClick={() => {
                setStage({ name: 'turning off' })
              }}
            >
              {messages.turnOff}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

const Begin = ({
  call,
  isRequired,
}: {
  call: CallState<(typeof secondFactor)['begin']>
  isRequired: boolean
}) => {
  const form = useForm(call, ({ text }) => {
    call.send({ currentPassword: text('currentPassword') })
  })
  const { error } = call
  return (
    <form {...form} className={styles['form']}>
      <noscript>
        <Notice colour="warning">{messages.needsScript}</Notice>
      </noscript>
      <p>
        <strong>{messages.isOff}</strong> {isRequired ? messages.isRequired : null}
      </p>
      <p>{messages.whatItIs}</p>
      <FormError error={error} />
      <CurrentPasswordField
        errors={call.validationMessages['current_password']}
        hint={messages.currentPasswordHint}
      />
      <Button type="submit" variant="secondary" size="lg" busy={call.requesting}>
        {messages.setUp}
      </Button>
    </form>
  )
}
