import { formatted } from '#contract/money.ts'
import type { Messages } from '#server/messages/languages.ts'
import { sessionTimes } from '#server/platform/clock.ts'
import { throughLogin } from '#server/notices/rules.ts'
import type { Block, NoticeKind } from '#server/notices/rules.ts'
import type { Seller } from '#server/operator/find.ts'
import type { Tx } from '#server/platform/database.ts'
import { describeSessionBefore } from '#server/timetable/change.ts'
import type { SessionBefore } from '#server/timetable/change.ts'
import { callOffReason } from '#server/timetable/occurrences.ts'
import { describeMoment } from './rules.ts'

/** When and where a session is. Instants are stored as `2027-03-04T10:00:00Z`. */
type SessionFacts = {
  title: string
  localDate: string
  startsAt: string
  endsAt: string
  timezone: string
  location: string
  venue: string
}

type SessionRow = {
  name: string
  localDate: string
  startsAt: Date
  endsAt: Date
  timezone: string
  locationName: string
  venueName: string
}

export const sessionFacts = (row: SessionRow): SessionFacts => ({
  title: row.name,
  localDate: row.localDate,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  timezone: row.timezone,
  location: row.locationName,
  venue: row.venueName,
})

const whenOf = (messages: Messages, { localDate, startsAt, endsAt, timezone }: SessionFacts): string =>
  messages.waitlists.lines.when({
    day: messages.format.fullDay(localDate),
    ...sessionTimes(messages, { startsAt: new Date(startsAt), endsAt: new Date(endsAt), timezone }),
  })

const linesOf = (messages: Messages, session: SessionFacts): string[] => [
  whenOf(messages, session),
  messages.waitlists.lines.where(session),
]

/** What has happened to a waitlist entry. `until` is the end of an offer, `path` an address of the bookings site. */
type WaitlistFacts = SessionFacts & {
  eventId: number
  /** Who waits. */
  firstName: string
  /** Whether the one who is written to books for them: a child has no address. */
  isOfOther?: boolean
  until: string | null
  path: string
  venueId?: number
  /** Of a place on offer, in pence. */
  price?: { lowest: number; isOnly: boolean } | null
}

const about = ({ eventId }: WaitlistFacts): string => `waitlist-event:${eventId}`

const waitingOf = ({ firstName, isOfOther = false }: Pick<WaitlistFacts, 'firstName' | 'isOfOther'>) => ({
  firstName,
  isOfOther,
})

const titleAndTime = (messages: Messages, facts: WaitlistFacts) => ({
  title: facts.title,
  when: whenOf(messages, facts),
  ...waitingOf(facts),
})

const occurrence = (
  messages: Messages,
  facts: SessionFacts,
  furtherLines: readonly string[] = [],
): Block => ({
  type: 'list',
  items: [{ title: facts.title, lines: [...linesOf(messages, facts), ...furtherLines] }],
})

const priceLine = (
  { price = null }: Pick<WaitlistFacts, 'price'>,
  messages: Messages,
  { currencySymbol }: Seller,
): string[] => {
  if (price === null) return []
  if (price.lowest === 0 && price.isOnly) return [messages.waitlists.free]
  const amount = formatted(price.lowest, currencySymbol)
  return [price.isOnly ? amount : messages.waitlists.priceFrom({ amount })]
}

/** Its colours, and how to reach it. */
const venueOf = ({ venueId }: Pick<WaitlistFacts, 'venueId'>): { venueId?: number } =>
  venueId === undefined ? {} : { venueId }

