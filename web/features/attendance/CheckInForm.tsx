import { useState, type FormEvent } from 'react'
import type { Marked } from '#contract/attendance.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './CheckInForm.module.css'

/** Check-in by code: a scanner types it and presses Enter, again and again. */
export const CheckInForm = ({ venueSlug }: { venueSlug: string }) => {
  const [last, setLast] = useState<Marked>()
  const checkIn = useCall(api.attendance.checkIn, {
    onSuccess: setLast,
    onFailure: () => {
      setLast(undefined)
    },
  })
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const input = event.currentTarget.elements.namedItem('code') as HTMLInputElement
    const code = input.value.trim()
    if (code === '' || checkIn.requesting) return
    checkIn.send({ venue: venueSlug, code })
    input.value = ''
    input.focus()
  }
  const { error } = checkIn
  return (
    <form className={styles['form']} onSubmit={submitted} noValidate>
      <div className={styles['row']}>
        <TextField
          label="Check in by code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="Scan or type"
        />
        <Button type="submit" size="lg" busy={checkIn.requesting}>
          Check in
        </Button>
      </div>
      <div role="status">
        {last === undefined ? null : (
          <Notice
            colour="success"
            title={`${`${last.expected.firstName} ${last.expected.lastName}`.trim() || 'Walk-in'} is in.`}
          >
            <p>
              {last.session.startsAt.format24Hour} {last.expected.title}, {last.session.locationName}
              {last.expected.quantity > 1 ? ` · ${last.expected.quantity} people` : ''}
            </p>
          </Notice>
        )}
      </div>
      {error === null ? null : (
        <Notice colour={error.code === 'already_attended' ? 'warning' : 'danger'} role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
    </form>
  )
}
