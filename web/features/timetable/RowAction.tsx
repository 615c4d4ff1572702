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
  const { day, zone, now, kind, choosesCourt, hands, panelTo, loginTo, basketTo } = useTimetable()
  const anyCourt = useAnyCourt()
  const mark = keyOf(item)
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
        busy={hands.isRemoving(cartItemId)}
        aria-label={actionName('Remove', item, day)}
        onClick={() => {
          hands.remove(cartItemId, mark)
        }}
      >
        {hands.isRemoving(cartItemId) ? 'Removing…' : 'Remove'}
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
  const adding = hands.isAdding(mark) || anyCourt.asking === mark
  return (
    <Button
      className={styles['script']}
      busy={adding}
      aria-label={actionName('Add', item, day, about)}
      onClick={() => {
        if (item.id === undefined) anyCourt.add(item)
        else hands.add([{ id: item.id, type: item.cartType, ...chosen?.wanted }], mark)
      }}
    >
      {adding ? 'Adding…' : 'Add'}
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
  const { now, zone, hands } = useTimetable()
  const state = availabilityOf(item, now)
  return {
    state,
    told: toldOf(state, now, zone, item.id === undefined ? 'court' : 'place'),
    failure: hands.failureOf(keyOf(item)),
  }
}
