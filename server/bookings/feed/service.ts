import { createHash, randomBytes } from 'node:crypto'
import { instant } from '#contract/time.ts'
import { calendarFeed } from '#server/bookings/calendar/service.ts'
import { bookingsAround } from '#server/bookings/service.ts'
import { sellerOf } from '#server/operator/find.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut } from '#server/platform/errors.ts'
import { dropFeed, feedBy, feedOf, setFeed } from './queries.ts'

export { feedOf } from './queries.ts'

/** Past bookings stay in the feed this long; cancelled ones stay so that calendars show the cancellation. */
const recentDays = 90
/** Requested refresh interval; most calendars choose their own. */
const refreshSeconds = 3600

type PresentOptions = { madeAt: string | null }

/** Feeds belong to the logged-in person: staff acting for a customer get their own. */
const ownerOf = ({ person }: Actor): number => {
  if (person === null) throw loggedOut()
  return person.id
}

export const readCalendarFeed = async (tx: Tx, actor: Actor): Promise<PresentOptions> => {
  const feed = await feedOf(tx, ownerOf(actor))
  return { madeAt: feed === null ? null : instant(feed.createdAt) }
}

/**
 * Creates a feed address and revokes the previous one. The address is displayed once: only the digest of its secret is
 * stored.
 */
export const makeFeed = async (
  tx: Tx,
  actor: Actor,
  now: Date,
): Promise<{ madeAt: string; address: string }> => {
  const secret = randomBytes(24).toString('base64url')
  await setFeed(tx, ownerOf(actor), { secretDigest: digestOf(secret), createdAt: now })
  return { madeAt: instant(now), address: `${actor.site}/calendar/${secret}.ics` }
}

export const endFeed = async (tx: Tx, actor: Actor): Promise<PresentOptions> => {
  await dropFeed(tx, ownerOf(actor))
  return { madeAt: null }
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The calendar for a secret; null when there is none or it was revoked. */
export const calendarUnder = async (tx: Tx, secret: string, now: Date): Promise<string | null> => {
  const feed = await feedBy(tx, digestOf(secret))
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
