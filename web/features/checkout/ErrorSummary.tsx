import { useEffect, useRef } from 'react'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { inCardFields, isOnPage, errorList } from './checkoutFields.ts'
import styles from './ErrorSummary.module.css'
import type { FieldErrors, CheckoutError } from './checkoutErrors.ts'

/**
 * What went wrong, at the top of the form: it takes the focus, and leads to each field that needs another look. Where
 * the card company's fields have already taken the focus to what is wrong in them, it is only read out.
 */
export const ErrorSummary = ({ error, errors }: { error: CheckoutError; errors: FieldErrors }) => {
  const box = useRef<HTMLDivElement>(null)
  const onlyCard = error.kind === 'form' && Object.keys(error.fields).join() === inCardFields
  const shown = useRef<CheckoutError>(null)
  useEffect(() => {
    const { current } = box
    if (current === null || shown.current === error) return
    shown.current = error
    if (onlyCard) return
    current.focus({ preventScroll: true })
    current.scrollIntoView({ block: 'start' })
  }, [error, onlyCard])

  return (
    <div ref={box} className={styles['problem']} role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div className={styles['words']}>
        <h2 className={styles['title']}>{error.title}</h2>
        {error.detail === undefined ? null : <p>{error.detail}</p>}
        {error.things.length === 0 ? null : (
          <ul>
            {error.things.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        )}
        <FieldList errors={errors} />
        {error.kind === 'attendees' ? (
          <p>
            <Link to={links.attendees()}>Go to the attendees</Link>
          </p>
        ) : null}
        {error.kind === 'place_lost' || error.kind === 'basket_changed' ? (
          <p>
            <Link to={links.basket()}>Look at your basket</Link>
          </p>
        ) : null}
      </div>
    </div>
  )
}

const FieldList = ({ errors }: { errors: FieldErrors }) => {
  const lines = errorList(errors)
  if (lines.length === 0) return null
  return (
    <ul>
      {lines.map(({ field, sentence }) => (
        <li key={`${field} ${sentence}`}>
          {isOnPage(field) ? (
            <a
              href={`#${placeOf(field)}`}
              onClick={(event) => {
                event.preventDefault()
                goTo(field)
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

/** To the field itself; the card's are in a frame, so to the frame. */
const goTo = (field: string): void => {
  const place = document.getElementById(placeOf(field))
  const inside = place?.querySelector<HTMLElement>('input, iframe')
  ;(inside ?? place)?.focus()
  place?.scrollIntoView({ block: 'center' })
}

const placeOf = (field: string): string => `checkout-${field === inCardFields ? 'card' : field}`
