import { useEffect, useRef } from 'react'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { inCardFields, isOnPage, listed } from './fields.ts'
import styles from './Problem.module.css'
import type { FieldErrors, Trouble } from './trouble.ts'

/**
 * What went wrong, at the top of the form: it takes the focus, and leads to each field that needs another look. Where
 * the card company's fields have already taken the focus to what is wrong in them, it is only read out.
 */
export const Problem = ({ trouble, errors }: { trouble: Trouble; errors: FieldErrors }) => {
  const box = useRef<HTMLDivElement>(null)
  const onlyCard = trouble.kind === 'form' && Object.keys(trouble.fields).join() === inCardFields
  const shown = useRef<Trouble>(null)
  useEffect(() => {
    const { current } = box
    if (current === null || shown.current === trouble) return
    shown.current = trouble
    if (onlyCard) return
    current.focus({ preventScroll: true })
    current.scrollIntoView({ block: 'start' })
  }, [trouble, onlyCard])

  return (
    <div ref={box} className={styles['problem']} role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div className={styles['words']}>
        <h2 className={styles['title']}>{trouble.title}</h2>
        {trouble.detail === undefined ? null : <p>{trouble.detail}</p>}
        {trouble.things.length === 0 ? null : (
          <ul>
            {trouble.things.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        )}
        <FieldList errors={errors} />
        {trouble.kind === 'attendees' ? (
          <p>
            <Link to={links.attendees()}>Go to the attendees</Link>
          </p>
        ) : null}
        {trouble.kind === 'place_lost' || trouble.kind === 'basket_changed' ? (
          <p>
            <Link to={links.basket()}>Look at your basket</Link>
          </p>
        ) : null}
      </div>
    </div>
  )
}

const FieldList = ({ errors }: { errors: FieldErrors }) => {
  const lines = listed(errors)
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
