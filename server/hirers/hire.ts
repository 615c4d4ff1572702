import type { Body } from '#contract/endpoint.ts'
import type { HireEffect } from '#contract/hireTypes.ts'
import type { hirers } from '#contract/hirers.ts'
import { localDay } from '#contract/time.ts'
import { findCallOffEffect, isBookedBy } from '#server/bookings/cancel.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { callOffAll } from '#server/timetable/callOff.ts'
import { letFloorToHires, lockForHire } from '#server/timetable/hires.ts'
import { recordHirerAct } from './manage.ts'
import { noSessions, planHire } from './plan.ts'
import { presentHireEffect } from './preview.ts'
import { insertHire } from './sql/hires.ts'

type Wanted = Body<(typeof hirers)['hire']>

/**
 * Lets places, with the effect that the caller has seen. What is called off for it keeps its floor for a minute, in which
 * nobody else can take it.
 * @throws Refusal `not_found`, `invalid_time`, `no_sessions`, `floor_taken`, `effect_changed`
 */
export const hirePlaces = async (
  tx: Tx,
  actor: Actor,
  { name, deposit, note = '', nominalCode = '', invoicing, lapsesOn, digest, ...wanted }: Wanted,
  now: Date,
): Promise<{ id: number }> => {
  const found = await planHire(tx, actor, wanted, now)
  // The orders of what is called off are locked here, before the sessions.
  const callOffEffect = await findCallOffEffect(tx, found.calledOff, now)
  const seen = presentHireEffect(actor, found, callOffEffect)
  if (seen.digest !== digest) throw changed(seen)
  if (seen.undecided > 0) throw floorTaken(seen)
  if (found.lets.length === 0) throw noSessions()
  const { venue, hirer } = found
  if (lapsesOn !== undefined && lapsesOn < localDay(now, venue.timezone))
    throw new Refusal('invalid_time', (messages) => messages.hirers.dayOver)

  await lockForHire(tx, venue.id, found.lets, now)
  // Somebody may have booked while this waited for the floor.
  const plan = await planHire(tx, actor, wanted, now)
  const effect = presentHireEffect(actor, plan, callOffEffect)
  const isSame = effect.digest === digest && (await isBookedBy(tx, plan.calledOff, callOffEffect.reversals))
  if (!isSame) throw changed(effect)

  await callOffAll(tx, plan.calledOff, { reason: '', offers: new Map(), closingId: null }, now)
  const id = await insertHire(
    tx,
    {
      hirerId: hirer.id,
      venueId: venue.id,
      name,
      weekdays: [...new Set(wanted.weekdays)].toSorted((a, b) => a - b),
      startTime: wanted.start,
      endTime: wanted.end,
      fromDay: wanted.from,
      untilDay: wanted.until,
      priceBy: wanted.priceBy,
      price: wanted.price,
      deposit,
      isExempt: plan.isExempt,
      nominalCode,
      note,
      invoicing,
      state: lapsesOn === undefined ? 'confirmed' : 'provisional',
      lapsesOn: lapsesOn ?? null,
      createdAt: now,
      confirmedAt: lapsesOn === undefined ? now : null,
    },
    wanted.except,
    plan.lets,
  )
  await letFloorToHires(tx, venue.id, now)
  const detail = {
    hirer: hirer.name,
    name,
    dates: effect.lets,
    total: effect.total.raw,
    calledOff: plan.calledOff,
    refund: effect.refundTotal.raw,
    ...(lapsesOn === undefined ? {} : { lapsesOn }),
  }
  await recordHirerAct(tx, actor, { id: hirer.id, hireId: id, act: acts.hireMade, detail }, now)
  return { id }
}

const changed = ({ lets, undecided, bookings, refundTotal }: HireEffect): Refusal =>
  new Refusal('effect_changed', (messages) =>
    messages.hirers.effectChanged({ lets, undecided, bookings, refund: refundTotal.formatted }),
  )

/** Names each date that is taken, with who has it. */
const floorTaken = ({ days }: HireEffect): Refusal => {
  const taken = days.filter(({ state }) => state === 'taken')
  return new Refusal('floor_taken', (messages) =>
    messages.hirers.floorTaken({
      place: [...new Set(taken.map(({ place }) => place))],
      dates: taken.map(({ date, takenBy }) => ({
        day: date.raw,
        by: takenBy.map(({ who, name }) => who || name),
      })),
    }),
  )
}
