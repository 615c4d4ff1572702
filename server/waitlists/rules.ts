import { localDay, time } from '#contract/time.ts'
import type { JoinRefusal } from '#server/holds/offers.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
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
export const refusalMessage = (outcome: JoinRefusal, about: { firstName: string | null }): Text => {
  switch (outcome) {
    case 'already_on_waitlist':
      return (messages) => messages.waitlists.alreadyOnWaitlist(about)
    case 'already_booked':
      return (messages) => messages.eligibility.alreadyBooked(about)
    case 'clash':
      return (messages) => messages.eligibility.clashInGeneral(about)
    case 'places_free':
      return (messages) => messages.waitlists.placesFree
    case 'closed':
      return (messages) => messages.waitlists.closed
    case 'cancelled':
      return (messages) => messages.waitlists.cancelled
  }
}

/** `Thu 4 Mar, 14:30`, in the venue's time zone. */
export const describeMoment = ({ format }: Messages, at: Date, zone: string): string =>
  format.dayAndTime({ day: localDay(at, zone), time: time(at, zone).format24Hour })

/** An event of the history, as its person reads it. */
export const describeEvent = ({ what, untilAt }: Pick<EventRow, 'what' | 'untilAt'>, zone: string): Text => {
  switch (what) {
    case 'joined':
      return (messages) => messages.waitlists.joined
    case 'left':
      return (messages) => messages.waitlists.left
    case 'offered':
      return untilAt === null
        ? (messages) => messages.waitlists.offered
        : (messages) => messages.waitlists.offeredUntil({ until: describeMoment(messages, untilAt, zone) })
    case 'taken':
      return (messages) => messages.waitlists.taken
    case 'passed':
      return (messages) => messages.waitlists.passed
    case 'lapsed':
      return (messages) => messages.waitlists.lapsed
    case 'booked':
      return (messages) => messages.waitlists.bookedElsewhere
    case 'clash':
      return (messages) => messages.waitlists.removedForClash
    case 'called_off':
      return (messages) => messages.waitlists.calledOff
    case 'too_late':
      return (messages) => messages.waitlists.tooLate
    case 'withdrawn':
      return (messages) => messages.waitlists.withdrawn
    case 'passed_over':
      return (messages) => messages.waitlists.passedOver
    case 'paused':
      return (messages) => messages.waitlists.paused
    case 'resumed':
      return (messages) => messages.waitlists.resumed
  }
}

/** Why no price of an occurrence is possible for a person. */
export const priceRefusalMessages = {
  age: (messages) => messages.waitlists.noPriceForAge,
  document_required: (messages) => messages.waitlists.noPriceWithoutProof,
} as const satisfies Record<string, Text>

type ActivityPlace = { venueSlug: string; activitySlug: string }

/** Where an activity is on the bookings site. */
export const activityPath = ({ venueSlug, activitySlug }: ActivityPlace): string =>
  `/location/${venueSlug}/${activitySlug}`

/** The page of a session in the timetable; courts have one for each hour. */
export const sessionPath = (
  session: ActivityPlace &
    Pick<EntryRow, 'localDate' | 'startsAt' | 'timezone' | 'idForm' | 'publicId' | 'occurrenceId'> & {
      kind: 'classes' | 'courts' | 'tickets'
    },
): string => {
  const day = `${activityPath(session)}/${session.localDate}`
  if (session.kind === 'courts') return `${day}/time/${time(session.startsAt, session.timezone).format24Hour}`
  const id = session.idForm === 'v2' ? session.publicId : session.occurrenceId
  return `${day}/${session.kind === 'tickets' ? 'ticket' : 'class'}/${id}`
}
