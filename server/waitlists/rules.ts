import { date, localDay, time } from '#contract/time.ts'
import type { JoinRefusal } from '#server/holds/offers.ts'
import { alreadyBooked, clashInGeneral } from '#server/messages/en/eligibility.ts'
import * as messages from '#server/messages/en/waitlists.ts'
import type { EntryRow, EventRow } from './sql.ts'

/** The status of an entry. An offer past its end has passed, even before the job has ended it. */
export const statusOf = (
  { state, offerExpiresAt }: Pick<EntryRow, 'state' | 'offerExpiresAt'>,
  now: Date,
): 'waiting' | 'offered' | 'taken' | 'passed' | 'closed' => {
  if (state === 'left') return 'closed'
  if (state === 'offered' && offerExpiresAt !== null && offerExpiresAt <= now) return 'passed'
  return state === 'paused' ? 'waiting' : state
}

/** Why a person could not join. `firstName` is null for the reader themselves. */
export const refusalMessage = (outcome: JoinRefusal, about: { firstName: string | null }): string => {
  switch (outcome) {
    case 'already_on_waitlist':
      return messages.alreadyOnWaitlist(about)
    case 'already_booked':
      return alreadyBooked(about)
    case 'clash':
      return clashInGeneral(about)
    case 'places_free':
      return messages.placesFree
    case 'closed':
      return messages.closed
    case 'cancelled':
      return messages.cancelled
  }
}

/** `Thu 4 Mar, 14:30`, in the venue's time zone. */
export const describeMoment = (at: Date, zone: string, now: Date): string => {
  const { dayPretty, datePretty } = date(localDay(at, zone), zone, now)
  return `${dayPretty} ${datePretty}, ${time(at, zone).format24Hour}`
}

/** An event of the history, as its person reads it. */
export const describeEvent = (
  { what, at, untilAt }: Pick<EventRow, 'what' | 'at' | 'untilAt'>,
  zone: string,
): string => {
  switch (what) {
    case 'joined':
      return messages.joined
    case 'left':
      return messages.left
    case 'offered':
      return untilAt === null
        ? messages.offered
        : messages.offeredUntil({ until: describeMoment(untilAt, zone, at) })
    case 'taken':
      return messages.taken
    case 'passed':
      return messages.passed
    case 'lapsed':
      return messages.lapsed
    case 'booked':
      return messages.bookedElsewhere
    case 'clash':
      return messages.removedForClash
    case 'called_off':
      return messages.calledOff
    case 'too_late':
      return messages.tooLate
    case 'withdrawn':
      return messages.withdrawn
    case 'passed_over':
      return messages.passedOver
    case 'paused':
      return messages.paused
    case 'resumed':
      return messages.resumed
  }
}

/** Why no price of an occurrence is possible for a person. */
export const priceRefusalMessages = {
  age: messages.noPriceForAge,
  document_required: messages.noPriceWithoutProof,
} as const
