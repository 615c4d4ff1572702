import type { PlaceHolder } from '#contract/baskets.ts'
import { localDay, time } from '#contract/time.ts'
import { lapsePlaces } from '#server/holds/service.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/baskets.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { findHolders, findVenue, lockHoldsOfHolder } from './queries.ts'
import type { VenueRow } from './queries.ts'

const venueOf = async (tx: Tx, { operator }: Actor, slug: string): Promise<VenueRow> => {
  const venue = await findVenue(tx, operator.id, slug)
  if (venue === undefined) throw notFound(messages.venueNotFound)
  return venue
}

/** Customers, visitors and networks that hold many places of a venue's coming sessions. */
export const listPlaceHolders = async (
  tx: Tx,
  actor: Actor,
  venueSlug: string,
  now: Date,
): Promise<PlaceHolder[]> => {
  const { id, timezone } = await venueOf(tx, actor, venueSlug)
  const holders = await findHolders(tx, id, now)
  return holders.map(({ since, until, sessions, ...holder }) => ({
    ...holder,
    since: time(since, timezone),
    until: time(until, timezone),
    sessions: sessions.map(({ startsAt, ...session }) => ({
      ...session,
      day: localDay(new Date(startsAt), timezone),
      startsAt: time(new Date(startsAt), timezone),
    })),
  }))
}

/**
 * Ends the holds that a visitor or network has at a venue, as if their time had run out: the lines stay in the basket
 * and say so. Baskets that are being paid for stay held.
 * @returns how many places came free
 */
export const freeHeldPlaces = async (
  tx: Tx,
  actor: Actor,
  { venue: venueSlug, basketId, reason }: { venue: string; basketId: number; reason: string },
  now: Date,
): Promise<{ places: number }> => {
  const { id: actorId } = staffOf(actor)
  const venue = await venueOf(tx, actor, venueSlug)
  const holds = await lockHoldsOfHolder(tx, venue.id, basketId, now)
  const places = holds.reduce((sum, hold) => sum + hold.places, 0)
  if (holds.length === 0) return { places }
  await lapsePlaces(
    tx,
    holds.map(({ id }) => id),
    now,
  )
  await recordAudit(
    tx,
    {
      actorId,
      forCustomerId: null,
      act: acts.heldPlacesFreed,
      subject: `venue:${venueSlug}`,
      detail: { reason, places, basketId },
    },
    now,
  )
  tx.invalidate(venue.id)
  return { places }
}
