import { createHash } from 'node:crypto'
import type { Audience, broadcasts } from '#contract/broadcasts.ts'
import { mostAudienceDays } from '#contract/broadcasts.ts'
import type { Query } from '#contract/endpoint.ts'
import { daysAfter } from '#contract/time.ts'
import { findBuyers } from '#server/bookings/followUps.ts'
import type { Buyer } from '#server/bookings/followUps.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { requireVenue } from '#server/venues/find.ts'
import { activitiesBooked, bookingsOfAudience } from './sql.ts'

/** Whom a message is for: those who have booked at a venue on some days. */
export type Wanted = Query<(typeof broadcasts)['audience']>

const mostNames = 10

/**
 * Who would be written to now.
 * @throws Refusal `not_found` for a venue, `invalid`
 */
export const findAudience = async (tx: Tx, actor: Actor, wanted: Wanted): Promise<Audience> => {
  const { buyers, venueId } = await findReaders(tx, actor, wanted)
  return {
    digest: digestOf(buyers),
    reach: countReached(buyers),
    names: buyers.slice(0, mostNames).map(({ name }) => name),
    activities: await activitiesBooked(tx, { ...wanted, venueId }),
  }
}

/** @throws Refusal `not_found` for a venue, `invalid` */
export const findReaders = async (
  tx: Tx,
  actor: Actor,
  wanted: Wanted,
): Promise<{ buyers: Buyer[]; venueId: number }> => {
  const { from, until } = wanted
  if (until < from) throw invalid({ until: [(messages) => messages.reports.endsBeforeStart] })
  if (until > daysAfter(from, mostAudienceDays - 1))
    throw invalid({ until: [(messages) => messages.reports.tooLong({ days: mostAudienceDays })] })
  const { id: venueId } = await requireVenue(tx, actor, wanted.venue)
  const bookingIds = await bookingsOfAudience(tx, { ...wanted, venueId })
  return { buyers: await findBuyers(tx, bookingIds), venueId }
}

/** Another text where other people, or others of their bookings, are concerned. */
export const digestOf = (buyers: readonly Buyer[]): string =>
  createHash('sha256')
    .update(JSON.stringify(buyers.map(({ bookingIds, reachedBy }) => [bookingIds, reachedBy])))
    .digest('base64url')

export const countReached = (buyers: readonly Pick<Buyer, 'reachedBy'>[]): Audience['reach'] => {
  const count = (by: Buyer['reachedBy']) => buyers.filter(({ reachedBy }) => reachedBy === by).length
  return { emailed: count('email'), byPartner: count('partner'), toRing: count('phone') }
}
