import { useId, useState, type ReactNode } from 'react'
import type { Price, PricingOption } from '#contract/shapes.ts'
import * as messages from '#messages/bookings/timetablePanels.ts'
import { SelectField } from '#web/ui/Field.tsx'
import { priceLabel } from './itemLabels.ts'
import styles from './useBookingOptions.module.css'
import { useTimetable, type BasketItemInput } from './timetableContext.ts'

/** The price and person selected before an item is added. */
export type Selection = {
  price: Price
  request: Pick<BasketItemInput, 'pricingOptionId' | 'purchasedForUserId' | 'applyBenefit' | 'applyPackage'>
}

/**
 * The fields for price and person, each only where there is more than one to choose from, and what is selected. The
 * prices are the customer's own, calculated by the server. A customer chooses none here: of those for an age or a
 * document each person is offered what they may have (WhoIsGoing), and a waitlist asks for none.
 */
export const useBookingOptions = (
  options: readonly PricingOption[],
  standard: { pricingOptionId: number; price: Price },
): { selection: Selection; fields: ReactNode } => {
  const { people, isLoggedIn } = useTimetable()
  const [optionId, setOptionId] = useState<number>()
  const [personId, setPersonId] = useState<number | null>(null)
  const option = options.find(({ id }) => id === (optionId ?? standard.pricingOptionId))
  const name = useId()

  const prices =
    options.length < 2 || isLoggedIn ? null : (
      <fieldset className={styles['options']}>
        <legend className={styles['legend']}>{messages.price}</legend>
        {options.map(({ id, name: label, price }) => (
          <label key={id} className={styles['option']}>
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === option?.id}
              onChange={() => {
                setOptionId(id)
              }}
            />
            <span>{label}</span>
            <span className={styles['price']}>{priceLabel(price)}</span>
          </label>
        ))}
      </fieldset>
    )
  const persons =
    people.length < 2 ? null : (
      <SelectField
        label={messages.whoFor}
        value={personId ?? ''}
        onChange={({ target }) => {
          setPersonId(target.value === '' ? null : Number(target.value))
        }}
      >
        {people.map(({ id, name: person }) => (
          <option key={id ?? 'self'} value={id ?? ''}>
            {person}
          </option>
        ))}
      </SelectField>
    )
  return {
    selection: {
      price: option?.price ?? standard.price,
      request: {
        pricingOptionId: option?.id ?? standard.pricingOptionId,
        applyPackage: false,
        ...(personId === null ? {} : { purchasedForUserId: personId }),
      },
    },
    fields:
      prices === null && persons === null ? null : (
        <div className={styles['questions']}>
          {persons}
          {prices}
        </div>
      ),
  }
}
