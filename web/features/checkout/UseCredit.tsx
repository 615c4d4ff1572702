import { useRef, useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/shared/checkoutParts.ts'
import { api, newKey } from '#web/platform/api.ts'
import { invalidateReads } from '#web/platform/changes.ts'
import { callOnce, setReadData, useRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { creditChoices, type CreditType } from './credit.ts'
import styles from './UseCredit.module.css'

const labels = { membership: messages.applyMembershipCredit, general: messages.applyCredit }

type CreditToReserve = { type: CreditType; amount: number }

/** Credit pays only where the customer chooses it; what remains of it is displayed before paying. */
export const UseCredit = ({
  basket,
  onApplying,
}: {
  basket: Basket
  /** While credit is applied nothing may be paid. */
  onApplying: (isApplying: boolean) => void
}) => {
  const context = usePageContext()
  const toasts = useToasts()
  const { data: config } = useRead(api.operator.config)
  const { symbol } = config.currency
  /** What was just chosen, until the basket says so itself. */
  const [choosing, setChoosing] = useState<Partial<Record<CreditType, boolean>>>({})
  const [result, setResult] = useState<{ message: string; isError: boolean }>()

  const latestRun = useRef<Promise<void>>(Promise.resolve())

  /** Changes are sent one after the other; only the latest one decides what the page shows. */
  const apply = (creditsToReserve: CreditToReserve[]): Promise<void> => {
    const before = latestRun.current
    const run: Promise<void> = before.then(() => send(creditsToReserve, () => latestRun.current === run))
    latestRun.current = run
    setChoosing(Object.fromEntries(creditsToReserve.map(({ type, amount }) => [type, amount > 0])))
    onApplying(true)
    return run
  }

  const send = async (creditsToReserve: CreditToReserve[], isLatest: () => boolean): Promise<void> => {
    setResult(undefined)
    const isRemoved = creditsToReserve.every(({ amount }) => amount === 0)
    try {
      await callOnce(
        context,
        api.credits.apply,
        { creditsToReserve, cartSource: context.channel.cartSource },
        newKey(),
      )
      setResult({ message: isRemoved ? messages.creditNotUsed : messages.creditApplied, isError: false })
      if (!isRemoved) toasts.show({ content: messages.creditApplied, colour: 'success' })
    } catch {
      // Whatever the reason, the basket is unchanged and the fixed text says so.
      setResult({ message: messages.creditNotApplied, isError: true })
      toasts.show({ content: messages.creditNotApplied, colour: 'danger' })
    }
    if (!isLatest()) return
    try {
      setReadData(context.queries, api.baskets.read, {}, await context.client.send(api.baskets.read, {}))
    } catch {
      // The next change must not wait for a failed read; the cache tries it again.
      invalidateReads(context.queries, api.baskets.read.reads ?? [])
    } finally {
      if (isLatest()) {
        setChoosing({})
        onApplying(false)
      }
    }
  }

  const choices = creditChoices(basket)
  if (choices.length === 0 && result === undefined) return null
  const turn = (type: CreditType, isOn: boolean, max: number): void => {
    void apply([{ type, amount: isOn ? max : 0 }])
  }
  return (
    <div className={styles['credit']}>
      {choices.map(({ type, used, max, remaining }) => {
        const isOn = choosing[type] ?? used > 0
        return (
          <Choice
            key={type}
            type="checkbox"
            name={`use-${type}-credit`}
            checked={isOn}
            onChange={({ currentTarget }) => {
              turn(type, currentTarget.checked, max)
            }}
          >
            <span className={styles['use']}>{labels[type]({ amount: formatted(used || max, symbol) })}</span>
            {remaining > 0 ? (
              <span className={styles['remaining']}>
                {messages.creditRemaining({ amount: formatted(remaining, symbol) })}
              </span>
            ) : null}
          </Choice>
        )
      })}
      <p className={styles['rest']}>
        {basket.balance === 0 ? (
          messages.nothingLeftToPay
        ) : (
          <RichText message={messages.toPayNow} amount={<strong>{basket.formattedBalance}</strong>} />
        )}
      </p>
      {result === undefined ? null : (
        <p className={result.isError ? styles['error'] : styles['success']}>{result.message}</p>
      )}
    </div>
  )
}
