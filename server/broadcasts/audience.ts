import { createHash } from 'node:crypto'
import type { Audience, broadcasts } from '#contract/broadcasts.ts'
import { mostAudienceDays, narrowedBy } from '#contract/audiences.ts'
import type { Query } from '#contract/endpoint.ts'
import { daysAfter, time } from '#contract/time.ts'
import { findBuyers } from '#server/bookings/followUps.ts'
import type { Buyer } from '#server/bookings/followUps.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { requireVenue } from '#server/venues/find.ts'
import {
  agreedToNews,
  bookingsOfAudience,
  choicesOf,
  customersByIds,
  hirersByIds,
  hirersOfAudience,
  membersOfAudience,
  waitingOfAudience,
} from './sql/audience.ts'
import type { CustomerRow, HirerRow, Narrowing } from './sql/audience.ts'
import type { RecipientOf } from './sql/broadcasts.ts'

/** Whom a message is for. */
export type Wanted = Query<(typeof broadcasts)['audience']>

/** Somebody who is written to, once, with the bookings or the places on waitlists that it is about. */
export type Reader = RecipientOf & Pick<Buyer, 'name' | 'firstName' | 'email'>

const mostNames = 10

/**
 * Who would be written to now, and how the audience can be narrowed.
 * @throws Refusal `not_found` for a venue, `invalid`
 */
export const findAudience = async (tx: Tx, actor: Actor, wanted: Wanted): Promise<Audience> => {
  const { readers, notAgreed, venue } = await findReaders(tx, actor, wanted)
  const { sessions, ...choices } = await choicesOf(tx, wanted.people, { ...wanted, venueId: venue.id })
  return {
    digest: digestOf(readers),
    reach: countReached(readers),
    notAgreed,
    names: readers.slice(0, mostNames).map(({ name }) => name),
    choices: {
      ...choices,
      sessions: sessions.map(({ startsAt, ...session }) => ({
        ...session,
        startsAt: time(startsAt, venue.timezone),
      })),
    },
  }
}

/**
 * Everybody of an audience, each person once: what is counted, previewed and sent is what this finds.
 * @throws Refusal `not_found` for a venue, `invalid`
 */
export const findReaders = async (
  tx: Tx,
  actor: Actor,
  wanted: Wanted,
): Promise<{ readers: Reader[]; notAgreed: number; venue: Awaited<ReturnType<typeof requireVenue>> }> => {
  requireDays(wanted)
  const venue = await requireVenue(tx, actor, wanted.venue)
  const people = await readersAmong(tx, wanted, { ...wanted, venueId: venue.id })
  if (wanted.kind === 'service') return { readers: people, notAgreed: 0, venue }
  const readers = await thoseWhoAgreed(tx, actor.operator.id, people)
  return { readers, notAgreed: people.length - readers.length, venue }
}

/** News goes to the account that has the address. It agreed to news by e-mail: who has no address gets none. */
const thoseWhoAgreed = async (tx: Tx, operatorId: number, readers: readonly Reader[]): Promise<Reader[]> => {
  const emails = readers.flatMap(({ email, reachedBy }) => (reachedBy === 'email' ? [email] : []))
  const agreed = new Map((await agreedToNews(tx, operatorId, emails)).map((row) => [row.email, row]))
  return emails.flatMap((email) => {
    const row = agreed.get(email)
    return row === undefined ? [] : asCustomer(row)
  })
}

type Narrowed = 'activityId' | 'placeId' | 'sessionId' | 'planId' | 'hirerId'

/** What narrows an audience, as it is stored: null for what is left out or of no account to such people. */
export const narrowingOf = ({
  people,
  ...ids
}: Pick<Wanted, 'people'> & Partial<Record<Narrowed, number | undefined>>): Record<
  Narrowed,
  number | null
> => {
  const counts: readonly Narrowed[] = narrowedBy[people]
  const idOf = (name: Narrowed) => (counts.includes(name) ? (ids[name] ?? null) : null)
  return {
    activityId: idOf('activityId'),
    placeId: idOf('placeId'),
    sessionId: idOf('sessionId'),
    planId: idOf('planId'),
    hirerId: idOf('hirerId'),
  }
}

