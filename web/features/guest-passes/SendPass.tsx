import { useEffect, useRef, type FormEvent } from 'react'
import type { GuestPass } from '#contract/guest-passes.ts'
import { dayInWords } from '#contract/time.ts'
import type { Venue } from '#contract/venues.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { typingDone } from '#web/platform/typing.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './GuestPasses.module.css'

/** Whom a pass is sent to, and for which day. */
export const SendPass = ({
  pass,
  venues,
  onSent,
}: {
  pass: GuestPass
  venues: readonly Venue[]
  onSent: () => void
}) => {
  const toasts = useToasts()
  const form = useRef<HTMLFormElement>(null)
  const call = useCall(api.guestPasses.send, {
    onSuccess: ({ guest }) => {
      toasts.show({ content: `The pass is on its way to ${guest?.email ?? ''}.`, colour: 'success' })
      onSent()
    },
    onFailure: (error) => {
      toasts.failure(error, { inline: false })
    },
  })
  const { error, validationMessages: wrong } = call
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (call.requesting) return
    const answers = new FormData(event.currentTarget)
    const text = (name: string): string => {
      const value = answers.get(name)
      return typeof value === 'string' ? value : ''
    }
    typingDone(event.currentTarget)
    call.send({
      guestPassId: pass.id,
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      venueSlug: text('venueSlug'),
      date: text('date'),
    })
  }
  return (
    <form ref={form} className={styles['form']} method="post" onSubmit={submitted} noValidate>
      <p>
        {pass.name}, from {dayInWords(pass.validFrom)} to {dayInWords(pass.validUntil)}.
      </p>
      {error === null || error.code === 'invalid' ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      <TextField label="Your guest's first name" name="firstName" required errors={wrong['first_name']} />
      <TextField label="Last name" name="lastName" required errors={wrong['last_name']} />
      <TextField label="E-mail address" name="email" type="email" required errors={wrong['email']} />
      <SelectField label="Venue" name="venueSlug" errors={wrong['venue_slug']}>
        {venues
          .filter(({ closed }) => !closed)
          .map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
      </SelectField>
      <TextField
        label="Day of the visit"
        name="date"
        type="date"
        min={pass.validFrom}
        max={pass.validUntil}
        required
        errors={wrong['date']}
      />
      <Button type="submit" size="lg" busy={call.requesting}>
        Send the pass
      </Button>
    </form>
  )
}
