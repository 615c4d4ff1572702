import type { CustomerFound } from '#contract/customers.ts'
import * as messages from '#messages/desk/customers.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { CustomerField, customerName } from './CustomerFields.tsx'
import styles from './DeskRegistration.module.css'

const pairs = [
  customerName,
  ['dateOfBirth', 'email'],
  ['phone', 'postcode'],
  ['addressLineOne', 'city'],
] as const

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
      {pairs.map((names) => (
        <div key={names[0]} className={styles['pair']}>
          {names.map((name) => (
            <CustomerField
              key={name}
              name={name}
              // The browser would suggest the details of the staff.
              autoComplete="off"
              {...(name === 'email' && { optional: true })}
              errors={errors}
            />
          ))}
        </div>
      ))}
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
