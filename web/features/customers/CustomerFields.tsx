import type { InputHTMLAttributes } from 'react'
import * as messages from '#messages/shared/customerFields.ts'
import { VenueField } from '#web/platform/VenueField.tsx'
import { OperatorHtml } from '#web/platform/OperatorHtml.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import styles from './CustomerForm.module.css'

type Field = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  hint?: string
  optional?: boolean
  /** The name in the server's messages. */
  errorName: string
}

/** What customers tell about themselves. */
const fields = {
  firstName: {
    label: messages.firstName,
    errorName: 'first_name',
    autoComplete: 'given-name',
    required: true,
  },
  lastName: {
    label: messages.lastName,
    errorName: 'last_name',
    autoComplete: 'family-name',
    required: true,
  },
  dateOfBirth: {
    label: messages.dateOfBirth,
    hint: messages.dateOfBirthHint,
    errorName: 'date_of_birth',
    autoComplete: 'bday',
    required: true,
  },
  phone: {
    label: messages.phone,
    errorName: 'phone',
    type: 'tel',
    autoComplete: 'tel',
    optional: true,
  },
  email: { label: messages.email, errorName: 'email', type: 'email', autoComplete: 'email' },
  password: {
    label: messages.password,
    hint: messages.passwordHint,
    errorName: 'password',
    type: 'password',
    autoComplete: 'new-password',
    required: true,
  },
  addressLineOne: {
    label: messages.addressLineOne,
    errorName: 'address_line_one',
    autoComplete: 'address-line1',
    optional: true,
  },
  addressLineTwo: {
    label: messages.addressLineTwo,
    errorName: 'address_line_two',
    autoComplete: 'address-line2',
    optional: true,
  },
  city: {
    label: messages.city,
    errorName: 'city',
    autoComplete: 'address-level2',
    optional: true,
  },
  postcode: {
    label: messages.postcode,
    errorName: 'postcode',
    autoComplete: 'postal-code',
    optional: true,
  },
} satisfies Record<string, Field>

export type CustomerField = keyof typeof fields

type Errors = Readonly<Record<string, readonly string[]>>

/** One field by its name in the call, with the label and the browser's suggestions that every form has for it. */
export const CustomerField = ({
  name,
  errors,
  ...settings
}: {
  name: CustomerField
  errors: Errors
  label?: string
  hint?: string
  optional?: boolean
} & InputHTMLAttributes<HTMLInputElement>) => {
  const { errorName, ...field }: Field = fields[name]
  return <TextField {...field} {...settings} name={name} errors={errors[errorName]} />
}

export const customerName = ['firstName', 'lastName'] as const

export const customerAddress = ['addressLineOne', 'addressLineTwo', 'city', 'postcode'] as const

export const HomeVenueField = ({
  selected,
  value,
  hasNoPreference = true,
  errors,
}: {
  /** What the page's loader has read the venues with. */
  selected: string | undefined
  value: string
  /** Whether no venue can be chosen. */
  hasNoPreference?: boolean
  errors: Errors
}) => (
  <VenueField
    label={messages.homeVenue}
    name="homeVenueSlug"
    optional
    selected={selected}
    defaultValue={value}
    noVenueLabel={hasNoPreference ? messages.noPreference : undefined}
    errors={errors['home_venue_slug']}
  />
)

export type Terms = { id: number; name: string; html: string }

/** A box to tick for each of the operator's terms, with their text to unfold. */
export const TermsFields = ({ terms, errors }: { terms: readonly Terms[]; errors: Errors }) =>
  terms.map(({ id, name, html }) => (
    <div key={id}>
      <CheckField name="terms" value={id} required errors={errors['terms']}>
        {messages.acceptTerms({ terms: name })}
      </CheckField>
      <details className={styles['terms']}>
        <summary>{messages.readTerms({ terms: name })}</summary>
        <OperatorHtml html={html} />
      </details>
    </div>
  ))
