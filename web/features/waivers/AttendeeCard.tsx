import type { ReactNode } from 'react'
import type { BasketItem } from '#contract/baskets.ts'
import type { FoundAttendee } from '#contract/waivers.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import {
  fullName,
  hasValidWaiver,
  type FieldErrors,
  type RequiredWaiver,
  type Typed,
} from './attendeeLines.ts'
import styles from './Attendees.module.css'
import { longDate } from './longDate.ts'
import { PreviousAttendees } from './PreviousAttendees.tsx'
import { QuestionField } from './QuestionField.tsx'

/** One person: who they are, what they agree to, and what is asked of them. */
export const AttendeeCard = ({
  place,
  item,
  typed,
  found,
  errors,
  canSearch,
  onFound,
}: {
  place: RequiredWaiver
  item: BasketItem
  /** What the fields begin with. */
  typed: Typed
  found: FoundAttendee | undefined
  errors: FieldErrors
  /** A visitor has brought nobody yet. */
  canSearch: boolean
  onFound: (found: FoundAttendee | null) => void
}) => {
  const { key, waiver, person } = place
  const id = `attendees-${key}`
  const somebody = found ?? person
  const start = (name: string): string => {
    const value = typed[`${key}.${name}`]
    return typeof value === 'string' ? value : ''
  }
  const date = (
    <ErrorTarget name={`${key}.dateOfBirth`}>
      <TextField
        label="Date of birth"
        name={`${key}.dateOfBirth`}
        type="date"
        autoComplete="off"
        required
        defaultValue={start('dateOfBirth')}
        errors={errors[`${key}.dateOfBirth`]}
      />
    </ErrorTarget>
  )
  return (
    <div className={styles['place']} role="group" aria-labelledby={id}>
      <h3 className={styles['who']} id={id} tabIndex={-1}>
        <span className={styles['face']} aria-hidden="true">
          <Icon name="person" size={18} />
        </span>
        {headingOf(place, somebody)}
      </h3>
      {somebody === null ? (
        <>
          {canSearch ? <PreviousAttendees restriction={waiver.restrictionId} onChoose={onFound} /> : null}
          <div className={styles['names']}>
            <ErrorTarget name={`${key}.firstName`}>
              <TextField
                label="First name"
                name={`${key}.firstName`}
                autoComplete="off"
                maxLength={80}
                required
                defaultValue={start('firstName')}
                errors={errors[`${key}.firstName`]}
              />
            </ErrorTarget>
            <ErrorTarget name={`${key}.lastName`}>
              <TextField
                label="Last name"
                name={`${key}.lastName`}
                autoComplete="off"
                maxLength={80}
                required
                defaultValue={start('lastName')}
                errors={errors[`${key}.lastName`]}
              />
            </ErrorTarget>
            {date}
          </div>
        </>
      ) : (
        <p className={styles['known']}>
          {somebody.dateOfBirth === null ? null : <span>Born {longDate(somebody.dateOfBirth)}</span>}
          {found === undefined ? null : (
            <Button
              variant="text"
              size="sm"
              onClick={() => {
                onFound(null)
              }}
            >
              Somebody else
            </Button>
          )}
        </p>
      )}
      {somebody !== null && somebody.dateOfBirth === null ? date : null}
      {hasValidWaiver(found, item) ? (
        <p className={styles['done']}>
          <Icon name="check" size={18} />
          {waiver.title}: agreed until {longDate(found?.waiverValidUntil ?? '')}. Nothing to sign.
        </p>
      ) : (
        <>
          <div className={styles['waiver']}>
            <h4>{waiver.title}</h4>
            {/* Made safe by the server. */}
            <div className={styles['text']} dangerouslySetInnerHTML={{ __html: waiver.html }} />
          </div>
          {waiver.questions.map((question) => (
            <ErrorTarget key={question.id} name={`${key}.q${question.id}`}>
              <QuestionField
                question={question}
                name={`${key}.q${question.id}`}
                value={typed[`${key}.q${question.id}`]}
                errors={errors[`${key}.q${question.id}`]}
              />
            </ErrorTarget>
          ))}
          <ErrorTarget name={`${key}.accepted`}>
            <CheckField
              name={`${key}.accepted`}
              required
              defaultChecked={typed[`${key}.accepted`] === true}
              errors={errors[`${key}.accepted`]}
            >
              {acceptedSaid(place, somebody)}
            </CheckField>
          </ErrorTarget>
        </>
      )}
    </div>
  )
}

/** Where the summary of errors leads. */
export const ErrorTarget = ({ name, children }: { name: string; children: ReactNode }) => (
  <div id={`attendees-${name}`} className={styles['at']}>
    {children}
  </div>
)

const headingOf = (
  { waiver, number, of, isBesides }: RequiredWaiver,
  somebody: { firstName: string; lastName: string } | null,
): string => {
  if (somebody !== null) return fullName(somebody)
  if (!waiver.perAttendee) return 'Who agrees for all'
  if (of > 1) return `Person ${number} of ${of}`
  return isBesides ? 'Who else takes part' : 'Who takes part'
}

const acceptedSaid = (
  { waiver }: RequiredWaiver,
  somebody: { firstName: string; lastName: string } | null,
): string => {
  const name = waiver.title.toLowerCase()
  return somebody === null
    ? `I have read the ${name} and agree to it`
    : `I have read the ${name} and agree to it for ${somebody.firstName}`
}
