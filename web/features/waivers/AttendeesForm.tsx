import { useEffect, useRef, useState } from 'react'
import type { BasketItem } from '#contract/baskets.ts'
import type { BookingQuestion, FoundAttendee, WaiverRequest } from '#contract/waivers.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import {
  answerErrors,
  answersToSend,
  attendeeLines,
  questionField,
  waiverErrors,
  waiversToSend,
  missingFields,
  type AttendeeLine,
  type FieldErrors,
  type Typed,
} from './attendeeLines.ts'
import styles from './Attendees.module.css'
import { longDate } from './longDate.ts'
import { ErrorTarget, AttendeeCard } from './AttendeeCard.tsx'
import { QuestionField } from './QuestionField.tsx'
import {
  clearAttendeesDraft,
  saveAttendeesDraft,
  emptyDraft,
  readAttendeesDraft,
  type AttendeesDraft,
} from './attendeesDraft.ts'

/** The words of the specification for whatever goes wrong with waivers. */
export const waiversFailed = 'Error with waivers, unable to complete order, please try again'

type Problem = { title: string; failed: boolean; errors: FieldErrors }

/** All that is asked about the people who take part, on one form that leads on to the till. */
export const AttendeesForm = ({
  items,
  waivers,
  questions,
  who,
  onSent,
}: {
  items: readonly BasketItem[]
  waivers: readonly WaiverRequest[]
  questions: readonly BookingQuestion[]
  /** The customer's id; null for a visitor. */
  who: number | null
  onSent: () => Promise<void>
}) => {
  const toasts = useToasts()
  const form = useRef<HTMLFormElement>(null)
  const [saved, setSaved] = useState<AttendeesDraft | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [sending, setSending] = useState(false)
  const sendWaivers = useCall(api.waivers.send)
  const sendNumeric = useCall(api.waivers.answers)
  const sendOther = useCall(api.waivers.occurrenceAnswers)
  const lines = attendeeLines(items, waivers, questions)

  // What was typed before one went away. The fields are drawn with it, so it is read before they are.
  useEffect(() => {
    setSaved(readAttendeesDraft(who))
  }, [who])

  // The button that was pressed has gone; the focus goes to the person.
  const chosen = useRef<string>(undefined)
  useEffect(() => {
    if (chosen.current === undefined) return
    document.getElementById(`attendees-${chosen.current}`)?.focus()
    chosen.current = undefined
  })

  const current = (): AttendeesDraft => ({
    typed: form.current === null ? {} : typedIn(form.current),
    found: saved?.found ?? {},
  })
  const choose = (key: string, found: FoundAttendee | null): void => {
    const { typed, found: before } = current()
    const rest = Object.fromEntries(Object.entries(before).filter(([place]) => place !== key))
    const next = { typed, found: found === null ? rest : { ...rest, [key]: found } }
    setSaved(next)
    saveAttendeesDraft(who, next)
    chosen.current = key
  }

  const fail = ({ title, errors }: Refused): void => {
    setProblem({ title, failed: true, errors })
    toasts.show({ content: title, colour: 'danger', inline: false })
  }

  const send = async (): Promise<void> => {
    const now = current()
    saveAttendeesDraft(who, now)
    const missing = missingFields(lines, now)
    if (Object.keys(missing).length > 0) {
      const count = Object.keys(missing).length
      const title = count === 1 ? 'One thing needs another look' : `${count} things need another look`
      setProblem({ title, failed: false, errors: missing })
      return
    }
    setProblem(null)
    setSending(true)
    const sent = waiversToSend(lines, now)
    let refused: Refused | undefined
    try {
      if (sent.length > 0) {
        refused = await refusal(
          () => sendWaivers.ask({ waivers: sent.map(({ waiver }) => waiver) }),
          (messages) => waiverErrors(messages, sent),
          () => waiversFailed,
        )
      }
      for (const { activityId, questions: of, answers } of answersToSend(lines, now.typed)) {
        if (refused !== undefined) break
        refused = await refusal(
          () =>
            typeof activityId === 'number'
              ? sendNumeric.ask({ id: activityId, answers })
              : sendOther.ask({ id: activityId, answers }),
          (messages) => answerErrors(messages, of),
          // Of a question the server's own error is shown.
          ({ told }) => told ?? waiversFailed,
        )
      }
      if (refused !== undefined) {
        fail(refused)
        return
      }
      // E10: what has been sent is saved no longer.
      clearAttendeesDraft()
      await onSent()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      fail({ title: waiversFailed, errors: { '': [error.message] } })
    } finally {
      setSending(false)
    }
  }

  const begin = saved ?? emptyDraft
  const errors = problem?.errors ?? {}
  return (
    <form
      ref={form}
      className={styles['form']}
      method="post"
      noValidate
      onInput={({ target }) => {
        saveAttendeesDraft(who, current())
        const name = (target as HTMLInputElement).name
        if (problem === null || errors[name] === undefined) return
        setProblem({ ...problem, errors: without(errors, name) })
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending) void send()
      }}
    >
      {problem === null || (!problem.failed && Object.keys(errors).length === 0) ? null : (
        <Summary problem={problem} />
      )}
      {/* Drawn anew once what was typed before is known, so that the fields begin with it. */}
      <div key={saved === null ? 'new' : 'saved'} className={styles['lines']} inert={sending}>
        {lines.map((line) => (
          <Line key={line.item.id} {...{ line, errors, who }} saved={begin} onFound={choose} />
        ))}
      </div>
      <div className={styles['onward']}>
        <Button type="submit" size="lg" wide busy={sending}>
          {sending ? 'Saving…' : 'Continue to checkout'}
        </Button>
        <p role="status" className="visually-hidden">
          {sending ? 'Saving…' : ''}
        </p>
      </div>
    </form>
  )
}

