import { useState } from 'react'
import type { LoggedIn } from '#contract/sessions.ts'
import * as fieldMessages from '#messages/shared/customerFields.ts'
import * as messages from '#messages/shared/register.ts'
import { CookiesBlocked } from '#web/platform/CookiesBlocked.tsx'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { hasSessionCookie } from '#web/platform/session.ts'
import { useSubmittedValues } from '#web/platform/useSubmittedValues.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import {
  customerAddress,
  CustomerField,
  customerName,
  HomeVenueField,
  TermsFields,
  type Terms,
} from './CustomerFields.tsx'
import styles from './CustomerForm.module.css'

/** Sign-up (F03). Only the server validates; its messages appear in a toast and beside each field. */
export const RegisterForm = ({
  clientId,
  homeVenueSlug,
  terms,
  onRegistered,
}: {
  clientId: string
  homeVenueSlug: string | undefined
  terms: readonly Terms[]
  onRegistered: (person: LoggedIn) => void
}) => {
  const { channel, cookies } = usePageContext()
  const [isBlocked, setBlocked] = useState(false)
  const toasts = useToasts()
  const onboardingType = channel.source === 'online-joining' ? 'joining' : 'standard'
  const register = useCall(api.customers.register, {
    onSuccess: (person) => {
      if (hasSessionCookie(cookies)) onRegistered(person)
      else setBlocked(true)
    },
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
  useFormDraft(form.ref, 'register', register.succeeded)
  if (isBlocked) return <CookiesBlocked />
  return (
    <form {...form} className={styles['form']}>
      <input type="hidden" name="call" value="register" />
      <input type="hidden" name="clientId" value={clientId} />
      <input type="hidden" name="source" value={channel.source} />
      <input type="hidden" name="onboardingType" value={onboardingType} />
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.code === 'invalid' ? fieldMessages.checkAnswers : error.message}</p>
        </Notice>
      )}
      <fieldset className={styles['group']}>
        <legend>{fieldMessages.aboutYou}</legend>
        {[...customerName, 'dateOfBirth' as const, 'phone' as const].map((name) => (
          <CustomerField key={name} name={name} defaultValue={typed(name)} errors={errors} />
        ))}
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{fieldMessages.loginDetails}</legend>
        <CustomerField
          name="email"
          hint={messages.emailHint}
          defaultValue={typed('email')}
          required
          errors={errors}
        />
        <CustomerField name="password" errors={errors} />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{fieldMessages.addressAndVenue}</legend>
        {customerAddress.map((name) => (
          <CustomerField key={name} name={name} defaultValue={typed(name)} errors={errors} />
        ))}
        <HomeVenueField
          selected={homeVenueSlug}
          value={typed('homeVenueSlug') ?? homeVenueSlug ?? ''}
          errors={errors}
        />
      </fieldset>
      <div className={styles['consents']}>
        <TermsFields terms={terms} errors={errors} />
        <CheckField name="marketingConsent" errors={errors['marketing_consent']}>
          {fieldMessages.sendNews}
        </CheckField>
      </div>
      <Button type="submit" size="lg" busy={register.requesting}>
        {messages.createAccount}
      </Button>
    </form>
  )
}
