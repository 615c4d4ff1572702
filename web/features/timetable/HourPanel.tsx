import type { BookableSlot } from '#contract/shapes.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { cancellingInWords } from './about.ts'
import { availabilityOf, hoursShown, isBookable, type Bookable } from './availability.ts'
import { dayInWords } from './days.ts'
import { Notices } from './Facts.tsx'
import { byLocation } from './grouping.ts'
import styles from './panels.module.css'
import { SlotCard } from './SlotCard.tsx'
import { useTimetable } from './timetableContext.ts'
import { useChoice } from './useChoice.tsx'
import { useHour, type DayAsked } from './useDay.ts'

/** The courts of one hour, to choose one (C02). */
export const HourPanel = ({
  asked,
  startTime,
  hour,
  closeTo,
  onClose,
}: {
  asked: DayAsked
  startTime: string
  /** The hour as it stands in the list; undefined when the list has not come. */
  hour: Bookable | undefined
  closeTo: string
  onClose: () => void
}) => {
  const { data: slots, error, statusCode, askAgain } = useHour(asked, startTime)
  const { basketTo, now } = useTimetable()
  const first = hour ?? slots?.[0]
  const mine = slots?.some((slot) => availabilityOf(slot, now).is === 'in-basket') ?? false
  return (
    <SidePanel
      title={first === undefined ? startTime : hoursShown(first)}
      above={[first?.name, dayInWords(asked.date)].filter((part) => part !== undefined).join(', ')}
      closeTo={closeTo}
      onClose={onClose}
      Link={Link}
      {...(mine
        ? {
            foot: (
              <Link className={buttonClass({ size: 'lg', wide: true })} to={basketTo}>
                View basket
              </Link>
            ),
          }
        : {})}
    >
      {slots === undefined && error !== null ? (
        <ErrorBlock status={statusCode}>
          <Button variant="secondary" onClick={askAgain}>
            Retry
          </Button>
        </ErrorBlock>
      ) : null}
      {slots === undefined && error === null ? <Skeleton lines={4} /> : null}
      {slots === undefined ? null : <Courts slots={slots} />}
    </SidePanel>
  )
}

const Courts = ({ slots }: { slots: readonly BookableSlot[] }) => {
  const { now, about, zone } = useTimetable()
  const [first] = slots
  if (first === undefined) return <p>Nothing is on at this time.</p>
  const free = slots.filter((slot) => isBookable(availabilityOf(slot, now))).length
  return (
    <>
      <Notices item={first} />
      <CourtsWithPrice slots={slots} first={first} free={free} />
      <p className={styles['quiet']}>{cancellingInWords(first.timestamp, about, now, zone)}</p>
    </>
  )
}

const CourtsWithPrice = ({
  slots,
  first,
  free,
}: {
  slots: readonly BookableSlot[]
  first: BookableSlot
  free: number
}) => {
  const { chosen, questions } = useChoice(first.pricingOptions, first)
  const hasOnePrice = slots.every(({ pricingOptions }) => sameOptions(pricingOptions, first.pricingOptions))
  return (
    <>
      {free > 0 && hasOnePrice ? questions : null}
      <div>
        <h3 className={styles['list-title']}>
          <span role="status">
            {free === 0 ? 'No court is free now' : `${free} ${free === 1 ? 'court' : 'courts'} free`}
          </span>
        </h3>
        <ul role="list" className={styles['courts']}>
          {byLocation(slots)
            .flatMap(({ items }) => items)
            .map((slot) => (
              <SlotCard
                key={slot.id}
                slot={slot}
                by="court"
                chosen={
                  hasOnePrice
                    ? chosen
                    : { price: slot.price, wanted: { pricingOptionId: slot.pricingOptionId } }
                }
              />
            ))}
        </ul>
      </div>
    </>
  )
}

const sameOptions = (one: BookableSlot['pricingOptions'], other: BookableSlot['pricingOptions']): boolean =>
  one.length === other.length && one.every(({ id }, index) => id === other[index]?.id)
