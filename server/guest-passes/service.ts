import type { Body } from '#contract/endpoint.ts'
import type { GuestPass, guestPasses } from '#contract/guest-passes.ts'
import { guestPassSent } from '#server/guest-passes/messages/service.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import * as rows from './queries.ts'
import { presentPass, passStatusOn, whyNotDay } from './rules.ts'
import type { PassRow } from './rules.ts'

/** Whose passes, and today. Where the operator has none there is nothing here at all. @throws Refusal `not_found` */
const owner = async (tx: Tx, actor: Actor, now: Date): Promise<{ customerId: number; today: string }> => {
  if (actor.customerId === null) throw loggedOut()
  if (!(await rows.guestPassesEnabled(tx, actor.operator.id))) throw notFound()
  return { customerId: actor.customerId, today: dayOf(now, actor.operator.timezone) }
}

const passesFor = async (tx: Tx, customerId: number, id: number): Promise<PassRow> => {
  const [pass] = await rows.passesOf(tx, customerId, id)
  if (pass === undefined) throw notFound()
  return pass
}

export const listPasses = async (tx: Tx, actor: Actor, now: Date): Promise<GuestPass[]> => {
  const { customerId, today } = await owner(tx, actor, now)
  return (await rows.passesOf(tx, customerId)).map((pass) => presentPass(pass, today))
}

/**
 * Sends a pass to a guest. Its code goes to them by e-mail, and holds on the one day.
 * @throws Refusal `not_found`, `not_available`; `invalid` by field
 */
export const sendPass = async (
  tx: Tx,
  actor: Actor,
  { guestPassId, firstName, lastName, email, venueSlug, date }: Body<typeof guestPasses.send>,
  now: Date,
): Promise<GuestPass> => {
  const { customerId, today } = await owner(tx, actor, now)
  await rows.lockPass(tx, customerId, guestPassId)
  const pass = await passesFor(tx, customerId, guestPassId)
  if (passStatusOn(pass, today) !== 'available')
    throw new Refusal('not_available', 'This pass has been sent already, or has run out.')
  const venueId = await rows.openVenueId(tx, actor.operator.id, venueSlug)
  const why = whyNotDay(pass, date, today)
  if (venueId === undefined || why !== null)
    throw invalid({
      ...(venueId === undefined ? { venue_slug: ['We do not know this venue.'] } : {}),
      ...(why === null ? {} : { date: [why] }),
    })
  await rows.markSent(tx, pass.id, {
    guestFirstName: firstName,
    guestLastName: lastName,
    guestEmail: email,
    venueId,
    visitOn: date,
    sentAt: now,
  })
  const facts = {
    guestPassId: pass.id,
    firstName,
    code: pass.code,
    name: pass.name,
    visitOn: date,
    venueSlug,
  }
  await sendNotice(tx, guestPassSent, { operatorId: actor.operator.id, to: email }, facts, now)
  return presentPass(await passesFor(tx, customerId, pass.id), today)
}

/** All passes of somebody, whether the operator still has any or not. */
export const passesOfCustomer = async (tx: Tx, actor: Actor, now: Date): Promise<GuestPass[]> => {
  if (actor.customerId === null) throw loggedOut()
  const today = dayOf(now, actor.operator.timezone)
  return (await rows.passesOf(tx, actor.customerId)).map((pass) => presentPass(pass, today))
}

/** How many of them could still bring somebody in. */
export const usablePasses = async (tx: Tx, actor: Actor, now: Date): Promise<number> =>
  (await passesOfCustomer(tx, actor, now)).filter(
    ({ status }) => status === 'available' || status === 'issued',
  ).length

/** Takes a pass back. @throws Refusal `not_found`, `not_available` when it has been used */
export const withdrawPass = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<GuestPass> => {
  const { customerId, today } = await owner(tx, actor, now)
  await rows.lockPass(tx, customerId, id)
  const status = passStatusOn(await passesFor(tx, customerId, id), today)
  if (status !== 'issued' && status !== 'available')
    throw new Refusal('not_available', 'This pass has been used, or has run out.')
  await rows.markWithdrawn(tx, id, now)
  return presentPass(await passesFor(tx, customerId, id), today)
}
