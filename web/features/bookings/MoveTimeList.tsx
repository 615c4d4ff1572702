import { useId } from 'react'
import type { Booking } from '#contract/bookings.ts'
import type { MoveTime, MoveTimes } from '#contract/moves.ts'
import { sessionEnd } from '#contract/time.ts'
import * as messages from '#messages/shared/moves.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { describeRefund } from './describeRefund.ts'
import dialog from './BookingDialog.module.css'
import styles from './MoveTimeList.module.css'

/** Goes from day to day, or to any of them. */
export const MoveDay = ({
  days,
  day,
  onChoose,
}: {
  days: readonly string[]
  day: string
  onChoose: (day: string) => void
}) => {
  const earlier = days.findLast((one) => one < day)
  const later = days.find((one) => one > day)
  return (
    <div className={styles['days']}>
      <SelectField
        label={messages.day}
        name="day"
        value={day}
        onChange={(event) => {
          onChoose(event.currentTarget.value)
        }}
      >
        {days.map((one) => (
          <option key={one} value={one}>
            {messages.dayLabel(one)}
          </option>
        ))}
      </SelectField>
      <div className={styles['steps']}>
        <Step label={messages.earlierDay} direction="back" to={earlier} onChoose={onChoose} />
        <Step label={messages.laterDay} direction="arrow" to={later} onChoose={onChoose} />
      </div>
    </div>
  )
}

const Step = ({
  label,
  direction,
  to,
  onChoose,
}: {
  label: string
  direction: 'back' | 'arrow'
  to: string | undefined
  onChoose: (day: string) => void
}) => (
  <Button
    variant="secondary"
    aria-label={label}
    // Not `disabled`, which would lose the focus at the first and last day.
    aria-disabled={to === undefined}
    onClick={() => {
      if (to !== undefined) onChoose(to)
    }}
  >
    <Icon name={direction} />
  </Button>
)

/** The address of the panel in which a time is booked. */
export type UrlOfTime = (time: MoveTime, v2Type: MoveTimes['v2Type']) => string

/**
 * The times of a day to choose from. Those that cost more and that the caller cannot pay for are listed below them, as
 * bookings of their own.
 */
export const MoveTimeList = ({
  found,
  booking,
  urlOf,
  chosenId,
  onChoose,
}: {
  found: MoveChoices
  booking: Booking
  urlOf: UrlOfTime | undefined
  chosenId: MoveTime['id'] | undefined
  onChoose: (time: MoveTime) => void
}) => {
  const legend = useId()
  const { reason } = found
  const times = found.times.filter((time) => isToChoose(found, time, booking))
  if (found.times.length === 0)
    return (
      <p role="status" className={styles['none']}>
        {reason ?? messages.noTimesOnDay}
      </p>
    )
  return (
    <>
      {times.length === 0 ? (
        <p role="status">{messages.noTimesAtPrice}</p>
      ) : (
        <div role="radiogroup" aria-labelledby={legend} className={styles['times']}>
          <p id={legend} className={styles['legend']}>
            {messages.newTime}
          </p>
          {times.map((time) => (
            <Choice
              key={time.id}
              type="radio"
              name="time"
              checked={time.id === chosenId}
              onChange={() => {
                onChoose(time)
              }}
            >
              <span>
                <strong>{hoursOf(time)}</strong>
                <span className={styles['where']}>{whereOf(time, booking)}</span>
              </span>
              <span className={styles['difference']}>{describeDifference(time)}</span>
            </Choice>
          ))}
        </div>
      )}
      <DearerTimes found={found} booking={booking} urlOf={urlOf} />
    </>
  )
}

/** What there is to choose from; at the desk any time, since it takes money by hand. */
export type MoveChoices = MoveTimes & { atDesk: boolean }

/** Online, the floor of a court cannot be held while the booking is still on it. */
export const isToChoose = (
  { canPay, v2Type, atDesk }: MoveChoices,
  time: MoveTime,
  booking: Booking,
): boolean =>
  time.surcharge.raw === 0 || atDesk || (canPay && !(v2Type === 'resources' && isDuring(time, booking)))

const describeDifference = ({ refund, surcharge }: MoveTime): string => {
  if (surcharge.raw > 0) return messages.more({ amount: surcharge.formatted })
  return refund.raw > 0 ? messages.back({ amount: refund.formatted }) : messages.noCharge
}

const hoursOf = (time: MoveTime): string =>
  messages.hours({ from: time.startsAt.format24Hour, to: sessionEnd(time) })

const whereOf = ({ location, spaces }: MoveTime, { item }: Booking): string =>
  location.id === item.location.id && spaces > 1 ? messages.placesLeft({ places: spaces }) : location.name

/** Who cannot pay for a move books a time that costs more in its panel, and the booking is cancelled afterwards. */
const DearerTimes = ({
  found,
  booking,
  urlOf,
}: {
  found: MoveChoices
  booking: Booking
  urlOf: UrlOfTime | undefined
}) => {
  const heading = useId()
  const { times, v2Type, canPay } = found
  const dearer = times.filter((time) => !isToChoose(found, time, booking))
  if (dearer.length === 0) return null
  // Of a free booking there is nothing to say.
  const { parts, to } = booking.cancellationRefund
  const givesBack = parts.length > 0 || to === 'package'
  return (
    <section aria-labelledby={heading} className={styles['times']}>
      <h3 id={heading} className={styles['legend']}>
        {messages.dearerTimes}
      </h3>
      {canPay ? null : (
        <p className={dialog['quiet']}>
          {messages.dearerHelp} {givesBack ? describeRefund(booking) : null}
        </p>
      )}
      <ul role="list" className={styles['times']}>
        {dearer.map((time) => (
          <li key={time.id} className={styles['dearer']}>
            <span>
              <strong>{hoursOf(time)}</strong>
              <span className={styles['where']}>
                {messages.more({ amount: time.surcharge.formatted })} · {whereOf(time, booking)}
              </span>
            </span>
            {isDuring(time, booking) ? (
              <span className={styles['where']}>{messages.dearerOverlap}</span>
            ) : urlOf === undefined ? (
              <span className={styles['difference']}>{time.price.formatted}</span>
            ) : (
              <a className={buttonClass({ variant: 'secondary' })} href={urlOf(time, v2Type)}>
                {messages.bookFor({ price: time.price.formatted })}
                <span className="visually-hidden"> {hoursOf(time)}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const isDuring = ({ date, startsAt, endsAt }: MoveTime, { item }: Booking): boolean =>
  date.raw === item.date.raw &&
  startsAt.format24Hour < item.endsAt.format24Hour &&
  item.startsAt.format24Hour < endsAt.format24Hour
