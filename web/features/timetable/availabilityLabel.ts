import { localDay, time } from '#contract/time.ts'
import * as messages from '#messages/bookings/timetable.ts'
import { dateTime } from '#messages/format.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import type { Availability } from './availability.ts'
import { openingLabel } from './days.ts'

type Tone = 'good' | 'few' | 'mine' | 'wait' | 'off'

/** An availability as text, icon and colour: never by colour alone. */
export type AvailabilityLabel = { text: string; icon: IconName; tone: Tone }

export const availabilityLabel = (
  state: Availability,
  now: Date,
  zone: string,
  /** What `left` counts: places in a session, or the courts of an hour. */
  unit: 'place' | 'court' = 'place',
): AvailabilityLabel => {
  switch (state.is) {
    case 'free':
      return { text: leftText(state, unit), icon: 'check', tone: 'good' }
    case 'few':
      return { text: leftText(state, unit), icon: 'clock', tone: 'few' }
    case 'held':
      return {
        text:
          state.until === null
            ? messages.held
            : messages.heldUntil({ time: time(state.until, zone).format24Hour }),
        icon: 'clock',
        tone: 'wait',
      }
    case 'full':
      return {
        text: state.hasWaitlist ? messages.fullWithWaitlist({ position: state.waiting + 1 }) : messages.full,
        icon: 'people',
        tone: 'off',
      }
    case 'not-open-yet':
      return { text: openingText(state.opensAt, now, zone), icon: 'lock', tone: 'wait' }
    case 'log-in':
      return {
        text: state.opensNow ? messages.logInToBookNow : messages.logInToBook,
        icon: 'person',
        tone: 'wait',
      }
    case 'desk-only':
      return { text: messages.deskOnly, icon: 'lock', tone: 'off' }
    case 'in-basket':
      return { text: messages.inYourBasket, icon: 'basket', tone: 'mine' }
    case 'booked':
      return { text: messages.booked, icon: 'check', tone: 'mine' }
    case 'offered':
      return {
        text: messages.reserved({ until: dateTime({ at: state.until, zone, now }) }),
        icon: 'clock',
        tone: 'mine',
      }
    case 'waiting':
      return {
        text:
          state.position === undefined
            ? messages.onWaitlist
            : messages.onWaitlistAt({ position: state.position }),
        icon: 'people',
        tone: 'mine',
      }
    case 'closed':
      return {
        text: state.hasEnded ? messages.finished : messages.bookingClosed,
        icon: 'lock',
        tone: 'off',
      }
    case 'cancelled':
      return { text: messages.cancelled, icon: 'close', tone: 'off' }
    case 'not-eligible':
      return { text: state.reason, icon: 'info', tone: 'wait' }
  }
}

const leftText = (
  { is, left, hasStarted }: Extract<Availability, { is: 'free' | 'few' }>,
  unit: 'place' | 'court',
): string => {
  if (unit === 'court') return messages.courtsLeft({ count: left, hasStarted })
  // The one place of a court.
  if (is === 'free' && left === 1) return messages.available({ hasStarted })
  return messages.placesLeft({ count: left, hasStarted })
}

const openingText = (opensAt: Date | null, now: Date, zone: string): string => {
  if (opensAt === null) return messages.notOpenYet
  const opening = openingLabel({ day: localDay(opensAt, zone), time: time(opensAt, zone) }, now, zone)
  const minutes = (opensAt.getTime() - now.getTime()) / 60_000
  return minutes > 0 && minutes < 1440 ? messages.bookableFromIn({ opening, minutes }) : opening
}
