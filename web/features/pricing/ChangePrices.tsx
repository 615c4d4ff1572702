import { useState } from 'react'
import { changedPrice, priceRoundings } from '#contract/priceChange.ts'
import type { PriceChange, PriceRounding } from '#contract/priceChange.ts'
import type { ListedPrice } from '#contract/price-steps.ts'
import { isDay } from '#contract/time.ts'
import * as messages from '#messages/desk/prices.ts'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { firstOfNextMonth, priceAt } from './priceList.ts'
import { PublishPrices, type WantedStep } from './PublishPrices.tsx'
import styles from './Prices.module.css'

const ways = ['percent', 'amount', 'set'] as const

/** The dialog that changes a group of prices from a day on. */
export const ChangePrices = ({
  prices,
  today,
  symbol,
  onClose,
}: {
  prices: readonly ListedPrice[]
  today: string
  symbol: string
  onClose: () => void
}) => {
  const [by, setBy] = useState<PriceChange['by']>('percent')
  const [typed, setTyped] = useState('')
  const [rounding, setRounding] = useState<PriceRounding>(10)
  const [fromDay, setFromDay] = useState(() => firstOfNextMonth(today))
  const value = hundredthsOf(typed, symbol)
  const steps = value === null || !isDay(fromDay) ? [] : stepsOf(prices, { by, value }, rounding, fromDay)
  return (
    <Modal title={messages.change({ count: prices.length })} onClose={onClose} closeLabel={messages.cancel}>
      <div className={styles['change']}>
        <SelectField
          label={messages.how}
          value={by}
          onChange={({ currentTarget }) => {
            setBy(ways.find((way) => way === currentTarget.value) ?? 'percent')
          }}
        >
          {ways.map((way) => (
            <option key={way} value={way}>
              {messages.ways[way]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={messages.amounts[by]}
          hint={by === 'set' ? undefined : messages.amountHint}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          errors={typed.trim() !== '' && value === null ? [messages.notAnAmount] : undefined}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
          }}
        />
        {by === 'set' ? null : (
          <SelectField
            label={messages.roundTo}
            value={rounding}
            onChange={({ currentTarget }) => {
              setRounding(priceRoundings.find((pence) => pence === Number(currentTarget.value)) ?? 1)
            }}
          >
            {priceRoundings.map((pence) => (
              <option key={pence} value={pence}>
                {messages.rounding(pence)}
              </option>
            ))}
          </SelectField>
        )}
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
      <PublishPrices
        key={JSON.stringify(steps)}
        steps={steps}
        symbol={symbol}
        whenNone={value === null || !isDay(fromDay) ? messages.whatToType : messages.nothingChanges}
        onClose={onClose}
      />
    </Modal>
  )
}

/** `4`, `+4`, `-2.5` and `£1.20` in hundredths. */
const hundredthsOf = (typed: string, symbol: string): number | null => {
  const plain = typed.trim().replace(symbol, '').replace('−', '-').replace(',', '.').replace(/%$/, '').trim()
  return /^[+-]?\d{1,4}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null
}

/** Those that change something. */
const stepsOf = (
  prices: readonly ListedPrice[],
  change: PriceChange,
  rounding: PriceRounding,
  fromDay: string,
): WantedStep[] =>
  prices.flatMap((price) => {
    const before = priceAt(price, fromDay)
    const after = changedPrice(before, change, rounding)
    return after === before ? [] : [{ pricingOptionId: price.id, fromDay, price: after }]
  })
