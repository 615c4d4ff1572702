import type { CustomerDetails } from '#contract/customers.ts'
import { dayInWords } from '#contract/time.ts'
import type { Venue } from '#contract/venues.ts'
import * as messages from '#messages/account/details.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import styles from './RegisterForm.module.css'
import { SaveStatus } from './SaveStatus.tsx'

/** The details that a customer can change (G02). Input stays in the form when it is refused. */
export const DetailsForm = ({ details, venues }: { details: CustomerDetails; venues: readonly Venue[] }) => {
  const toasts = useToasts()
  const change = useCall(api.customers.changeDetails, {
    onSuccess: () => {
      toasts.show({ content: messages.saved, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const { error, validationMessages: errors, succeeded } = change
  const form = useForm(change, ({ text, isChecked }) => {
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
      marketingConsent: isChecked('marketingConsent'),
    })
  })
  return (
    <form {...form} className={styles['form']}>
      <SaveStatus error={error} isSaved={succeeded} />
      <fieldset className={styles['group']}>
        <legend>{messages.aboutYou}</legend>
        <TextField
          label={messages.firstName}
          name="firstName"
          autoComplete="given-name"
          required
          defaultValue={details.firstName}
          errors={errors['first_name']}
        />
        <TextField
          label={messages.lastName}
          name="lastName"
          autoComplete="family-name"
          required
          defaultValue={details.lastName}
          errors={errors['last_name']}
        />
        <TextField
          label={messages.phone}
          name="phone"
          type="tel"
          autoComplete="tel"
          optional
          defaultValue={details.phone}
          errors={errors['phone']}
        />
        <dl className={styles['facts']}>
          <div>
            <dt>{messages.reference}</dt>
            <dd>{details.reference}</dd>
          </div>
          {details.dateOfBirth === null ? null : (
            <div>
              <dt>{messages.dateOfBirth}</dt>
              <dd>{dayInWords(details.dateOfBirth)}</dd>
            </div>
          )}
        </dl>
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{messages.addressAndVenue}</legend>
        <TextField
          label={messages.addressLineOne}
          name="addressLineOne"
          autoComplete="address-line1"
          optional
          defaultValue={details.addressLineOne}
          errors={errors['address_line_one']}
        />
        <TextField
          label={messages.addressLineTwo}
          name="addressLineTwo"
          autoComplete="address-line2"
          optional
          defaultValue={details.addressLineTwo}
          errors={errors['address_line_two']}
        />
        <TextField
          label={messages.city}
          name="city"
          autoComplete="address-level2"
          optional
          defaultValue={details.city}
          errors={errors['city']}
        />
        <TextField
          label={messages.postcode}
          name="postcode"
          autoComplete="postal-code"
          optional
          defaultValue={details.postcode}
          errors={errors['postcode']}
        />
        <SelectField
          label={messages.homeVenue}
          name="homeVenueSlug"
          optional
          defaultValue={details.homeVenueSlug ?? ''}
          errors={errors['home_venue_slug']}
        >
          {details.homeVenueSlug === null ? <option value="">{messages.noPreference}</option> : null}
          {venues.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{messages.inEmergency}</legend>
        <TextField
          label={messages.emergencyContact}
          name="emergencyContactName"
          optional
          defaultValue={details.emergencyContactName}
          errors={errors['emergency_contact_name']}
        />
        <TextField
          label={messages.emergencyPhone}
          name="emergencyContactPhone"
          type="tel"
          optional
          defaultValue={details.emergencyContactPhone}
          errors={errors['emergency_contact_phone']}
        />
      </fieldset>
      <CheckField
        name="marketingConsent"
        defaultChecked={details.marketingConsent}
        errors={errors['marketing_consent']}
      >
        {messages.sendNews}
      </CheckField>
      <Button type="submit" size="lg" busy={change.requesting}>
        {messages.save}
      </Button>
    </form>
  )
}
