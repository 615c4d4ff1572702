import type { Register } from '#contract/attendance.ts'
import type { Reach } from '#contract/bookings.ts'
import { saveAndSendTo, sendTo } from '#messages/desk/followUps.ts'
import * as messages from '#messages/desk/sessionChanges.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { InformedNotice } from './InformedNotice.tsx'
import styles from './ChangeSession.module.css'

/** Changes the name, time or place of a session to come, or sends a message to all who have booked it. */
export const ChangeSession = ({ register, onStale }: { register: Register; onStale: () => void }) => (
  <div className={styles['changes']}>
    <details className={styles['change']}>
      <summary>{messages.changeSession}</summary>
      <DetailsForm register={register} onStale={onStale} />
    </details>
    <details className={styles['change']}>
      <summary>{messages.sendMessage}</summary>
      <MessageForm sessionId={register.session.id} reach={register.reach} />
    </details>
  </div>
)

/**
 * A field whose part of the session somebody else changes begins anew, so that the form never sends what was before; the
 * others keep what staff have typed.
 */
const DetailsForm = ({ register, onStale }: { register: Register; onStale: () => void }) => {
  const { session, date, rooms, locationId, meetingPoint, joinLink, version } = register
  const toasts = useToasts()
  const change = useCall(api.attendance.changeSession, {
    onSuccess: () => {
      toasts.show({ content: messages.saved, colour: 'success', closeAfter: 5000 })
    },
    onFailure: ({ code }) => {
      if (code === 'changed_meanwhile') onStale()
    },
  })
  const form = useForm(change, ({ text }) => {
    change.send({
      sessionId: session.id,
      name: text('name'),
      date: text('date'),
      startsAt: text('startsAt'),
      endsAt: text('endsAt'),
      locationId: text('locationId'),
      meetingPoint: text('meetingPoint'),
      joinLink: text('joinLink'),
      message: text('message'),
      version,
    })
  })
  const { error, validationMessages: errors } = change
  return (
    <form {...form} className={styles['form']}>
      <FormError error={error} />
      <TextField
        key={`name ${session.name}`}
        label={messages.name}
        name="name"
        defaultValue={session.name}
        autoComplete="off"
        required
        errors={errors['name']}
      />
      <div className={styles['row']}>
        <TextField
          key={`day ${date.raw}`}
          label={messages.day}
          name="date"
          type="date"
          defaultValue={date.raw}
          required
          errors={errors['date']}
        />
        <TextField
          key={`start ${session.startsAt.format24Hour}`}
          label={messages.start}
          name="startsAt"
          type="time"
          defaultValue={session.startsAt.format24Hour}
          required
          errors={errors['starts_at']}
        />
        <TextField
          key={`end ${session.endsAt.format24Hour}`}
          label={messages.end}
          name="endsAt"
          type="time"
          defaultValue={session.endsAt.format24Hour}
          required
          errors={errors['ends_at']}
        />
      </div>
      <SelectField key={locationId} label={messages.room} name="locationId" defaultValue={locationId}>
        {rooms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        key={`meetingPoint ${meetingPoint}`}
        label={messages.meetingPoint}
        hint={messages.meetingPointHint}
        name="meetingPoint"
        defaultValue={meetingPoint}
        autoComplete="off"
        optional
        errors={errors['meeting_point']}
      />
      <TextField
        key={`joinLink ${joinLink}`}
        label={messages.joinLink}
        hint={messages.joinLinkHint}
        name="joinLink"
        type="url"
        defaultValue={joinLink}
        autoComplete="off"
        optional
        errors={errors['join_link']}
      />
      <TextField
        label={messages.message}
        hint={messages.messageHint}
        name="message"
        autoComplete="off"
        optional
        errors={errors['message']}
      />
      <p>
        <Button type="submit" size="lg" busy={change.requesting}>
          {saveAndSendTo(register.reach)}
        </Button>
      </p>
      {change.data === undefined || change.data.notified === 0 ? null : (
        <InformedNotice informed={change.data} />
      )}
    </form>
  )
}

const MessageForm = ({ sessionId, reach }: { sessionId: number; reach: Reach }) => {
  const notify = useCall(api.attendance.notifySession, {
    onSuccess: () => {
      // A second press must not send the same again.
      form.ref.current?.reset()
    },
  })
  const form = useForm(notify, ({ text }) => {
    notify.send({ sessionId, message: text('message') })
  })
  return (
    <form {...form} className={styles['form']}>
      <FormError error={notify.error} />
      <TextField
        label={messages.message}
        hint={messages.whoGets}
        name="message"
        autoComplete="off"
        required
        errors={notify.validationMessages['message']}
      />
      <p>
        <Button type="submit" size="lg" busy={notify.requesting}>
          {sendTo(reach)}
        </Button>
      </p>
      {notify.data === undefined ? null : <InformedNotice informed={notify.data} />}
    </form>
  )
}
