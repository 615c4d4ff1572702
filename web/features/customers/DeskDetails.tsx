import type { CustomerDetails } from '#contract/customers.ts'
import * as account from '#messages/account/details.ts'
import * as messages from '#messages/desk/customers.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { customerAddress, CustomerField, customerName } from './CustomerFields.tsx'
import styles from './DeskDetails.module.css'

/** Staff correct what a customer tells them. An e-mail address is theirs to change, with their password. */
export const DeskDetails = ({ details }: { details: CustomerDetails }) => (
  <details className={styles['change']}>
    <summary>{messages.changeDetails}</summary>
    <DetailsForm details={details} />
  </details>
)

const DetailsForm = ({ details }: { details: CustomerDetails }) => {
  const toasts = useToasts()
  const change = useCall(api.customers.changeDetails, {
    onSuccess: () => {
      toasts.show({ content: account.saved, colour: 'success', closeAfter: 5000 })
    },
  })
  const { error, validationMessages: errors } = change
  const form = useForm(change, ({ text }) => {
    change.send({
      selectedUserId: details.id,
      firstName: text('firstName'),
      lastName: text('lastName'),
      phone: text('phone'),
      addressLineOne: text('addressLineOne'),
      addressLineTwo: text('addressLineTwo'),
      city: text('city'),
      postcode: text('postcode'),
      emergencyContactName: text('emergencyContactName'),
      emergencyContactPhone: text('emergencyContactPhone'),
    })
  })
  return (
    <form {...form} className={styles['form']}>
      <FormError error={error} />
      {[...customerName, 'phone' as const, ...customerAddress].map((name) => (
        <CustomerField
          key={`${name} ${details[name]}`}
          name={name}
          defaultValue={details[name]}
          errors={errors}
          autoComplete="off"
        />
      ))}
      <TextField
        key={`contact ${details.emergencyContactName}`}
        label={account.emergencyContact}
        name="emergencyContactName"
        optional
        autoComplete="off"
        defaultValue={details.emergencyContactName}
        errors={errors['emergency_contact_name']}
      />
      <TextField
        key={`contactPhone ${details.emergencyContactPhone}`}
        label={account.emergencyPhone}
        name="emergencyContactPhone"
        type="tel"
        optional
        autoComplete="off"
        defaultValue={details.emergencyContactPhone}
        errors={errors['emergency_contact_phone']}
      />
      <Button type="submit" busy={change.requesting}>
        {account.save}
      </Button>
    </form>
  )
}
