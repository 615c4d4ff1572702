import { useState } from 'react'
import type { BookableTicket } from '#contract/bookables.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/bookings/timetable.ts'
import * as panelMessages from '#messages/bookings/timetablePanels.ts'
import { longDay } from '#messages/format.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { isBookable, keyOf } from './availability.ts'
import { itemsFor, totalOf, type Going } from './going.ts'
import { actionLabel, hoursLabel } from './itemLabels.ts'
import { NearestTimes } from './NearestTimes.tsx'
import { OccurrenceDetails } from './OccurrenceDetails.tsx'
import styles from './panels.module.css'
import { PanelState } from './PanelState.tsx'
import { LeaveWaitlist, RowAction, useRowState } from './RowAction.tsx'
import { TicketQuantities } from './TicketQuantities.tsx'
import { priceOfQuantity, quantitiesOf, type ChosenQuantity, type Quantities } from './ticketQuantities.ts'
import { useTimetable, type BasketItemInput } from './timetableContext.ts'
import { useBookNow } from './useBookNow.ts'
import { useGoing } from './useGoing.ts'
import { WhoIsGoing } from './WhoIsGoing.tsx'

/** A fast ticket: who of the household goes, and tickets for people without an account (C03). */
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
  const { basketTo, checkoutTo, day, basket, isLoggedIn } = useTimetable()
  const { state, label, failure } = useRowState(item)
  const [chosenQuantities, setQuantities] = useState<Quantities>({})
  const canAdd = isBookable(state) || item.actionToShow.otherActions.includes('BOOK')
  const who = useGoing(item.id, false, isLoggedIn && canAdd)
  const going = (who.going ?? []).filter(({ isGoing }) => isGoing)
  const lines = quantitiesOf(item.tickets, chosenQuantities, item.spaces)
  const tickets = lines.filter(({ quantity }) => quantity > 0)
  const total = totalOf(going) + tickets.reduce((sum, line) => sum + priceOfQuantity(line), 0)
  const summary = summaryOf(going, tickets)
  const rowKey = keyOf(item)
  const isEmpty = going.length + tickets.length === 0
  const hasTickets = state.is === 'in-basket' || basket.lineIdsOf(item.id).length > 0
  const { bookNow, isLeaving } = useBookNow(rowKey)
  const chosenItems = [
    ...itemsFor(item, going),
    ...tickets.map(({ ticket, option, quantity }): BasketItemInput => ({
      id: item.id,
      type: item.cartType,
      ticketId: ticket.id,
      pricingOptionId: option.id,
      quantity,
      applyPackage: false,
      ...(isLoggedIn ? { forGuest: true, applyBenefit: false } : {}),
    })),
  ]
  const add = (): void => {
    basket.add(chosenItems, rowKey)
    setQuantities({})
    who.reset()
  }
  const quantityFields = (
    <TicketQuantities
      currency={currency}
      lines={lines}
      places={item.spaces}
      choices={chosenQuantities}
      onChange={setQuantities}
    />
  )
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
            {isEmpty && hasTickets ? (
              <span className={styles['quiet']}>{panelMessages.ticketsInBasket}</span>
            ) : (
              <>
                <span className={styles['amount']}>{formatted(total, currency)}</span>
                <span className={styles['quiet']}>{summary}</span>
              </>
            )}
          </p>
          <div className={styles['buttons']}>
            {canAdd ? (
              <Button
                variant="secondary"
                size="lg"
                className={styles['script']}
                busy={basket.isAdding(rowKey) && !isLeaving}
                aria-disabled={isEmpty || undefined}
                aria-label={
                  isEmpty
                    ? actionLabel(messages.addNeedsTickets, item, day)
                    : actionLabel(messages.add, item, day, {
                        availability: summary,
                        price: formatted(total, currency),
                      })
                }
                onClick={() => {
                  if (!isEmpty) add()
                }}
              >
                {basket.isAdding(rowKey) && !isLeaving ? messages.adding : messages.add}
              </Button>
            ) : (
              <RowAction item={item} state={state} selection={standardSelection(item)} />
            )}
            {canAdd && (!isEmpty || isLeaving) ? (
              <Button
                size="lg"
                className={styles['script']}
                busy={isLeaving}
                aria-label={actionLabel(panelMessages.bookNow, item, day, {
                  availability: summary,
                  price: formatted(total, currency),
                })}
                onClick={() => {
                  if (!basket.isAdding(rowKey)) bookNow(chosenItems)
                }}
              >
                {panelMessages.bookNow}
              </Button>
            ) : null}
            {state.is === 'offered' ? <LeaveWaitlist item={item} label={messages.decline} /> : null}
            {hasTickets && isEmpty && !isLeaving ? (
              <>
                <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={basketTo}>
                  {panelMessages.viewBasket}
                </Link>
                <Link className={buttonClass({ size: 'lg' })} to={checkoutTo}>
                  {panelMessages.goToCheckout}
                </Link>
              </>
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
      {canAdd && isLoggedIn ? <WhoIsGoing state={who} isSingle={false} /> : null}
      {canAdd ? (
        <div>
          {isLoggedIn ? (
            <details className={styles['others']}>
              <summary>{panelMessages.otherTickets}</summary>
              {quantityFields}
            </details>
          ) : (
            <>
              <h3 className={styles['list-title']}>{panelMessages.tickets}</h3>
              {quantityFields}
            </>
          )}
          <p className={styles['quiet']}>
            <Link className={styles['alone']} to={links.pricing(item.id)}>
              {panelMessages.otherMember}
            </Link>
          </p>
        </div>
      ) : null}
      <OccurrenceDetails item={item} />
    </SidePanel>
  )
}

/** `Ravi, Anya, 2 × Adult` */
const summaryOf = (going: readonly Going[], tickets: readonly ChosenQuantity[]): string =>
  going.length + tickets.length === 0
    ? panelMessages.noTickets
    : [
        ...going.map(({ person }) => person.firstName),
        ...tickets.map(({ ticket, quantity }) =>
          panelMessages.ticketCount({ count: quantity, name: ticket.name }),
        ),
      ].join(', ')

const standardSelection = (item: BookableTicket) => ({
  price: item.price,
  request: { pricingOptionId: item.pricingOptionId, applyPackage: false },
})
