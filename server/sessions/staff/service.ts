import type { StaffMember } from '#contract/staff.ts'
import { instant } from '#contract/time.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/sessions.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { endSessionsOf } from '#server/sessions/codes/service.ts'
import { deletePasskeysOf } from '#server/sessions/passkeys/service.ts'
import { resetSecondFactor } from '#server/sessions/second-factor/service.ts'
import { staffOfOperator } from './queries.ts'

/** The operator's staff by name. */
export const listStaff = async (tx: Tx, actor: Actor): Promise<StaffMember[]> => {
  const staff = await staffOfOperator(tx, actor.operator.id)
  return staff.map(({ secondFactorSince, ...member }) => ({
    ...member,
    secondFactorSince: secondFactorSince === null ? null : instant(secondFactorSince),
    isThis: member.id === actor.person?.id,
  }))
}

/**
 * Turns off the second factor of a colleague who has lost it. Their log-ins end, so that who has it now is out.
 * @throws Refusal `forbidden` for one's own, which needs the password and a code; `not_found`
 */
export const resetColleague = async (
  tx: Tx,
  actor: Actor,
  colleagueId: number,
  now: Date,
): Promise<StaffMember[]> => {
  const { id: actorId } = staffOf(actor)
  if (colleagueId === actorId) throw forbidden(messages.notOwnSecondFactor)
  const staff = await staffOfOperator(tx, actor.operator.id)
  if (!staff.some(({ id }) => id === colleagueId)) throw notFound()
  await deletePasskeysOf(tx, colleagueId)
  await resetSecondFactor(tx, colleagueId, now)
  await endSessionsOf(tx, colleagueId, null)
  await recordAudit(
    tx,
    { actorId, forCustomerId: colleagueId, act: acts.secondFactorReset, subject: String(colleagueId) },
    now,
  )
  return listStaff(tx, actor)
}
