import type { AudiencePeople, MessageKind } from '#contract/audiences.ts'
import type { Audience } from '#contract/broadcasts.ts'
import { placeholdersFor } from '#contract/audiences.ts'
import * as messages from '#messages/desk/broadcasts.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Card, Section } from '#web/ui/Layout.tsx'
import { LongTextField } from '#web/ui/LongTextField.tsx'
import styles from './broadcasts.module.css'

/** Whom a message is for, as the address of the page says. */
export type Wanted = {
  kind: MessageKind
  people: AudiencePeople
  venue: string
  from: string
  until: string
  activityId?: number
  placeId?: number
  sessionId?: number
  planId?: number
  hirerId?: number
}

/** The form of a message to many. Its button says whom it reaches, of those whom the server has found. */
export const WriteMessage = ({ wanted, audience }: { wanted: Wanted; audience: Audience }) => {
  const { reach, names, digest } = audience
  const toasts = useToasts()
  const preview = useCall(api.broadcasts.preview)
  const send = useCall(api.broadcasts.send, {
    onSuccess: ({ state }) => {
      toasts.show({
        content: state === 'awaiting_approval' ? messages.awaitsApproval : messages.queued,
        colour: 'success',
      })
      preview.reset()
    },
  })
  const form = useForm(send, ({ text }) => {
    send.send({ ...wanted, subject: text('subject'), text: text('text'), digest })
  })
  const errorsOf = (field: string) => send.validationMessages[field] ?? preview.validationMessages[field]
  return (
    <Section title={messages.write}>
      <form
        {...form}
        className={styles['form']}
        onInput={() => {
          // It would show other words than those that are sent.
          preview.reset()
        }}
      >
        <TextField
          label={messages.subject}
          name="subject"
          maxLength={100}
          autoComplete="off"
          errors={errorsOf('subject')}
        />
        <LongTextField
          label={messages.text}
          hint={messages.textHint({
            placeholders: placeholdersFor(wanted.people, wanted.kind).map((word) => `{${word}}`),
          })}
          name="text"
          rows={8}
          maxLength={2000}
          errors={errorsOf('text')}
        />
        <div role="status">
          {preview.data === undefined ? null : (
            <Card>
              <p className={styles['quiet']}>{messages.previewOf({ name: names[0] ?? '' })}</p>
              <p>
                <strong>{preview.data.subject}</strong>
              </p>
              <p className={styles['text']}>{preview.data.text}</p>
            </Card>
          )}
        </div>
        <FormError error={send.error ?? preview.error} />
        <p>{messages.grace}</p>
        <div className={styles['buttons']}>
          <Button
            variant="secondary"
            size="lg"
            busy={preview.requesting}
            onClick={({ currentTarget: { form: typed } }) => {
              if (typed === null) return
              const values = new FormData(typed)
              const valueOf = (name: string): string => {
                const value = values.get(name)
                return typeof value === 'string' ? value : ''
              }
              preview.send({ ...wanted, subject: valueOf('subject'), text: valueOf('text') })
            }}
          >
            {messages.preview}
          </Button>
          <Button type="submit" size="lg" busy={send.requesting}>
            {messages.send({ write: reach.emailed + reach.byPartner, ring: reach.toRing })}
          </Button>
        </div>
      </form>
    </Section>
  )
}
