import { formatted } from '#contract/money.ts'
import type { PricingOption } from '#contract/shapes.ts'
import * as messages from '#messages/bookings/timetablePanels.ts'
import { priceLabel } from './itemLabels.ts'
import styles from './panels.module.css'
import { listPrice, maximumOf, type ChosenQuantity, type Quantities } from './ticketQuantities.ts'

/** How many of each kind of ticket, for people without an account. */
export const TicketQuantities = ({
  lines,
  places,
  currency,
  choices,
  onChange,
}: {
  lines: readonly ChosenQuantity[]
  /** Places left in the session. */
  places: number
  currency: string
  choices: Quantities
  onChange: (choices: Quantities) => void
}) => (
  <ul role="list" className={styles['tickets']}>
    {lines.map(({ ticket, option, quantity }) => {
      const change = (choice: Quantities[string]): void => {
        onChange({ ...choices, [ticket.id]: { ...choices[ticket.id], ...choice } })
      }
      return (
        <li key={ticket.id} className={styles['ticket']} data-chosen={quantity > 0 ? '' : undefined}>
          <p>
            <span className={styles['ticket-name']}>{ticket.name}</span>
            <br />
            <span className={styles['quiet']}>{listPriceLabel(option, currency)}</span>
          </p>
          <select
            aria-label={messages.howMany({ name: ticket.name, price: listPriceLabel(option, currency) })}
            value={quantity}
            onChange={({ target }) => {
              change({ quantity: Number(target.value) })
            }}
          >
            {Array.from({ length: maximumOf(ticket, places) + 1 }, (_, count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
          {ticket.pricingOptions.length < 2 ? null : (
            <select
              className={styles['wide']}
              aria-label={messages.priceOf({ name: ticket.name })}
              value={option.id}
              onChange={({ target }) => {
                change({ optionId: Number(target.value) })
              }}
            >
              {ticket.pricingOptions.map((each) => (
                <option key={each.id} value={each.id}>
                  {`${each.name}, ${listPriceLabel(each, currency)}`}
                </option>
              ))}
            </select>
          )}
        </li>
      )
    })}
  </ul>
)

const listPriceLabel = (option: PricingOption, currency: string): string => {
  const raw = listPrice(option)
  return priceLabel({ raw, formatted: formatted(raw, currency) })
}
