import * as messages from '#messages/bookings/timetable.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { useFocusHandover } from '#web/ui/useFocusHandover.ts'
import { availabilityOf, isBookable, keyOf, type Availability, type Bookable } from './availability.ts'
import { availabilityLabel } from './availabilityLabel.ts'
import { actionLabel, locationName, priceLabel } from './itemLabels.ts'
import styles from './RowAction.module.css'
import { useTimetable, type Timetable } from './timetableContext.ts'
import { useAnyCourt } from './useAnyCourt.ts'
import type { Selection } from './useBookingOptions.tsx'

type RowActionProps = {
  item: Bookable
  state: Availability
  /** Shorter words on the button. */
  face?: string
  /** Secondary beside a button that books at once. */
  variant?: 'primary' | 'secondary'
  /** In a panel: the price and the person chosen there. */
  selection?: Selection
}

/**
 * The button of a row. It adds to the basket at once where there is nothing to choose or read first; otherwise it opens
 * the panel. Renders nothing when no action is possible: the text beside it says why.
 */
export const RowAction = ({ item, state, selection, face, variant }: RowActionProps) => {
  const timetable = useTimetable()
  const { day, zone, now } = timetable
  const availability = availabilityLabel(state, now, zone).text
  const details = { price: priceLabel(selection?.price ?? item.price), availability }

  if (state.is === 'in-basket') return <InBasket item={item} cartItemId={state.cartItemId} face={face} />
  if (state.is === 'log-in') return <LogInToBook item={item} price={details.price} />
  if (state.is === 'booked' && state.bookingId !== null)
    return <CancelBooking item={item} bookingId={state.bookingId} />
  if (state.is === 'waiting') return <LeaveWaitlist item={item} label={messages.leaveWaitlist} />
  if (canJoinWaitlist(state))
    return <JoinWaitlist item={item} availability={availability} selection={selection} face={face} />
  if (!isBookable(state)) return null
  const choice = selection === undefined ? requiredChoice(item, state, timetable) : undefined
  if (choice !== undefined) return <OpenPanel {...{ item, choice, details, face }} />
  const name = actionLabel(messages.add, item, day, details)
  const add = <AddToBasket {...{ item, name, selection, face, variant }} />
  if (state.is !== 'offered') return add
  return (
    <span className={styles['two']}>
      {add}
      <LeaveWaitlist item={item} label={messages.decline} />
    </span>
  )
}

/** Removes all of the row: several people or kinds of ticket are several lines. */
const InBasket = ({
  item,
  cartItemId,
  face,
}: {
  item: Bookable
  cartItemId: number | null
  face: string | undefined
}) => {
  const { day, basket, basketTo } = useTimetable()
  const rowKey = keyOf(item)
  const focusHandover = useFocusHandover(rowKey)
  if (cartItemId === null) {
    return (
      <Link className={buttonClass({ variant: 'secondary' })} to={basketTo}>
        {messages.inBasket}
      </Link>
    )
  }
  const lines = item.id === undefined ? [] : basket.lineIdsOf(item.id)
  const label = lines.length > 1 ? messages.removeAll({ count: lines.length }) : messages.remove
  const isRemoving = basket.isRemoving(cartItemId)
  return (
    <Button
      ref={focusHandover}
      variant="secondary"
      className={styles['script']}
      busy={isRemoving}
      aria-label={actionLabel(label, item, day)}
      onClick={() => {
        for (const id of lines.includes(cartItemId) ? lines : [cartItemId]) basket.remove(id, rowKey)
      }}
    >
      {isRemoving ? messages.removing : (face ?? label)}
    </Button>
  )
}

const LogInToBook = ({ item, price }: { item: Bookable; price: string }) => {
  const { day, loginTo } = useTimetable()
  return (
    <Link
      className={buttonClass({ variant: 'secondary' })}
      to={loginTo}
      stay
      aria-label={actionLabel(messages.logInToBook, item, day, { price })}
    >
      {messages.logIn}
    </Link>
  )
}

const CancelBooking = ({ item, bookingId }: { item: Bookable; bookingId: number }) => {
  const { day, bookingActions } = useTimetable()
  const focusHandover = useFocusHandover(keyOf(item))
  return (
    <Button
      ref={focusHandover}
      variant="secondary"
      className={styles['script']}
      aria-haspopup="dialog"
      aria-label={actionLabel(messages.cancelBooking, item, day)}
      onClick={() => {
        bookingActions.cancel(bookingId)
      }}
    >
      {messages.cancelBooking}
    </Button>
  )
}

/** To the panel, where something must be chosen or read first. */
const OpenPanel = ({
  item,
  choice,
  details,
  face = choice,
}: {
  item: Bookable
  choice: string
  details: { price: string; availability: string }
  face: string | undefined
}) => {
  const { day, panelTo } = useTimetable()
  return (
    <Link
      className={buttonClass()}
      to={panelTo(item)}
      stay
      aria-label={actionLabel(choice, item, day, details)}
    >
      {face}
    </Link>
  )
}

