import type { Messages } from '#server/messages/languages.ts'
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
  write: (facts, { messages, sites }) => ({
    subject: messages.waitlists.offerSubject(titleAndTime(facts)),
    heading: messages.waitlists.offerHeading,
    blocks: [
      {
        type: 'text',
        text: messages.waitlists.offerText({ ...waitingOf(facts), until: facts.until }),
      },
      occurrence(facts),
      // Only the person it is offered to sees the offer.
      {
        type: 'link',
        label: messages.waitlists.offerLink,
        href: `${sites.bookings}${facts.path}?login=1&redirect=${encodeURIComponent(facts.path)}`,
      },
      {
        type: 'text',
        text: messages.waitlists.offerDecline,
      },
      {
        type: 'link',
        isSecondary: true,
        label: messages.waitlists.declineLink,
        href: `${sites.account}/bookings?show=waitlists`,
      },
    ],
  }),
}

/** The reader did not take the place in time. */
const lapsed: NoticeKind<WaitlistFacts> = {
  kind: 'waitlist_lapsed',
  about,
  write: (facts, { messages, sites }) => ({
    subject: messages.waitlists.lapseSubject(titleAndTime(facts)),
    heading: messages.waitlists.lapseHeading,
    blocks: [
      {
        type: 'text',
        text: messages.waitlists.lapseText(waitingOf(facts)),
      },
      occurrence(facts),
      {
        type: 'link',
        label: messages.waitlists.lapseLink,
        href: sites.bookings + facts.path,
      },
    ],
  }),
}

/** The venue has reduced the capacity, and the place on offer is among those that are gone. */
const withdrawn: NoticeKind<WaitlistFacts> = {
  kind: 'waitlist_withdrawn',
  about,
  write: (facts, { messages, sites }) => ({
    subject: messages.waitlists.withdrawalSubject(titleAndTime(facts)),
    heading: messages.waitlists.withdrawalHeading,
    blocks: [
      {
        type: 'text',
        text: messages.waitlists.withdrawalText(waitingOf(facts)),
      },
      occurrence(facts),
      {
        type: 'link',
        label: messages.waitlists.withdrawalLink,
        href: `${sites.account}/bookings?show=waitlists`,
      },
    ],
  }),
}

/** The venue has called off the session that the reader waits for, or has a place reserved at. */
const calledOff: NoticeKind<WaitlistFacts & { occurrenceId?: number }> = {
  kind: 'waitlist_called_off',
  about,
  write: async (facts, { messages, tx, sites }) => ({
    subject: messages.waitlists.callOffSubject(titleAndTime(facts)),
    heading: messages.waitlists.calledOff,
    blocks: [
      {
        type: 'text',
        text: messages.waitlists.callOffText(waitingOf(facts)),
      },
      ...(await reasonOf(tx, messages, facts.occurrenceId)),
      occurrence(facts),
      { type: 'link', label: messages.waitlists.callOffLink, href: sites.bookings + facts.path },
    ],
  }),
}

const reasonOf = async (tx: Tx, messages: Messages, occurrenceId: number | undefined) => {
  const reason = occurrenceId === undefined ? null : await callOffReason(tx, occurrenceId)
  return reason === null
    ? []
    : [{ type: 'text', text: messages.waitlists.callOffReason({ reason }) } as const]
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
  write: ({ title, lines, was, message, ...facts }, { messages, sites }) => ({
    subject: messages.waitlists.changeSubject({ title, when: lines[0] ?? '' }),
    heading: messages.waitlists.changeHeading(waitingOf(facts)),
    blocks: [
      { type: 'text', text: messages.waitlists.changeText(waitingOf(facts)) },
      { type: 'list', items: [{ title, lines }] },
      { type: 'text', text: was },
      ...(message === '' ? [] : [{ type: 'text' as const, text: message }]),
      { type: 'text', text: messages.waitlists.changeLeave },
      { type: 'link', label: messages.waitlists.withdrawalLink, href: `${sites.account}/bookings` },
    ],
  }),
}

/** The reader has joined a waitlist, or has had a person join that they book for. */
export const waitlistJoined: NoticeKind<
  Pick<WaitlistFacts, 'firstName' | 'isOfOther' | 'title' | 'lines'> & { entryId: number; position: number }
> = {
  kind: 'waitlist_joined',
  about: ({ entryId }) => `waitlist-entry:${entryId}`,
  write: ({ title, lines, position, ...facts }, { messages, sites }) => ({
    subject: messages.waitlists.joinSubject({ title, when: lines[0] ?? '' }),
    heading: messages.waitlists.joinHeading(waitingOf(facts)),
    blocks: [
      { type: 'text', text: messages.waitlists.joinText({ position }) },
      { type: 'list', items: [{ title, lines }] },
      {
        type: 'link',
        label: messages.waitlists.withdrawalLink,
        href: `${sites.account}/bookings?show=waitlists`,
      },
    ],
  }),
}

export const waitlistNotices = { offered, lapsed, withdrawn, called_off: calledOff }
