import type { Body } from '#contract/endpoint.ts'
import type { staff, StaffMember } from '#contract/staff.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { giveFirstRights, listStaff } from '#server/sessions/staff.ts'
import { addForStaff } from './register.ts'
import { accountOf } from './sql.ts'

/**
 * Makes a person a member of staff. An account whose address is not proved gets no rights: a stranger may
 * have made it.
 * @throws Refusal `already_staff`, `address_unconfirmed`, `rights_beyond_own`
 */
export const addStaff = async (
  tx: Tx,
  actor: Actor,
  { roles, ...person }: Body<typeof staff.add>,
  now: Date,
): Promise<StaffMember[]> => {
  const { operator } = actor
  const { email } = person
  const account = await accountOf(tx, operator.id, email)
  if (account?.role === 'staff')
    throw new Refusal('already_staff', (messages) => messages.sessions.alreadyStaff({ email }))
  if (account !== undefined && account.emailVerifiedAt === null)
    throw new Refusal('address_unconfirmed', (messages) => messages.sessions.addressUnconfirmed({ email }))
  const chosen =
    account === undefined
      ? { ...person, id: await addForStaff(tx, operator, person, now), hasPassword: false }
      : { ...account, email, hasPassword: account.passwordHash !== null }
  await giveFirstRights(tx, actor, chosen, roles, now)
  return listStaff(tx, actor)
}
