import type { Body } from '#contract/endpoint.ts'
import type { GuestPass, guestPasses } from '#contract/guest-passes.ts'
import { localDay } from '#contract/time.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import { clearCode } from '#server/platform/clearCode.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { guestPassSent, notifyGuest } from './messages.ts'
import { passStatusOn, presentPass, whyNotDay } from './rules.ts'
import type { PassRow } from './rules.ts'
import {
  guestPassesEnabled,
  insertReplacement,
  lockPass,
  markSent,
  markWithdrawn,
  nameOf,
  openVenue,
  passesOf,
} from './sql.ts'

/**
 * The request's customer, and today.
 * @throws Refusal `not_found` when the operator offers no guest passes
 */
const owner = async (tx: Tx, actor: Actor, now: Date): Promise<{ customerId: number; today: string }> => {
  if (actor.customerId === null) throw loggedOut()
  if (!(await guestPassesEnabled(tx, actor.operator.id))) throw notFound()
  return { customerId: actor.customerId, today: localDay(now, actor.operator.timezone) }
}

const passesFor = async (tx: Tx, customerId: number, id: number): Promise<PassRow> => {
  const [pass] = await passesOf(tx, customerId, id)
  if (pass === undefined) throw notFound()
  return pass
}

export const listPasses = async (tx: Tx, actor: Actor, now: Date): Promise<GuestPass[]> => {
  const { customerId, today } = await owner(tx, actor, now)
  return (await passesOf(tx, customerId)).map((pass) => presentPass(pass, today))
}

/**
 * Sends a pass to a guest: an e-mail with a code that is valid on one day.
 * @throws Refusal `not_found`, `not_available`; `invalid` by field
 */
export const sendPass = async (
  tx: Tx,
  actor: Actor,
  { guestPassId, firstName, lastName, email, venueSlug, date }: Body<typeof guestPasses.send>,
  now: Date,
): Promise<GuestPass> => {
  const { customerId, today } = await owner(tx, actor, now)
  await lockPass(tx, customerId, guestPassId)
  const pass = await passesFor(tx, customerId, guestPassId)
  if (passStatusOn(pass, today) !== 'available')
    throw new Refusal('not_available', (messages) => messages.guestPasses.notAvailable)
  const venue = await openVenue(tx, actor.operator.id, venueSlug)
  const why = whyNotDay(pass, date, today)
  if (venue === undefined || why !== null)
    throw invalid({
      ...(venue === undefined ? { venue_slug: [(messages) => messages.guestPasses.venueUnknown] } : {}),
      ...(why === null ? {} : { date: [why] }),
    })
  await markSent(tx, pass.id, {
    guestFirstName: firstName,
    guestLastName: lastName,
    guestEmail: email,
    venueId: venue.id,
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
    venueName: venue.name,
    senderName: await nameOf(tx, customerId),
  }
  await sendNotice(tx, guestPassSent, { operatorId: actor.operator.id, to: email }, facts, now)
  await auditForSelected(tx, actor, { act: acts.guestPassSent, subject: `guest-pass:${pass.id}` }, now)
  return presentPass(await passesFor(tx, customerId, pass.id), today)
}

/** The customer's passes, even if the operator has stopped offering them. */
export const passesOfCustomer = async (tx: Tx, actor: Actor, now: Date): Promise<GuestPass[]> => {
  if (actor.customerId === null) throw loggedOut()
  const today = localDay(now, actor.operator.timezone)
  return (await passesOf(tx, actor.customerId)).map((pass) => presentPass(pass, today))
}

/** Number of passes that can still admit a guest. */
export const usablePasses = async (tx: Tx, actor: Actor, now: Date): Promise<number> =>
  (await passesOfCustomer(tx, actor, now)).filter(
    ({ status }) => status === 'available' || status === 'issued',
  ).length

/** The customer's passes that guests may still come with. */
export const listIssued = async (tx: Tx, customerId: number, today: string): Promise<PassRow[]> =>
  (await passesOf(tx, customerId)).filter((pass) => passStatusOn(pass, today) === 'issued')

const codeLength = 8

/**
 * Withdraws a pass, and tells the guest it was sent to. The member gets one in its place, to send to another guest.
 * @throws Refusal `not_found`, `not_available` when it has been used
 */
export const withdrawPass = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<GuestPass> => {
  const { customerId, today } = await owner(tx, actor, now)
  await lockPass(tx, customerId, id)
  const pass = await passesFor(tx, customerId, id)
  const status = passStatusOn(pass, today)
  if (status !== 'issued' && status !== 'available')
    throw new Refusal('not_available', (messages) => messages.guestPasses.alreadyUsed)
  await markWithdrawn(tx, id, now)
  if (status === 'issued') await insertReplacement(tx, id, clearCode(codeLength))
  await notifyGuest(tx, actor, pass, await nameOf(tx, customerId), now)
  await auditForSelected(tx, actor, { act: acts.guestPassWithdrawn, subject: `guest-pass:${id}` }, now)
  return presentPass(await passesFor(tx, customerId, id), today)
}
