import { useEffect, useRef, useState } from 'react'
import type { PriceEffect } from '#contract/price-steps.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/desk/prices.ts'
import { api } from '#web/platform/api.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import styles from './Prices.module.css'

export type WantedStep = { pricingOptionId: number; fromDay: string; price: number }

/** The effect is asked for once nothing was typed for so long. */
const stillMs = 400

/** More changes than these are counted. */
const mostListed = 6

/** What prices from a day on do, and the button that publishes them. Render it with a key of the steps. */
export const PublishPrices = ({
  steps,
  symbol,
  whenNone = messages.nothingChanges,
  onClose,
}: {
  steps: readonly WantedStep[]
  symbol: string
  /** What to say where there are no steps. */
  whenNone?: string
  onClose: () => void
}) => {
  const toasts = useToasts()
  const preview = useCall(api.priceSteps.preview)
  const [problem, setProblem] = useState<Readonly<Record<string, string>>>({})
  const publish = useCall(api.priceSteps.set, {
    onSuccess: ({ changed }) => {
      toasts.show({ content: messages.published({ count: changed }), colour: 'success', closeAfter: 5000 })
      onClose()
    },
    onFailure: ({ code }) => {
      if (code === 'effect_changed') preview.send({ steps: [...steps] })
    },
  })
  const ask = useRef(preview.send)
  useEffect(() => {
    if (steps.length === 0) return undefined
    const timer = setTimeout(() => {
      ask.current({ steps: [...steps] })
    }, stillMs)
    return () => {
      clearTimeout(timer)
    }
    // Once for these steps: others are another dialog.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const effect = preview.data ?? null
  const jumps = (effect?.steps ?? []).filter(({ isJump }) => isJump)
  const form = useForm(publish, ({ text }) => {
    if (effect === null) return
    const untyped = jumps.filter((jump) => penceFromInput(text(fieldOf(jump))) !== jump.to)
    setProblem(
      Object.fromEntries(
        untyped.map((jump) => [fieldOf(jump), messages.notTyped({ price: formatted(jump.to, symbol) })]),
      ),
    )
    if (untyped.length > 0) return
    const isTyped = (step: WantedStep) =>
      jumps.some((jump) => fieldOf(jump) === fieldOf(step) && jump.to === step.price)
    publish.send({
      steps: steps.map((step) => (isTyped(step) ? { ...step, typed: step.price } : step)),
      reason: text('reason'),
      digest: effect.digest,
    })
  })
  const days = new Set(effect?.steps.map(({ fromDay }) => fromDay))
  const [day = null] = days.size === 1 ? days : []
  return (
    <form {...form} className={styles['form']}>
      <FormError error={publish.error ?? preview.error} />
      <div className={styles['effect']} role="status">
        {effect !== null ? (
          <Effect effect={effect} symbol={symbol} />
        ) : preview.error !== null ? null : steps.length === 0 ? (
          <p>{whenNone}</p>
        ) : (
          <Skeleton lines={3} />
        )}
      </div>
      {jumps.map((jump) => (
        <TextField
          key={fieldOf(jump)}
          label={jump.name}
          hint={messages.confirmJump({ price: formatted(jump.to, symbol) })}
          name={fieldOf(jump)}
          inputMode="decimal"
          autoComplete="off"
          errors={problem[fieldOf(jump)] === undefined ? undefined : [problem[fieldOf(jump)] ?? '']}
        />
      ))}
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
          {effect === null ? messages.publishNothing : messages.publish({ count: effect.steps.length, day })}
        </Button>
      </div>
    </form>
  )
}

const fieldOf = ({ pricingOptionId, fromDay }: Pick<WantedStep, 'pricingOptionId' | 'fromDay'>): string =>
  `typed-${pricingOptionId}-${fromDay}`

const Effect = ({ effect: { steps, sessions, aYear }, symbol }: { effect: PriceEffect; symbol: string }) => (
  <>
    <p>
      {messages.effect({
        prices: steps.length,
        sessions,
        aYear: formatted(Math.abs(aYear), symbol),
        isLess: aYear < 0,
      })}
    </p>
    <ul className={styles['changes']}>
      {steps.slice(0, mostListed).map(({ pricingOptionId, fromDay, name, from, to, percent, until }) => (
        <li key={`${pricingOptionId} ${fromDay}`}>
          {messages.changeOf({
            name,
            before: formatted(from, symbol),
            after: formatted(to, symbol),
            share: percent,
          })}
          {until === null ? null : <small> {messages.until({ day: until })}</small>}
        </li>
      ))}
      {steps.length > mostListed ? <li>{messages.others({ count: steps.length - mostListed })}</li> : null}
    </ul>
    <p>{messages.paidStays}</p>
  </>
)
