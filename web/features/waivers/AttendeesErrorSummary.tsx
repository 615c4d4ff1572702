import { useEffect, useRef } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './Attendees.module.css'
import type { FieldErrors } from './attendeeValidation.ts'
import { fieldTarget, focusField } from './focusField.ts'

/** What is wrong with the form, with a link to each field. It takes the focus when it is mounted. */
export const AttendeesErrorSummary = ({ title, errors }: { title: string; errors: FieldErrors }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  return (
    <div ref={box} className={styles['problem']} role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div>
        <h2>{title}</h2>
        {Object.keys(errors).length === 0 ? null : (
          <ul>
            {Object.entries(errors).flatMap(([field, sentences]) =>
              sentences.map((sentence) => (
                <li key={`${field} ${sentence}`}>
                  {field === '' ? (
                    sentence
                  ) : (
                    <a
                      href={`#${fieldTarget(field)}`}
                      onClick={(event) => {
                        event.preventDefault()
                        focusField(field)
                      }}
                    >
                      {sentence}
                    </a>
                  )}
                </li>
              )),
            )}
          </ul>
        )}
      </div>
    </div>
  )
}
