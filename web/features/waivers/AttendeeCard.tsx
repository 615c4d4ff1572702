import type { BasketItem } from '#contract/baskets.ts'
import type { FoundAttendee } from '#contract/waivers.ts'
import * as messages from '#messages/shared/attendees.ts'
import { longDate, sessionTime } from '#messages/shared/dates.ts'
import { OperatorHtml } from '#web/platform/OperatorHtml.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { fullName, hasValidWaiver, ticketTitle, type RequiredWaiver } from './attendeeLines.ts'
import styles from './Attendees.module.css'
import type { AttendeesDraft } from './attendeesDraft.ts'
import type { FieldErrors } from './attendeeValidation.ts'
import { ErrorTarget } from './ErrorTarget.tsx'
import { fieldTarget } from './focusField.ts'
import { PreviousAttendees } from './PreviousAttendees.tsx'
import { QuestionField } from './QuestionField.tsx'

/** One person: name and date of birth, the waiver to accept and its questions. */
export const AttendeeCard = ({
  required,
  item,
  items,
  values,
  chosen,
  errors,
  canSearch,
  onChoose,
}: {
  required: RequiredWaiver
  item: BasketItem
  /** All lines of the basket: the person may sign for several at once. */
  items: readonly BasketItem[]
  /** The initial values of the fields. */
  values: AttendeesDraft['values']
  /** Chosen from the people brought before. */
  chosen: FoundAttendee | undefined
  errors: FieldErrors
  canSearch: boolean
  onChoose: (attendee: FoundAttendee | null) => void
}) => {
  const { key, waiver, person } = required
  const headingId = fieldTarget(key)
  const attendee = chosen ?? person
  const field = (name: string, more: Partial<Parameters<typeof TextField>[0]> & { label: string }) => {
    const value = values[`${key}.${name}`]
    return (
      <ErrorTarget name={`${key}.${name}`}>
        <TextField
          name={`${key}.${name}`}
          autoComplete="off"
          required
          defaultValue={typeof value === 'string' ? value : ''}
          errors={errors[`${key}.${name}`]}
          {...more}
        />
      </ErrorTarget>
    )
  }
  const dateOfBirth = field('dateOfBirth', { label: messages.dateOfBirth, hint: messages.dateOfBirthHint })
  return (
    <div className={styles['place']} role="group" aria-labelledby={headingId}>
      <h3 className={styles['who']} id={headingId} tabIndex={-1}>
        <span className={styles['face']} aria-hidden="true">
          <Icon name="person" size={18} />
        </span>
        {headingOf(required, attendee)}
      </h3>
      <p className={styles['tickets']}>{messages.tickets({ names: ticketsOf(required, items) })}</p>
      {attendee === null ? (
        <>
          {canSearch ? <PreviousAttendees restriction={waiver.restrictionId} onChoose={onChoose} /> : null}
          <div className={styles['names']}>
            {field('firstName', { label: messages.firstName, maxLength: 80 })}
            {field('lastName', { label: messages.lastName, maxLength: 80 })}
            {dateOfBirth}
          </div>
        </>
      ) : (
        <p className={styles['known']}>
          {attendee.dateOfBirth === null ? null : (
            <span>{messages.born({ date: longDate(attendee.dateOfBirth) })}</span>
          )}
          {chosen === undefined ? null : (
            <Button
              variant="text"
              size="sm"
              onClick={() => {
                onChoose(null)
              }}
            >
              {messages.someoneElse}
            </Button>
          )}
        </p>
      )}
      {attendee !== null && attendee.dateOfBirth === null ? dateOfBirth : null}
      {hasValidWaiver(chosen, item) ? (
        <p className={styles['done']}>
          <Icon name="check" size={18} />
          {messages.alreadyAgreed({ waiver: waiver.title, date: longDate(chosen?.waiverValidUntil ?? '') })}
        </p>
      ) : (
        <>
          <div className={styles['waiver']}>
            <h4>{waiver.title}</h4>
            <OperatorHtml className={styles['text']} html={waiver.html} />
          </div>
          {waiver.questions.map((question) => (
            <ErrorTarget key={question.id} name={`${key}.q${question.id}`}>
              <QuestionField
                question={question}
                name={`${key}.q${question.id}`}
                value={values[`${key}.q${question.id}`]}
                errors={errors[`${key}.q${question.id}`]}
              />
            </ErrorTarget>
          ))}
          <ErrorTarget name={`${key}.accepted`}>
            <CheckField
              name={`${key}.accepted`}
              required
              defaultChecked={values[`${key}.accepted`] === true}
              errors={errors[`${key}.accepted`]}
            >
              {agreementOf(waiver.title.toLowerCase(), attendee)}
            </CheckField>
          </ErrorTarget>
        </>
      )}
    </div>
  )
}

/** The tickets for which a waiver is signed, each with its time where there are several. */
const ticketsOf = ({ cartItemIds }: RequiredWaiver, items: readonly BasketItem[]): string[] =>
  items
    .filter(({ id }) => cartItemIds.includes(id))
    .map((item) => {
      const { cartableResource: resource } = item
      const title = ticketTitle(item)
      return resource === null || cartItemIds.length === 1
        ? title
        : messages.ticketAt({ ticket: title, time: sessionTime(resource) })
    })

type Name = { firstName: string; lastName: string }

const headingOf = (
  { waiver, number, total, isAdditional }: RequiredWaiver,
  attendee: Name | null,
): string => {
  if (attendee !== null) return fullName(attendee)
  if (!waiver.perAttendee) return messages.agreesForAll
  if (total > 1) return messages.personOf({ number, total })
  return isAdditional ? messages.anotherAttendee : messages.attendee
}

const agreementOf = (waiver: string, attendee: Name | null): string =>
  attendee === null ? messages.agree({ waiver }) : messages.agreeFor({ waiver, name: attendee.firstName })
