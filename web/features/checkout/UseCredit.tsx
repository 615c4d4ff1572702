import { useEffect, useRef, useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { api, newKey } from '#web/platform/api.ts'
import { callOnce, keepRead, useRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { creditChoices, creditToUse, saveTurnedOff, turnedOffIn, type CreditType } from './credit.ts'
import { Choice } from '#web/ui/Choice.tsx'
import styles from './UseCredit.module.css'

/** The exact texts of specification §8. */
const applied = 'Credit successfully applied.'
const notApplied = 'Credit amount could not be applied.'

const names: Readonly<Record<CreditType, string>> = { membership: 'membership credit', general: 'credit' }

/**
 * Credit pays first, unless somebody turns it off (experience 4.8): what it pays, what is left to pay, and what is kept
 * of it are said before anything is bought.
 */
export const UseCredit = ({
  basket,
  onApplying,
}: {
  basket: Basket
  /** While the server works at it, nothing should be paid. */
  onApplying: (isApplying: boolean) => void
}) => {
  const visit = useVisit()
  const toasts = useToasts()
  const { data: config } = useRead(api.operator.config)
  const { symbol } = config.currency
  /** What somebody has just chosen, until the basket says so itself. */
  const [choosing, setChoosing] = useState<Partial<Record<CreditType, boolean>>>({})
  const [said, setSaid] = useState<{ words: string; isError: boolean }>()

  const apply = async (creditsToReserve: { type: CreditType; amount: number }[]): Promise<void> => {
    setChoosing(Object.fromEntries(creditsToReserve.map(({ type, amount }) => [type, amount > 0])))
    setSaid(undefined)
    onApplying(true)
    const isTaken = creditsToReserve.every(({ amount }) => amount === 0)
    try {
      await callOnce(
        visit,
        api.credits.apply,
        { creditsToReserve, cartSource: visit.channel.cartSource },
        newKey(),
      )
      setSaid({ words: isTaken ? 'Your credit is kept for another time.' : applied, isError: false })
      if (!isTaken) toasts.show({ content: applied, colour: 'success', inline: false })
    } catch {
      // Whatever it was, one fact counts: the basket is as it was, and stands beside it.
      setSaid({ words: notApplied, isError: true })
      toasts.show({ content: notApplied, colour: 'danger', inline: false })
    }
    try {
      keepRead(visit.queries, api.baskets.read, {}, await visit.client.send(api.baskets.read, {}))
    } finally {
      setChoosing({})
      onApplying(false)
    }
  }

  // Once for what is in the basket: a refusal is not asked for again.
  const tried = useRef('')
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  useEffect(() => {
    if (basket.status !== 'open' || tried.current === basket.itemHash) return
    tried.current = basket.itemHash
    const wanted = creditToUse(basket, turnedOffIn(basket.uuid))
    if (wanted.length > 0) void latest.current(wanted)
  }, [basket])

  const choices = creditChoices(basket)
  if (choices.length === 0 && said === undefined) return null
  const turn = (type: CreditType, isOn: boolean, most: number): void => {
    const others = turnedOffIn(basket.uuid).filter((one) => one !== type)
    saveTurnedOff(basket.uuid, isOn ? others : [...others, type])
    void apply([{ type, amount: isOn ? most : 0 }])
  }
  return (
    <div className={styles['credit']}>
      {choices.map(({ type, used, most, kept }) => {
        const isOn = choosing[type] ?? used > 0
        return (
          <Choice
            key={type}
            type="checkbox"
            name={`use-${type}-credit`}
            checked={isOn}
            onChange={({ currentTarget }) => {
              turn(type, currentTarget.checked, most)
            }}
          >
            <span className={styles['use']}>{`Use ${formatted(used || most, symbol)} ${names[type]}`}</span>
            {kept > 0 ? (
              <span className={styles['kept']}>{`${formatted(kept, symbol)} stays for another time`}</span>
            ) : null}
          </Choice>
        )
      })}
      <p className={styles['rest']}>
        {basket.balance === 0 ? (
          'Nothing is left to pay.'
        ) : (
          <>
            Left to pay: <strong>{basket.formattedBalance}</strong>
          </>
        )}
      </p>
      {said === undefined ? null : (
        <p className={said.isError ? styles['error'] : styles['news']}>{said.words}</p>
      )}
    </div>
  )
}
