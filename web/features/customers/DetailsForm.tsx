import type { CustomerDetails } from '#contract/customers.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/details.ts'
import * as fieldMessages from '#messages/shared/customerFields.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { customerAddress, CustomerField, customerName, HomeVenueField } from './CustomerFields.tsx'
import styles from './CustomerForm.module.css'
import { SaveStatus } from './SaveStatus.tsx'

/** The details that a customer can change (G02). Input stays in the form when it is refused. */
export const DetailsForm = ({
  details,
  homeVenueSlug,
}: {
  details: CustomerDetails
  /** The home venue when the page was loaded. */
  homeVenueSlug: string | undefined
}) => {
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
  useFormDraft(form.ref, 'details', change.succeeded)
  return (
    <form {...form} className={styles['form']}>
      <SaveStatus error={error} isSaved={succeeded} />
      <fieldset className={styles['group']}>
        <legend>{fieldMessages.aboutYou}</legend>
        {[...customerName, 'phone' as const].map((name) => (
          <CustomerField key={name} name={name} defaultValue={details[name]} errors={errors} />
        ))}
        <dl className={styles['facts']}>
          <div>
            <dt>{messages.reference}</dt>
            <dd>{details.reference}</dd>
          </div>
          {details.dateOfBirth === null ? null : (
            <div>
              <dt>{fieldMessages.dateOfBirth}</dt>
              <dd>{longDate(details.dateOfBirth)}</dd>
            </div>
          )}
        </dl>
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{fieldMessages.addressAndVenue}</legend>
        {customerAddress.map((name) => (
          <CustomerField key={name} name={name} defaultValue={details[name]} errors={errors} />
        ))}
        <HomeVenueField
          selected={homeVenueSlug}
          value={details.homeVenueSlug ?? ''}
          hasNoPreference={details.homeVenueSlug === null}
          errors={errors}
        />
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
        {fieldMessages.sendNews}
      </CheckField>
      <Button type="submit" size="lg" busy={change.requesting}>
        {messages.save}
      </Button>
    </form>
  )
}
