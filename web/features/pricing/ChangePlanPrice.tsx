import { useState } from 'react'
import { formatted } from '#contract/money.ts'
import type { ListedPlan, PlanPriceEffect } from '#contract/plan-prices.ts'
import { isDay } from '#contract/time.ts'
import * as messages from '#messages/desk/prices.ts'
import { api } from '#web/platform/api.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { TextField } from '#web/ui/Field.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { firstOfNextMonth } from './priceList.ts'
import { PublishForm } from './PublishForm.tsx'
import styles from './Prices.module.css'

type Wanted = { planId: number; fromDay: string; price: number }

/** The dialog that gives a plan a price from a day on. */
export const ChangePlanPrice = ({
  plan,
  today,
  symbol,
  onClose,
}: {
  plan: ListedPlan
  today: string
  symbol: string
  onClose: () => void
}) => {
  const [typed, setTyped] = useState('')
  const [fromDay, setFromDay] = useState(() => firstOfNextMonth(today))
  const price = penceFromInput(typed)
  const wanted = price === null || !isDay(fromDay) ? null : { planId: plan.id, fromDay, price }
  return (
    <Modal
      title={messages.changePlanNamed({ plan: plan.name })}
      onClose={onClose}
      closeLabel={messages.cancel}
    >
      <div className={styles['change']}>
        <TextField
          label={messages.newPrice}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          errors={typed.trim() !== '' && price === null ? [messages.notAPrice] : undefined}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
          }}
        />
        <TextField
          label={messages.from}
          type="date"
          min={today}
          value={fromDay}
          onInput={({ currentTarget }) => {
            setFromDay(currentTarget.value)
          }}
        />
      </div>
      <PublishPlanPrice key={JSON.stringify(wanted)} wanted={wanted} symbol={symbol} onClose={onClose} />
    </Modal>
  )
}

const PublishPlanPrice = ({
  wanted,
  symbol,
  onClose,
}: {
  wanted: Wanted | null
  symbol: string
  onClose: () => void
}) => {
  const toasts = useToasts()
  const preview = useCall(api.planPrices.preview)
  const requestEffect = (): void => {
    if (wanted !== null) preview.send(wanted)
  }
  const publish = useCall(api.planPrices.set, {
    onSuccess: () => {
      toasts.show({ content: messages.planPublished, colour: 'success', closeAfter: 5000 })
      onClose()
    },
    onFailure: ({ code }) => {
      if (code === 'effect_changed') requestEffect()
    },
  })
  const effect = preview.data ?? null
  return (
    <PublishForm
      symbol={symbol}
      isComplete={wanted !== null}
      whenIncomplete={messages.planTypeFirst}
      preview={preview}
      publish={publish}
      requestEffect={requestEffect}
      effect={effect === null ? null : <Effect effect={effect} symbol={symbol} />}
      jumps={effect?.isJump === true ? [{ field: 'typed', name: effect.name, to: effect.to }] : []}
      label={effect === null ? '' : labelOf(effect, symbol)}
      onPublish={(reason) => {
        if (effect === null || wanted === null) return
        const typed = effect.isJump ? { typed: effect.to } : {}
        publish.send({ ...wanted, ...typed, reason, digest: effect.digest })
      }}
      onClose={onClose}
    />
  )
}

const labelOf = ({ from, to, fromDay, members, withoutEmail }: PlanPriceEffect, symbol: string): string =>
  messages.publishPlan({
    before: formatted(from, symbol),
    after: formatted(to, symbol),
    day: fromDay,
    toWrite: members - withoutEmail,
  })

const Effect = ({ effect, symbol }: { effect: PlanPriceEffect; symbol: string }) => (
  <>
    <p>
      {messages.changeOf({
        name: effect.name,
        before: formatted(effect.from, symbol),
        after: formatted(effect.to, symbol),
        share: effect.percent,
      })}
    </p>
    {messages.planEffect(effect).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {effect.aYear === 0 ? null : (
      <p>
        {messages.aYearMore({ amount: formatted(Math.abs(effect.aYear), symbol), isLess: effect.aYear < 0 })}
      </p>
    )}
  </>
)
