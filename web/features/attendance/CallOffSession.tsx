import { useEffect } from 'react'
import type { Register } from '#contract/attendance.ts'
import * as messages from '#messages/desk/sessionChanges.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { AlternativeChoice } from './AlternativeChoice.tsx'
import { EffectDialog } from './EffectDialog.tsx'
import { EffectSummary } from './EffectSummary.tsx'
import styles from './SessionActs.module.css'

type Props = { register: Register; onClose: () => void }

/** The dialog that calls a session off. Its button says what that does, as the server has found by doing it. */
export const CallOffSession = ({ register: { session }, onClose }: Props) => {
  const { name, id: sessionId } = session
  const preview = useCall(api.attendance.previewCallOff)
  const callOff = useCall(api.attendance.callOff, {
    onSuccess: onClose,
    onFailure: ({ code }) => {
      if (code === 'effect_changed' || code === 'offer_gone') preview.send({ sessionId })
    },
  })
  const { send } = preview
  useEffect(() => {
    send({ sessionId })
    // Once, as it opens: another effect is asked for when the server says that this one has changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const effect = preview.data ?? null
  const form = useForm(callOff, ({ text, all }) => {
    if (effect === null) return
    callOff.send({
      sessionId,
      reason: text('reason'),
      offers: all('offers').map(Number),
      digest: effect.digest,
    })
  })
  return (
    <EffectDialog
      title={messages.callOffTitle({ name })}
      form={form}
      error={callOff.error ?? preview.error}
      effect={
        effect !== null ? (
          <EffectSummary effect={effect} />
        ) : preview.error === null ? (
          <Skeleton lines={3} />
        ) : null
      }
      grace={messages.callOffGrace}
      cancel={messages.keepSession}
      submit={
        effect === null
          ? messages.callOff
          : messages.callOffNow({
              refund: effect.refundTotal.raw === 0 ? null : effect.refundTotal.formatted,
              write: effect.reach.emailed,
              ring: effect.reach.toRing,
            })
      }
      isReady={effect !== null}
      isSending={callOff.requesting}
      onClose={onClose}
    >
      <TextField
        label={messages.reason}
        hint={messages.reasonHint}
        name="reason"
        maxLength={200}
        autoComplete="off"
        optional
        errors={callOff.validationMessages['reason']}
      />
      {effect === null || effect.bookings === 0 || effect.alternatives.length === 0 ? null : (
        <AlternativeChoice name="offers" legend={messages.offerInstead} alternatives={effect.alternatives} />
      )}
    </EffectDialog>
  )
}

/** That staff have called a session off, and for a minute the button that takes it back. */
export const CalledOffNotice = ({
  register: { session, callOff },
  title,
  mayTakeBack,
}: {
  register: Register
  title: string
  /** Whether the reader is permitted to. */
  mayTakeBack: boolean
}) => {
  const toasts = useToasts()
  const now = useServerNow(1000)
  const takeBack = useCall(api.attendance.takeBackCallOff, {
    onSuccess: () => {
      const content = messages.takenBack({ name: session.name })
      toasts.show({ content, colour: 'success', closeAfter: 5000 })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const until = callOff?.takeBackUntil ?? null
  const seconds = until === null ? 0 : Math.ceil((Date.parse(until) - now) / 1000)
  return (
    <div className={styles['calledOff']}>
      <Notice colour="danger" title={title}>
        {callOff === null || callOff.reason === '' ? null : (
          <p>{messages.reasonGiven({ reason: callOff.reason })}</p>
        )}
        {seconds <= 0 ? null : (
          <>
            <p>{messages.mayTakeBack}</p>
            {mayTakeBack ? (
              <p className={styles['pending']}>
                <Button
                  size="lg"
                  variant="secondary"
                  busy={takeBack.requesting}
                  onClick={() => {
                    takeBack.send({ sessionId: session.id })
                  }}
                >
                  {messages.takeBack}
                </Button>
                <span aria-hidden>{messages.secondsLeft({ seconds })}</span>
              </p>
            ) : null}
          </>
        )}
      </Notice>
    </div>
  )
}
