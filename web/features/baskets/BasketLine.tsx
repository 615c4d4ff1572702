import { useId, useState, type Ref } from 'react'
import type { BasketItem } from '#contract/baskets.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import * as basketMessages from '#messages/shared/filledBasket.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './BasketLine.module.css'
import { describeLine, lineTitle, lineTime, type CombinedLine } from './basketLines.ts'
import type { BasketActions } from './useBasketActions.ts'
import { useBasketChanges, type BasketChanges } from './useBasketChanges.ts'
import { formatEndTime } from './holdTime.ts'

export const BasketLine = ({
  item,
  customer,
  isNamed,
  basketEndsAt,
  actions,
  Heading,
  headingRef,
  onRemove,
}: {
  item: CombinedLine
  customer: LoggedInCustomer | null
  /** Whether the line says for whom it is. */
  isNamed: boolean
  /** The end of the basket's holds: a line whose own hold ends at another minute says so. */
  basketEndsAt: string | null
  actions: BasketActions
  Heading: 'h3' | 'h4'
  headingRef: Ref<HTMLHeadingElement>
  onRemove: () => void
}) => {
  const id = useId()
  const { cartableResource: resource, price, heldUntil } = item
  const ownEnd = resource === null ? undefined : laterEnd(heldUntil, basketEndsAt, resource.date.tz)
  const changes = useBasketChanges()
  const isRemoving = item.lines.some((line) => actions.isRemoving(line.id))
  const [isChanging, setChanging] = useState(false)
  const [error, setError] = useState<string>()
  const run = async (request: Promise<string | undefined>): Promise<void> => {
    setChanging(true)
    setError(await request)
    setChanging(false)
  }
  const change = (options: Parameters<BasketChanges['update']>[1]): Promise<void> => {
    const { quantity } = options
    return run(
      typeof quantity === 'number'
        ? changes.setQuantity(item.lines, quantity)
        : changes.update(item.lines, options),
    )
  }
  const failure = error ?? actions.failureOf(`line ${item.id}`)
  return (
    <li className={styles['line']} aria-busy={isRemoving || isChanging || undefined}>
      <div className={styles['words']}>
        <Heading id={id} tabIndex={-1} ref={headingRef} className={styles['title']}>
          {item.quantity > 1
            ? basketMessages.quantityOf({ quantity: item.quantity, name: lineTitle(item) })
            : lineTitle(item)}
        </Heading>
        {!isNamed || attendeeLabel(item) === undefined ? null : (
          <p className={styles['when']}>{attendeeLabel(item)}</p>
        )}
        {resource === null ? null : (
          <p className={styles['when']}>
            {lineTime(item)} <span className={styles['where']}>{resource.location.name}</span>
          </p>
        )}
        {ownEnd === undefined ? null : (
          <p className={styles['where']}>{basketMessages.heldUntil({ time: ownEnd })}</p>
        )}
        {item.proofOfAge ? <p className={styles['note']}>{basketMessages.proofOfAge}</p> : null}
        {item.notes.map((note) => (
          <p key={note} className={styles['note']}>
            {note}
          </p>
        ))}
      </div>
      <p className={styles['price']}>{price.formatted}</p>
      {price.explanation === null ? null : <p className={styles['explanation']}>{price.explanation}</p>}
      <Payers
        item={item}
        titleId={id}
        busy={isChanging}
        // One ticket of several: the others cost what they did.
        onChange={(options) => void run(changes.update(item.lines.slice(0, 1), options))}
        onRemove={() => void run(removePayer(item, changes))}
      />
      {resource === null ? null : (
        <Choices
          item={item}
          customer={customer}
          titleId={id}
          busy={isChanging}
          onChange={(options) => void change(options)}
        />
      )}
      {/* Without script it is posted to the page. */}
      <form
        className={styles['end']}
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          onRemove()
        }}
      >
        <input type="hidden" name="call" value="remove" />
        {item.lines.map((line) => (
          <input key={line.id} type="hidden" name="cartItemId" value={line.id} />
        ))}
        <Button
          type="submit"
          variant="text"
          size="sm"
          busy={isRemoving}
          aria-label={basketMessages.removeItem({ item: describeLine(item) })}
        >
          <Icon name="trash" size={16} />
          {isRemoving ? basketMessages.removing : basketMessages.remove}
        </Button>
      </form>
      {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
    </li>
  )
}

