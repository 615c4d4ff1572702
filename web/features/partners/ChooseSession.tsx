import type { Received } from '#contract/endpoint.ts'
import type { openBooking } from '#contract/open-booking.ts'
import { dayOfMonth } from '#messages/format.ts'
import * as messages from '#messages/desk/otherSessions.ts'
import type { ApiError } from '#web/platform/api.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './ChooseSession.module.css'

type Sessions = Received<(typeof openBooking)['listReplacements']>['sessions']

/** A choice of a session that a booking partner's customer gets instead of another. */
export const ChooseSession = ({
  title,
  lead,
  sessions,
  readError,
  call,
  hasMessage = false,
  onChoose,
  onClose,
}: {
  title: string
  lead: string
  /** undefined until they are read. */
  sessions: Sessions | undefined
  readError: ApiError | null
  call: { requesting: boolean; error: ApiError | null; validationMessages: Record<string, readonly string[]> }
  hasMessage?: boolean
  onChoose: (choice: { sessionId: number; message: string }) => void
  onClose: () => void
}) => {
  const form = useForm(call, ({ text }) => {
    onChoose({ sessionId: Number(text('session')), message: hasMessage ? text('message') : '' })
  })
  return (
    <Modal title={title} onClose={onClose}>
      {sessions?.length === 0 ? (
        <p>{messages.none}</p>
      ) : (
        <form {...form} className={styles['form']}>
          <p>{lead}</p>
          <FormError error={readError ?? call.error} />
          <SelectField label={messages.session} name="session" disabled={sessions === undefined}>
            {sessions?.map(({ id, date, startsAt, locationName, spaces }) => (
              <option key={id} value={id}>
                {messages.option({
                  day: dayOfMonth(date.raw),
                  time: startsAt.format24Hour,
                  room: locationName,
                  spaces,
                })}
              </option>
            ))}
          </SelectField>
          {hasMessage ? (
            <TextField
              label={messages.message}
              hint={messages.messageHint}
              name="message"
              autoComplete="off"
              optional
              errors={call.validationMessages['message']}
            />
          ) : null}
          <p>
            <Button type="submit" size="lg" busy={call.requesting} disabled={sessions === undefined}>
              {messages.choose}
            </Button>
          </p>
        </form>
      )}
    </Modal>
  )
}
