import { createHash } from 'node:crypto'
import type { AuditAct } from '#contract/audit.ts'
import type { ClosureEffect, closures, InsteadOf } from '#contract/closures.ts'
import type { Body } from '#contract/endpoint.ts'
import { date, daysAfter, instant, localDay, time } from '#contract/time.ts'
import { presentAlternative, presentEffect, requireAlternatives } from '#server/attendance/callOff.ts'
import { findCallOffEffect, isBookedBy } from '#server/bookings/cancel.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { findAlternatives } from '#server/timetable/alternatives.ts'
import {
  closePlaces,
  closingById,
  confirmClosing,
  endClosing,
  fileClosureById,
  liftFileClosure,
  placesOf,
  sessionsClosedBy,
  takeBackClosing,
} from '#server/timetable/closures.ts'
import type { ClosedPlaces, ClosedSession, Closing } from '#server/timetable/closures.ts'
import { hiresClosedBy } from '#server/timetable/hires.ts'
import type { HiredDate } from '#server/timetable/hires.ts'
import { requireVenue } from '#server/venues/find.ts'
import { countWaiting } from '#server/waitlists/list.ts'

type Wanted = Body<(typeof closures)['preview']>

/** Closures are made so many days ahead: as far as the desk sells. */
const mostDaysAhead = 400

/**
 * What closing places would do.
 * @throws Refusal `not_found`, `invalid_time`
 */
export const previewClosure = async (
  tx: Tx,
  actor: Actor,
  body: Wanted,
  now: Date,
): Promise<ClosureEffect & { instead: InsteadOf[] }> => {
  const found = await findEffect(tx, await closedPlaces(tx, actor, body, now), now)
  return { ...presentClosureEffect(actor, found, now), instead: await findInstead(tx, found, now) }
}

/** What those who have booked a session that is called off could come to: none that goes, too. */
const findInstead = async (tx: Tx, { sessions, reversals }: Effect, now: Date): Promise<InsteadOf[]> => {
  const ids = sessions.map(({ id }) => id)
  const booked = [...new Set(reversals.map(({ occurrenceId }) => occurrenceId))]
  const found = await findAlternatives(tx, booked, now, ids)
  const byStart = sessions.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  return byStart.flatMap(({ id, name, startsAt, localDate, timezone }) => {
    const alternatives = found.get(id)
    if (alternatives === undefined) return []
    return {
      sessionId: id,
      name,
      date: date(localDate, timezone, now),
      startsAt: time(startsAt, timezone),
      alternatives: alternatives.map((one) => presentAlternative(one, now)),
    }
  })
}

/**
 * Closes places, with the effect that the caller has seen. Nothing leaves the house for a minute.
 * @throws Refusal `not_found`, `invalid_time`, `effect_changed`, `offer_gone`
 */
export const closeVenue = async (
  tx: Tx,
  actor: Actor,
  { reason = '', publicReason = '', offers, digest, ...body }: Body<(typeof closures)['close']>,
  now: Date,
): Promise<{ id: number; takeBackUntil: string }> => {
  const closed = await closedPlaces(tx, actor, body, now)
  const found = await findEffect(tx, closed, now)
  const effect = presentClosureEffect(actor, found, now)
  const changed = new Refusal('effect_changed', (messages) =>
    messages.attendance.effectChanged({ bookings: effect.bookings, refund: effect.refundTotal.formatted }),
  )
  if (effect.digest !== digest) throw changed
  const offered = offers.filter(({ sessionId }) => found.calledOff.includes(sessionId))
  const going = found.sessions.map(({ id }) => id)
  if (offered.length > 0) await requireAlternatives(tx, offered, now, going)
  const why = {
    reason: publicReason,
    note: reason,
    offers: new Map(offered.map((one) => [one.sessionId, one.offers])),
  }
  const { id, dueAt, calledOff } = await closePlaces(tx, closed, why, now)
  // Somebody may have booked while this waited for the sessions.
  const isSame =
    JSON.stringify(calledOff) === JSON.stringify(found.calledOff) &&
    (await isBookedBy(tx, calledOff, found.reversals))
  if (!isSame) throw changed
  const detail = {
    reason,
    publicReason,
    from: body.from,
    until: body.until,
    calledOff: effect.calledOff,
    offers: offered,
    refund: effect.refundTotal.raw,
  }
  await recordClosureAct(tx, actor, { id, act: acts.placesClosed, detail }, now)
  return { id, takeBackUntil: instant(dueAt) }
}

/**
 * Takes back a closure within its minute.
 * @throws Refusal `not_found`, `too_late`
 */
export const takeBackClosure = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Record<never, never>> => {
  await takeBackClosing(tx, await requireClosing(tx, actor, id, now), now)
  await recordClosureAct(tx, actor, { id, act: acts.closureTakenBack }, now)
  return {}
}

