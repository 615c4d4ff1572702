import type { BasketItem } from '#contract/baskets.ts'
import type { FoundAttendee } from '#contract/waivers.ts'
import * as messages from '#messages/shared/attendees.ts'
import { longDate, sessionTime } from '#messages/shared/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { AttendeeCard } from './AttendeeCard.tsx'
import { questionField, ticketTitle, type AttendeeLine } from './attendeeLines.ts'
import { Card } from '#web/ui/Layout.tsx'
import styles from './Attendees.module.css'
import type { AttendeesDraft } from './attendeesDraft.ts'
import type { FieldErrors } from './attendeeValidation.ts'
import { ErrorTarget } from './ErrorTarget.tsx'
import { QuestionField } from './QuestionField.tsx'

/** The attendees and questions of one line of the basket. */
export const AttendeeLineFields = ({
  line: { item, required, accepted, questions },
  items,
  draft: { values, chosen },
  errors,
  canSearch,
  onChoose,
}: {
  line: AttendeeLine
  items: readonly BasketItem[]
  draft: AttendeesDraft
  errors: FieldErrors
  canSearch: boolean
  onChoose: (key: string, attendee: FoundAttendee | null) => void
}) => {
  const { cartableResource: resource } = item
  return (
    // A group, not a region: the same class may be here for several people.
    <Card className={styles['line']} role="group" aria-labelledby={`line-${item.id}`}>
      <header className={styles['top']}>
        <h2 id={`line-${item.id}`}>{ticketTitle(item)}</h2>
        {resource === null ? null : (
          <p className={styles['when']}>
            {sessionTime(resource)} · {resource.venueName}
          </p>
        )}
      </header>
      {accepted.length === 0 ? null : (
        <ul role="list" className={styles['agreed']}>
          {accepted.map((one) => (
            <li key={`${one.name} ${one.waiver}`} className={styles['done']}>
              <Icon name="check" size={18} />
              <span>
                <Accepted {...one} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {required.map((waiver) => (
        <AttendeeCard
          key={`${waiver.key} ${chosen[waiver.key]?.id ?? ''}`}
          {...{ item, items, values, errors, canSearch }}
          required={waiver}
          chosen={chosen[waiver.key]}
          onChoose={(attendee) => {
            onChoose(waiver.key, attendee)
          }}
        />
      ))}
      {questions.length === 0 ? null : (
        <fieldset className={styles['questions']}>
          <legend>{messages.aboutBooking}</legend>
          {questions.map((question) => {
            const field = questionField(question)
            return (
              <ErrorTarget key={field} name={field}>
                <QuestionField
                  question={question}
                  name={field}
                  value={values[field] ?? question.answer ?? undefined}
                  errors={errors[field]}
                />
              </ErrorTarget>
            )
          })}
        </fieldset>
      )}
    </Card>
  )
}

const Accepted = ({ name, waiver, until }: AttendeeLine['accepted'][number]) => {
  const parts = { name: <strong>{name}</strong>, waiver: waiver.toLowerCase() }
  return until === null ? (
    <RichText message={messages.accepted} {...parts} />
  ) : (
    <RichText message={messages.acceptedUntil} {...parts} date={longDate(until)} />
  )
}
