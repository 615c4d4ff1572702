import { useState } from 'react'
import type { BookableTicket, TicketType } from '#contract/shapes.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/bookings/timetable.ts'
import * as panelMessages from '#messages/bookings/timetablePanels.ts'
import { longDay } from '#messages/format.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { isBookable, keyOf } from './availability.ts'
import { actionLabel, hoursLabel, priceLabel, priceOfSeveral } from './itemLabels.ts'
import { NearestTimes } from './NearestTimes.tsx'
import { OccurrenceDetails } from './OccurrenceDetails.tsx'
import styles from './panels.module.css'
import { PanelState } from './PanelState.tsx'
import { LeaveWaitlist, RowAction, useRowState } from './RowAction.tsx'
import { useTimetable, type BasketItemInput } from './timetableContext.ts'

/** A fast ticket: its kinds of ticket, and how many of each (C03). */
export const TicketPanel = ({
  item,
  items,
  currency,
  closeTo,
  onClose,
}: {
  item: BookableTicket
  /** All of the day; undefined until they have loaded. */
  items: readonly BookableTicket[] | undefined
  /** The operator's symbol. */
  currency: string
  closeTo: string
  onClose: () => void
}) => {
  const { basketTo, day, basket } = useTimetable()
  const { state, label, failure } = useRowState(item)
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({})
  const [optionIds, setOptionIds] = useState<Readonly<Record<string, number>>>({})
  const canAdd = isBookable(state) || item.actionToShow.otherActions.includes('BOOK')
  const lines = item.tickets.map((ticket) => {
    const option = ticket.pricingOptions.find(({ id }) => id === optionIds[ticket.id]) ?? ticket.pricingOption
    return { ticket, option, quantity: quantities[ticket.id] ?? 0 }
  })
  const chosen = lines.filter(({ quantity }) => quantity > 0)
  const total = chosen.reduce((sum, { option, quantity }) => sum + priceOfSeveral(option.price, quantity), 0)
  const rowKey = keyOf(item)
  const add = (): void => {
    basket.add(
      chosen.map(({ ticket, option, quantity }): BasketItemInput => ({
        id: item.id,
        type: item.cartType,
        ticketId: ticket.id,
        pricingOptionId: option.id,
        quantity,
      })),
      rowKey,
    )
    setQuantities({})
  }
  return (
    <SidePanel
      title={item.name}
      above={`${longDay(item.date.raw)}, ${hoursLabel(item)}`}
      closeTo={closeTo}
      onClose={onClose}
      Link={Link}
      foot={
        <div className={styles['foot']}>
          <p className={styles['sum']} aria-live="polite">
            <span className={styles['amount']}>{formatted(total, currency)}</span>
            <span className={styles['quiet']}>{ticketsLabel(chosen)}</span>
          </p>
          <div className={styles['buttons']}>
            {canAdd ? (
              <Button
                size="lg"
                className={styles['script']}
                busy={basket.isAdding(rowKey)}
                aria-disabled={chosen.length === 0 || undefined}
                aria-label={
                  chosen.length === 0
                    ? actionLabel(messages.addNeedsTickets, item, day)
                    : actionLabel(messages.add, item, day, {
                        availability: ticketsLabel(chosen),
                        price: formatted(total, currency),
                      })
                }
                onClick={() => {
                  if (chosen.length > 0) add()
                }}
              >
                {basket.isAdding(rowKey) ? messages.adding : messages.add}
              </Button>
            ) : (
              <RowAction item={item} state={state} selection={standardSelection(item)} />
            )}
            {state.is === 'offered' ? <LeaveWaitlist item={item} label={messages.decline} /> : null}
            {state.is === 'in-basket' ? (
              <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={basketTo}>
                {panelMessages.viewBasket}
              </Link>
            ) : null}
          </div>
          {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
        </div>
      }
    >
      <PanelState state={state} label={label} />
      {state.is === 'in-basket' && canAdd ? (
        <div>
          <RowAction item={item} state={state} selection={standardSelection(item)} />
        </div>
      ) : null}
      <NearestTimes full={item} items={items} />
      <OccurrenceDetails item={item} />
      {canAdd ? (
        <div>
          <h3 className={styles['list-title']}>{panelMessages.tickets}</h3>
          <ul role="list" className={styles['tickets']}>
            {lines.map(({ ticket, option, quantity }) => (
              <li key={ticket.id} className={styles['ticket']} data-chosen={quantity > 0 ? '' : undefined}>
                <p>
                  <span className={styles['ticket-name']}>{ticket.name}</span>
                  <br />
                  <span className={styles['quiet']}>{priceLabel(option.price)}</span>
                </p>
                <select
                  aria-label={panelMessages.howMany({ name: ticket.name, price: priceLabel(option.price) })}
                  value={quantity}
                  onChange={({ target }) => {
                    setQuantities({ ...quantities, [ticket.id]: Number(target.value) })
                  }}
                >
                  {Array.from({ length: maximumOf(ticket, item) + 1 }, (_, count) => (
                    <option key={count} value={count}>
                      {count}
                    </option>
                  ))}
                </select>
                {ticket.pricingOptions.length < 2 ? null : (
                  <select
                    className={styles['wide']}
                    aria-label={panelMessages.priceOf({ name: ticket.name })}
                    value={option.id}
                    onChange={({ target }) => {
                      setOptionIds({ ...optionIds, [ticket.id]: Number(target.value) })
                    }}
                  >
                    {ticket.pricingOptions.map(({ id, name, price }) => (
                      <option key={id} value={id}>
                        {`${name}, ${priceLabel(price)}`}
                      </option>
                    ))}
                  </select>
                )}
              </li>
            ))}
          </ul>
          {item.id === undefined ? null : (
            <p className={styles['quiet']}>
              <Link to={links.pricing(item.id)}>{panelMessages.otherMember}</Link>
            </p>
          )}
        </div>
      ) : null}
    </SidePanel>
  )
}

/** Limited by the kind of ticket, the places left and the length of a usable list. */
const maximumOf = ({ maxQuantity }: TicketType, { spaces }: BookableTicket): number =>
  Math.max(0, Math.min(maxQuantity ?? 20, spaces, 20))

const ticketsLabel = (chosen: readonly { ticket: TicketType; quantity: number }[]): string =>
  chosen.length === 0
    ? panelMessages.noTickets
    : chosen
        .map(({ ticket, quantity }) => panelMessages.ticketCount({ count: quantity, name: ticket.name }))
        .join(', ')

const standardSelection = (item: BookableTicket) => ({
  price: item.price,
  request: { pricingOptionId: item.pricingOptionId },
})