const Line = ({
  line: { item, places, agreed, questions },
  saved: { typed, found },
  errors,
  who,
  onFound,
}: {
  line: AttendeeLine
  saved: AttendeesDraft
  errors: FieldErrors
  who: number | null
  onFound: (key: string, found: FoundAttendee | null) => void
}) => {
  return (
    // Not a landmark: the same class may stand here for several people.
    <div className={styles['line']} role="group" aria-labelledby={`line-${item.id}`}>
      <header className={styles['top']}>
        <h2 id={`line-${item.id}`}>{item.cartableResource?.name ?? item.name}</h2>
        {item.cartableResource === null ? null : <When {...item.cartableResource} />}
      </header>
      {agreed.length === 0 ? null : (
        <ul role="list" className={styles['agreed']}>
          {agreed.map((one) => (
            <li key={`${one.name} ${one.waiver}`} className={styles['done']}>
              <Icon name="check" size={18} />
              <span>
                <strong>{one.name}</strong> has agreed to the {one.waiver.toLowerCase()}
                {one.until === null ? '' : `, which holds until ${longDate(one.until)}`}.
              </span>
            </li>
          ))}
        </ul>
      )}
      {places.map((place) => (
        <AttendeeCard
          key={`${place.key} ${found[place.key]?.id ?? ''}`}
          {...{ place, item, typed, errors }}
          found={found[place.key]}
          canSearch={who !== null}
          onFound={(chosen) => {
            onFound(place.key, chosen)
          }}
        />
      ))}
      {questions.length === 0 ? null : (
        <fieldset className={styles['questions']}>
          <legend>About this booking</legend>
          {questions.map((question) => {
            const field = questionField(question)
            return (
              <ErrorTarget key={field} name={field}>
                <QuestionField
                  question={question}
                  name={field}
                  value={typed[field] ?? question.answer ?? undefined}
                  errors={errors[field]}
                />
              </ErrorTarget>
            )
          })}
        </fieldset>
      )}
    </div>
  )
}

const When = ({ date, startsAt, endsAt, venueName }: NonNullable<BasketItem['cartableResource']>) => (
  <p className={styles['when']}>
    {date.dayPretty} {date.datePretty}, {startsAt.format24Hour} to {endsAt.format24Hour} · {venueName}
  </p>
)

/** What needs another look: it takes the focus and leads to each field. */
const Summary = ({ problem }: { problem: Problem }) => {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  useEffect(() => {
    // It moves nobody's focus while things are being mended.
    if (shown.current === problem.title) return
    shown.current = problem.title
    box.current?.focus()
  }, [problem])
  return (
    <div ref={box} className={styles['problem']} role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div>
        <h2>{problem.title}</h2>
        {Object.keys(problem.errors).length === 0 ? null : (
          <ul>
            {Object.entries(problem.errors).flatMap(([field, sentences]) =>
              sentences.map((sentence) => (
                <li key={`${field} ${sentence}`}>
                  {field === '' ? (
                    sentence
                  ) : (
                    <a
                      href={`#attendees-${field}`}
                      onClick={(event) => {
                        event.preventDefault()
                        goTo(field)
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

const goTo = (field: string): void => {
  const place = document.getElementById(`attendees-${field}`)
  place?.querySelector<HTMLElement>('input, select')?.focus()
  place?.scrollIntoView({ block: 'center' })
}

type Refused = { title: string; errors: FieldErrors }

/** What a call was refused for, by field; nothing when it went through. What has no field stands under `''`. */
const refusal = async (
  call: () => Promise<unknown>,
  byField: (messages: FieldErrors) => Record<string, string[]>,
  inWords: (error: ApiError) => string,
): Promise<Refused | undefined> => {
  try {
    await call()
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const title = inWords(error)
    const errors = byField(error.validationMessages)
    if (Object.keys(errors).length > 0) return { title, errors }
    return { title, errors: title === error.message ? {} : { '': [error.message] } }
  }
}

const typedIn = (form: HTMLFormElement): Typed => {
  const typed: Record<string, string | true> = {}
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      if (field.checked && field.name !== '') typed[field.name] = true
    } else if (
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) &&
      field.name !== ''
    ) {
      typed[field.name] = field.value
    }
  }
  return typed
}

const without = (errors: FieldErrors, name: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name))
