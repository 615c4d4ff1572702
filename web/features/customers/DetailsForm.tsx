import { useEffect, useRef, type FormEvent } from 'react'
import type { CustomerDetails } from '#contract/customers.ts'
import { dayInWords } from '#contract/time.ts'
import type { Venue } from '#contract/venues.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { typingDone } from '#web/platform/typing.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './RegisterForm.module.css'

/** What a customer may change about themselves (G02). All that was typed stays when something is wrong with it. */
export const DetailsForm = ({ details, venues }: { details: CustomerDetails; venues: readonly Venue[] }) => {
  const toasts = useToasts()
  const form = useRef<HTMLFormElement>(null)
  const change = useCall(api.customers.changeDetails, {
    onSuccess: () => {
      toasts.show({ content: 'Your details are saved.', colour: 'success', inline: false })
    },
    onFailure: (error) => {
      toasts.failure(error, { inline: false })
    },
  })
  const { error, validationMessages: wrong, succeeded } = change
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])

  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (change.requesting) return
    const answers = new FormData(event.currentTarget)
    const text = (name: string): string => {
      const value = answers.get(name)
      return typeof value === 'string' ? value : ''
    }
    typingDone(event.currentTarget)
    change.send({
      firstName: text('firstName'),
      lastName: text('lastName'),
      phone: text('phone'),
      addressLineOne: text('addressLineOne'),
      addressLineTwo: text('addressLineTwo'),
      city: text('city'),
      postcode: text('postcode'),
      homeVenueSlug: text('homeVenueSlug'),
      emergencyContactName: text('emergencyContactName'),
      emergencyContactPhone: text('emergencyContactPhone'),
      marketingConsent: answers.has('marketingConsent'),
    })
  }

  return (
    <form ref={form} className={styles['form']} method="post" onSubmit={submitted} noValidate>
      <Outcome failed={error === null ? null : error.message} saved={succeeded} />
      <fieldset className={styles['group']}>
        <legend>About you</legend>
        <TextField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          required
          defaultValue={details.firstName}
          errors={wrong['first_name']}
        />
        <TextField
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          required
          defaultValue={details.lastName}
          errors={wrong['last_name']}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          optional
          defaultValue={details.phone}
          errors={wrong['phone']}
        />
        <dl className={styles['known']}>
          <div>
            <dt>Customer reference</dt>
            <dd>{details.reference}</dd>
          </div>
          {details.dateOfBirth === null ? null : (
            <div>
              <dt>Date of birth</dt>
              <dd>{dayInWords(details.dateOfBirth)}</dd>
            </div>
          )}
        </dl>
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>Where you live and play</legend>
        <TextField
          label="Address"
          name="addressLineOne"
          autoComplete="address-line1"
          optional
          defaultValue={details.addressLineOne}
          errors={wrong['address_line_one']}
        />
        <TextField
          label="Address, second line"
          name="addressLineTwo"
          autoComplete="address-line2"
          optional
          defaultValue={details.addressLineTwo}
          errors={wrong['address_line_two']}
        />
        <TextField
          label="Town"
          name="city"
          autoComplete="address-level2"
          optional
          defaultValue={details.city}
          errors={wrong['city']}
        />
        <TextField
          label="Postcode"
          name="postcode"
          autoComplete="postal-code"
          optional
          defaultValue={details.postcode}
          errors={wrong['postcode']}
        />
        <SelectField
          label="Home venue"
          name="homeVenueSlug"
          optional
          defaultValue={details.homeVenueSlug ?? ''}
          errors={wrong['home_venue_slug']}
        >
          {details.homeVenueSlug === null ? <option value="">None in particular</option> : null}
          {venues.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>In an emergency</legend>
        <TextField
          label="Whom we call"
          name="emergencyContactName"
          optional
          defaultValue={details.emergencyContactName}
          errors={wrong['emergency_contact_name']}
        />
        <TextField
          label="Their phone"
          name="emergencyContactPhone"
          type="tel"
          optional
          defaultValue={details.emergencyContactPhone}
          errors={wrong['emergency_contact_phone']}
        />
      </fieldset>
      <CheckField
        name="marketingConsent"
        defaultChecked={details.marketingConsent}
        errors={wrong['marketing_consent']}
      >
        Send me news and offers by e-mail
      </CheckField>
      <Button type="submit" size="lg" busy={change.requesting}>
        Save
      </Button>
    </form>
  )
}

const Outcome = ({ failed, saved }: { failed: string | null; saved: boolean }) => (
  <>
    {failed === null ? null : (
      <Notice colour="danger" role="alert">
        <p>{failed}</p>
      </Notice>
    )}
    {saved ? (
      <Notice colour="success" role="status">
        <p>Your details are saved.</p>
      </Notice>
    ) : null}
  </>
)

/** A new e-mail address or password. Both need the present password: a device left logged in gives no account away. */
export const LoginDetailsForm = ({ email }: { email: string }) => {
  const toasts = useToasts()
  const form = useRef<HTMLFormElement>(null)
  const change = useCall(api.customers.changeDetails, {
    onSuccess: () => {
      toasts.show({ content: 'Your details are saved.', colour: 'success', inline: false })
      for (const field of form.current?.querySelectorAll<HTMLInputElement>('input[type=password]') ?? [])
        field.value = ''
    },
    onFailure: (error) => {
      toasts.failure(error, { inline: false })
    },
  })
  const { error, validationMessages: wrong, succeeded } = change
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (change.requesting) return
    const answers = new FormData(event.currentTarget)
    const text = (name: string): string | null => {
      const value = answers.get(name)
      return typeof value === 'string' && value !== '' ? value : null
    }
    typingDone(event.currentTarget)
    change.send({
      email: text('email'),
      password: text('password'),
      currentPassword: text('currentPassword'),
    })
  }
  return (
    <form ref={form} className={styles['form']} method="post" onSubmit={submitted} noValidate>
      <Outcome failed={error === null ? null : error.message} saved={succeeded} />
      <div className={styles['group']}>
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={email}
          errors={wrong['email']}
        />
        <TextField
          label="New password"
          hint="10 characters or more. Leave it empty to keep the one you have."
          name="password"
          type="password"
          autoComplete="new-password"
          optional
          errors={wrong['password']}
        />
        <TextField
          label="Current password"
          hint="So that nobody else can change these."
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          errors={wrong['current_password']}
        />
      </div>
      <Button type="submit" variant="secondary" size="lg" busy={change.requesting}>
        Change how I log in
      </Button>
    </form>
  )
}
