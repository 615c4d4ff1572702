import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import {
  actionName,
  availabilityOf,
  isBookable,
  keyOf,
  placeOf,
  priceInWords,
  toldOf,
  type Availability,
  type Bookable,
} from './availability.ts'
import styles from './RowAction.module.css'
import { useTimetable } from './timetableContext.ts'
import { useAnyCourt } from './useAnyCourt.ts'
import type { Chosen } from './useChoice.tsx'

/**
 * The one thing to press in a row. One click adds where nothing need be chosen or read first; otherwise it leads to the
 * panel where one chooses. Its name says all that the row says. Nothing is shown where nothing can be done: the words
 * beside it tell why.
 */
export const RowAction = ({
  item,
  state,
  chosen,
}: {
  item: Bookable
  state: Availability
  /** In a panel: the price and the person chosen there. */
  chosen?: Chosen
}) => {
  const { day, zone, now, kind, choosesCourt, basket, bookingActions, panelTo, loginTo, basketTo } =
    useTimetable()
  const anyCourt = useAnyCourt()
  const rowKey = keyOf(item)
  const about = { price: priceInWords(chosen?.price ?? item.price), words: toldOf(state, now, zone).words }

  if (state.is === 'in-basket') {
    const { cartItemId } = state
    if (cartItemId === null) {
      return (
        <Link className={buttonClass({ variant: 'secondary' })} to={basketTo}>
          In basket
        </Link>
      )
    }
    return (
      <Button
        variant="secondary"
        className={styles['script']}
        busy={basket.isRemoving(cartItemId)}
        aria-label={actionName('Remove', item, day)}
        onClick={() => {
          basket.remove(cartItemId, rowKey)
        }}
      >
        {basket.isRemoving(cartItemId) ? 'Removing…' : 'Remove'}
      </Button>
    )
  }
  if (state.is === 'log-in') {
    return (
      <Link
        className={buttonClass({ variant: 'secondary' })}
        to={loginTo}
        stay
        aria-label={actionName('Log in to book', item, day, { price: about.price })}
      >
        Log in
      </Link>
    )
  }
  if (state.is === 'booked' && state.bookingId !== null) {
    const { bookingId } = state
    return (
      <Button
        variant="secondary"
        className={styles['script']}
        aria-haspopup="dialog"
        aria-label={actionName('Cancel booking', item, day)}
        onClick={() => {
          bookingActions.cancel(bookingId)
        }}
      >
        Cancel booking
      </Button>
    )
  }
  if (state.is === 'waiting') return <LeaveWaitlist item={item} label="Leave waitlist" />
  if (mayWait(state)) return <JoinWaitlist item={item} words={about.words} chosen={chosen} />
  if (!isBookable(state)) return null

  const choice = chosen === undefined ? choiceIn(item, kind, choosesCourt) : undefined
  if (choice !== undefined) {
    return (
      <Link
        className={buttonClass()}
        to={panelTo(item)}
        stay
        aria-label={actionName(choice, item, day, about)}
      >
        {choice}
      </Link>
    )
  }
  const adding = basket.isAdding(rowKey) || anyCourt.asking === rowKey
  const add = (
    <Button
      className={styles['script']}
      busy={adding}
      aria-label={actionName('Add', item, day, about)}
      onClick={() => {
        if (item.id === undefined) anyCourt.add(item)
        else basket.add([{ id: item.id, type: item.cartType, ...chosen?.wanted }], rowKey)
      }}
    >
      {adding ? 'Adding…' : 'Add'}
    </Button>
  )
  if (state.is !== 'offered') return add
  return (
    <span className={styles['two']}>
      {add}
      <LeaveWaitlist item={item} label="Let it go" />
    </span>
  )
}

/** There is no place, or none for now, and one may wait for one. */
export const mayWait = (state: Availability): boolean =>
  (state.is === 'full' && state.hasWaitlist) || (state.is === 'held' && state.canWait)

/** A visitor is asked to log in first; an hour over all courts leads to them. */
export const JoinWaitlist = ({
  item,
  words,
  chosen,
}: {
  item: Bookable
  words: string
  chosen?: Chosen | undefined
}) => {
  const { day, bookingActions, isLoggedIn, loginTo, panelTo } = useTimetable()
  const rowKey = keyOf(item)
  const name = actionName('Join waitlist', item, day, { words })
  if (item.id === undefined || !isLoggedIn) {
    return (
      <Link
        className={buttonClass({ variant: 'secondary' })}
        to={isLoggedIn ? panelTo(item) : loginTo}
        stay
        aria-label={isLoggedIn ? name : `${name}, log in first`}
      >
        Join waitlist
      </Link>
    )
  }
  return (
    <Button
      variant="secondary"
      className={styles['script']}
      busy={bookingActions.isBusy(rowKey)}
      aria-label={name}
      onClick={() => {
        const personId = chosen?.wanted.purchasedForUserId ?? null
        bookingActions.join(item, personId === null ? null : Number(personId), rowKey)
      }}
    >
      {bookingActions.isBusy(rowKey) ? 'Joining…' : 'Join waitlist'}
    </Button>
  )
}

/** Out of the queue, or away from a place that is kept. */
export const LeaveWaitlist = ({ item, label }: { item: Bookable; label: 'Leave waitlist' | 'Let it go' }) => {
  const { day, bookingActions } = useTimetable()
  const rowKey = keyOf(item)
  if (item.id === undefined) return null
  return (
    <Button
      variant="secondary"
      className={styles['script']}
      busy={bookingActions.isBusy(rowKey)}
      aria-label={actionName(label, item, day)}
      onClick={() => {
        bookingActions.leave(item, rowKey)
      }}
    >
      {label}
    </Button>
  )
}

/** What must be chosen or read before anything can be added; undefined when one click is enough. */
const choiceIn = (item: Bookable, kind: string, choosesCourt: boolean): string | undefined => {
  if ('tickets' in item && item.tickets.length > 1) return 'Choose tickets'
  if (item.id === undefined && kind === 'courts' && choosesCourt && placeOf(item) === '')
    return 'Choose court'
  return item.preBookingNotice === null || item.preBookingNotice === '' ? undefined : 'See details'
}

/** For rows that show how things stand as well. */
export const useRow = (item: Bookable) => {
  const { now, zone, basket, bookingActions } = useTimetable()
  const known = availabilityOf(item, now)
  const state: Availability =
    known.is === 'waiting'
      ? { ...known, position: bookingActions.positionOf(item.actionToShow.waitlistId) }
      : known
  return {
    state,
    told: toldOf(state, now, zone, item.id === undefined ? 'court' : 'place'),
    failure: basket.failureOf(keyOf(item)) ?? bookingActions.failureOf(keyOf(item)),
  }
}
