import { useState } from 'react'
import type { Passkey } from '#contract/passkeys.ts'
import { localDay } from '#contract/time.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/shared/passkeys.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { makePasskey, PasskeyError } from './passkeyBrowser.ts'
import list from './StaffLogins.module.css'
import styles from './TwoStep.module.css'

/** The passkeys of the person who is logged in: added, listed, removed. */
export const Passkeys = ({ zone }: { zone: string }) => {
  const { data: passkeys } = useRead(api.passkeys.list)
  const [chosen, setChosen] = useState<Passkey>()
  const dayOf = (instant: string): string => longDate(localDay(new Date(instant), zone))
  return (
    <Card>
      <div className={styles['form']}>
        <p>{messages.whatTheyAre}</p>
        {passkeys.length === 0 ? (
          <p>
            <strong>{messages.none}</strong>
          </p>
        ) : (
          <ul role="list" className={list['staff']}>
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <div>
                  <strong>{passkey.name}</strong>
                  <span>
                    {messages.added({ date: dayOf(passkey.createdAt) })}{' '}
                    {passkey.lastUsedAt === null
                      ? messages.neverUsed
                      : messages.lastUsed({ date: dayOf(passkey.lastUsedAt) })}
                  </span>
                </div>
                <Button
                  variant="text"
                  aria-label={messages.removeNamed(passkey)}
                  onClick={() => {
                    setChosen(passkey)
                  }}
                >
                  {messages.remove}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <AddPasskey />
      </div>
      {chosen === undefined ? null : (
        <RemovePasskey
          passkey={chosen}
          onClose={() => {
            setChosen(undefined)
          }}
        />
      )}
    </Card>
  )
}

const AddPasskey = () => {
  const toasts = useToasts()
  const [failure, setFailure] = useState<string>()
  const add = useCall(api.passkeys.add, {
    onSuccess: (_, { name }) => {
      toasts.show({ content: messages.wasAdded({ name }), colour: 'success' })
      form.ref.current?.reset()
    },
    onFailure: (error) => {
      setFailure(error.message)
    },
  })
  const makeAndAdd = async (options: object): Promise<void> => {
    const name = new FormData(form.ref.current ?? undefined).get('name')
    try {
      const credential = await makePasskey(options)
      add.send({ name: typeof name === 'string' && name !== '' ? name : messages.title, credential })
    } catch (error) {
      setFailure(error instanceof PasskeyError ? error.message : messages.failedToAdd)
    }
  }
  const begin = useCall(api.passkeys.begin, {
    onSuccess: (options) => {
      void makeAndAdd(options)
    },
  })
  const form = useForm(begin, ({ text }) => {
    setFailure(undefined)
    begin.send({ currentPassword: text('currentPassword') })
  })
  const { error, validationMessages } = begin
  const message = failure ?? (error === null || error.code === 'invalid' ? undefined : error.message)
  return (
    <form {...form} className={styles['form']}>
      <noscript>
        <Notice colour="warning">{messages.needsScript}</Notice>
      </noscript>
      {message === undefined ? null : (
        <Notice colour="danger" role="alert">
          <p>{message}</p>
        </Notice>
      )}
      <TextField
        label={messages.name}
        hint={messages.nameHint}
        name="name"
        maxLength={60}
        autoComplete="off"
      />
      <CurrentPasswordField errors={validationMessages['current_password']} />
      <Button type="submit" variant="secondary" size="lg" busy={begin.requesting || add.requesting}>
        {messages.add}
      </Button>
    </form>
  )
}

const RemovePasskey = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const toasts = useToasts()
  const remove = useCall(api.passkeys.remove, {
    onSuccess: () => {
      toasts.show({ content: messages.wasRemoved(passkey), colour: 'success' })
      onClose()
    },
  })
  const form = useForm(remove, ({ text }) => {
    remove.send({ passkeyId: passkey.id, currentPassword: text('currentPassword') })
  })
  const { error, validationMessages } = remove
  return (
    <Modal title={messages.removeQuestion(passkey)} onClose={onClose}>
      <form {...form} className={styles['form']}>
        <p>{messages.removeHelp}</p>
        <FormError error={error} />
        <CurrentPasswordField errors={validationMessages['current_password']} />
        <div className={styles['actions']}>
          <Button type="submit" busy={remove.requesting}>
            {messages.remove}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