/** A place is held for the reader: until when, and the address where it is taken or passed on. */
const offered: NoticeKind<WaitlistFacts> = {
  kind: 'waitlist_offered',
  about,
  write: (facts, { messages, seller, sites }) => ({
    subject: messages.waitlists.offerSubject(titleAndTime(messages, facts)),
    heading: messages.waitlists.offerHeading,
    ...venueOf(facts),
    blocks: [
      {
        type: 'text',
        text: messages.waitlists.offerText({
          ...waitingOf(facts),
          until:
            facts.until === null ? null : describeMoment(messages, new Date(facts.until), facts.timezone),
        }),
      },
      occurrence(messages, facts, priceLine(facts, messages, seller)),
      // Only the person it is offered to sees the offer.
      {
        type: 'link',
        label: messages.waitlists.offerLink,
        href: sites.bookings + throughLogin(facts.path),
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
    subject: messages.waitlists.lapseSubject(titleAndTime(messages, facts)),
    heading: messages.waitlists.lapseHeading,
    ...venueOf(facts),
    blocks: [
      {
        type: 'text',
        text: messages.waitlists.lapseText(waitingOf(facts)),
      },
      occurrence(messages, facts),
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
    subject: messages.waitlists.withdrawalSubject(titleAndTime(messages, facts)),
    heading: messages.waitlists.withdrawalHeading,
    ...venueOf(facts),
    blocks: [
      {
        type: 'text',
        text: messages.waitlists.withdrawalText(waitingOf(facts)),
      },
      occurrence(messages, facts),
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
    subject: messages.waitlists.callOffSubject(titleAndTime(messages, facts)),
    heading: messages.waitlists.calledOff,
    ...venueOf(facts),
    blocks: [
      {
        type: 'text',
        text: messages.waitlists.callOffText(waitingOf(facts)),
      },
      ...(await reasonOf(tx, messages, facts.occurrenceId)),
      occurrence(messages, facts),
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
  was: SessionBefore
  message: string
  meetingPoint: string
  instructors: string[]
}

/** Staff have changed the session that the reader waits for. */
export const sessionChangedWhileWaiting: NoticeKind<ChangeFacts> = {
  kind: 'waitlist_changed',
  about: ({ entryId, at }) => `waitlist-entry:${entryId} ${at}`,
  write: ({ was, message, meetingPoint, instructors, ...facts }, { messages, sites }) => ({
    subject: messages.waitlists.changeSubject({ title: facts.title, when: whenOf(messages, facts) }),
    heading: messages.waitlists.changeHeading(waitingOf(facts)),
    ...venueOf(facts),
    blocks: [
      { type: 'text', text: messages.waitlists.changeText(waitingOf(facts)) },
      {
        type: 'list',
        items: [
          {
            title: facts.title,
            lines: [
              ...linesOf(messages, facts),
              ...(meetingPoint === '' ? [] : [meetingPoint]),
              ...(instructors.length === 0
                ? []
                : [messages.bookings.mail.instructors({ names: instructors })]),
            ],
          },
        ],
      },
      { type: 'text', text: describeSessionBefore(messages, was) },
      ...(message === '' ? [] : [{ type: 'text' as const, text: message }]),
      { type: 'text', text: messages.waitlists.changeLeave },
      { type: 'link', label: messages.waitlists.withdrawalLink, href: `${sites.account}/bookings` },
    ],
  }),
}

/** The reader has joined a waitlist, or has had a person join that they book for. */
export const waitlistJoined: NoticeKind<
  SessionFacts &
    Pick<WaitlistFacts, 'firstName' | 'isOfOther' | 'venueId'> & { entryId: number; position: number }
> = {
  kind: 'waitlist_joined',
  about: ({ entryId }) => `waitlist-entry:${entryId}`,
  write: ({ position, ...facts }, { messages, sites }) => ({
    subject: messages.waitlists.joinSubject({ title: facts.title, when: whenOf(messages, facts) }),
    heading: messages.waitlists.joinHeading(waitingOf(facts)),
    ...venueOf(facts),
    blocks: [
      { type: 'text', text: messages.waitlists.joinText({ position }) },
      occurrence(messages, facts),
      {
        type: 'link',
        label: messages.waitlists.withdrawalLink,
        href: `${sites.account}/bookings?show=waitlists`,
      },
    ],
  }),
}

export const waitlistNotices = { offered, lapsed, withdrawn, called_off: calledOff }
