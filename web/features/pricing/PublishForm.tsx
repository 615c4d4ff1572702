import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/desk/prices.ts'
import type { ApiError } from '#web/platform/api.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import styles from './Prices.module.css'

/** The effect is requested once nothing was typed for so long. */
const stillMs = 400

/** A change so large that its price is confirmed by typing it. */
type Jump = { field: string; name: string; to: number }

type Progress = { requesting: boolean; error: ApiError | null }

/**
 * Requests the effect of new prices, shows it, and publishes them. Render it with a key of what is wanted: other prices are
 * another form.
 */
export const PublishForm = ({
  symbol,
  isComplete,
  whenIncomplete,
  preview,
  publish,
  requestEffect,
  effect,
  jumps,
  label,
  onPublish,
  onClose,
}: {
  symbol: string
  /** There is something to publish. */
  isComplete: boolean
  whenIncomplete: string
  preview: Progress
  publish: Progress
  requestEffect: () => void
  /** null until it is there. */
  effect: ReactNode | null
  jumps: readonly Jump[]
  /** Of the button. */
  label: string
  onPublish: (reason: string) => void
  onClose: () => void
}) => {
  const [untyped, setUntyped] = useState<readonly string[]>([])
  const request = useRef(requestEffect)
  useEffect(() => {
    if (!isComplete) return undefined
    const timer = setTimeout(() => {
      request.current()
    }, stillMs)
    return () => {
      clearTimeout(timer)
    }
    // Once for these prices.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const form = useForm(publish, ({ text }) => {
    if (effect === null) return
    const missing = jumps.filter(({ field, to }) => penceFromInput(text(field)) !== to)
    setUntyped(missing.map(({ field }) => field))
    if (missing.length === 0) onPublish(text('reason'))
  })
  return (
    <form {...form} className={styles['form']}>
      <FormError error={publish.error ?? preview.error} />
      <div className={styles['effect']} role="status">
        {effect ??
          (preview.error !== null ? null : isComplete ? <Skeleton lines={3} /> : <p>{whenIncomplete}</p>)}
      </div>
      {jumps.map(({ field, name, to }) => {
        const price = formatted(to, symbol)
        return (
          <TextField
            key={field}
            label={name}
            hint={messages.confirmJump({ price })}
            name={field}
            inputMode="decimal"
            autoComplete="off"
            errors={untyped.includes(field) ? [messages.notTyped({ price })] : undefined}
          />
        )
      })}
      <TextField
        label={messages.reason}
        hint={messages.reasonHint}
        name="reason"
        maxLength={200}
        autoComplete="off"
        optional
      />
      <div className={styles['buttons']}>
        <Button variant="secondary" size="lg" onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button type="submit" size="lg" busy={publish.requesting} disabled={effect === null}>
          {effect === null ? messages.publishNothing : label}
        </Button>
      </div>
    </form>
  )
}
