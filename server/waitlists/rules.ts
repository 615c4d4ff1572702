import { date, localDay, time } from '#contract/time.ts'
import type { JoinRefusal } from '#server/holds/offers/service.ts'
import type { EntryRow, EventRow } from './queries.ts'

/** The status of an entry. An offer past its end has passed, even before the job has ended it. */
export const statusOf = (
  { state, offerExpiresAt }: Pick<EntryRow, 'state' | 'offerExpiresAt'>,
  now: Date,
): 'waiting' | 'offered' | 'taken' | 'passed' | 'closed' => {
  if (state === 'left') return 'closed'
  if (state === 'offered' && offerExpiresAt !== null && offerExpiresAt <= now) return 'passed'
  return state
}

/** Why somebody could not join. None contains the word that makes API clients give up. */
export const refusalMessages: Readonly<Record<JoinRefusal, string>> = {
  already_on_waitlist: 'This person is on the waitlist already.',
  places_free: 'There are places to be had. You can book now.',
  already_booked: 'This person has this booking already.',
  clash: 'This person has booked something else at this time.',
  closed: 'The waitlist is closed.',
  cancelled: 'This has been called off.',
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
      return 'Joined the waitlist.'
    case 'left':
      return 'Left the waitlist.'
    case 'offered':
      return untilAt === null
        ? 'A place came free.'
        : `A place came free and was kept until ${describeMoment(untilAt, zone, at)}.`
    case 'taken':
      return 'The place was taken into the basket.'
    case 'passed':
      return 'The place was let go, to the next person.'
    case 'lapsed':
      return 'The place was not taken in time and went to the next person.'
    case 'booked':
      return 'Booked otherwise.'
    case 'clash':
      return 'Taken off the list: something else at this time has been booked.'
    case 'called_off':
      return 'Called off by the venue.'
    case 'too_late':
      return 'No place came free in time.'
    case 'withdrawn':
      return 'The venue had to take the place back. Waiting again, in the old position.'
    case 'passed_over':
      return 'The venue gave a place to somebody further back.'
  }
}

/** Why no price of an occurrence is possible for a person. */
export const priceRefusalMessages = {
  age: 'There is no price for people of this age.',
  document_required: 'Every price of this needs a proof that we have not seen, or that has run out.',
} as const
