import * as messages from '#messages/bookings/confirmation.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './FindBookingForm.module.css'

/** Requests a link to an order. The answer is the same whether or not there is such an order. */
export const FindBookingForm = () => {
  const toasts = useToasts()
  const request = useCall(api.bookings.requestLink, {
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const form = useForm(request, ({ text }) => {
    request.send({ reference: text('reference'), email: text('email') })
  })
  useFormDraft(form.ref, 'find booking', request.succeeded)
  const { error, validationMessages: errors } = request
  if (request.succeeded) {
    return (
      <Notice colour="success" role="status">
        <p>{messages.linkOnItsWay}</p>
      </Notice>
    )
  }
  return (
    <form {...form} className={styles['form']}>
      <p>{messages.findLead}</p>
      <FormError error={error} />
      <TextField
        label={messages.email}
        name="email"
        type="email"
        autoComplete="email"
        required
        errors={errors['email']}
      />
      <TextField
        label={messages.orderNumber}
        hint={messages.orderNumberHint}
        name="reference"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        optional
        errors={errors['reference']}
      />
      <Button type="submit" size="lg" busy={request.requesting}>
        {messages.sendLink}
      </Button>
    </form>
  )
}
