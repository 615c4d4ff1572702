import { useState } from 'react'
import type { TicketType } from '#contract/shapes.ts'
import type { ActionStatus } from '#contract/refusals.ts'
import type { BookableTicket } from '#contract/bookables.ts'
import * as messages from '#messages/desk/sale.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './DeskTickets.module.css'
import { useBasketActions } from './useBasketActions.ts'

/** What can be sold of a session to the customer being served: its tickets or prices, each with a button to add it. */
export const DeskTickets = ({ id, byTicket }: { id: string; byTicket: boolean }) => {
  const { data, error } = useDeferredRead(api.timetable.occurrence, { id })
  if (error !== null)
    return (
      <Notice colour="danger" role="alert">
        <p>{error.message}</p>
      </Notice>
    )
  if (data === undefined) return <Skeleton lines={2} />
  const { status, otherActions, reason } = data.actionToShow
  const canBook = status === 'BOOK' || otherActions.includes('BOOK')
  return (
    <>
      {data.preBookingNotice === null ? null : <p className={styles['note']}>{data.preBookingNotice}</p>}
      {canBook ? null : <p className={styles['note']}>{whyNotAdded(status, reason)}</p>}
      <ul role="list" className={styles['tickets']}>
        {data.tickets.map((ticket) => (
          <Ticket key={ticket.id} session={data} ticket={ticket} byTicket={byTicket} canBook={canBook} />
        ))}
      </ul>
    </>
  )
}

/** What the customer has already is no obstacle of the session. */
const whyNotAdded = (status: ActionStatus | null, reason: string | null): string => {
  switch (status) {
    case 'CANCEL_RESERVATION':
      return messages.addedAlready
    case 'CANCEL_BOOKING':
      return messages.bookedAlready
    default:
      return reason ?? messages.notOnSale
  }
}

const Ticket = ({
  session,
  ticket,
  byTicket,
  canBook,
}: {
  session: BookableTicket
  ticket: TicketType
  byTicket: boolean
  canBook: boolean
}) => {
  const basket = useBasketActions()
  const [chosenQuantity, setQuantity] = useState(1)
  const rowKey = `desk ${session.id} ${ticket.id}`
  const failure = basket.failureOf(rowKey)
  const most = Math.max(1, Math.min(ticket.maxQuantity ?? 20, session.spaces, 20))
  // Others buy while staff choose.
  const quantity = Math.min(chosenQuantity, most)
  const add = (): void => {
    const { id, cartType: type } = session
    const { id: pricingOptionId } = ticket.pricingOption
    basket.add(
      [byTicket ? { id, type, ticketId: ticket.id, quantity } : { id, type, pricingOptionId }],
      rowKey,
    )
  }
  return (
    <li className={styles['ticket']}>
      <span className={styles['name']}>
        {ticket.name}
        {ticket.price.explanation === null ? null : (
          <span className={styles['note']}>{ticket.price.explanation}</span>
        )}
      </span>
      <strong className={styles['price']}>{ticket.price.formatted}</strong>
      {byTicket && canBook && most > 1 ? (
        <SelectField
          label={<span className="visually-hidden">{messages.quantityOf({ ticket: ticket.name })}</span>}
          name={`quantity-${ticket.id}`}
          value={String(quantity)}
          onChange={(event) => {
            setQuantity(Number(event.currentTarget.value))
          }}
        >
          {Array.from({ length: most }, (_, index) => (
            <option key={index} value={String(index + 1)}>
              {index + 1}
            </option>
          ))}
        </SelectField>
      ) : null}
      {canBook ? (
        <Button
          size="lg"
          busy={basket.isAdding(rowKey)}
          aria-label={messages.addTicket({ ticket: ticket.name, session: session.name })}
          onClick={add}
        >
          {messages.add}
        </Button>
      ) : null}
      {failure === undefined ? null : (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
    </li>
  )
}