/**
 * Says that a closure without an end goes on.
 * @throws Refusal `not_found`
 */
export const confirmClosure = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Record<never, never>> => {
  await confirmClosing(tx, await requireClosing(tx, actor, id, now), now)
  await recordClosureAct(tx, actor, { id, act: acts.closureConfirmed }, now)
  return {}
}

/**
 * Opens again what staff have closed.
 * @throws Refusal `not_found`
 */
export const endClosure = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Record<never, never>> => {
  await endClosing(tx, await requireClosing(tx, actor, id, now), staffOf(actor).id, now)
  await recordClosureAct(tx, actor, { id, act: acts.closureEnded }, now)
  return {}
}

/**
 * Opens again what the operator's files have closed.
 * @throws Refusal `not_found`
 */
export const liftClosure = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Record<never, never>> => {
  const closure = await fileClosureById(tx, actor.operator.id, id, now)
  if (closure === undefined) throw notFound((messages) => messages.closures.closureNotFound)
  const { id: actorId } = staffOf(actor)
  await liftFileClosure(tx, closure, actorId, now)
  const { venueId, startsAt, endsAt, reason } = closure
  const detail = { from: instant(startsAt), until: endsAt === null ? null : instant(endsAt), reason }
  const done = {
    actorId,
    forCustomerId: null,
    act: acts.fileClosureEnded,
    subject: `venue:${venueId}`,
    detail,
  }
  await recordAudit(tx, done, now)
  return {}
}

const requireClosing = async (tx: Tx, { operator }: Actor, id: number, now: Date): Promise<Closing> => {
  const closing = await closingById(tx, operator.id, id, now)
  if (closing === undefined) throw notFound((messages) => messages.closures.closureNotFound)
  return closing
}

const closedPlaces = async (
  tx: Tx,
  actor: Actor,
  { venue: slug, locationIds, from, until }: Wanted,
  now: Date,
): Promise<ClosedPlaces> => {
  const venue = await requireVenue(tx, actor, slug)
  const places = await placesOf(tx, venue.id)
  if (locationIds.some((id) => !places.some((place) => place.id === id)))
    throw notFound((messages) => messages.timetable.changes.roomNotFound)
  const onWall = (time: string): Date => instantOf(time.slice(0, 10), time.slice(11), venue.timezone)
  const startsAt = onWall(from)
  const endsAt = until === null ? null : onWall(until)
  if (endsAt !== null && endsAt <= startsAt)
    throw new Refusal('invalid_time', (messages) => messages.closures.endsBeforeStart)
  if (endsAt !== null && endsAt <= now)
    throw new Refusal('invalid_time', (messages) => messages.closures.isOver)
  if (from.slice(0, 10) > daysAfter(localDay(now, venue.timezone), mostDaysAhead))
    throw new Refusal('invalid_time', (messages) => messages.closures.tooFarAhead)
  return {
    venueId: venue.id,
    locationIds: [...new Set(locationIds)].toSorted((a, b) => a - b),
    startsAt,
    endsAt,
  }
}

type Effect = Awaited<ReturnType<typeof findCallOffEffect>> & {
  sessions: ClosedSession[]
  calledOff: number[]
  withdrawn: number
  waiting: number
  hires: HiredDate[]
}

const findEffect = async (tx: Tx, closed: ClosedPlaces, now: Date): Promise<Effect> => {
  const sessions = await sessionsClosedBy(tx, closed, now)
  const calledOff = sessions.filter(({ isBooked }) => isBooked).map(({ id }) => id)
  return {
    ...(await findCallOffEffect(tx, calledOff, now)),
    sessions,
    calledOff,
    withdrawn: sessions.length - calledOff.length,
    waiting: await countWaiting(tx, calledOff),
    hires: await hiresClosedBy(tx, closed, now),
  }
}

const presentClosureEffect = (actor: Actor, found: Effect, now: Date): ClosureEffect => {
  const { digest, ...effect } = presentEffect(actor, found, found.waiting)
  return {
    ...effect,
    // Also where what is booked there is let outside this system, and so no booking of ours.
    digest: createHash('sha256')
      .update(JSON.stringify([found.calledOff, digest, found.hires]))
      .digest('base64url'),
    calledOff: found.calledOff.length,
    withdrawn: found.withdrawn,
    hires: found.hires.map(({ localDate, timezone, ...hire }) => ({
      ...hire,
      date: date(localDate, timezone, now),
    })),
  }
}

const recordClosureAct = async (
  tx: Tx,
  actor: Actor,
  { id, ...done }: { id: number; act: AuditAct; detail?: object },
  now: Date,
): Promise<void> => {
  const { id: actorId } = staffOf(actor)
  await recordAudit(tx, { actorId, forCustomerId: null, subject: `closure:${id}`, ...done }, now)
}
