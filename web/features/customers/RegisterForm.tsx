import { useEffect, useRef, type FormEvent } from 'react'
import type { LoggedIn } from '#contract/sessions.ts'
import type { Venue } from '#contract/venues.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { typingDone } from '#web/platform/typing.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './RegisterForm.module.css'

type Terms = { id: number; name: string; html: string }

const lookAgain = 'Some answers need another look. What is wrong stands beside each.'

/**
 * Sign-up (F03). Nothing is checked here: the server says what is wrong, in a toast by field and beside each field,
 * and all that was typed stays.
 */
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
  const { channel } = useVisit()
  const toasts = useToasts()
  const form = useRef<HTMLFormElement>(null)
  const register = useCall(api.customers.register, {
    onSuccess: onRegistered,
    onFailure: (error) => {
      toasts.failure(error, { inline: false })
    },
  })
  const { error, validationMessages: wrong } = register
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])

  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (register.requesting) return
    const answers = new FormData(event.currentTarget)
    const text = (name: string): string => {
      const value = answers.get(name)
      return typeof value === 'string' ? value : ''
    }
    typingDone(event.currentTarget)
    register.send({
      onboardingType: channel.source === 'online-joining' ? 'joining' : 'standard',
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
      marketingConsent: answers.has('marketingConsent'),
      terms: answers.getAll('terms').map(String),
      clientId,
      source: channel.source,
    })
  }

  return (
    <form ref={form} className={styles['form']} method="post" onSubmit={submitted} noValidate>
      <noscript>
        <Notice colour="warning">Signing up needs JavaScript, which is switched off in your browser.</Notice>
      </noscript>
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.code === 'invalid' ? lookAgain : error.message}</p>
        </Notice>
      )}
      <fieldset className={styles['group']}>
        <legend>About you</legend>
        <TextField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          required
          errors={wrong['first_name']}
        />
        <TextField
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          required
          errors={wrong['last_name']}
        />
        <TextField
          label="Date of birth"
          name="dateOfBirth"
          type="date"
          autoComplete="bday"
          required
          errors={wrong['date_of_birth']}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          optional
          errors={wrong['phone']}
        />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>To log in with</legend>
        <TextField
          label="E-mail address"
          hint="Your confirmations go here."
          name="email"
          type="email"
          autoComplete="email"
          required
          errors={wrong['email']}
        />
        <TextField
          label="Password"
          hint="10 characters or more."
          name="password"
          type="password"
          autoComplete="new-password"
          required
          errors={wrong['password']}
        />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>Where you live and play</legend>
        <TextField
          label="Address"
          name="addressLineOne"
          autoComplete="address-line1"
          optional
          errors={wrong['address_line_one']}
        />
        <TextField
          label="Address, second line"
          name="addressLineTwo"
          autoComplete="address-line2"
          optional
          errors={wrong['address_line_two']}
        />
        <TextField label="Town" name="city" autoComplete="address-level2" optional errors={wrong['city']} />
        <TextField
          label="Postcode"
          name="postcode"
          autoComplete="postal-code"
          optional
          errors={wrong['postcode']}
        />
        <SelectField
          label="Home venue"
          name="homeVenueSlug"
          optional
          defaultValue={homeVenueSlug ?? ''}
          errors={wrong['home_venue_slug']}
        >
          <option value="">None in particular</option>
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
            <CheckField name="terms" value={id} required errors={wrong['terms']}>
              I accept: {name}
            </CheckField>
            <details className={styles['terms']}>
              <summary>Read {name}</summary>
              <div dangerouslySetInnerHTML={{ __html: html }} />
            </details>
          </div>
        ))}
        <CheckField name="marketingConsent" errors={wrong['marketing_consent']}>
          Send me news and offers by e-mail
        </CheckField>
      </div>
      <Button type="submit" size="lg" busy={register.requesting}>
        Create an account
      </Button>
    </form>
  )
}
