import type { WaitlistEntry } from '#contract/waitlists.ts'
import { date, endTime, time } from '#contract/time.ts'
import { addEntry, offerPlace, promoteWaitlist, removeEntry } from '#server/holds/offers/service.ts'
import { listLinkedIds } from '#server/linked-people/service.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/waitlists.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { waitlistNotices } from '#server/waitlists/notices/service.ts'
import {
  auditForOther,
  joinRefusal,
  mayActFor,
  requireMayActFor,
  requireMayWait,
} from './eligibility/service.ts'
import { presentEntry } from './present.ts'
import {
  listOccurrences,
  listEntries,
  listEvents,
  listPendingNotifications,
  listOpenWaitlists,
  listWaitlistsDue,
  markNotified,
} from './queries.ts'
import type { EntryFilter, Notification } from './queries.ts'
import { describeMoment } from './rules.ts'

/**
 * Joins the waitlist of an occurrence, by its id of either form: for oneself, for a linked person, or as staff for any
 * customer.
 * @throws Refusal of wire §10
 */
export const joinWaitlist = async (
  tx: Tx,
  actor: Actor,
  { id, personId }: { id: number | string; personId: number },
  now: Date,
): Promise<WaitlistEntry> => {
  const actorId = actor.person?.id
  if (actorId === undefined) throw loggedOut()
  await requireMayActFor(tx, actor, personId)
  const [occurrence] = await listOccurrences(tx, actor.operator.id, { id })
  if (occurrence === undefined) throw notFound(messages.noWaitlist)
  await requireMayWait(tx, { actorId, personId }, occurrence, now)

  const { venueId, fewest } = occurrence
  const form = typeof id === 'number' ? 'v1' : 'v2'
  const entry = { occurrenceId: occurrence.id, personId, actorId, form, places: fewest } as const
  const result = await addEntry(tx, entry, now)
  tx.invalidate(venueId)
  if (result.outcome !== 'ok') throw await joinRefusal(tx, { actorId, personId }, result.outcome)
  await auditForOther(
    tx,
    actor,
    { personId, act: acts.waitlistJoined, subject: `occurrence:${occurrence.id}` },
    now,
  )
  return loadEntry(tx, actor.operator.id, result.entryId, now)
}

const loadEntry = async (tx: Tx, operatorId: number, id: number, now: Date): Promise<WaitlistEntry> => {
  const [row] = await listEntries(tx, operatorId, { id })
  if (row === undefined) throw notFound()
  return presentEntry(row, await listEvents(tx, [id]), now)
}

/** Takes an entry off its waitlist; a place on offer goes to the next. @throws Refusal `not_found` for others' entries */
export const leaveWaitlist = async (
  tx: Tx,
  actor: Actor,
  filter: EntryFilter,
  now: Date,
): Promise<{ id: number; waitlistId: number; status: 'left' }> => {
  const [entry] = await listEntries(tx, actor.operator.id, filter)
  if (entry === undefined || actor.person === null) throw notFound()
  const { id, personId, occurrenceId, venueId } = entry
  if (!actor.isStaff && !mayActFor(actor, personId)) throw notFound()
  if (!(await removeEntry(tx, { entryId: id, actorId: actor.person.id }, now))) throw notFound()
  await auditForOther(
    tx,
    actor,
    { personId, act: acts.waitlistLeft, subject: `occurrence:${occurrenceId}` },
    now,
  )
  tx.invalidate(venueId)
  return { id, waitlistId: id, status: 'left' }
}

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
    return presentEntry(entry, history, now)
  })
}

/**
 * Offers a free place out of turn, for staff. The entries passed over say so in their history. Automatic offers take
 * the same locks, so no place is offered twice.
 * @throws Refusal `full`, `held`, `cancelled`, `closed` when no place is free or the waitlist is closed
 */
