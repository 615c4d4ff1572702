import { createHash } from 'node:crypto'
import type { Alternative, attendance, CallOffEffect } from '#contract/attendance.ts'
import type { Body } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import { refundDestinationIds } from '#contract/tenders.ts'
import { date, duration, instant, time } from '#contract/time.ts'
import { findCallOffEffect, isBookedBy } from '#server/bookings/cancel.ts'
import { sumOfParts } from '#server/bookings/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { findAlternatives } from '#server/timetable/alternatives.ts'
import type { Alternative as AlternativeRow } from '#server/timetable/alternatives.ts'
import {
  callOffOccurrence,
  restoreOccurrence,
  sentences,
  whyNotCalledOff,
} from '#server/timetable/callOff.ts'
import { recordSessionAct, requireSession } from './sessions.ts'
import { waitingFor } from './sql.ts'

/**
 * What calling a session off would do, and what could be offered instead.
 * @throws Refusal `not_found`, `begun`, `already_called_off`
 */
export const previewCallOff = async (
  tx: Tx,
  actor: Actor,
  sessionId: number,
  now: Date,
): Promise<CallOffEffect & { alternatives: Alternative[] }> => {
  const waiting = await waitingFor(tx, sessionId)
  const effect = await findEffect(tx, actor, sessionId, now)
  const alternatives = (await findAlternatives(tx, [sessionId], now)).get(sessionId) ?? []
  return {
    ...presentEffect(actor, effect, waiting.length),
    alternatives: alternatives.map((one) => presentAlternative(one, now)),
  }
}

export const presentAlternative = (
  { id, name, timezone, startsAt, endsAt, localDate, locationName, instructors, free }: AlternativeRow,
  now: Date,
): Alternative => ({
  id,
  name,
  locationName,
  instructors,
  free,
  date: date(localDate, timezone, now),
  startsAt: time(startsAt, timezone),
  endsAt: time(endsAt, timezone),
  duration: duration(Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)),
})

/**
 * Calls a session off, with the effect that the caller has seen. Nothing leaves the house for a minute.
 * @throws Refusal `not_found`, `begun`, `already_called_off`, `effect_changed`, `offer_gone`
 */
export const callOffSession = async (
  tx: Tx,
  actor: Actor,
  sessionId: number,
  { reason = '', offers, digest }: Body<(typeof attendance)['callOff']>,
  now: Date,
): Promise<{ takeBackUntil: string }> => {
  const found = await findEffect(tx, actor, sessionId, now)
  const { bookings, refundTotal, ...effect } = presentEffect(actor, found, 0)
  const changed = new Refusal('effect_changed', (messages) =>
    messages.attendance.effectChanged({ bookings, refund: refundTotal.formatted }),
  )
  if (effect.digest !== digest) throw changed
  if (offers.length > 0) await requireAlternatives(tx, [{ sessionId, offers }], now)
  const dueAt = await callOffOccurrence(tx, sessionId, { reason, offers }, now)
  // Somebody may have booked while this waited for the session.
  if (!(await isBookedBy(tx, [sessionId], found.reversals))) throw changed
  const detail = { reason, offers, bookings, refund: refundTotal.raw }
  await recordSessionAct(tx, actor, { sessionId, act: acts.sessionCalledOff, detail }, now)
  return { takeBackUntil: instant(dueAt) }
}

/**
 * Checks that what is offered instead of sessions still has places.
 * @param without sessions that go, too
 * @throws Refusal `offer_gone`
 */
export const requireAlternatives = async (
  tx: Tx,
  wanted: readonly { sessionId: number; offers: readonly number[] }[],
  now: Date,
  without: readonly number[] = [],
): Promise<void> => {
  const alternatives = await findAlternatives(
    tx,
    wanted.map(({ sessionId }) => sessionId),
    now,
    without,
  )
  const isThere = wanted.every(({ sessionId, offers }) => {
    const ids = alternatives.get(sessionId)?.map(({ id }) => id) ?? []
    return offers.every((id) => ids.includes(id))
  })
  if (!isThere) throw new Refusal('offer_gone', (messages) => messages.attendance.offerGone)
}

/**
 * Takes back a call-off within its minute.
 * @throws Refusal `not_found`, `too_late`
 */
export const takeBackCallOff = async (
  tx: Tx,
  actor: Actor,
  sessionId: number,
  now: Date,
): Promise<Record<never, never>> => {
  await requireSession(tx, actor, sessionId)
  await restoreOccurrence(tx, sessionId, now)
  await recordSessionAct(tx, actor, { sessionId, act: acts.callOffTakenBack }, now)
  return {}
}

type Effect = Awaited<ReturnType<typeof findCallOffEffect>>

const findEffect = async (tx: Tx, actor: Actor, sessionId: number, now: Date): Promise<Effect> => {
  const why = whyNotCalledOff(await requireSession(tx, actor, sessionId), now)
  if (why !== null) throw new Refusal(why, sentences[why])
  return findCallOffEffect(tx, [sessionId], now)
}

/** The effect in the words of the wire, with its digest. */
export const presentEffect = (
  { operator: { currencySymbol } }: Actor,
  { reversals, reach }: Effect,
  waiting: number,
): CallOffEffect => {
  const parts = reversals.flatMap((reversal) => reversal.parts)
  const refunds = refundDestinationIds
    .map((to) => ({ to, amount: money(sumOfParts(parts, to), currencySymbol) }))
    .filter(({ amount }) => amount.raw > 0)
  const facts = reversals.map(({ id, quantity, parts: back }) => [id, quantity, back])
  return {
    digest: createHash('sha256').update(JSON.stringify(facts)).digest('base64url'),
    bookings: reversals.length,
    places: reversals.reduce((sum, { quantity }) => sum + quantity, 0),
    refunds,
    refundTotal: money(sumOfParts(parts), currencySymbol),
    reach,
    waiting,
  }
}
