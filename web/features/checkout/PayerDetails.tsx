import { useEffect, useRef, useState } from 'react'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import * as messages from '#messages/shared/checkout.ts'
import { Link } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import type { FieldErrors } from './checkoutErrors.ts'
import {
  addressLine,
  billingFields,
  isWholeAddress,
  labels,
  type FieldName,
  type PayerFields,
} from './checkoutFields.ts'
import styles from './PayerDetails.module.css'

/** Who pays. What the account has is displayed as text; fields appear only for what is missing. */
export const PayerDetails = ({
  customer,
  initialValues,
  required,
  errors,
  isRestored,
  loginTo,
}: {
  customer: LoggedInCustomer | null
  initialValues: PayerFields
  required: { email: boolean; billing: boolean; address: boolean }
  errors: FieldErrors
  /** The draft is back in the fields. */
  isRestored: boolean
  loginTo: string
}) => {
  const fields = useRef<HTMLDivElement>(null)
  const [isChanging, setChanging] = useState(
    customer === null || !isWholeAddress(initialValues, required.address),
  )
  const isOpen = isChanging || billingFields.some((name) => errors[name] !== undefined)

  // An address that was being changed before a reload is open again.
  useEffect(() => {
    if (!isRestored || fields.current === null) return
    const inputs = [...fields.current.querySelectorAll('input')]
    if (inputs.some(({ value, defaultValue }) => value !== defaultValue)) setChanging(true)
  }, [isRestored])

  const field = (name: FieldName, more: Partial<Parameters<typeof TextField>[0]> = {}) => (
    <div id={`checkout-${name}`} className={styles['field']}>
      <TextField
        label={labels[name]}
        name={name}
        defaultValue={initialValues[name]}
        required
        errors={errors[name]}
        {...more}
      />
    </div>
  )
  const postcode = field('billingPostcode', {
    autoComplete: 'billing postal-code',
    autoCapitalize: 'characters',
    spellCheck: false,
    maxLength: 20,
  })
  return (
    <div className={styles['details']}>
      {customer === null && required.email ? (
        <>
          <p className={styles['account']}>
            <RichText
              message={messages.guestLead}
              login={
                <Link to={loginTo} stay aria-haspopup="dialog">
                  {messages.logIn}
                </Link>
              }
            />
          </p>
          {field('email', {
            type: 'email',
            autoComplete: 'email',
            inputMode: 'email',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: 254,
            hint: messages.emailHint,
          })}
        </>
      ) : null}
      {customer === null ? null : (
        <div className={styles['known']}>
          <Icon name="person" />
          <div>
            <p className={styles['name']}>
              {customer.firstName} {customer.lastName}
            </p>
            <p>{customer.email}</p>
            {required.billing && !isOpen ? <p>{addressLine(initialValues, required.address)}</p> : null}
          </div>
          {required.billing && !isOpen ? (
            <Button
              variant="text"
              onClick={() => {
                setChanging(true)
                // The fields are rendered already, only hidden: they take the focus once they show.
                requestAnimationFrame(() => fields.current?.querySelector('input')?.focus())
              }}
            >
              <RichText
                message={messages.changeAddress}
                hidden={<span className="visually-hidden">{messages.changeAddressHidden}</span>}
              />
            </Button>
          ) : null}
        </div>
      )}
      <div ref={fields} className={styles['billing']} hidden={!required.billing || !isOpen}>
        {field('billingName', { autoComplete: 'cc-name', maxLength: 200, hint: messages.fullNameHint })}
        {required.address ? (
          <>
            {field('billingAddressLineOne', { autoComplete: 'billing address-line1', maxLength: 200 })}
            {field('billingAddressLineTwo', {
              autoComplete: 'billing address-line2',
              maxLength: 200,
              optional: true,
              required: false,
            })}
            <div className={styles['town']}>
              {field('billingCity', { autoComplete: 'billing address-level2', maxLength: 200 })}
              {postcode}
            </div>
          </>
        ) : (
          <div className={styles['postcode']}>{postcode}</div>
        )}
      </div>
    </div>
  )
}