export const offerOutOfTurn = async (
  tx: Tx,
  actor: Actor,
  entryId: number,
  now: Date,
): Promise<WaitlistEntry> => {
  if (actor.person === null || !actor.isStaff) throw forbidden()
  const [entry] = await listEntries(tx, actor.operator.id, { id: entryId })
  if (entry === undefined) throw notFound()
  const outcome = await offerPlace(tx, { entryId, actorId: actor.person.id }, now)
  if (outcome !== 'ok') throw new Refusal(outcome, messages.noPlaceToOffer)
  const { personId, occurrenceId, venueId } = entry
  await auditForOther(
    tx,
    actor,
    { personId, act: acts.waitlistOffered, subject: `occurrence:${occurrenceId}` },
    now,
  )
  tx.invalidate(venueId)
  return loadEntry(tx, actor.operator.id, entryId, now)
}

const batchSize = 200

/** Where the last run on this node ended. */
const lastChecked = new WeakMap<Database, number>()

/**
 * Brings waitlists up to date as time passes: lapsed offers go to the next, free places are offered, waitlists of
 * occurrences that begin are closed. (Freeing a place offers it at once: db/functions.) Safe on several nodes, and to repeat.
 * @param atOnce lists that a run checks besides those of lapsed offers; the next run goes on with others, so that the
 *   cost of a run does not grow with their number
 * @returns the venues whose availability may have changed
 */
export const promoteWaitlists = async (
  db: Database,
  now: Date,
  atOnce: number = batchSize,
): Promise<number[]> => {
  const checked = await listOpenWaitlists(db, lastChecked.get(db) ?? 0, atOnce)
  lastChecked.set(db, checked.length < atOnce ? 0 : (checked.at(-1) ?? 0))
  const due = await listWaitlistsDue(db, checked, now, batchSize)
  await processAll(due, ({ occurrenceId, venueId }) =>
    transact(db, async (tx) => {
      await promoteWaitlist(tx, occurrenceId, now)
      tx.invalidate(venueId)
    }),
  )
  return [...new Set(due.map(({ venueId }) => venueId))]
}

/** Sends a notice of each offer, and of how it ended other than by its person, once. */
export const notifyWaitlist = async (db: Database, now: Date): Promise<void> => {
  await transact(db, async (tx) => {
    const pending = await listPendingNotifications(tx, batchSize)
    for (const one of pending) if (one.recipient !== '') await sendWaitlistMessage(tx, one, now)
    await markNotified(
      tx,
      pending.map(({ eventId }) => eventId),
    )
  })
}

const sendWaitlistMessage = (tx: Tx, notification: Notification, now: Date): Promise<void> => {
  const { timezone: zone, untilAt, operatorId, recipient } = notification
  const facts = {
    eventId: notification.eventId,
    firstName: notification.firstName,
    isOfOther: notification.isOfOther,
    title: notification.name,
    lines: describeSession(notification, now),
    until: untilAt === null ? null : describeMoment(untilAt, zone, now),
    path: pathTo(notification),
    occurrenceId: notification.occurrenceId,
  }
  return sendNotice(tx, waitlistNotices[notification.what], { operatorId, to: recipient }, facts, now)
}

type SessionFacts = Omit<Notification, 'eventId' | 'what' | 'untilAt'>

/** When and where a session is, in words. */
export const describeSession = (session: SessionFacts, now: Date): string[] => {
  const { timezone: zone, startsAt, endsAt, localDate, locationName: location, venueName: venue } = session
  return [
    messages.lines.when({
      day: date(localDate, zone, now).fullDatePretty,
      from: time(startsAt, zone).format24Hour,
      to: endTime(startsAt, endsAt, zone),
    }),
    messages.lines.where({ location, venue }),
  ]
}

/** Its page in the timetable; courts have one for each hour. For a session that is called off, the activity's. */
const pathTo = (notification: Notification): string => {
  const { what, venueSlug, activitySlug, localDate, kind } = notification
  const activity = `/location/${venueSlug}/${activitySlug}`
  if (what === 'called_off') return activity
  const day = `${activity}/${localDate}`
  if (kind === 'courts')
    return `${day}/time/${time(notification.startsAt, notification.timezone).format24Hour}`
  const id = notification.idForm === 'v2' ? notification.publicId : notification.occurrenceId
  return `${day}/${kind === 'tickets' ? 'ticket' : 'class'}/${id}`
}
