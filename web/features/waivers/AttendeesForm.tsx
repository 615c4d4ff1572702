import { useEffect, useRef, useState } from 'react'
import type { BasketItem } from '#contract/baskets.ts'
import type { BookingQuestion, FoundAttendee, WaiverRequest } from '#contract/waivers.ts'
import * as messages from '#messages/shared/attendees.ts'
import { ApiError } from '#web/platform/api.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { AttendeeLineFields } from './AttendeeLineFields.tsx'
import { attendeeLines } from './attendeeLines.ts'
import styles from './Attendees.module.css'
import { emptyDraft, readAttendeesDraft, saveAttendeesDraft, type AttendeesDraft } from './attendeesDraft.ts'
import { clearAttendeesDraft } from './attendeesStore.ts'
import { AttendeesErrorSummary } from './AttendeesErrorSummary.tsx'
import { GuardianFields } from './GuardianFields.tsx'
import { guardianToSend, minorsOf } from './guardian.ts'
import { missingFields, type FieldErrors } from './attendeeValidation.ts'
import { fieldTarget } from './focusField.ts'
import { useSendAttendees, type SendFailure } from './useSendAttendees.ts'

/** `isRefused`: the server said no, so the summary stays even without field errors. */
type Problem = SendFailure & { isRefused: boolean; attempt: number }

/** Everything the attendees have to fill in, on one form before the checkout. */
export const AttendeesForm = ({
  items,
  waivers,
  questions,
  customerId,
  onSent,
}: {
  items: readonly BasketItem[]
  waivers: readonly WaiverRequest[]
  questions: readonly BookingQuestion[]
  /** Null for a visitor, who cannot search for people brought before. */
  customerId: number | null
  onSent: () => Promise<void>
}) => {
  const toasts = useToasts()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<AttendeesDraft | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const attempts = useRef(0)
  const today = new Date(useServerNow(60_000)).toISOString().slice(0, 10)
  const [minors, setMinors] = useState<readonly string[]>([])
  const { send, isSending } = useSendAttendees()
  const [isLeaving, setLeaving] = useState(false)
  const isBusy = isSending || isLeaving
  const lines = attendeeLines(items, waivers, questions)

  useEffect(() => {
    setDraft(readAttendeesDraft(customerId))
  }, [customerId])

  // The button that was pressed is gone, so the focus moves to the person's heading.
  const focusNext = useRef<string>(undefined)
  useEffect(() => {
    if (focusNext.current === undefined) return
    document.getElementById(fieldTarget(focusNext.current))?.focus()
    focusNext.current = undefined
  })

  const currentDraft = (): AttendeesDraft => ({
    values: form.current === null ? {} : valuesOf(form.current),
    chosen: draft?.chosen ?? {},
  })
  const findMinors = (): readonly string[] => minorsOf(lines, currentDraft(), today)
  // After each render and each input: the fields are the browser's own, and chosen people change what is rendered.
  const updateMinors = (): void => {
    const names = findMinors()
    if (names.join('/') !== minors.join('/')) setMinors(names)
  }
  useEffect(updateMinors)
  const choose = (key: string, attendee: FoundAttendee | null): void => {
    const { values, chosen } = currentDraft()
    const others = Object.fromEntries(Object.entries(chosen).filter(([other]) => other !== key))
    const next = { values, chosen: attendee === null ? others : { ...others, [key]: attendee } }
    setDraft(next)
    saveAttendeesDraft(customerId, next)
    focusNext.current = key
  }

  const fail = (failure: SendFailure): void => {
    setProblem({ ...failure, isRefused: true, attempt: attempts.current })
    toasts.show({ content: failure.title, colour: 'danger' })
  }

  const submit = async (): Promise<void> => {
    attempts.current += 1
    const current = currentDraft()
    saveAttendeesDraft(customerId, current)
    const under18 = findMinors()
    const missing = missingFields(lines, current, under18)
    if (Object.keys(missing).length > 0) {
      setProblem({ title: messages.errorTitle, errors: missing, isRefused: false, attempt: attempts.current })
      return
    }
    setProblem(null)
    try {
      const failure = await send(
        lines,
        current,
        under18.length === 0 ? undefined : guardianToSend(current.values),
      )
      if (failure !== undefined) {
        fail(failure)
        return
      }
      setLeaving(true)
      clearAttendeesDraft()
      await onSent()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      fail({ title: messages.waiversFailed, errors: { '': [error.message] } })
    } finally {
      setLeaving(false)
    }
  }

  const errors = problem?.errors ?? {}
  return (
    <form
      ref={form}
      className={styles['form']}
      method="post"
      noValidate
      onInput={({ target }) => {
        saveAttendeesDraft(customerId, currentDraft())
        updateMinors()
        const { name } = target as HTMLInputElement
        if (problem === null || errors[name] === undefined) return
        setProblem({ ...problem, errors: withoutField(errors, name) })
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit()
      }}
    >
      {problem === null || (!problem.isRefused && Object.keys(errors).length === 0) ? null : (
        <AttendeesErrorSummary key={problem.attempt} title={problem.title} errors={errors} />
      )}
      {/* Mounted again once the draft has been read, so that the fields start with its values. */}
      <div key={draft === null ? 'empty' : 'draft'} className={styles['lines']} inert={isBusy}>
        {lines.map((line) => (
          <AttendeeLineFields
            key={line.item.id}
            {...{ line, items, errors }}
            draft={draft ?? emptyDraft}
            canSearch={customerId !== null}
            onChoose={choose}
          />
        ))}
        {minors.length === 0 ? null : (
          <GuardianFields minors={minors} values={draft?.values ?? {}} errors={errors} />
        )}
      </div>
      <div className={styles['onward']} data-edge="end">
        <Button type="submit" size="lg" wide busy={isBusy}>
          {isBusy ? messages.saving : messages.continueToCheckout}
        </Button>
        <p role="status" className="visually-hidden">
          {isBusy ? messages.saving : ''}
        </p>
      </div>
    </form>
  )
}

const valuesOf = (form: HTMLFormElement): AttendeesDraft['values'] => {
  const values: Record<string, string | true> = {}
  for (const field of form.elements) {
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement
    if (!isField || field.name === '') continue
    if (field instanceof HTMLSelectElement || field.type !== 'checkbox') values[field.name] = field.value
    else if (field.checked) values[field.name] = true
  }
  return values
}

const withoutField = (errors: FieldErrors, name: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name))
