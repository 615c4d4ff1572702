import { useState } from 'react'
import type { BookableTicket, TicketType } from '#contract/shapes.ts'
import { formatted } from '#contract/money.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { actionName, hoursShown, isBookable, keyOf, priceInWords, priceOfSeveral } from './availability.ts'
import { dayInWords } from './days.ts'
import { Facts } from './Facts.tsx'
import styles from './panels.module.css'
import { PanelState } from './PanelState.tsx'
import { LeaveWaitlist, RowAction, useRow } from './RowAction.tsx'
import { useTimetable, type BasketItemInput } from './timetableContext.ts'

/** A session sold by tickets: kinds with how many of each (C03). */
export const TicketPanel = ({
  item,
  currency,
  closeTo,
  onClose,
}: {
  item: BookableTicket
  /** The operator's symbol. */
  currency: string
  closeTo: string
  onClose: () => void
}) => {
  const { basketTo, day, basket } = useTimetable()
  const { state, told, failure } = useRow(item)
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
      above={`${dayInWords(item.date.raw)}, ${hoursShown(item)}`}
      closeTo={closeTo}
      onClose={onClose}
      Link={Link}
      foot={
        <div className={styles['foot']}>
          <p className={styles['sum']} aria-live="polite">
            <span className={styles['amount']}>{formatted(total, currency)}</span>
            <span className={styles['quiet']}>{ticketsInWords(chosen)}</span>
          </p>
          <div className={styles['buttons']}>
            {canAdd ? (
              <Button
                size="lg"
                className={styles['script']}
                busy={basket.isAdding(rowKey)}
                aria-disabled={chosen.length === 0 || undefined}
                aria-label={actionName('Add', item, day, {
                  words: chosen.length === 0 ? 'choose tickets first' : ticketsInWords(chosen),
                  ...(chosen.length === 0 ? {} : { price: formatted(total, currency) }),
                })}
                onClick={() => {
                  if (chosen.length > 0) add()
                }}
              >
                {basket.isAdding(rowKey) ? 'Adding…' : 'Add'}
              </Button>
            ) : (
              <RowAction item={item} state={state} chosen={standardOf(item)} />
            )}
            {state.is === 'offered' ? <LeaveWaitlist item={item} label="Let it go" /> : null}
            {state.is === 'in-basket' ? (
              <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={basketTo}>
                View basket
              </Link>
            ) : null}
          </div>
          {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
        </div>
      }
    >
      <PanelState item={item} state={state} told={told} />
      {state.is === 'in-basket' && canAdd ? (
        <div>
          <RowAction item={item} state={state} chosen={standardOf(item)} />
        </div>
      ) : null}
      <Facts item={item} />
      {canAdd ? (
        <div>
          <h3 className={styles['list-title']}>Tickets</h3>
          <ul role="list" className={styles['tickets']}>
            {lines.map(({ ticket, option, quantity }) => (
              <li key={ticket.id} className={styles['ticket']} data-chosen={quantity > 0 ? '' : undefined}>
                <p>
                  <span className={styles['ticket-name']}>{ticket.name}</span>
                  <br />
                  <span className={styles['quiet']}>{priceInWords(option.price)}</span>
                </p>
                <select
                  aria-label={`How many: ${ticket.name}, ${priceInWords(option.price)} each`}
                  value={quantity}
                  onChange={({ target }) => {
                    setQuantities({ ...quantities, [ticket.id]: Number(target.value) })
                  }}
                >
                  {Array.from({ length: mostOf(ticket, item) + 1 }, (_, count) => (
                    <option key={count} value={count}>
                      {count}
                    </option>
                  ))}
                </select>
                {ticket.pricingOptions.length < 2 ? null : (
                  <select
                    className={styles['wide']}
                    aria-label={`Price of ${ticket.name}`}
                    value={option.id}
                    onChange={({ target }) => {
                      setOptionIds({ ...optionIds, [ticket.id]: Number(target.value) })
                    }}
                  >
                    {ticket.pricingOptions.map(({ id, name, price }) => (
                      <option key={id} value={id}>
                        {`${name}, ${priceInWords(price)}`}
                      </option>
                    ))}
                  </select>
                )}
              </li>
            ))}
          </ul>
          {item.id === undefined ? null : (
            <p className={styles['quiet']}>
              <Link to={links.pricing(item.id)}>Somebody is a member? Use their reference</Link>
            </p>
          )}
        </div>
      ) : null}
    </SidePanel>
  )
}

/** At most what the kind allows, what is left, and a number one can scroll through. */
const mostOf = ({ maxQuantity }: TicketType, { spaces }: BookableTicket): number =>
  Math.max(0, Math.min(maxQuantity ?? 20, spaces, 20))

const ticketsInWords = (chosen: readonly { ticket: TicketType; quantity: number }[]): string =>
  chosen.length === 0
    ? 'No tickets chosen'
    : chosen.map(({ ticket, quantity }) => `${quantity} × ${ticket.name}`).join(', ')

const standardOf = (item: BookableTicket) => ({
  price: item.price,
  wanted: { pricingOptionId: item.pricingOptionId },
})
