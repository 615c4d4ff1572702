import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Marked } from '#contract/attendance.ts'
import * as messages from '#messages/desk/attendance.ts'
import { api, type ApiError } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { attendeeName } from './attendeeName.ts'
import { earlyText } from './early.ts'
import styles from './CheckInForm.module.css'
import { GroupCheckIn } from './GroupCheckIn.tsx'

/** What else a code may stand for, where it is no booking's. */
type OtherCodes = {
  /** @param onDone staff have dealt with what was found, and the next code can be scanned */
  find: (code: string, onDone: () => void) => void
  reset: () => void
  requesting: boolean
  error: ApiError | null
  /** What was found. */
  result: ReactNode
}

/**
 * Check-in by code. A scanner types the code and presses Enter, so the field has the focus from the start, is emptied
 * and keeps it.
 */
export const CheckInForm = ({
  venueSlug,
  otherCodes,
}: {
  venueSlug: string
  otherCodes?: OtherCodes | undefined
}) => {
  const [lastCheckIn, setLastCheckIn] = useState<Marked>()
  const scanner = useRef<HTMLDivElement>(null)
  const focusCode = (): void => {
    scanner.current?.querySelector('input')?.focus()
  }
  const findOther = (error: ApiError, { code }: { code: string }): void => {
    if (isNotFound(error)) otherCodes?.find(code, focusCode)
  }
  const checkIn = useCall(api.attendance.checkIn, {
    onSuccess: setLastCheckIn,
    onFailure: (error, args) => {
      setLastCheckIn(undefined)
      findOther(error, args)
    },
  })
  const findGroup = useCall(api.attendance.group, { onFailure: findOther })
  const form = useForm(checkIn, ({ text }, element) => {
    const code = text('code').trim()
    if (code === '') return
    setLastCheckIn(undefined)
    checkIn.reset()
    findGroup.reset()
    otherCodes?.reset()
    if (isGroupCode(code)) findGroup.send({ venue: venueSlug, code })
    else checkIn.send({ venue: venueSlug, code })
    element.reset()
    element.querySelector('input')?.focus()
  })
  const bookingError = checkIn.error ?? findGroup.error
  const error = otherCodes !== undefined && isNotFound(bookingError) ? otherCodes.error : bookingError
  useEffect(() => {
    // Not while something else is open: a dialog, or a field that somebody types in.
    if (document.querySelector('dialog[open]') === null && !isTyping(document.activeElement))
      scanner.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  return (
    <form {...form} className={styles['form']}>
      <div className={styles['row']} ref={scanner}>
        <TextField
          label={messages.checkInByCode}
          name="code"
          data-page-focus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={messages.codeExample}
        />
        <Button
          type="submit"
          size="lg"
          busy={checkIn.requesting || findGroup.requesting || otherCodes?.requesting === true}
        >
          {messages.checkIn}
        </Button>
      </div>
      <div role="status">
        {lastCheckIn === undefined ? null : (
          <CheckedIn
            checkIn={lastCheckIn}
            onUndone={() => {
              setLastCheckIn(undefined)
              focusCode()
            }}
          />
        )}
        {findGroup.data === undefined ? null : (
          <GroupCheckIn
            key={findGroup.data.map(({ expected }) => expected.bookingId).join()}
            group={findGroup.data}
          />
        )}
        {otherCodes?.result}
      </div>
      {error === null ? null : (
        <Notice colour={error.code === 'already_attended' ? 'warning' : 'danger'} role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
    </form>
  )
}

const isNotFound = (error: ApiError | null): boolean => error?.code === 'not_found'

/** The reference of an order is the code for all of its people: `ONS-7K2Q9X`. That of one booking has no letters before. */
const isGroupCode = (code: string): boolean => /[a-z]{3}-?[0-9a-z]{6}$/i.test(code.replaceAll(' ', ''))

const isTyping = (element: Element | null): boolean => element?.matches('input, select, textarea') === true

/** Who was checked in, so that staff can compare the face; an early arrival stands out and can be undone. */
const CheckedIn = ({ checkIn, onUndone }: { checkIn: Marked; onUndone: () => void }) => {
  const { expected, session, penaltyRefund } = checkIn
  const toasts = useToasts()
  const undo = useCall(api.attendance.mark, {
    onSuccess: onUndone,
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const early = earlyText(session)
  const name = attendeeName(expected)
  return (
    <Notice
      colour={early === undefined ? 'success' : 'warning'}
      title={early === undefined ? messages.checkedIn({ name }) : messages.checkedInEarly({ name })}
    >
      <div className={styles['who']}>
        {expected.profilePhoto === null ? null : (
          <Photo address={expected.profilePhoto} size={72} alt={messages.photoOf({ name })} />
        )}
        <div>
          {early === undefined ? null : <p>{early}</p>}
          {expected.proofOfAge ? <p>{messages.checkProofOfAge}</p> : null}
          {penaltyRefund === null ? null : (
            <p>{messages.penaltyRefunded({ name, amount: penaltyRefund.formatted })}</p>
          )}
          <p>
            {messages.sessionAt({
              time: session.startsAt.format24Hour,
              session: expected.title,
              location: session.locationName,
            })}
            {expected.quantity > 1 ? ` · ${messages.people({ count: expected.quantity })}` : ''}
          </p>
        </div>
      </div>
      <Button
        variant="secondary"
        size="lg"
        busy={undo.requesting}
        aria-label={messages.undoName({ name })}
        onClick={() => {
          undo.send({ bookingId: expected.bookingId, status: 'booked', from: expected.status })
        }}
      >
        {messages.undo}
      </Button>
    </Notice>
  )
}
