import { createHash, randomBytes } from 'node:crypto'
import { instant } from '#contract/time.ts'
import { calendarFeed } from '#server/bookings/calendar/service.ts'
import { bookingsAround } from '#server/bookings/service.ts'
import { sellerOf } from '#server/operator/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut } from '#server/platform/errors.ts'
import * as rows from './queries.ts'

export { feedOf } from './queries.ts'

/** Bookings that are over stay in the calendar for so long; what was cancelled stays to say so. */
const recentDays = 90
/** Calendars that ask what we would like are told so; most of them do as they please. */
const refreshSeconds = 3600

type PresentOptions = { madeAt: string | null }

/** Feeds are for oneself alone: staff who look at a customer see their own. */
const ownerOf = ({ person }: Actor): number => {
  if (person === null) throw loggedOut()
  return person.id
}

export const readCalendarFeed = async (tx: Tx, actor: Actor): Promise<PresentOptions> => {
  const feed = await rows.feedOf(tx, ownerOf(actor))
  return { madeAt: feed === null ? null : instant(feed.madeAt) }
}

/** A new address; one from before ends. It cannot be told again: only the digest of its secret is kept. */
export const makeFeed = async (
  tx: Tx,
  actor: Actor,
  now: Date,
): Promise<{ madeAt: string; address: string }> => {
  const secret = randomBytes(24).toString('base64url')
  await rows.setFeed(tx, ownerOf(actor), { secretDigest: digestOf(secret), madeAt: now })
  return { madeAt: instant(now), address: `${actor.site}/calendar/${secret}.ics` }
}

export const endFeed = async (tx: Tx, actor: Actor): Promise<PresentOptions> => {
  await rows.dropFeed(tx, ownerOf(actor))
  return { madeAt: null }
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The calendar under a secret, or null: there is none, or none any more. */
export const calendarUnder = async (tx: Tx, secret: string, now: Date): Promise<string | null> => {
  const feed = await rows.feedBy(tx, digestOf(secret))
  if (feed === undefined) return null
  const { customerId, operatorId } = feed
  const since = new Date(now.getTime() - recentDays * 86_400_000)
  const bookings = (await bookingsAround(tx, customerId, since, now)).map((booking) =>
    booking.personId === null || booking.personId === customerId
      ? booking
      : { ...booking, who: booking.firstName },
  )
  return calendarFeed(bookings, await sellerOf(tx, operatorId), refreshSeconds)
}
