import type { Membership } from '#contract/memberships.ts'
import { hasRequestedDebit } from '#server/memberships/cards/service.ts'
import { lockPaidMembership, requirePaidMembership } from '#server/memberships/methods/service.ts'
import { updateMembership } from '#server/memberships/collection/queries.ts'
import { endMandateAtProvider, parseAccount, setUpMandate } from '#server/memberships/mandates/service.ts'
import type { MandateServices } from '#server/memberships/mandates/service.ts'
import { membershipAccountChanged } from '#server/memberships/notices/service.ts'
import { nextCollectedOn } from '#server/memberships/rules.ts'
import { listMemberships } from '#server/memberships/service.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, forbidden, invalid, loggedOut } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import type { BankAccount } from '#server/providers/direct-debit/port.ts'

/**
 * Changes the bank account that a membership is collected from. The new mandate is set up before the old one ends, so
 * that there is always one to collect from.
 * @throws Refusal `not_found`, `not_changeable`, `provider_unavailable`; `invalid` by field of `bank_account`
 */
export const changeBankAccount = async (
  services: MandateServices,
  { person, customerId: payerId }: Actor,
  membershipId: number,
  typed: BankAccount,
  now: Date,
): Promise<Membership> => {
  if (payerId === null) throw loggedOut()
  // Staff do not enter the bank accounts of customers.
  if (person?.id !== payerId) throw forbidden()
  const { operatorId } = await requirePaidMembership(
    services.db,
    { payerId, membershipId, by: 'direct_debit' },
    now,
  )
  const read = parseAccount(typed)
  if ('wrong' in read)
    throw invalid(Object.fromEntries(Object.entries(read.wrong).map(([field, why]) => [field, [why]])))
  const { account } = read
  const mandateId = await setUpMandate(services, { operatorId, customerId: payerId, account }, now)
  try {
    await transact(services.db, (tx) => collectFromMandate(tx, { payerId, membershipId, mandateId }, now))
  } catch (error) {
    await endMandateAtProvider(services.db, mandateId)
    throw error
  }
  const memberships = await listMemberships(services.db, payerId, now)
  return memberships.find(({ id }) => id === membershipId) ?? failInvariant('a changed membership is missing')
}

/**
 * From now on, a membership is collected by a mandate instead of its present one, which ends. A request in progress
 * stays with the mandate it began with; that one ends when its bank has answered.
 */
const collectFromMandate = async (
  tx: Tx,
  { payerId, membershipId, mandateId }: { payerId: number; membershipId: number; mandateId: number },
  now: Date,
): Promise<void> => {
  const of = { payerId, membershipId, by: 'direct_debit' as const }
  const membership = await lockPaidMembership(tx, of, now)
  const { mandateId: before, operatorId, email: to, firstName, plan, timezone } = membership
  await updateMembership(tx, membershipId, { mandateId })
  if (before !== null && !(await hasRequestedDebit(tx, membershipId))) await endMandateAtProvider(tx, before)
  if (to === '') return
  const facts = {
    membershipId,
    firstName,
    plan,
    next: nextCollectedOn(membership, dayOf(now, timezone)),
    at: now.toISOString(),
  }
  await sendNotice(tx, membershipAccountChanged, { operatorId, to }, facts, now)
}
