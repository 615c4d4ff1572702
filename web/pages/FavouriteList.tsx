import { useRef, useState, type ReactNode } from 'react'
import type { FavouriteTimes } from '#contract/favourites.ts'
import * as messages from '#messages/shared/favourites.ts'
import { Button } from '#web/ui/Button.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { BookingsLink } from '#web/features/favourites/BookingsLink.tsx'
import styles from './FavouriteList.module.css'
import { addressOf, nextOf } from './favouriteTimes.ts'
import { Heart } from '#web/features/favourites/Heart.tsx'
import { FavouriteNextTimes } from './FavouriteNextTimes.tsx'
import { useFavourites } from '#web/features/favourites/useFavourites.ts'

/** Favourites with their next times. One that is removed leaves its place to a way back until the page is left. */
export const FavouriteList = ({
  favourites,
  most,
  empty,
}: {
  favourites: readonly FavouriteTimes[]
  /** How many are listed before a press on the button; all without it. */
  most?: number
  /** Instead of a list without rows. */
  empty?: ReactNode
}) => {
  const { change } = useFavourites()
  const [removed, setRemoved] = useState<readonly FavouriteTimes[]>([])
  const [areAllListed, setAllListed] = useState(false)
  const order = useOrder(favourites)
  const list = useRef<HTMLUListElement>(null)

  const rows = [...favourites, ...removed.filter(({ key }) => !favourites.some((one) => one.key === key))]
  const sorted = rows.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
  const listed = areAllListed || most === undefined ? sorted : sorted.slice(0, most)

  const without = (key: string) => (before: readonly FavouriteTimes[]) =>
    before.filter((one) => one.key !== key)
  const focusRow = (key: string): void => {
    // Once the row has changed.
    setTimeout(() => {
      const row = [...(list.current?.children ?? [])][sorted.findIndex((one) => one.key === key)]
      row?.querySelector<HTMLElement>('button')?.focus()
    })
  }
  const remove = async (favourite: FavouriteTimes): Promise<void> => {
    setRemoved((before) => [...without(favourite.key)(before), favourite])
    focusRow(favourite.key)
    const isDone = await change(favourite, false)
    if (!isDone) setRemoved(without(favourite.key))
  }
  const undo = async (favourite: FavouriteTimes): Promise<void> => {
    setRemoved(without(favourite.key))
    focusRow(favourite.key)
    await change(favourite, true)
  }
  if (rows.length === 0) return empty
  return (
    <>
      <ul role="list" className={styles['list']} ref={list}>
        {listed.map((favourite) =>
          removed.some(({ key }) => key === favourite.key) ? (
            <li key={favourite.key} className={styles['removed']}>
              <p role="status">{messages.removed({ name: favourite.name })}</p>
              {/* What is not offered cannot be added again. */}
              {favourite.isOffered ? (
                <Button
                  variant="text"
                  size="lg"
                  aria-label={messages.undoWhat({ name: favourite.name })}
                  onClick={() => void undo(favourite)}
                >
                  {messages.undo}
                </Button>
              ) : null}
            </li>
          ) : (
            <Row key={favourite.key} favourite={favourite} onRemove={() => void remove(favourite)} />
          ),
        )}
      </ul>
      {listed.length === sorted.length ? null : (
        <Button variant="secondary" size="lg" className={styles['more']} onClick={() => setAllListed(true)}>
          {messages.showAll({ count: sorted.length - listed.length })}
        </Button>
      )}
    </>
  )
}

const Row = ({ favourite, onRemove }: { favourite: FavouriteTimes; onRemove: () => void }) => {
  const { kind, name, venueName, isOffered } = favourite
  const address = addressOf(favourite)
  return (
    <li className={styles['item']}>
      <div className={styles['about']}>
        <h3 className={styles['name']}>
          {address === undefined ? name : <BookingsLink path={address}>{name}</BookingsLink>}
        </h3>
        <p className={styles['facts']}>
          {messages.about({ kind: messages.kinds[kind], venue: kind === 'venue' ? '' : venueName })}
        </p>
      </div>
      <Button variant="text" className={styles['remove']} onClick={onRemove}>
        <Heart isOn />
        <span className="visually-hidden">
          <RichText message={messages.remove} name={<> {name}</>} />
        </span>
      </Button>
      <div className={styles['next']}>
        {isOffered ? (
          kind === 'venue' && address !== undefined ? (
            <BookingsLink className={styles['venue']} path={address}>
              {messages.seeVenue}
              <span className="visually-hidden"> {name}</span>
            </BookingsLink>
          ) : (
            <FavouriteNextTimes times={nextOf(favourite)} favouriteName={name} />
          )
        ) : (
          <p className={styles['facts']}>{messages.notOffered}</p>
        )}
      </div>
    </li>
  )
}

/** The keys in the order they were first listed: what is removed and added again stays in its place. */
const useOrder = (favourites: readonly FavouriteTimes[]): readonly string[] => {
  const [order, setOrder] = useState<readonly string[]>(() => favourites.map(({ key }) => key))
  const added = favourites.map(({ key }) => key).filter((key) => !order.includes(key))
  if (added.length === 0) return order
  const next = [...order, ...added]
  setOrder(next)
  return next
}
