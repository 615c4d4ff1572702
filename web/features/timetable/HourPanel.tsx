import { useState } from 'react'
import type { BookableSlot } from '#contract/bookables.ts'
import * as messages from '#messages/bookings/timetable.ts'
import * as panelMessages from '#messages/bookings/timetablePanels.ts'
import { longDay } from '#messages/format.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { cancellationLabel } from './activityDetails.ts'
import { availabilityOf, isBookable, type Bookable } from './availability.ts'
import { NearestTimes } from './NearestTimes.tsx'
import { BookingNotices } from './OccurrenceDetails.tsx'
import { byLocation } from './grouping.ts'
import { hoursLabel } from './itemLabels.ts'
import styles from './panels.module.css'
import { SlotCard } from './SlotCard.tsx'
import { useTimetable } from './timetableContext.ts'
import { selectionOf } from './going.ts'
import { useGoing } from './useGoing.ts'
import { useBookingOptions, type Selection } from './useBookingOptions.tsx'
import { useBookNow } from './useBookNow.ts'
import { WhoIsGoing } from './WhoIsGoing.tsx'
import { useHour, type DayQuery } from './useDay.ts'

/** The courts of one hour, to choose one (C02). */
export const HourPanel = ({
  dayQuery,
  startTime,
  hour,
  items,
  court,
  closeTo,
  onClose,
}: {
  dayQuery: DayQuery
  startTime: string
  /** The hour's item in the day's list; undefined until the list has loaded. */
  hour: Bookable | undefined
  /** All of the day; undefined until they have loaded. */
  items: readonly Bookable[] | undefined
  /** The slug of the court that is selected; it comes first. */
  court?: string | undefined
  closeTo: string
  onClose: () => void
}) => {
  const { data: slots, error, statusCode, refetch } = useHour(dayQuery, startTime)
  const { basket, basketTo, checkoutTo, now } = useTimetable()
  const first = hour ?? slots?.[0]
  // The basket knows it before the timetable has been read again.
  const mine =
    slots?.some(
      (slot) => availabilityOf(slot, now).is === 'in-basket' || basket.lineIdsOf(slot.id).length > 0,
    ) ?? false
  const isFull = slots?.every((slot) => !isBookable(availabilityOf(slot, now))) ?? false
  return (
    <SidePanel
      title={first === undefined ? startTime : hoursLabel(first)}
      above={[first?.name, longDay(dayQuery.date)].filter((part) => part !== undefined).join(', ')}
      closeTo={closeTo}
      onClose={onClose}
      Link={Link}
      {...(mine
        ? {
            foot: (
              <div className={styles['pair']}>
                <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={basketTo}>
                  {panelMessages.viewBasket}
                </Link>
                <Link className={buttonClass({ size: 'lg' })} to={checkoutTo}>
                  {panelMessages.goToCheckout}
                </Link>
              </div>
            ),
          }
        : {})}
    >
      {slots === undefined && error !== null ? (
        <ErrorBlock status={statusCode}>
          <Button variant="secondary" onClick={refetch}>
            {messages.tryAgain}
          </Button>
        </ErrorBlock>
      ) : null}
      {slots === undefined && error === null ? <Skeleton lines={4} /> : null}
      {first === undefined || !isFull ? null : <NearestTimes full={first} items={items} />}
      {slots === undefined ? null : <Courts slots={slots} court={court} isMine={mine} />}
    </SidePanel>
  )
}

type CourtsProps = { slots: readonly BookableSlot[]; court: string | undefined; isMine: boolean }

