import type { FormEvent } from 'react'
import type { CustomerFound } from '#contract/customers.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { typingDone } from '#web/platform/typing.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './DeskRegistration.module.css'

/** A new customer who stands at the desk. They choose a password later, by e-mail. */
export const DeskRegistration = ({
  homeVenueSlug,
  onDone,
}: {
  homeVenueSlug: string | null
  onDone: (customer: CustomerFound) => void
}) => {
  const register = useCall(api.customers.registerAtDesk, { onSuccess: onDone })
  const { error, validationMessages: wrong } = register
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (register.requesting) return
    const form = event.currentTarget
    typingDone(form)
    const given = new FormData(form)
    const text = (name: string): string => {
      const value = given.get(name)
      return typeof value === 'string' ? value : ''
    }
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
      marketingConsent: given.has('marketingConsent'),
      termsAccepted: given.has('terms'),
    })
  }
  return (
    <form className={styles['form']} onSubmit={submitted} noValidate>
      {error === null ? null : (
        <Notice colour="danger" role="alert" title="Please look at these again">
          <p>{error.message}</p>
        </Notice>
      )}
      <div className={styles['pair']}>
        <TextField
          label="First name"
          name="firstName"
          autoComplete="off"
          required
          errors={wrong['first_name']}
        />
        <TextField
          label="Last name"
          name="lastName"
          autoComplete="off"
          required
          errors={wrong['last_name']}
        />
      </div>
      <div className={styles['pair']}>
        <TextField
          label="Date of birth"
          name="dateOfBirth"
          type="date"
          required
          errors={wrong['date_of_birth']}
        />
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="off"
          optional
          errors={wrong['email']}
        />
      </div>
      <div className={styles['pair']}>
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="off"
          optional
          errors={wrong['phone']}
        />
        <TextField label="Postcode" name="postcode" autoComplete="off" optional errors={wrong['postcode']} />
      </div>
      <div className={styles['pair']}>
        <TextField
          label="Address"
          name="addressLineOne"
          autoComplete="off"
          optional
          errors={wrong['address_line_one']}
        />
        <TextField label="Town or city" name="city" autoComplete="off" optional errors={wrong['city']} />
      </div>
      <CheckField name="terms" required errors={wrong['terms']}>
        The customer agrees to the terms
      </CheckField>
      <CheckField name="marketingConsent">The customer wants to hear about offers</CheckField>
      <p>
        <Button type="submit" size="lg" busy={register.requesting}>
          Register and serve
        </Button>
      </p>
    </form>
  )
}
