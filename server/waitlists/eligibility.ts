import type { AuditAct } from '#contract/audit.ts'
import { isCustomerOf } from '#server/customers/desk.ts'
import type { JoinRefusal } from '#server/holds/offers.ts'
import { refuseWhileOwing } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { forbidden, notFound, Refusal } from '#server/platform/errors.ts'
import { loadWallets } from '#server/pricing/price.ts'
import { isUnrestricted, listedFor, whyNotOption } from '#server/pricing/rules.ts'
import { whyNotBookable } from '#server/timetable/rules.ts'
import { checkEligibility, firstNameUnlessSelf } from '#server/waivers/eligibility.ts'
import { priceRefusalMessages, refusalMessage } from './rules.ts'
import type { WaitlistOccurrence } from './sql.ts'

/** Who may join, leave and see a waitlist entry of whom. */

/**
 * Checks that a person may book an occurrence once a place is free.
 * @throws Refusal of wire §10
 */
export const requireMayWait = async (
  tx: Tx,
  { actorId, personId }: { actorId: number; personId: number },
  occurrence: WaitlistOccurrence,
  now: Date,
): Promise<void> => {
  if (!occurrence.hasWaitlist) throw notFound((messages) => messages.waitlists.noWaitlist)
  const notBookable = whyNotBookable(occurrence, { isLoggedIn: true, now })
  if (notBookable !== null) {
    const { code, message, availableAt } = notBookable
    throw new Refusal(code, message, { availableAt: availableAt ?? undefined })
  }
  const { activityId, localDate } = occurrence
  const request = { personId, isSelf: personId === actorId, activityId, localDate, needs: occurrence }
  const ineligible = await checkEligibility(tx, request, now)
  if (ineligible !== null) throw new Refusal(ineligible.code, ineligible.message)
  await refuseWhileOwing(tx, personId, [])
  const noPrice = await whyNoPrice(tx, personId, occurrence, now)
  if (noPrice !== null) throw new Refusal(noPrice, priceRefusalMessages[noPrice])
}

/** Why a person may take no price of an occurrence, so that an offer would be of no use; null when there is one. */
const whyNoPrice = async (
  tx: Tx,
  personId: number,
  { activityId, localDate: day, band, options }: WaitlistOccurrence,
  now: Date,
): Promise<keyof typeof priceRefusalMessages | null> => {
  const tickets = [...new Set(options.map(({ ticketTypeId }) => ticketTypeId))]
  const sold = tickets.flatMap((ticketTypeId) => listedFor(options, band, ticketTypeId))
  if (sold.length === 0 || sold.some(isUnrestricted)) return null
  const wallets = await loadWallets(tx, [personId], [{ activityId, day, options: sold }], now)
  const refusals = sold.map((option) => whyNotOption(option, wallets.get(personId) ?? null, day))
  if (refusals.includes(null)) return null
  return refusals.includes('document_required') ? 'document_required' : 'age'
}

/** 404 if the person has no account with this operator. */
export const requireMayActFor = async (tx: Tx, actor: Actor, personId: number): Promise<void> => {
  if (mayActFor(actor, personId)) return
  if (!actor.isStaff) throw forbidden()
  if (!(await isCustomerOf(tx, personId, actor.operator.id))) throw notFound()
}

export const mayActFor = ({ person, customerId }: Actor, personId: number): boolean =>
  personId === customerId || personId === person?.id || person?.linkedIds.includes(personId) === true

/** Records what staff do for a customer. */
export const auditForOther = async (
  tx: Tx,
  { person, isStaff }: Actor,
  { personId, act, subject }: { personId: number; act: AuditAct; subject: string },
  now: Date,
): Promise<void> => {
  await auditForSelected(tx, { person, isStaff, customerId: personId }, { act, subject }, now)
}

/** Why a person could not join, in a sentence to whoever asked. */
export const joinRefusal = async (
  tx: Tx,
  { actorId, personId }: { actorId: number; personId: number },
  outcome: JoinRefusal,
): Promise<Refusal> => {
  const firstName = await firstNameUnlessSelf(tx, personId, personId === actorId)
  return new Refusal(outcome, refusalMessage(outcome, { firstName }))
}
