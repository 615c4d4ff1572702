import { useEffect, useRef } from 'react'
import * as messages from '#messages/shared/checkout.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { CheckoutError, FieldErrors } from './checkoutErrors.ts'
import { errorList, inCardFields, isInCardFields, isOnPage } from './checkoutFields.ts'
import styles from './ErrorSummary.module.css'
import { wordsForInvoice } from './invoiceErrors.ts'
import { wordsForJoining } from './joiningErrors.ts'
import { wordsForMove } from './moveErrors.ts'
import type { Purchase } from './purchase.ts'

/**
 * The error at the top of the form, with a link to each invalid field. It takes the focus, unless the provider's card
 * form has moved it to its own invalid field already.
 */
export const ErrorSummary = ({
  error,
  errors,
  source,
  onFocusCard,
}: {
  error: CheckoutError
  errors: FieldErrors
  /** What is paid for, where it is not a basket: a membership, the move of a booking, an invoice of a hire. */
  source?: Purchase['order']['source']
  /** Moves the focus to a field of the card form. */
  onFocusCard?: (field: string) => void
}) => {
  const box = useRef<HTMLDivElement>(null)
  const { title, detail } = wordsOf[source ?? 'activity-booking'](error)
  const isInCardForm = error.kind === 'form' && Object.keys(error.fields).every(isInCardFields)
  const focused = useRef<CheckoutError>(null)
  useEffect(() => {
    const { current } = box
    if (current === null || focused.current === error) return
    focused.current = error
    if (isInCardForm) return
    current.focus({ preventScroll: true })
    current.scrollIntoView({ block: 'start' })
  }, [error, isInCardForm])

  return (
    <div ref={box} className={styles['problem']} role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div className={styles['words']}>
        <h2 className={styles['title']}>{title}</h2>
        {detail === undefined ? null : <p>{detail}</p>}
        {error.items.length === 0 ? null : (
          <ul>
            {error.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
        <FieldLinks errors={errors} onFocusCard={onFocusCard} />
        {error.kind === 'attendees' ? (
          <p>
            <Link to={links.attendees()}>{messages.goToAttendees}</Link>
          </p>
        ) : null}
        {isAboutBasket(error, source) ? (
          <p>
            <Link to={links.basket()}>{messages.viewBasket}</Link>
          </p>
        ) : null}
      </div>
    </div>
  )
}

const wordsOf = {
  'activity-booking': (error: CheckoutError) => error,
  'online-joining': wordsForJoining,
  'booking-move': wordsForMove,
  'hire-invoice': wordsForInvoice,
} as const

const isAboutBasket = ({ kind }: CheckoutError, source: Purchase['order']['source']): boolean =>
  source !== 'booking-move' &&
  source !== 'hire-invoice' &&
  (kind === 'place_lost' || kind === 'basket_changed')

const FieldLinks = ({
  errors,
  onFocusCard,
}: {
  errors: FieldErrors
  onFocusCard: ((field: string) => void) | undefined
}) => {
  const lines = errorList(errors)
  if (lines.length === 0) return null
  return (
    <ul>
      {lines.map(({ field, sentence }) => (
        <li key={`${field} ${sentence}`}>
          {isOnPage(field) ? (
            <a
              href={`#${targetOf(field)}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(field)
                if (isInCardFields(field)) onFocusCard?.(field.slice(inCardFields.length + 1))
              }}
            >
              {sentence}
            </a>
          ) : (
            sentence
          )}
        </li>
      ))}
    </ul>
  )
}

/** The card's fields are inside the frame, so the frame takes the focus. */
const focusField = (field: string): void => {
  const target = document.getElementById(targetOf(field))
  const control = target?.querySelector<HTMLElement>('input, iframe')
  ;(control ?? target)?.focus()
  target?.scrollIntoView({ block: 'center' })
}

const targetOf = (field: string): string => `checkout-${isInCardFields(field) ? 'card' : field}`
