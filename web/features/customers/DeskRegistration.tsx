import type { CustomerFound } from '#contract/customers.ts'
import * as messages from '#messages/desk/customers.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './DeskRegistration.module.css'

/** Registers a customer at the desk. They choose a password later, by e-mail. */
export const DeskRegistration = ({
  homeVenueSlug,
  onDone,
}: {
  homeVenueSlug: string | null
  onDone: (customer: CustomerFound) => void
}) => {
  const register = useCall(api.customers.registerAtDesk, { onSuccess: onDone })
  const form = useForm(register, ({ text, isChecked }) => {
    register.send({
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      dateOfBirth: text('dateOfBirth'),
      phone: text('phone'),
      addressLineOne: text('addressLineOne'),
      city: text('city'),
      postcode: text('postcode'),
      homeVenueSlug,
      marketingConsent: isChecked('marketingConsent'),
      termsAccepted: isChecked('terms'),
    })
  })
  const { error, validationMessages: errors } = register
  return (
    <form {...form} className={styles['form']}>
      {error === null ? null : (
        <Notice colour="danger" role="alert" title={messages.problem}>
          <p>{error.message}</p>
        </Notice>
      )}
      <div className={styles['pair']}>
        <TextField
          label={messages.firstName}
          name="firstName"
          autoComplete="off"
          required
          errors={errors['first_name']}
        />
        <TextField
          label={messages.lastName}
          name="lastName"
          autoComplete="off"
          required
          errors={errors['last_name']}
        />
      </div>
      <div className={styles['pair']}>
        <TextField
          label={messages.dateOfBirth}
          hint={messages.dateOfBirthHint}
          name="dateOfBirth"
          required
          errors={errors['date_of_birth']}
        />
        <TextField
          label={messages.email}
          name="email"
          type="email"
          autoComplete="off"
          optional
          errors={errors['email']}
        />
      </div>
      <div className={styles['pair']}>
        <TextField
          label={messages.phone}
          name="phone"
          type="tel"
          autoComplete="off"
          optional
          errors={errors['phone']}
        />
        <TextField
          label={messages.postcode}
          name="postcode"
          autoComplete="off"
          optional
          errors={errors['postcode']}
        />
      </div>
      <div className={styles['pair']}>
        <TextField
          label={messages.address}
          name="addressLineOne"
          autoComplete="off"
          optional
          errors={errors['address_line_one']}
        />
        <TextField label={messages.city} name="city" autoComplete="off" optional errors={errors['city']} />
      </div>
      <CheckField name="terms" required errors={errors['terms']}>
        {messages.acceptsTerms}
      </CheckField>
      <CheckField name="marketingConsent">{messages.wantsNews}</CheckField>
      <p>
        <Button type="submit" size="lg" busy={register.requesting}>
          {messages.register}
        </Button>
      </p>
    </form>
  )
}
