import { useState } from 'react'
import type { Marked } from '#contract/attendance.ts'
import * as messages from '#messages/desk/attendance.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { attendeeName } from './attendeeName.ts'
import styles from './CheckInForm.module.css'

/** Check-in by code. A scanner types the code and presses Enter, so the field is emptied and keeps the focus. */
export const CheckInForm = ({ venueSlug }: { venueSlug: string }) => {
  const [lastCheckIn, setLastCheckIn] = useState<Marked>()
  const checkIn = useCall(api.attendance.checkIn, {
    onSuccess: setLastCheckIn,
    onFailure: () => {
      setLastCheckIn(undefined)
    },
  })
  const form = useForm(checkIn, ({ text }, element) => {
    const code = text('code').trim()
    if (code === '') return
    checkIn.send({ venue: venueSlug, code })
    element.reset()
    element.querySelector('input')?.focus()
  })
  const { error } = checkIn
  return (
    <form {...form} className={styles['form']}>
      <div className={styles['row']}>
        <TextField
          label={messages.checkInByCode}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={messages.codeExample}
        />
        <Button type="submit" size="lg" busy={checkIn.requesting}>
          {messages.checkIn}
        </Button>
      </div>
      <div role="status">{lastCheckIn === undefined ? null : <CheckedIn checkIn={lastCheckIn} />}</div>
      {error === null ? null : (
        <Notice colour={error.code === 'already_attended' ? 'warning' : 'danger'} role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
    </form>
  )
}

const CheckedIn = ({ checkIn: { expected, session } }: { checkIn: Marked }) => (
  <Notice colour="success" title={messages.checkedIn({ name: attendeeName(expected) })}>
    <p>
      {messages.sessionAt({
        time: session.startsAt.format24Hour,
        session: expected.title,
        location: session.locationName,
      })}
      {expected.quantity > 1 ? ` · ${messages.people({ count: expected.quantity })}` : ''}
    </p>
  </Notice>
)