/** Adds an item at once; of an hour over several courts any free one. */
const AddToBasket = ({
  item,
  name,
  selection,
  face = messages.add,
  variant = 'primary',
}: {
  item: Bookable
  name: string
  selection: Selection | undefined
  face: string | undefined
  variant: 'primary' | 'secondary' | undefined
}) => {
  const { basket } = useTimetable()
  const anyCourt = useAnyCourt()
  const rowKey = keyOf(item)
  const focusHandover = useFocusHandover(rowKey)
  const isAdding = basket.isAdding(rowKey) || anyCourt.pendingRowKey === rowKey
  return (
    <Button
      variant={variant}
      ref={focusHandover}
      className={styles['script']}
      busy={isAdding}
      aria-label={name}
      onClick={() => {
        if (item.id === undefined) anyCourt.add(item)
        else
          basket.add(
            [{ id: item.id, type: item.cartType, applyPackage: false, ...selection?.request }],
            rowKey,
          )
      }}
    >
      {isAdding ? messages.adding : face}
    </Button>
  )
}

/** No place is free at the moment, and there is a waitlist. */
export const canJoinWaitlist = (state: Availability): boolean =>
  (state.is === 'full' && state.hasWaitlist) ||
  ((state.is === 'held' || state.is === 'desk-only') && state.canWait)

/** Visitors are led to the login; an hour over all courts leads to its courts. */
export const JoinWaitlist = ({
  item,
  availability,
  selection,
  face = messages.joinWaitlist,
}: {
  item: Bookable
  availability: string
  selection?: Selection | undefined
  face?: string | undefined
}) => {
  const { day, bookingActions, isLoggedIn, loginTo, panelTo } = useTimetable()
  const rowKey = keyOf(item)
  const focusHandover = useFocusHandover(rowKey)
  const name = actionLabel(messages.joinWaitlist, item, day, { availability })
  const { id } = item
  if (id === undefined || !isLoggedIn) {
    return (
      <Link
        className={buttonClass({ variant: 'secondary' })}
        to={isLoggedIn ? panelTo(item) : loginTo}
        stay
        aria-label={isLoggedIn ? name : actionLabel(messages.logInAndJoin, item, day)}
        onClick={() => {
          if (!isLoggedIn && id !== undefined) bookingActions.joinAfterLogin(id)
        }}
      >
        {face}
      </Link>
    )
  }
  return (
    <Button
      ref={focusHandover}
      variant="secondary"
      className={styles['script']}
      busy={bookingActions.isBusy(rowKey)}
      aria-label={name}
      onClick={() => {
        const personId = selection?.request.purchasedForUserId ?? null
        bookingActions.join(item, personId === null ? null : Number(personId), rowKey)
      }}
    >
      {bookingActions.isBusy(rowKey) ? messages.joining : face}
    </Button>
  )
}

/** Leaves the waitlist, or declines the place offered from it. */
export const LeaveWaitlist = ({ item, label }: { item: Bookable; label: string }) => {
  const { day, bookingActions } = useTimetable()
  const name = actionLabel(label, item, day)
  return bookingActions.leaveButton(item, { rowKey: keyOf(item), label, name, className: styles['script'] })
}

/** The label of the button to the panel, where something must be chosen or read first; undefined when one click is enough. */
const requiredChoice = (
  item: Bookable,
  state: Availability,
  { kind, choosesCourt, people }: Pick<Timetable, 'kind' | 'choosesCourt' | 'people'>,
): string | undefined => {
  if ('tickets' in item && item.tickets.length > 1) return messages.chooseTickets
  // A household is asked who goes; a court is for anyone who books it.
  const hasChoice = kind !== 'courts' || isForOthers(state)
  // An offer from the waitlist is for the person who waited.
  if (people.length > 1 && state.is !== 'offered' && hasChoice) return messages.chooseWho
  if (item.id === undefined && kind === 'courts' && choosesCourt && locationName(item) === '')
    return messages.chooseCourt
  return item.preBookingNotice === null || item.preBookingNotice === '' ? undefined : messages.seeDetails
}

const isForOthers = (state: Availability): boolean =>
  (state.is === 'free' || state.is === 'few') && state.forOthers === true

/** A row's availability, its label, and why the last click in it failed. */
export const useRowState = (item: Bookable) => {
  const { now, zone, basket, bookingActions } = useTimetable()
  const availability = availabilityOf(item, now)
  const state: Availability =
    availability.is === 'waiting'
      ? { ...availability, position: bookingActions.positionOf(item.actionToShow.waitlistId) }
      : availability
  return {
    state,
    label: availabilityLabel(state, now, zone, item.id === undefined ? 'court' : 'place'),
    failure: basket.failureOf(keyOf(item)) ?? bookingActions.failureOf(keyOf(item)),
  }
}
