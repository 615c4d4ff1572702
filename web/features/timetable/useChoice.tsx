import { useId, useState, type ReactNode } from 'react'
import type { Price, PricingOption } from '#contract/shapes.ts'
import { SelectField } from '#web/ui/Field.tsx'
import { priceInWords } from './availability.ts'
import styles from './useChoice.module.css'
import { useTimetable, type BasketItemInput } from './timetableContext.ts'

/** What a person has chosen about something before adding it. */
export type Chosen = { price: Price; wanted: Pick<BasketItemInput, 'pricingOptionId' | 'purchasedForUserId'> }

/**
 * The questions of price and person, where there is more than one answer, and what has been answered. Prices are the
 * caller's own, as the server worked them out.
 */
export const useChoice = (
  options: readonly PricingOption[],
  standard: { pricingOptionId: number; price: Price },
): { chosen: Chosen; questions: ReactNode } => {
  const { people } = useTimetable()
  const [optionId, setOptionId] = useState<number>()
  const [personId, setPersonId] = useState<number | null>(null)
  const option = options.find(({ id }) => id === (optionId ?? standard.pricingOptionId))
  const name = useId()

  const prices =
    options.length < 2 ? null : (
      <fieldset className={styles['options']}>
        <legend className={styles['legend']}>Price</legend>
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
            <span className={styles['price']}>{priceInWords(price)}</span>
          </label>
        ))}
      </fieldset>
    )
  const persons =
    people.length < 2 ? null : (
      <SelectField
        label="Who is it for?"
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
    chosen: {
      price: option?.price ?? standard.price,
      wanted: {
        pricingOptionId: option?.id ?? standard.pricingOptionId,
        ...(personId === null ? {} : { purchasedForUserId: personId }),
      },
    },
    questions:
      prices === null && persons === null ? null : (
        <div className={styles['questions']}>
          {persons}
          {prices}
        </div>
      ),
  }
}
