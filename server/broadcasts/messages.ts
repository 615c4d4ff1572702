import type { AudiencePeople, Placeholder } from '#contract/audiences.ts'
import { linkToOrder } from '#server/bookings/links.ts'
import { describeBooking, namesAttendees, venueOf } from '#server/bookings/messages.ts'
import { bookingsByIds } from '#server/bookings/read.ts'
import { wayOutOfNews } from '#server/customers/newsLinks.ts'
import { linkToHirer } from '#server/hirers/link.ts'
import { linkToMemberships } from '#server/memberships/messages.ts'
import type { Messages } from '#server/messages/languages.ts'
import { asPlainName } from '#server/notices/rules.ts'
import type { Block, NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { sessionTimes } from '#server/platform/clock.ts'
import { failInvariant } from '#server/platform/errors.ts'
import type { Reader } from './audience.ts'
import { fillPlaceholders, paragraphsOf } from './rules.ts'
import { customersByIds, hirersByIds, sessionsWaitedFor, wantsNews } from './sql/audience.ts'
import type { WaitedRow } from './sql/audience.ts'

type BookingRow = Awaited<ReturnType<typeof bookingsByIds>>[number]

type Facts = Pick<Reader, 'bookingIds' | 'customerId' | 'entryIds' | 'hirerId' | 'firstName'> & {
  broadcastId: number
  people: AudiencePeople
  venueId: number
  subject: string
  text: string
}

/** What messages lack that were written while all of them were about bookings: one may wait to be sent. */
const before = { people: 'booked', customerId: null, entryIds: [], hirerId: null } as const

/** What staff write to many, with what the reader has booked, waits for, is a member of or hires. */
export const broadcastSent: NoticeKind<Facts> = {
  kind: 'broadcast',
  about: ({ broadcastId, bookingIds: [bookingId], customerId, hirerId }) => {
    if (bookingId !== undefined) return `booking:${bookingId} broadcast:${broadcastId}`
    const reader = customerId === null ? `hirer:${hirerId}` : `customer:${customerId}`
    return `${reader} broadcast:${broadcastId}`
  },
  // Whoever has cancelled, waits no longer or has closed their account meanwhile is not written to.
  isOutdated: async (stored, { tx }) => {
    const { bookingIds, customerId, entryIds, hirerId, people } = { ...before, ...stored }
    if (bookingIds.length > 0) return (await activeBookings(tx, bookingIds)).length === 0
    if (people === 'waiting') return (await sessionsWaitedFor(tx, entryIds)).length === 0
    const [reader] =
      customerId === null
        ? await hirersByIds(tx, hirerId === null ? [] : [hirerId])
        : await customersByIds(tx, [customerId])
    return reader === undefined || reader.email === ''
  },
  write: async (stored, context) => {
    const facts = { ...before, ...stored }
    const { tx, messages } = context
    const { subject, text } = facts
    const [values = {}] = await valuesOf(tx, messages, [facts])
    const { heading, venueId, blocks } = await aboutReader(facts, context)
    return {
      subject: fillPlaceholders(subject, values),
      heading,
      ...venueId,
      blocks: [
        ...paragraphsOf(fillPlaceholders(text, values)).map((paragraph) => ({
          type: 'text' as const,
          text: paragraph,
        })),
        ...blocks,
      ],
    }
  },
}

/** News that staff write to those who agreed to it. Whoever has withdrawn that when it would leave does not get it. */
export const newsSent: NoticeKind<Facts & { operatorId: number }> = {
  kind: 'news',
  about: broadcastSent.about,
  isOutdated: async ({ customerId }, { tx }) => customerId === null || !(await wantsNews(tx, customerId)),
  write: async (
    { operatorId, customerId, venueId, firstName, subject, text },
    { tx, messages, seller, sites, now },
  ) => {
    if (customerId === null) return failInvariant('news is for a customer')
    const values = { first_name: asPlainName(firstName) }
    const of = { operatorId, customerId, site: sites.account }
    const wayOut = await wayOutOfNews(tx, of, now)
    return {
      subject: fillPlaceholders(subject, values),
      heading: messages.broadcasts.newsHeading({ operator: seller.name }),
      venueId,
      wayOut,
      blocks: [
        ...paragraphsOf(fillPlaceholders(text, values)).map((paragraph) => ({
          type: 'text' as const,
          text: paragraph,
        })),
        { type: 'text', text: messages.broadcasts.whyNews },
        {
          type: 'link',
          isSecondary: true,
          isSecret: true,
          label: messages.customers.newsLinkButton,
          ...wayOut,
        },
      ],
    }
  },
}

type About = { heading: string; venueId: { venueId?: number }; blocks: Block[] }

/** What it is about, and where the reader finds that. */
const aboutReader = async (
  { people, venueId, bookingIds, entryIds, hirerId }: Facts,
  { tx, messages, sites, now }: NoticeContext,
): Promise<About> => {
  const heading = messages.broadcasts.mailHeadings[people]
  if (hirerId !== null) {
    const link = await linkToHirer({ tx, sites, now }, hirerId, messages.broadcasts.seeHires)
    return { heading, venueId: { venueId }, blocks: [link] }
  }
  if (people === 'members')
    return { heading, venueId: { venueId }, blocks: [linkToMemberships(messages, sites)] }
  if (people === 'waiting') {
    const items = (await sessionsWaitedFor(tx, entryIds)).map((row) => describeWaited(messages, row))
    const href = `${sites.account}/bookings?show=waitlists`
    const link: Block = { type: 'link', label: messages.broadcasts.seeWaitlists, href }
    return { heading, venueId: { venueId }, blocks: [{ type: 'list', items }, link] }
  }
  const bookings = await activeBookings(tx, bookingIds)
  const named = namesAttendees(bookings)
  const links = bookings.slice(0, 1).map((first) => {
    const order = { id: first.orderId, customerId: first.customerId, bookings: [first] }
    const label = people === 'absent' ? messages.broadcasts.seeOrder : messages.bookings.mail.seeOrCancel
    return linkToOrder({ tx, sites, now }, order, label)
  })
  return {
    heading,
    venueId: venueOf(bookings),
    blocks: [
      { type: 'list', items: bookings.map((booking) => describeBooking(messages, booking, named)) },
      ...(await Promise.all(links)),
    ],
  }
}

const activeBookings = async (tx: Tx, bookingIds: readonly number[]): Promise<BookingRow[]> =>
  (await bookingsByIds(tx, bookingIds)).filter(({ status }) => !status.startsWith('cancelled'))

type Values = Partial<Record<Placeholder, string>>

/** What the words in braces are for each reader: of the first of their bookings, or of what they wait for first. */
export const valuesOf = async (
  tx: Tx,
  messages: Messages,
  readers: readonly Pick<Reader, 'bookingIds' | 'entryIds' | 'firstName'>[],
): Promise<Values[]> => {
  const bookings = await activeBookings(
    tx,
    readers.flatMap(({ bookingIds }) => bookingIds),
  )
  const waited = await sessionsWaitedFor(
    tx,
    readers.flatMap(({ entryIds }) => entryIds),
  )
  const bookingById = new Map(bookings.map((booking) => [booking.id, booking]))
  const waitedById = new Map(waited.map((row) => [row.entryId, row]))
  return readers.map(({ bookingIds, entryIds, firstName }) => {
    const [booking] = bookingIds.flatMap((id) => bookingById.get(id) ?? [])
    const [session] = entryIds.flatMap((id) => waitedById.get(id) ?? [])
    return {
      first_name: asPlainName(firstName),
      ...(booking === undefined
        ? {}
        : sessionValues(messages, booking, describeBooking(messages, booking, false))),
      ...(session === undefined ? {} : sessionValues(messages, session, { title: session.name })),
    }
  })
}

type Session = Pick<
  WaitedRow,
  'localDate' | 'startsAt' | 'endsAt' | 'timezone' | 'locationName' | 'venueName'
>

const whenOf = (messages: Messages, session: Session): string =>
  messages.bookings.mail.when({
    day: messages.format.fullDay(session.localDate),
    ...sessionTimes(messages, session),
  })

const whereOf = ({ locationName, venueName }: Session): string => `${locationName}, ${venueName}`

const sessionValues = (messages: Messages, session: Session, { title }: { title: string }): Values => ({
  session: title,
  when: whenOf(messages, session),
  place: whereOf(session),
})

const describeWaited = (messages: Messages, row: WaitedRow) => ({
  title: row.name,
  lines: [whenOf(messages, row), whereOf(row)],
})