/** @throws Refusal `invalid` */
export const requireDays = ({ from, until }: Pick<Wanted, 'from' | 'until'>): void => {
  if (until < from) throw invalid({ until: [(messages) => messages.reports.endsBeforeStart] })
  if (until > daysAfter(from, mostAudienceDays - 1))
    throw invalid({ until: [(messages) => messages.reports.tooLong({ days: mostAudienceDays })] })
}

const readersAmong = async (
  tx: Tx,
  { people }: Pick<Wanted, 'people'>,
  narrowing: Narrowing,
): Promise<Reader[]> => {
  switch (people) {
    case 'booked':
    case 'absent':
      return (await findBuyers(tx, await bookingsOfAudience(tx, people, narrowing))).map(asBuyer)
    case 'waiting':
      return onePerPerson(
        (await waitingOfAudience(tx, narrowing)).map((row) => ({
          ...asCustomer(row),
          entryIds: [row.entryId],
        })),
      )
    case 'members':
      return onePerPerson((await membersOfAudience(tx, narrowing)).map(asCustomer))
    case 'hirers':
      return onePerPerson((await hirersOfAudience(tx, narrowing)).map(asHirer))
  }
}

/** The same people as they are now: names and addresses are those of the moment when a mail leaves. */
export const readersOf = async (tx: Tx, recipients: readonly RecipientOf[]): Promise<Reader[]> => {
  const buyers = await findBuyers(
    tx,
    recipients.flatMap(({ bookingIds }) => bookingIds),
  )
  const entriesOf = new Map(recipients.map(({ customerId, entryIds }) => [customerId, entryIds]))
  const customers = await customersByIds(tx, idsOf(recipients, 'customerId'))
  const hirers = await hirersByIds(tx, idsOf(recipients, 'hirerId'))
  return [
    ...buyers.map(asBuyer),
    ...customers.map((row) => ({ ...asCustomer(row), entryIds: entriesOf.get(row.customerId) ?? [] })),
    ...hirers.map(asHirer),
  ]
}

const idsOf = (recipients: readonly RecipientOf[], of: 'customerId' | 'hirerId'): number[] =>
  recipients.flatMap((recipient) => recipient[of] ?? [])

const nothing = { bookingIds: [], customerId: null, entryIds: [], hirerId: null }

const asBuyer = ({ bookingIds, name, firstName, email, reachedBy }: Buyer): Reader => ({
  ...nothing,
  bookingIds: [...bookingIds],
  name,
  firstName,
  email,
  reachedBy,
})

const asCustomer = ({ customerId, name, firstName, email }: CustomerRow): Reader => ({
  ...nothing,
  customerId,
  name,
  firstName,
  email,
  reachedBy: email === '' ? 'phone' : 'email',
})

/** Who speaks for a hirer is one field, and is addressed by it. */
const asHirer = ({ hirerId, name, email }: HirerRow): Reader => ({
  ...nothing,
  hirerId,
  name,
  firstName: name,
  email,
  reachedBy: email === '' ? 'phone' : 'email',
})

/** Those who share an address are one; the first stands for all. */
const onePerPerson = (readers: readonly Reader[]): Reader[] => {
  const people = new Map<string, Reader>()
  for (const reader of readers) {
    const { customerId, hirerId, entryIds } = reader
    const key = reader.email.toLowerCase() || `customer ${customerId} hirer ${hirerId}`
    const before = people.get(key)
    people.set(
      key,
      before === undefined ? reader : { ...before, entryIds: [...before.entryIds, ...entryIds] },
    )
  }
  return [...people.values()]
}

/** Another text where other people, or others of their bookings or places on waitlists, are concerned. */
export const digestOf = (readers: readonly Reader[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        readers.map(({ bookingIds, customerId, entryIds, hirerId, reachedBy }) => [
          bookingIds,
          customerId,
          entryIds,
          hirerId,
          reachedBy,
        ]),
      ),
    )
    .digest('base64url')

export const countReached = (readers: readonly Pick<Reader, 'reachedBy'>[]): Audience['reach'] => {
  const count = (by: Reader['reachedBy']) => readers.filter(({ reachedBy }) => reachedBy === by).length
  return { emailed: count('email'), byPartner: count('partner'), toRing: count('phone') }
}
