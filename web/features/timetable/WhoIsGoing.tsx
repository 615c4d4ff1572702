import { useId } from 'react'
import * as messages from '#messages/bookings/timetablePanels.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import type { Choice, Going } from './going.ts'
import { priceLabel } from './itemLabels.ts'
import { useTimetable } from './timetableContext.ts'
import type { GoingState } from './useGoing.ts'
import styles from './WhoIsGoing.module.css'

/** The people of the household, to tick; each with their own price, or why they cannot go. */
export const WhoIsGoing = ({
  state: { going, hasFailed, retry, choose },
  isSingle,
}: {
  state: GoingState
  /** Only one of them, as for a court. */
  isSingle: boolean
}) => {
  const { renderAddChild } = useTimetable()
  const name = useId()
  if (hasFailed) {
    return (
      <ErrorBlock status={undefined}>
        <Button variant="secondary" onClick={retry}>
          {messages.tryAgain}
        </Button>
      </ErrorBlock>
    )
  }
  return (
    <fieldset className={styles['people']}>
      <legend className={styles['title']}>{isSingle ? messages.whoFor : messages.whoIsGoing}</legend>
      {going === undefined ? <Skeleton lines={3} /> : null}
      {going === undefined ? null : (
        <ul role="list" className={styles['list']}>
          {going.map((one) => (
            <PersonRow
              key={one.person.id}
              one={one}
              input={isSingle ? { type: 'radio', name } : { type: 'checkbox' }}
              onChoose={(choice) => {
                choose(one.person.id, choice)
              }}
            />
          ))}
        </ul>
      )}
      {going === undefined ? null : renderAddChild(going[0]?.person.lastName ?? '')}
    </fieldset>
  )
}

const PersonRow = ({
  one,
  input,
  onChoose,
}: {
  one: Going
  input: { type: 'radio'; name: string } | { type: 'checkbox' }
  onChoose: (choice: Choice) => void
}) => {
  const id = useId()
  const { person, canGo, isGoing, prices, ticket, option, usesPackage, price } = one
  const why = person.isInBasket ? messages.personInBasket : person.reason
  return (
    <li className={styles['person']} data-going={isGoing ? '' : undefined} data-off={canGo ? undefined : ''}>
      <label className={styles['main']}>
        <input
          {...input}
          checked={isGoing}
          disabled={!canGo}
          aria-describedby={`${id}-about`}
          onChange={({ target }) => {
            onChoose({ isGoing: target.checked })
          }}
        />
        <span className={styles['name']}>
          {messages.personName({ name: person.firstName, age: person.age, isSelf: person.isSelf })}
        </span>
        {price === null ? null : <span className={styles['price']}>{priceLabel(price)}</span>}
      </label>
      <p id={`${id}-about`} className={styles['about']}>
        {why ??
          [ticket?.name ?? '', usesPackage ? '' : savingLabel(option)]
            .filter((part) => part !== '')
            .join(' · ')}
      </p>
      {isGoing && prices.length > 1 ? (
        <select
          className={styles['select']}
          aria-label={messages.priceFor({ name: person.firstName })}
          value={prices.find((each) => each.ticket === ticket && each.option === option)?.key}
          onChange={({ target }) => {
            onChoose({ priceKey: target.value })
          }}
        >
          {prices.map(({ key, ticket: kind, option: { name, price: amount } }) => (
            <option key={key} value={key}>
              {messages.priceChoice({ ticket: kind.name, name, price: priceLabel(amount) })}
            </option>
          ))}
        </select>
      ) : null}
      {isGoing && option?.package != null ? (
        <label className={styles['package']}>
          <input
            type="checkbox"
            checked={usesPackage}
            onChange={({ target }) => {
              onChoose({ usesPackage: target.checked })
            }}
          />
          <span>{messages.visitsLabel({ name: option.package.name, left: option.package.visitsLeft })}</span>
        </label>
      ) : null}
    </li>
  )
}

/** What a membership saves, where the price is. */
const savingLabel = (option: Going['option']): string => {
  if (option?.benefit == null) return ''
  const { planName, saves } = option.benefit
  return option.price.raw === 0
    ? messages.planCovers({ plan: planName })
    : messages.planSaves({ plan: planName, saves: saves.formatted })
}
