import type { GuestPass } from '#contract/guest-passes.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/guestPasses.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { VenueField } from '#web/platform/VenueField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import styles from './GuestPasses.module.css'

/** Sends a pass to a guest, for a venue and a day. */
export const SendPass = ({ pass, onSent }: { pass: GuestPass; onSent: () => void }) => {
  const toasts = useToasts()
  const sendPass = useCall(api.guestPasses.send, {
    onSuccess: ({ guest }) => {
      toasts.show({ content: messages.sent({ email: guest?.email ?? '' }), colour: 'success' })
      onSent()
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const form = useForm(sendPass, ({ text }) => {
    sendPass.send({
      guestPassId: pass.id,
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      venueSlug: text('venueSlug'),
      date: text('date'),
    })
  })
  useFormDraft(form.ref, `guest pass ${pass.id}`, sendPass.succeeded)
  const { error, validationMessages: errors } = sendPass
  return (
    <form {...form} className={styles['form']}>
      <p>
        {messages.passBetween({
          pass: pass.name,
          from: longDate(pass.validFrom),
          until: longDate(pass.validUntil),
        })}
      </p>
      <FormError error={error} />
      <TextField label={messages.firstName} name="firstName" required errors={errors['first_name']} />
      <TextField label={messages.lastName} name="lastName" required errors={errors['last_name']} />
      <TextField label={messages.email} name="email" type="email" required errors={errors['email']} />
      <VenueField label={messages.venue} name="venueSlug" isOpenOnly errors={errors['venue_slug']} />
      <TextField
        label={messages.date}
        name="date"
        type="date"
        min={pass.validFrom}
        max={pass.validUntil}
        required
        errors={errors['date']}
      />
      <Button type="submit" size="lg" busy={sendPass.requesting}>
        {messages.sendPass}
      </Button>
    </form>
  )
}
