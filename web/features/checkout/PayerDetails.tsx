import { useEffect, useRef, useState } from 'react'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import { Link } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import {
  addressLine,
  billingFields,
  isWholeAddress,
  labels,
  type FieldName,
  type Typed,
} from './checkoutFields.ts'
import type { FieldErrors } from './checkoutErrors.ts'
import styles from './PayerDetails.module.css'

/** Who pays. What a customer has told us stands there to be read, and is only asked for where it is missing. */
export const PayerDetails = ({
  customer,
  known,
  asked,
  errors,
  restored,
  loginTo,
}: {
  customer: LoggedInCustomer | null
  known: Typed
  asked: { email: boolean; billing: boolean }
  errors: FieldErrors
  /** What had been typed before is back in the fields. */
  restored: boolean
  loginTo: string
}) => {
  const fields = useRef<HTMLDivElement>(null)
  const whole = customer !== null && isWholeAddress(known)
  const [changing, setChanging] = useState(!whole)
  const wrong = billingFields.some((name) => errors[name] !== undefined)
  const open = changing || wrong

  // Whoever had begun to change the address finds it open again.
  useEffect(() => {
    if (!restored || fields.current === null) return
    const inputs = [...fields.current.querySelectorAll('input')]
    if (inputs.some(({ value, defaultValue }) => value !== defaultValue)) setChanging(true)
  }, [restored])

  const field = (name: FieldName, more: Partial<Parameters<typeof TextField>[0]> = {}) => (
    <div id={`checkout-${name}`} className={styles['field']}>
      <TextField
        label={labels[name]}
        name={name}
        defaultValue={known[name]}
        required
        errors={errors[name]}
        {...more}
      />
    </div>
  )
  return (
    <div className={styles['details']}>
      {customer === null ? (
        <>
          <p className={styles['account']}>
            No account needed.{' '}
            <Link to={loginTo} stay aria-haspopup="dialog">
              Log in
            </Link>{' '}
            if you have one, to use your saved cards.
          </p>
          {field('email', {
            type: 'email',
            autoComplete: 'email',
            inputMode: 'email',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: 254,
            hint: 'Your confirmation and receipt go here.',
          })}
        </>
      ) : (
        <div className={styles['known']}>
          <Icon name="person" />
          <div>
            <p className={styles['name']}>
              {customer.firstName} {customer.lastName}
            </p>
            <p>{customer.email}</p>
            {asked.billing && !open ? <p>{addressLine(known)}</p> : null}
          </div>
          {asked.billing && !open ? (
            <Button
              variant="text"
              onClick={() => {
                setChanging(true)
                // The fields are there already, only hidden: they can take the focus once they show.
                requestAnimationFrame(() => fields.current?.querySelector('input')?.focus())
              }}
            >
              Change<span className="visually-hidden"> the billing address</span>
            </Button>
          ) : null}
        </div>
      )}
      <div ref={fields} className={styles['billing']} hidden={!asked.billing || !open}>
        <p className={styles['why']}>Name and address as your bank knows them</p>
        <div className={styles['pair']}>
          {field('billingFirstName', { autoComplete: 'billing given-name', maxLength: 100 })}
          {field('billingLastName', { autoComplete: 'billing family-name', maxLength: 100 })}
        </div>
        {field('billingAddressLineOne', { autoComplete: 'billing address-line1', maxLength: 200 })}
        {field('billingAddressLineTwo', {
          autoComplete: 'billing address-line2',
          maxLength: 200,
          optional: true,
          required: false,
        })}
        <div className={styles['town']}>
          {field('billingCity', { autoComplete: 'billing address-level2', maxLength: 200 })}
          {field('billingPostcode', {
            autoComplete: 'billing postal-code',
            autoCapitalize: 'characters',
            spellCheck: false,
            maxLength: 20,
          })}
        </div>
      </div>
    </div>
  )
}
