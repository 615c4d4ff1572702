import { date, localDay, time } from '#contract/time.ts'
import type { EntryRow, EventRow, WhyNotJoined } from './queries.ts'

/** How an entry stands for who reads it: an offer past its end is over, settled or not. */
export const statusOf = (
  { state, offerExpiresAt }: Pick<EntryRow, 'state' | 'offerExpiresAt'>,
  now: Date,
): 'waiting' | 'offered' | 'taken' | 'passed' | 'closed' => {
  if (state === 'left') return 'closed'
  if (state === 'offered' && offerExpiresAt !== null && offerExpiresAt <= now) return 'passed'
  return state
}

/** Why somebody was not put on the list, in a sentence. None says the word that programs give up on. */
export const refusedAs: Readonly<Record<WhyNotJoined, string>> = {
  already_on_waitlist: 'This person is on the waitlist already.',
  places_free: 'There are places to be had. You can book now.',
  already_booked: 'This person has this booking already.',
  clash: 'This person has booked something else at this time.',
  closed: 'The waitlist is closed.',
  cancelled: 'This has been called off.',
}

/** `Thu 4 Mar, 14:30`, on the venue's wall. */
export const momentInWords = (at: Date, zone: string, now: Date): string => {
  const { dayPretty, datePretty } = date(localDay(at, zone), zone, now)
  return `${dayPretty} ${datePretty}, ${time(at, zone).format24Hour}`
}

/** What happened, for the person it happened to. */
export const eventInWords = (
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
        : `A place came free and was kept until ${momentInWords(untilAt, zone, at)}.`
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
