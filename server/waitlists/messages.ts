import * as messages from '#server/messages/en/waitlists.ts'
import type { Block, NoticeKind } from '#server/notices/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { callOffReason } from '#server/timetable/occurrences.ts'

/** What has happened to a waitlist entry. `until` is the end of an offer in words, `path` an address of the bookings site. */
type WaitlistFacts = {
  eventId: number
  /** Who waits. */
  firstName: string
  /** Whether the one who is written to books for them: a child has no address. */
  isOfOther?: boolean
  title: string
  lines: string[]
  until: string | null
  path: string
}

const about = ({ eventId }: WaitlistFacts): string => `waitlist-event:${eventId}`

const waitingOf = ({ firstName, isOfOther = false }: Pick<WaitlistFacts, 'firstName' | 'isOfOther'>) => ({
  firstName,
  isOfOther,
})

/** The first line says when. */
const titleAndTime = ({ title, lines: [when = ''], ...facts }: WaitlistFacts) => ({
  title,
  when,
  ...waitingOf(facts),
})

const occurrence = ({ title, lines }: WaitlistFacts): Block => ({ type: 'list', items: [{ title, lines }] })

/** A place is held for the reader: until when, and the address where it is taken or passed on. */
const offered: NoticeKind<WaitlistFacts> = {
  kind: 'waitlist_offered',
  about,
  write: (facts, { sites }) => ({
    subject: messages.offerSubject(titleAndTime(facts)),
    heading: messages.offerHeading,
    blocks: [
      {
        type: 'text',
        text: messages.offerText({ ...waitingOf(facts), until: facts.until }),
      },
      occurrence(facts),
      // Only the person it is offered to sees the offer.
      {
        type: 'link',
        label: messages.offerLink,
        href: `${sites.bookings}${facts.path}?login=1&redirect=${encodeURIComponent(facts.path)}`,
      },
      {
        type: 'text',
        text: messages.offerDecline,
      },
    ],
  }),
}

/** The reader did not take the place in time. */
const lapsed: NoticeKind<WaitlistFacts> = {
  kind: 'waitlist_lapsed',
  about,
  write: (facts, { sites }) => ({
    subject: messages.lapseSubject(titleAndTime(facts)),
    heading: messages.lapseHeading,
    blocks: [
      {
        type: 'text',
        text: messages.lapseText(waitingOf(facts)),
      },
      occurrence(facts),
      {
        type: 'link',
        label: messages.lapseLink,
        href: sites.bookings + facts.path,
      },
    ],
  }),
}

/** The venue has reduced the capacity, and the place on offer is among those that are gone. */
const withdrawn: NoticeKind<WaitlistFacts> = {
  kind: 'waitlist_withdrawn',
  about,
  write: (facts, { sites }) => ({
    subject: messages.withdrawalSubject(titleAndTime(facts)),
    heading: messages.withdrawalHeading,
    blocks: [
      {
        type: 'text',
        text: messages.withdrawalText(waitingOf(facts)),
      },
      occurrence(facts),
      { type: 'link', label: messages.withdrawalLink, href: `${sites.account}/bookings?show=waitlists` },
    ],
  }),
}

/** The venue has called off the session that the reader waits for, or has a place reserved at. */
const calledOff: NoticeKind<WaitlistFacts & { occurrenceId?: number }> = {
  kind: 'waitlist_called_off',
  about,
  write: async (facts, { tx, sites }) => ({
    subject: messages.callOffSubject(titleAndTime(facts)),
    heading: messages.calledOff,
    blocks: [
      {
        type: 'text',
        text: messages.callOffText(waitingOf(facts)),
      },
      ...(await reasonOf(tx, facts.occurrenceId)),
      occurrence(facts),
      { type: 'link', label: messages.callOffLink, href: sites.bookings + facts.path },
    ],
  }),
}

const reasonOf = async (tx: Tx, occurrenceId: number | undefined) => {
  const reason = occurrenceId === undefined ? null : await callOffReason(tx, occurrenceId)
  return reason === null ? [] : [{ type: 'text', text: messages.callOffReason({ reason }) } as const]
}

type ChangeFacts = Omit<WaitlistFacts, 'eventId' | 'until' | 'path'> & {
  entryId: number
  /** When it was changed. */
  at: string
  /** The session before, in words. */
  was: string
  message: string
}

/** Staff have changed the session that the reader waits for. */
export const sessionChangedWhileWaiting: NoticeKind<ChangeFacts> = {
  kind: 'waitlist_changed',
  about: ({ entryId, at }) => `waitlist-entry:${entryId} ${at}`,
  write: ({ title, lines, was, message, ...facts }, { sites }) => ({
    subject: messages.changeSubject({ title, when: lines[0] ?? '' }),
    heading: messages.changeHeading(waitingOf(facts)),
    blocks: [
      { type: 'text', text: messages.changeText(waitingOf(facts)) },
      { type: 'list', items: [{ title, lines }] },
      { type: 'text', text: was },
      ...(message === '' ? [] : [{ type: 'text' as const, text: message }]),
      { type: 'text', text: messages.changeLeave },
      { type: 'link', label: messages.withdrawalLink, href: `${sites.account}/bookings` },
    ],
  }),
}

export const waitlistNotices = { offered, lapsed, withdrawn, called_off: calledOff }
