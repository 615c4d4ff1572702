import type { StaffMember } from '#contract/staff.ts'
import { instant } from '#contract/time.ts'
import { sendNotice } from '#server/notices/send.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { forbidden, notFound, Refusal } from '#server/platform/errors.ts'
import { staffAdded } from './messages.ts'
import { invitationEndsAt } from './rules.ts'
import { resetSecondFactor } from './secondFactor.ts'
import { lockSupervisors, renameStaff, setRights, staffOfOperator } from './sql/people.ts'
import type { Rights, StaffRow } from './sql/people.ts'
import { deletePasskeysOf } from './sql/secondFactor.ts'
import { addCode, endSessionsOf } from './sql/sessions.ts'
import { digestOf, newToken } from './tokens.ts'

/** The operator's staff by name. */
export const listStaff = async (tx: Tx, actor: Actor): Promise<StaffMember[]> => {
  const staff = await staffOfOperator(tx, actor.operator.id)
  return staff.map(({ secondFactorSince, lastLoginAt, ...member }) => ({
    ...member,
    lastLoginAt: lastLoginAt === null ? null : instant(lastLoginAt),
    secondFactorSince: secondFactorSince === null ? null : instant(secondFactorSince),
    isThis: member.id === actor.person?.id,
  }))
}

/**
 * Turns off the second factor of a colleague who has lost it. Their log-ins end, so that who has it now is out.
 * @throws Refusal `forbidden` for one's own, which needs the password and a code; `not_found`
 */
export const resetStaffSecondFactor = async (
  tx: Tx,
  actor: Actor,
  colleagueId: number,
  now: Date,
): Promise<StaffMember[]> => {
  const { id: actorId } = staffOf(actor)
  if (colleagueId === actorId) throw forbidden((messages) => messages.sessions.notOwnSecondFactor)
  await memberOf(tx, actor, colleagueId)
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

const memberOf = async (tx: Tx, { operator }: Actor, id: number): Promise<StaffRow> => {
  const member = (await staffOfOperator(tx, operator.id)).find((one) => one.id === id)
  if (member === undefined) throw notFound()
  return member
}

type Account = { id: number; firstName: string; lastName: string; email: string }

/**
 * Gives an account its first rights and writes to its address, which must be proven or never used: with a link to
 * choose a password, or to where they log in. Log-ins as a customer end.
 * @param account.hasPassword false: the account is new
 */
export const giveFirstRights = async (
  tx: Tx,
  actor: Actor,
  { hasPassword, ...account }: Account & { hasPassword: boolean },
  staffLevel: StaffRow['staffLevel'],
  now: Date,
): Promise<void> => {
  const { id, firstName, lastName, email } = account
  await setRights(tx, id, { staffLevel })
  await endSessionsOf(tx, id, null)
  const code = hasPassword ? null : newToken()
  if (code !== null)
    await addCode(tx, {
      codeDigest: digestOf(code),
      purpose: 'reset_password',
      customerId: id,
      expiresAt: invitationEndsAt(now),
      email,
    })
  await sendNotice(
    tx,
    staffAdded,
    { operatorId: actor.operator.id, to: email },
    { customerId: id, addedAt: now.toISOString(), firstName, staffLevel, code },
    now,
  )
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: id,
      act: acts.staffAdded,
      subject: String(id),
      detail: { after: { firstName, lastName, staffLevel } },
    },
    now,
  )
}

/**
 * Renames a member of staff, or changes their rights.
 * @throws Refusal `last_supervisor`, `not_found`
 */
export const changeStaff = async (
  tx: Tx,
  actor: Actor,
  memberId: number,
  { staffLevel, ...name }: { firstName: string; lastName: string; staffLevel: StaffRow['staffLevel'] },
  now: Date,
): Promise<StaffMember[]> => {
  const before = await memberOf(tx, actor, memberId)
  if (before.staffLevel !== staffLevel) await giveRights(tx, actor, memberId, { staffLevel })
  await renameStaff(tx, memberId, name)
  await recordStaffChange(tx, actor, before, { ...name, staffLevel }, now)
  return listStaff(tx, actor)
}

/**
 * Ends the rights of a member of staff and their log-ins. The account stays, as a customer's.
 * @throws Refusal `last_supervisor`, `not_found`
 */
export const removeStaff = async (
  tx: Tx,
  actor: Actor,
  memberId: number,
  now: Date,
): Promise<StaffMember[]> => {
  const before = await memberOf(tx, actor, memberId)
  await giveRights(tx, actor, memberId, null)
  await endSessionsOf(tx, memberId, null)
  await recordStaffChange(tx, actor, before, null, now)
  return listStaff(tx, actor)
}

const giveRights = async (tx: Tx, { operator }: Actor, id: number, rights: Rights): Promise<void> => {
  const supervisors = await lockSupervisors(tx, operator.id)
  const isLast = supervisors.length === 1 && supervisors[0] === id
  if (isLast && rights?.staffLevel !== 'supervisor')
    throw new Refusal('last_supervisor', (messages) => messages.sessions.lastSupervisor)
  await setRights(tx, id, rights)
}

const recordStaffChange = (
  tx: Tx,
  actor: Actor,
  { id, firstName, lastName, staffLevel }: StaffRow,
  after: object | null,
  now: Date,
): Promise<void> =>
  recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: id,
      act: after === null ? acts.staffRemoved : acts.staffChanged,
      subject: String(id),
      detail: { before: { firstName, lastName, staffLevel }, after },
    },
    now,
  )
