import { useEffect, useState } from 'react'
import * as messages from '#messages/desk/closures.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import { AlternativeChoice } from './AlternativeChoice.tsx'
import styles from './ClosePlaces.module.css'
import { EffectDialog } from './EffectDialog.tsx'
import { EffectSummary } from './EffectSummary.tsx'

type Props = {
  venue: { slug: string; name: string }
  places: readonly { id: number; name: string }[]
  /** A day and an hour on the venue's wall, `2027-03-04T14:00`. */
  startsAt: string
  onClose: () => void
}

/** What the server is asked about, once everything is chosen. */
type Wanted = { venue: string; locationIds: number[]; from: string; until: string | null }

/** Typing a date changes it with every digit. */
const askAfterMs = 300

/** The dialog that closes places of a venue. Its button says what that does, as the server has found by doing it. */
export const ClosePlaces = ({ venue, places, startsAt, onClose }: Props) => {
  const [isWhole, setIsWhole] = useState(false)
  const [ids, setIds] = useState<readonly number[]>([])
  const [from, setFrom] = useState(startsAt)
  const [until, setUntil] = useState('')
  const [isOpenEnded, setIsOpenEnded] = useState(false)
  const isComplete = (isWhole || ids.length > 0) && from !== '' && (isOpenEnded || until !== '')
  const wanted: Wanted = {
    venue: venue.slug,
    locationIds: isWhole ? [] : [...ids],
    from,
    until: isOpenEnded ? null : until,
  }
  const question = isComplete ? JSON.stringify(wanted) : ''
  const preview = useCall(api.closures.preview)
  const close = useCall(api.closures.close, {
    onSuccess: onClose,
    onFailure: ({ code }) => {
      if (code === 'effect_changed' || code === 'offer_gone') preview.send(wanted)
    },
  })
  const { send, reset } = preview
  useEffect(() => {
    reset()
    if (question === '') return
    const timer = setTimeout(() => {
      send(JSON.parse(question) as Wanted)
    }, askAfterMs)
    return () => {
      clearTimeout(timer)
    }
    // Asked again when something else is to be closed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [question])
  const effect = preview.data ?? null
  const instead = effect?.instead ?? []
  const form = useForm(close, ({ text, all }) => {
    if (effect !== null)
      close.send({
        ...wanted,
        reason: text('reason'),
        publicReason: text('publicReason'),
        offers: instead.flatMap(({ sessionId }) => {
          const offers = all(offersOf(sessionId)).map(Number)
          return offers.length === 0 ? [] : { sessionId, offers }
        }),
        digest: effect.digest,
      })
  })
  return (
    <EffectDialog
      title={messages.title({ venue: venue.name })}
      form={form}
      error={close.error ?? preview.error}
      effect={
        effect !== null ? (
          <>
            <p>{messages.callsOff(effect)}</p>
            {effect.calledOff === 0 ? null : <EffectSummary effect={effect} />}
            {effect.hires.length === 0 ? null : (
              <>
                <p>{messages.hiresStay({ count: effect.hires.length })}</p>
                <ul role="list">
                  {effect.hires.map((hire) => (
                    <li key={`${hire.date.raw} ${hire.place} ${hire.hirerId}`}>
                      {messages.hireThere({ ...hire, day: hire.date.raw })}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        ) : !isComplete ? (
          <p>{messages.chooseWhat}</p>
        ) : preview.error === null ? (
          <Skeleton lines={3} />
        ) : null
      }
      grace={messages.grace}
      cancel={messages.leaveOpen}
      submit={messages.closeNow({
        calledOff: effect?.calledOff ?? 0,
        refund: effect === null || effect.refundTotal.raw === 0 ? null : effect.refundTotal.formatted,
        write: effect?.reach.emailed ?? 0,
        ring: effect?.reach.toRing ?? 0,
      })}
      isReady={effect !== null}
      isSending={close.requesting}
      onClose={onClose}
    >
      <fieldset className={styles['places']}>
        <legend>{messages.places}</legend>
        <CheckField
          checked={isWhole}
          onChange={(event) => {
            setIsWhole(event.currentTarget.checked)
          }}
        >
          {messages.wholeVenue}
        </CheckField>
        {places.map(({ id, name }) => (
          <CheckField
            key={id}
            disabled={isWhole}
            checked={isWhole || ids.includes(id)}
            onChange={(event) => {
              setIds(event.currentTarget.checked ? [...ids, id] : ids.filter((other) => other !== id))
            }}
          >
            {name}
          </CheckField>
        ))}
      </fieldset>
      <div className={styles['interval']}>
        <TextField
          label={messages.from}
          type="datetime-local"
          value={from}
          onChange={(event) => {
            setFrom(event.currentTarget.value)
          }}
          errors={close.validationMessages['from'] ?? preview.validationMessages['from']}
        />
        <TextField
          label={messages.until}
          type="datetime-local"
          value={isOpenEnded ? '' : until}
          disabled={isOpenEnded}
          onChange={(event) => {
            setUntil(event.currentTarget.value)
          }}
          errors={close.validationMessages['until'] ?? preview.validationMessages['until']}
        />
        <CheckField
          checked={isOpenEnded}
          onChange={(event) => {
            setIsOpenEnded(event.currentTarget.checked)
          }}
        >
          {messages.untilFurtherNotice}
        </CheckField>
      </div>
      <TextField
        label={messages.publicReason}
        hint={messages.publicReasonHint}
        name="publicReason"
        maxLength={200}
        autoComplete="off"
        optional
        errors={close.validationMessages['public_reason']}
      />
      <TextField
        label={messages.reason}
        hint={messages.reasonHint}
        name="reason"
        maxLength={200}
        autoComplete="off"
        optional
        errors={close.validationMessages['reason']}
      />
      {instead.length === 0 ? null : (
        <details>
          <summary className={styles['summary']}>
            {messages.offerInstead({ sessions: instead.length })}
          </summary>
          <div className={styles['instead']}>
            {instead.map(({ sessionId, alternatives, ...session }) => (
              <AlternativeChoice
                key={sessionId}
                name={offersOf(sessionId)}
                legend={messages.insteadOf(session)}
                alternatives={alternatives}
              />
            ))}
          </div>
        </details>
      )}
    </EffectDialog>
  )
}

/** The name of the field with what is offered instead of a session. */
const offersOf = (sessionId: number): string => `offers ${sessionId}`
