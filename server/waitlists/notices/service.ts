import type { Block, NoticeKind } from '#server/notices/rules.ts'

/** What has happened to a waitlist entry. `until` is the end of an offer in words, `path` an address of the bookings site. */
export type WaitlistFacts = {
  eventId: number
  firstName: string
  title: string
  lines: string[]
  until: string | null
  path: string
}

const about = ({ eventId }: WaitlistFacts): string => `waitlist-event:${eventId}`

const occurrence = ({ title, lines }: WaitlistFacts): Block => ({ type: 'list', items: [{ title, lines }] })

/** A place is held for the reader: until when, and the address where it is taken or passed on. */
const offered: NoticeKind<WaitlistFacts> = {
  kind: 'waitlist_offered',
  about,
  write: (facts, { sites }) => ({
    subject: `A place for you: ${facts.title}`,
    heading: 'A place has come free',
    blocks: [
      {
        type: 'text',
        text: `Hello ${facts.firstName}, you are next on the waitlist. ${
          facts.until === null ? 'A place is kept for you.' : `A place is kept for you until ${facts.until}.`
        }`,
      },
      occurrence(facts),
      { type: 'link', label: 'Take the place', href: sites.bookings + facts.path },
      {
        type: 'text',
        text: 'If you cannot come, let it go on the same page: the next person is asked at once. What is not taken in time goes to the next person by itself.',
      },
    ],
  }),
}

/** The reader did not take the place in time. */
const lapsed: NoticeKind<WaitlistFacts> = {
  kind: 'waitlist_lapsed',
  about,
  write: (facts, { sites }) => ({
    subject: `No longer kept for you: ${facts.title}`,
    heading: 'The place has gone to the next person',
    blocks: [
      {
        type: 'text',
        text: `Hello ${facts.firstName}, the place that was kept for you was not taken in time. Nothing has been charged.`,
      },
      occurrence(facts),
      {
        type: 'link',
        label: 'See whether there are places, or join the waitlist again',
        href: sites.bookings + facts.path,
      },
    ],
  }),
}

/** The venue has reduced the capacity, and the place on offer is among those that are gone. */
const withdrawn: NoticeKind<WaitlistFacts> = {
  kind: 'waitlist_withdrawn',
  about,
  write: (facts) => ({
    subject: `Not kept for you after all: ${facts.title}`,
    heading: 'The venue has fewer places now',
    blocks: [
      {
        type: 'text',
        text: `Hello ${facts.firstName}, we are sorry: the venue has fewer places than it had, so the one that was kept for you is gone. You are back on the waitlist, where you stood before.`,
      },
      occurrence(facts),
    ],
  }),
}

export const waitlistNotices = { offered, lapsed, withdrawn }
