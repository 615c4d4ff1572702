import { useId, useState, type Ref } from 'react'
import type { BasketItem } from '#contract/baskets.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './BasketLine.module.css'
import { formatEndTime } from './countdown.ts'
import { describeLine, lineTitle, lineTime } from './basketLines.ts'
import type { BasketActions } from './useBasketActions.ts'

/** One line: what, when and where, the choices that can still be made, the price, and the way out. */
export const BasketLine = ({
  item,
  customer,
  basketEndsAt,
  basket,
  Heading,
  headingRef,
  onRemove,
}: {
  item: BasketItem
  customer: LoggedInCustomer | null
  /** The clock of the basket: a line whose own hold ends later says so. */
  basketEndsAt: string | null
  basket: BasketActions
  Heading: 'h3' | 'h4'
  headingRef: Ref<HTMLHeadingElement>
  onRemove: () => void
}) => {
  const id = useId()
  const { cartableResource: thing, price, heldUntil } = item
  const ownEnd = thing === null ? undefined : laterEnd(heldUntil, basketEndsAt, thing.date.tz)
  const removing = basket.isRemoving(item.id)
  const [changing, setChanging] = useState(false)
  const [error, setError] = useState<string>()
  const settle = async (changed: Promise<string | undefined>): Promise<void> => {
    setChanging(true)
    setError(await changed)
    setChanging(false)
  }
  const change = (options: Parameters<BasketActions['update']>[1]): Promise<void> =>
    settle(basket.update(item.id, options))
  const failure = error ?? basket.failureOf(`line ${item.id}`)
  return (
    <li className={styles['line']} aria-busy={removing || changing || undefined}>
      <div className={styles['words']}>
        <Heading id={id} tabIndex={-1} ref={headingRef} className={styles['title']}>
          {lineTitle(item)}
        </Heading>
        {thing === null ? null : (
          <>
            <p className={styles['when']}>{lineTime(item)}</p>
            <p className={styles['where']}>{thing.location.name}</p>
          </>
        )}
        {ownEnd === undefined ? null : <p className={styles['where']}>{`Held until ${ownEnd}`}</p>}
        {item.notes.map((note) => (
          <p key={note} className={styles['note']}>
            {note}
          </p>
        ))}
      </div>
      <p className={styles['price']}>{price.formatted}</p>
      {price.explanation === null ? null : <p className={styles['explanation']}>{price.explanation}</p>}
      <PaidBy
        item={item}
        titleId={id}
        busy={changing}
        onChange={(options) => void change(options)}
        onTakeOff={() => void settle(takeOff(item, basket))}
      />
      {thing === null ? null : (
        <Choices
          item={item}
          customer={customer}
          titleId={id}
          busy={changing}
          onChange={(options) => void change(options)}
        />
      )}
      <div className={styles['end']}>
        <Button
          variant="text"
          size="sm"
          busy={removing}
          aria-label={`Remove ${describeLine(item)}`}
          onClick={onRemove}
        >
          <Icon name="trash" size={16} />
          {removing ? 'Removing…' : 'Remove'}
        </Button>
      </div>
      {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
    </li>
  )
}

/** The line's own end on the wall, when that is another minute than the basket's. */
const laterEnd = (own: string | null, ofBasket: string | null, zone: string): string | undefined => {
  if (own === null || ofBasket === null) return undefined
  const shown = formatEndTime(own, zone)
  return shown === formatEndTime(ofBasket, zone) ? undefined : shown
}

const takeOff = (
  { appliedBenefit, appliedPackage }: BasketItem,
  basket: BasketActions,
): Promise<string | undefined> => {
  if (appliedBenefit !== null) return basket.removeBenefit(appliedBenefit.id)
  return appliedPackage === null ? Promise.resolve(undefined) : basket.removePackage(appliedPackage.id)
}

/** What pays for the line, and what could: taken off and put back with one tap (D02). */
const PaidBy = ({
  item,
  titleId,
  busy,
  onChange,
  onTakeOff,
}: {
  item: BasketItem
  titleId: string
  busy: boolean
  onChange: (options: Parameters<BasketActions['update']>[1]) => void
  onTakeOff: () => void
}) => {
  const { appliedBenefit, appliedPackage, benefitAvailable, packageAvailable } = item
  const isPaid = appliedBenefit !== null || appliedPackage !== null
  const payers = [
    { kind: 'benefit', applied: appliedBenefit, offered: benefitAvailable, use: { applyBenefit: true } },
    { kind: 'package', applied: appliedPackage, offered: packageAvailable, use: { applyPackage: true } },
  ].filter(({ applied, offered }) => applied !== null || offered !== null)
  if (payers.length === 0) return null
  return (
    <ul role="list" className={styles['payers']} aria-busy={busy || undefined}>
      {payers.map(({ kind, applied, offered, use }) => {
        const name = (applied ?? offered)?.name ?? ''
        // One button for both ways, so that focus stays where it is.
        return (
          <li key={kind} className={styles['payer']} data-applied={applied === null ? undefined : true}>
            {applied === null ? null : <Icon name="check" size={16} />}
            <span>{name}</span>
            <Button
              variant="text"
              size="sm"
              busy={busy}
              aria-label={`${applied === null ? 'Use' : 'Take off'} ${name}`}
              aria-describedby={titleId}
              onClick={() => {
                if (applied === null) onChange(use)
                else onTakeOff()
              }}
            >
              {applied !== null ? 'Take off' : isPaid ? 'Use instead' : 'Use'}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** Price option, quantity and person, each only where there is something to choose (D06). */
const Choices = ({
  item,
  customer,
  titleId,
  busy,
  onChange,
}: {
  item: BasketItem
  customer: LoggedInCustomer | null
  titleId: string
  busy: boolean
  onChange: (options: Parameters<BasketActions['update']>[1]) => void
}) => {
  const id = useId()
  const most = Math.min(item.maxQuantity ?? 20, 20)
  const linked = customer?.linkedUsers ?? []
  const prices = item.pricingOptions.length < 2 ? null : item.pricingOptions
  if (prices === null && most < 2 && linked.length === 0) return null
  return (
    <div className={styles['choices']} aria-busy={busy || undefined}>
      {prices === null ? null : (
        <label className={styles['choice']}>
          <span id={`${id}-price`}>Price</span>
          <select
            aria-labelledby={`${id}-price ${titleId}`}
            value={item.pricingOptionId ?? ''}
            onChange={({ target }) => {
              onChange({ pricingOptionId: Number(target.value) })
            }}
          >
            {prices.map((option) => (
              <option key={option.id} value={option.id}>
                {`${option.name}, ${option.price.formatted}`}
              </option>
            ))}
          </select>
        </label>
      )}
      {most < 2 ? null : (
        <label className={styles['choice']}>
          <span id={`${id}-quantity`}>How many</span>
          <select
            aria-labelledby={`${id}-quantity ${titleId}`}
            value={item.quantity}
            onChange={({ target }) => {
              onChange({ quantity: Number(target.value) })
            }}
          >
            {Array.from({ length: Math.max(most, item.quantity) }, (_, index) => (
              <option key={index} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </select>
        </label>
      )}
      {linked.length === 0 || customer === null ? null : (
        <label className={styles['choice']}>
          <span id={`${id}-person`}>For</span>
          <select
            aria-labelledby={`${id}-person ${titleId}`}
            value={item.purchasedForUserId ?? customer.id}
            onChange={({ target }) => {
              onChange({ purchasedForUserId: Number(target.value) })
            }}
          >
            <option value={customer.id}>{`${customer.firstName} (you)`}</option>
            {linked.map((person) => (
              <option key={person.id} value={person.id}>
                {person.firstName}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}