const Courts = ({ slots, court, isMine }: CourtsProps) => {
  const { now, activity, zone } = useTimetable()
  const [first] = slots
  if (first === undefined) return <p>{panelMessages.nothingAtThisTime}</p>
  const free = slots.filter((slot) => isBookable(availabilityOf(slot, now))).length
  return (
    <>
      <BookingNotices item={first} />
      {court === undefined || slots.some((slot) => isCourt(slot, court)) ? null : (
        <Notice colour="warning" title={panelMessages.courtNotFound}>
          <p>{panelMessages.chooseOtherCourt}</p>
        </Notice>
      )}
      <CourtsWithPrice {...{ slots, first, free, court, isMine }} />
      <p className={styles['quiet']}>{cancellationLabel(first.timestamp, activity, now, zone)}</p>
    </>
  )
}

const CourtsWithPrice = ({
  slots,
  first,
  free,
  court,
  isMine,
}: CourtsProps & { first: BookableSlot; free: number }) => {
  const { isLoggedIn, now } = useTimetable()
  const state = useGoing(first.id, true, isLoggedIn && free > 0)
  const options = useBookingOptions(first.pricingOptions, first)
  const chosen = state.going?.find(({ isGoing }) => isGoing)
  const selection = chosen === undefined ? options.selection : selectionOf(chosen, options.selection)
  const fields = isLoggedIn ? <WhoIsGoing state={state} isSingle /> : options.fields
  const hasOnePrice = slots.every(({ pricingOptions }) => sameOptions(pricingOptions, first.pricingOptions))
  const ordered = byLocation(slots)
    .flatMap(({ items }) => items)
    .toSorted((one, other) => Number(isCourt(other, court)) - Number(isCourt(one, court)))
  const selectionFor = (slot: BookableSlot): Selection =>
    hasOnePrice ? selection : { price: slot.price, request: { pricingOptionId: slot.pricingOptionId } }
  const toBook = ordered.find((slot) => isBookable(availabilityOf(slot, now)))
  return (
    <>
      {free > 0 && hasOnePrice ? fields : null}
      <BookCourtNow hour={first.timestamp} slot={toBook} {...{ selectionFor, isMine }} />
      <div>
        <h3 className={styles['list-title']}>
          <span role="status">{panelMessages.courtsAvailable({ count: free })}</span>
        </h3>
        <ul role="list" className={styles['courts']}>
          {ordered.map((slot) => (
            <SlotCard
              key={slot.id}
              slot={slot}
              by="court"
              isSelected={isCourt(slot, court)}
              selection={selectionFor(slot)}
            />
          ))}
        </ul>
      </div>
    </>
  )
}

/** Goes on to checkout with the first court that can be booked. */
const BookCourtNow = ({
  hour,
  slot,
  selectionFor,
  isMine,
}: {
  hour: number
  slot: BookableSlot | undefined
  selectionFor: (slot: BookableSlot) => Selection
  /** The basket has a court of this hour already. */
  isMine: boolean
}) => {
  const { basket } = useTimetable()
  const rowKey = `now ${hour}`
  const { bookNow, isLeaving } = useBookNow(rowKey)
  const [pressed, setPressed] = useState(slot)
  // Once the pressed one is in the basket, the first that can be booked is another.
  const court = (isLeaving ? pressed : undefined) ?? slot
  const failure = basket.failureOf(rowKey)
  if (court === undefined || (isMine && !isLeaving)) return null
  return (
    <div className={styles['script']}>
      <Button
        size="lg"
        wide
        busy={isLeaving}
        onClick={() => {
          if (basket.isAdding(rowKey)) return
          setPressed(court)
          bookNow([
            { id: court.id, type: court.cartType, applyPackage: false, ...selectionFor(court).request },
          ])
        }}
      >
        {panelMessages.bookCourtNow({ court: court.location.name })}
      </Button>
      {failure === undefined ? null : <p className={styles['failure']}>{failure}</p>}
    </div>
  )
}

const isCourt = ({ location }: BookableSlot, slug: string | undefined): boolean => location.slug === slug

const sameOptions = (one: BookableSlot['pricingOptions'], other: BookableSlot['pricingOptions']): boolean =>
  one.length === other.length && one.every(({ id }, index) => id === other[index]?.id)
