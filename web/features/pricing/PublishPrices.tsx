import type { PriceEffect } from '#contract/price-steps.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/desk/prices.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { PublishForm } from './PublishForm.tsx'
import styles from './Prices.module.css'

export type WantedStep = { pricingOptionId: number; fromDay: string; price: number }

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
  const requestEffect = (): void => {
    preview.send({ steps: [...steps] })
  }
  const publish = useCall(api.priceSteps.set, {
    onSuccess: ({ changed }) => {
      toasts.show({ content: messages.published({ count: changed }), colour: 'success', closeAfter: 5000 })
      onClose()
    },
    onFailure: ({ code }) => {
      if (code === 'effect_changed') requestEffect()
    },
  })
  const effect = preview.data ?? null
  const jumps = (effect?.steps ?? []).filter(({ isJump }) => isJump)
  const isTyped = (step: WantedStep) =>
    jumps.some((jump) => fieldOf(jump) === fieldOf(step) && jump.to === step.price)
  const days = new Set(effect?.steps.map(({ fromDay }) => fromDay))
  const [day = null] = days.size === 1 ? days : []
  return (
    <PublishForm
      symbol={symbol}
      isComplete={steps.length > 0}
      whenIncomplete={whenNone}
      preview={preview}
      publish={publish}
      requestEffect={requestEffect}
      effect={effect === null ? null : <Effect effect={effect} symbol={symbol} />}
      jumps={jumps.map((jump) => ({ field: fieldOf(jump), name: jump.name, to: jump.to }))}
      label={messages.publish({ count: effect?.steps.length ?? 0, day })}
      onPublish={(reason) => {
        if (effect === null) return
        publish.send({
          steps: steps.map((step) => (isTyped(step) ? { ...step, typed: step.price } : step)),
          reason,
          digest: effect.digest,
        })
      }}
      onClose={onClose}
    />
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
