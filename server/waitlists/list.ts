import { clockTime, date, duration, endTime, instant, localDay, time } from '#contract/time.ts'
import type { WaitlistEntry, WaitlistRange } from '#contract/waitlists.ts'
import { listLinkedIds } from '#server/linked-people/list.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { describeEvent, statusOf } from './rules.ts'
import { listEntries, listEvents } from './sql.ts'
import type { EntryRow, EventRow, RangeRow } from './sql.ts'

/** The entries of the caller (for staff: of the selected customer) and of the people linked to them. */
export const listWaitlistEntries = async (tx: Tx, actor: Actor, now: Date): Promise<WaitlistEntry[]> => {
  const { customerId } = actor
  if (customerId === null) return []
  const personIds = [customerId, ...(await listLinkedIds(tx, customerId))]
  const entries = await listEntries(tx, actor.operator.id, { personIds })
  const events = await listEvents(
    tx,
    entries.map(({ id }) => id),
  )
  return entries.map((entry) => {
    const history = events.filter(({ entryId }) => entryId === entry.id)
    return presentEntry(actor.messages, entry, history, now)
  })
}

/** ENTRY. */
export const presentEntry = (
  messages: Messages,
  row: EntryRow,
  events: readonly EventRow[],
  now: Date,
): WaitlistEntry => {
  const { timezone: zone } = row
  const status = statusOf(row, now)
  return {
    id: row.id,
    waitlistId: row.id,
    userId: row.personId,
    firstName: row.firstName,
    status,
    position: row.position,
    waitlistLength: row.waiting,
    joinedAt: instant(row.joinedAt),
    offerExpiresAt: status === 'offered' && row.offerExpiresAt !== null ? instant(row.offerExpiresAt) : null,
    closesAt: instant(row.closesAt),
    item: {
      id: row.idForm === 'v2' ? row.publicId : row.occurrenceId,
      name: row.name,
      compositeKey: row.compositeKey,
      categorySlug: row.activitySlug,
      venueSlug: row.venueSlug,
      venueName: row.venueName,
      date: date(row.localDate, zone, now),
      startsAt: time(row.startsAt, zone),
      endsAt: time(row.endsAt, zone),
      duration: duration(Math.round((row.endsAt.getTime() - row.startsAt.getTime()) / 60_000)),
      location: {
        id: String(row.locationId),
        name: row.locationName,
        type: row.locationKind === 'venue' ? 'venue' : 'resource',
        slug: row.locationSlug,
        venueId: row.venueId,
        venueSlug: row.venueSlug,
      },
    },
    history: events.map((event) => ({
      what: event.what,
      message: describeEvent(event, zone)(messages),
      at: instant(event.at),
    })),
  }
}

/** @param offer the entry that has an offer, if one has */
export const presentRange = (row: RangeRow, offer: WaitlistEntry | null, now: Date): WaitlistRange => ({
  id: row.id,
  userId: row.personId,
  firstName: row.firstName,
  status: row.places === 0 ? 'left' : offer?.status === 'offered' ? 'offered' : 'waiting',
  activityName: row.activityName,
  categorySlug: row.activitySlug,
  kind: row.kind,
  venueSlug: row.venueSlug,
  venueName: row.venueName,
  date: date(row.localDate, row.timezone, now),
  from: clockTime(row.fromMinutes),
  to: clockTime(row.toMinutes),
  end: endOf(row),
  places: row.places,
  joinedAt: instant(row.joinedAt),
  offer: offer?.status === 'offered' ? offer : null,
})

const endOf = ({ lastStartsAt, lastEndsAt, localDate, timezone, toMinutes }: RangeRow): string =>
  lastStartsAt !== null && lastEndsAt !== null && localDay(lastEndsAt, timezone) > localDate
    ? endTime(lastStartsAt, lastEndsAt, timezone)
    : clockTime(toMinutes).format24Hour

/** How many people wait for any of these sessions. */
export const countWaiting = async (tx: Tx, sessionIds: readonly number[]): Promise<number> => {
  if (sessionIds.length === 0) return 0
  const { count } = await tx
    .selectFrom('waitlistEntry')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('occurrenceId', 'in', [...sessionIds])
    .where('state', 'in', ['waiting', 'offered'])
    .executeTakeFirstOrThrow()
  return count
}