/** Who takes part: a name, or guests. */
const attendeeLabel = ({ attendee, forGuest, quantity }: BasketItem): string | undefined => {
  if (forGuest) return basketMessages.guests({ count: quantity })
  return attendee === null
    ? undefined
    : basketMessages.attendee({ name: `${attendee.firstName} ${attendee.lastName}`.trim() })
}

/** The end of the line's own hold, where it is another minute than the basket's. */
const laterEnd = (own: string | null, ofBasket: string | null, zone: string): string | undefined => {
  if (own === null || ofBasket === null) return undefined
  const end = formatEndTime(own, zone)
  return end === formatEndTime(ofBasket, zone) ? undefined : end
}

const removePayer = (
  { appliedBenefit, appliedPackage }: BasketItem,
  changes: BasketChanges,
): Promise<string | undefined> => {
  if (appliedBenefit !== null) return changes.removeBenefit(appliedBenefit.id)
  return appliedPackage === null ? Promise.resolve(undefined) : changes.removePackage(appliedPackage.id)
}

/** The benefit or package that pays for the line, or could (D02). */
const Payers = ({
  item,
  titleId,
  busy,
  onChange,
  onRemove,
}: {
  item: BasketItem
  titleId: string
  busy: boolean
  onChange: (options: Parameters<BasketChanges['update']>[1]) => void
  onRemove: () => void
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
        // One button both ways, so that it keeps the focus.
        return (
          <li key={kind} className={styles['payer']} data-applied={applied === null ? undefined : true}>
            {applied === null ? null : <Icon name="check" size={16} />}
            <span>{name}</span>
            <Button
              variant="text"
              size="sm"
              busy={busy}
              aria-label={
                applied === null
                  ? basketMessages.applyBenefit({ name })
                  : basketMessages.removeBenefit({ name })
              }
              aria-describedby={titleId}
              onClick={() => {
                if (applied === null) onChange(use)
                else onRemove()
              }}
            >
              {applied !== null
                ? basketMessages.remove
                : isPaid
                  ? basketMessages.applyThis
                  : basketMessages.apply}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** Price, quantity and person, each where there is a choice (D06). */
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
  onChange: (options: Parameters<BasketChanges['update']>[1]) => void
}) => {
  const id = useId()
  const maxQuantity = Math.min(item.maxQuantity ?? 20, 20)
  const linked = customer?.linkedUsers ?? []
  const prices = item.pricingOptions.length < 2 ? null : item.pricingOptions
  if (prices === null && maxQuantity < 2 && linked.length === 0) return null
  return (
    <div className={styles['choices']} aria-busy={busy || undefined}>
      {prices === null ? null : (
        <label className={styles['choice']}>
          <span id={`${id}-price`}>{basketMessages.price}</span>
          <select
            aria-labelledby={`${id}-price ${titleId}`}
            value={item.pricingOptionId ?? ''}
            onChange={({ target }) => {
              onChange({ pricingOptionId: Number(target.value) })
            }}
          >
            {prices.map((option) => (
              <option key={option.id} value={option.id}>
                {basketMessages.priceOption({ name: option.name, price: option.price.formatted })}
              </option>
            ))}
          </select>
        </label>
      )}
      {maxQuantity < 2 ? null : (
        <label className={styles['choice']}>
          <span id={`${id}-quantity`}>{basketMessages.quantity}</span>
          <select
            aria-labelledby={`${id}-quantity ${titleId}`}
            value={item.quantity}
            onChange={({ target }) => {
              onChange({ quantity: Number(target.value) })
            }}
          >
            {Array.from({ length: Math.max(maxQuantity, item.quantity) }, (_, index) => (
              <option key={index} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </select>
        </label>
      )}
      {item.ticketId === null || item.quantity >= maxQuantity ? null : (
        <Button
          variant="text"
          size="md"
          busy={busy}
          aria-label={basketMessages.addAnotherOf({ item: lineTitle(item) })}
          onClick={() => {
            onChange({ quantity: item.quantity + 1 })
          }}
        >
          {basketMessages.addAnother}
        </Button>
      )}
      {linked.length === 0 || customer === null || item.quantity > 1 || item.forGuest ? null : (
        <label className={styles['choice']}>
          <span id={`${id}-person`}>{basketMessages.bookedFor}</span>
          <select
            aria-labelledby={`${id}-person ${titleId}`}
            value={item.purchasedForUserId ?? customer.id}
            onChange={({ target }) => {
              onChange({ purchasedForUserId: Number(target.value) })
            }}
          >
            <option value={customer.id}>{basketMessages.you({ name: customer.firstName })}</option>
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
