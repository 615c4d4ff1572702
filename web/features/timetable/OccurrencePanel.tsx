import type { ReactNode } from 'react'
import type { BookableSlot } from '#contract/bookables.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/bookings/timetable.ts'
import * as panelMessages from '#messages/bookings/timetablePanels.ts'
import { longDay } from '#messages/format.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { useFocusHandover } from '#web/ui/useFocusHandover.ts'
import { isBookable, keyOf, type Bookable } from './availability.ts'
import { itemsFor, totalOf } from './going.ts'
import { actionLabel, hoursLabel, priceLabel } from './itemLabels.ts'
import { NearestTimes } from './NearestTimes.tsx'
import { OccurrenceDetails } from './OccurrenceDetails.tsx'
import styles from './panels.module.css'
import { PanelState } from './PanelState.tsx'
import { JoinWaitlist, canJoinWaitlist, RowAction, useRowState } from './RowAction.tsx'
import { useTimetable } from './timetableContext.ts'
import { useBookNow } from './useBookNow.ts'
import { useBookingOptions } from './useBookingOptions.tsx'
import { useGoing, type GoingState } from './useGoing.ts'
import { WhoIsGoing } from './WhoIsGoing.tsx'

/** One class, or one court at one hour. */
export const OccurrencePanel = ({
  item,
  items,
  currency,
  favourites,
  closeTo,
  onClose,
}: {
  item: BookableSlot
  /** All of the day; undefined until they have loaded. */
  items?: readonly Bookable[] | undefined
  /** The operator's symbol. */
  currency: string
  /** The buttons that add it to the favourites. */
  favourites?: ReactNode
  closeTo: string
  onClose: () => void
}) => {
  const { basket, basketTo, checkoutTo, day, people, isLoggedIn, kind } = useTimetable()
  const { state, label, failure } = useRowState(item)
  const { selection, fields } = useBookingOptions(item.pricingOptions, item)
  // The basket knows it before the timetable has been read again.
  const isMine = state.is === 'in-basket' || basket.lineIdsOf(item.id).length > 0
  const isSingle = kind === 'courts'
  const canAdd = isBookable(state) || item.actionToShow.otherActions.includes('BOOK')
  const isHousehold = isLoggedIn && canAdd && state.is !== 'offered'
  const who = useGoing(item.id, isSingle, isHousehold)
  const { bookNow, isLeaving } = useBookNow(keyOf(item))
  const householdItems = itemsFor(item, who.going ?? [])
  const itemsToBook = isHousehold
    ? householdItems
    : isBookable(state) && !isMine
      ? [{ id: item.id, type: item.cartType, applyPackage: false, ...selection.request }]
      : []
  const canBookNow = isLeaving || itemsToBook.length > 0
  const canWaitForAnother =
    !canJoinWaitlist(state) && people.length > 1 && item.actionToShow.otherActions.includes('JOIN_WAITLIST')
  return (
    <SidePanel
      title={item.name}
      above={`${longDay(item.date.raw)}, ${hoursLabel(item)}`}
      closeTo={closeTo}
      onClose={onClose}
      Link={Link}
      foot={
        <div className={styles['foot']}>
          {isHousehold ? (
            <GoingSum who={who} currency={currency} />
          ) : (
            <p className={styles['sum']}>
              <span className={styles['amount']}>{priceLabel(selection.price)}</span>
              {selection.price.explanation === null ? null : (
                <span className={styles['quiet']}>{selection.price.explanation}</span>
              )}
            </p>
          )}
          <div className={styles['buttons']}>
            {isHousehold ? <AddGoing item={item} who={who} currency={currency} /> : null}
            {isHousehold && isBookable(state) ? null : (
              <RowAction item={item} state={state} selection={selection} variant="secondary" />
            )}
            {canBookNow ? (
              <Button
                className={styles['script']}
                busy={isLeaving}
                aria-disabled={basket.isAdding(keyOf(item)) || undefined}
                aria-label={actionLabel(panelMessages.bookNow, item, day)}
                onClick={() => {
                  if (!basket.isAdding(keyOf(item))) bookNow(itemsToBook)
                }}
              >
                {panelMessages.bookNow}
              </Button>
            ) : null}
            {canWaitForAnother ? (
              <JoinWaitlist item={item} availability={label.text} selection={selection} />
            ) : null}
            {isMine && !canBookNow ? (
              <>
                <Link className={buttonClass({ variant: 'secondary' })} to={basketTo}>
                  {panelMessages.viewBasket}
                </Link>
                <Link className={buttonClass()} to={checkoutTo}>
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
      <NearestTimes full={item} items={items} />
      <OccurrenceDetails item={item} />
      {favourites}
      {isHousehold ? <WhoIsGoing state={who} isSingle={isSingle} /> : null}
      {!isHousehold && (isBookable(state) || canJoinWaitlist(state) || canWaitForAnother) ? fields : null}
    </SidePanel>
  )
}

/** What everybody who is chosen pays together. */
const GoingSum = ({ who: { going = [] }, currency }: { who: GoingState; currency: string }) => (
  <p className={styles['sum']} aria-live="polite">
    <span className={styles['amount']}>{formatted(totalOf(going), currency)}</span>
    <span className={styles['quiet']}>
      {panelMessages.peopleGoing({ count: going.filter(({ isGoing }) => isGoing).length })}
    </span>
  </p>
)

/** Adds one line for each person who is chosen. */
const AddGoing = ({
  item,
  who: { going = [], reset },
  currency,
}: {
  item: BookableSlot
  who: GoingState
  currency: string
}) => {
  const { basket, day } = useTimetable()
  const rowKey = keyOf(item)
  const focusHandover = useFocusHandover(rowKey)
  const items = itemsFor(item, going)
  if (going.length > 0 && !going.some(({ canGo }) => canGo)) return null
  const isAdding = basket.isAdding(rowKey)
  return (
    <Button
      ref={focusHandover}
      className={styles['script']}
      busy={isAdding}
      aria-disabled={items.length === 0 || undefined}
      aria-label={
        items.length === 0
          ? actionLabel(messages.addNeedsPeople, item, day)
          : actionLabel(messages.add, item, day, {
              price: formatted(totalOf(going), currency),
              availability: panelMessages.peopleGoing({ count: items.length }),
            })
      }
      onClick={() => {
        if (items.length === 0) return
        basket.add(items, rowKey)
        reset()
      }}
    >
      {isAdding ? messages.adding : messages.add}
    </Button>
  )
}
