import type { LoggedIn } from '#contract/sessions.ts'
import type { Venue } from '#contract/venues.ts'
import * as messages from '#messages/shared/register.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useSubmittedValues } from '#web/platform/useSubmittedValues.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './RegisterForm.module.css'

type Terms = { id: number; name: string; html: string }

/** Sign-up (F03). Only the server validates; its messages appear in a toast and beside each field. */
export const RegisterForm = ({
  clientId,
  venues,
  homeVenueSlug,
  terms,
  onRegistered,
}: {
  clientId: string
  venues: readonly Venue[]
  homeVenueSlug: string | undefined
  terms: readonly Terms[]
  onRegistered: (person: LoggedIn) => void
}) => {
  const { channel } = usePageContext()
  const toasts = useToasts()
  const onboardingType = channel.source === 'online-joining' ? 'joining' : 'standard'
  const register = useCall(api.customers.register, {
    onSuccess: onRegistered,
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const typed = useSubmittedValues(api.customers.register)
  const { error, validationMessages: errors } = register
  const form = useForm(register, ({ text, isChecked, all }) => {
    register.send({
      onboardingType,
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      password: text('password'),
      dateOfBirth: text('dateOfBirth'),
      phone: text('phone'),
      addressLineOne: text('addressLineOne'),
      addressLineTwo: text('addressLineTwo'),
      city: text('city'),
      postcode: text('postcode'),
      homeVenueSlug: text('homeVenueSlug'),
      marketingConsent: isChecked('marketingConsent'),
      terms: all('terms'),
      clientId,
      source: channel.source,
    })
  })
  return (
    <form {...form} className={styles['form']}>
      <input type="hidden" name="call" value="register" />
      <input type="hidden" name="clientId" value={clientId} />
      <input type="hidden" name="source" value={channel.source} />
      <input type="hidden" name="onboardingType" value={onboardingType} />
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.code === 'invalid' ? messages.checkAnswers : error.message}</p>
        </Notice>
      )}
      <fieldset className={styles['group']}>
        <legend>{messages.aboutYou}</legend>
        <TextField
          label={messages.firstName}
          name="firstName"
          defaultValue={typed('firstName')}
          autoComplete="given-name"
          required
          errors={errors['first_name']}
        />
        <TextField
          label={messages.lastName}
          name="lastName"
          defaultValue={typed('lastName')}
          autoComplete="family-name"
          required
          errors={errors['last_name']}
        />
        <TextField
          label={messages.dateOfBirth}
          hint={messages.dateOfBirthHint}
          name="dateOfBirth"
          defaultValue={typed('dateOfBirth')}
          autoComplete="bday"
          required
          errors={errors['date_of_birth']}
        />
        <TextField
          label={messages.phone}
          name="phone"
          defaultValue={typed('phone')}
          type="tel"
          autoComplete="tel"
          optional
          errors={errors['phone']}
        />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{messages.loginDetails}</legend>
        <TextField
          label={messages.email}
          hint={messages.emailHint}
          name="email"
          defaultValue={typed('email')}
          type="email"
          autoComplete="email"
          required
          errors={errors['email']}
        />
        <TextField
          label={messages.password}
          hint={messages.passwordHint}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          errors={errors['password']}
        />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{messages.addressAndVenue}</legend>
        <TextField
          label={messages.addressLineOne}
          name="addressLineOne"
          defaultValue={typed('addressLineOne')}
          autoComplete="address-line1"
          optional
          errors={errors['address_line_one']}
        />
        <TextField
          label={messages.addressLineTwo}
          name="addressLineTwo"
          defaultValue={typed('addressLineTwo')}
          autoComplete="address-line2"
          optional
          errors={errors['address_line_two']}
        />
        <TextField
          label={messages.city}
          name="city"
          defaultValue={typed('city')}
          autoComplete="address-level2"
          optional
          errors={errors['city']}
        />
        <TextField
          label={messages.postcode}
          name="postcode"
          defaultValue={typed('postcode')}
          autoComplete="postal-code"
          optional
          errors={errors['postcode']}
        />
        <SelectField
          label={messages.homeVenue}
          name="homeVenueSlug"
          optional
          defaultValue={typed('homeVenueSlug') ?? homeVenueSlug ?? ''}
          errors={errors['home_venue_slug']}
        >
          <option value="">{messages.noPreference}</option>
          {venues.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      </fieldset>
      <div className={styles['consents']}>
        {terms.map(({ id, name, html }) => (
          <div key={id}>
            <CheckField name="terms" value={id} required errors={errors['terms']}>
              {messages.acceptTerms({ terms: name })}
            </CheckField>
            <details className={styles['terms']}>
              <summary>{messages.readTerms({ terms: name })}</summary>
              <div dangerouslySetInnerHTML={{ __html: html }} />
            </details>
          </div>
        ))}
        <CheckField name="marketingConsent" errors={errors['marketing_consent']}>
          {messages.sendNews}
        </CheckField>
      </div>
      <Button type="submit" size="lg" busy={register.requesting}>
        {messages.createAccount}
      </Button>
    </form>
  )
}
