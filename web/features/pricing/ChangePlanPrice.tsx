import { useEffect, useRef, useState } from 'react'
import { formatted } from '#contract/money.ts'
import type { ListedPlan, PlanPriceEffect } from '#contract/plan-prices.ts'
import { isDay } from '#contract/time.ts'
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
import { Modal } from '#web/ui/Modal.tsx'
import { firstOfNextMonth } from './priceList.ts'
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

/** The effect is requested once nothing was typed for so long. */
const stillMs = 400

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
  const [problem, setProblem] = useState<string>()
  const publish = useCall(api.planPrices.set, {
    onSuccess: () => {
      toasts.show({ content: messages.planPublished, colour: 'success', closeAfter: 5000 })
      onClose()
    },
    onFailure: ({ code }) => {
      if (code === 'effect_changed' && wanted !== null) preview.send(wanted)
    },
  })
  const ask = useRef(preview.send)
  useEffect(() => {
    if (wanted === null) return undefined
    const timer = setTimeout(() => {
      ask.current(wanted)
    }, stillMs)
    return () => {
      clearTimeout(timer)
    }
    // Once for this price: another one is another form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const effect = preview.data ?? null
  const form = useForm(publish, ({ text }) => {
    if (effect === null || wanted === null) return
    const isTyped = !effect.isJump || penceFromInput(text('typed')) === effect.to
    setProblem(isTyped ? undefined : messages.notTyped({ price: formatted(effect.to, symbol) }))
    if (!isTyped) return
    publish.send({
      ...wanted,
      ...(effect.isJump ? { typed: effect.to } : {}),
      reason: text('reason'),
      digest: effect.digest,
    })
  })
  return (
    <form {...form} className={styles['form']}>
      <FormError error={publish.error ?? preview.error} />
      <div className={styles['effect']} role="status">
        {effect !== null ? (
          <Effect effect={effect} symbol={symbol} />
        ) : preview.error !== null ? null : wanted === null ? (
          <p>{messages.planTypeFirst}</p>
        ) : (
          <Skeleton lines={3} />
        )}
      </div>
      {effect?.isJump === true ? (
        <TextField
          label={effect.name}
          hint={messages.confirmJump({ price: formatted(effect.to, symbol) })}
          name="typed"
          inputMode="decimal"
          autoComplete="off"
          errors={problem === undefined ? undefined : [problem]}
        />
      ) : null}
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
          {effect === null
            ? messages.publishNothing
            : messages.publishPlan({
                before: formatted(effect.from, symbol),
                after: formatted(effect.to, symbol),
                day: effect.fromDay,
                toWrite: effect.members - effect.withoutEmail,
              })}
        </Button>
      </div>
    </form>
  )
}

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
