import type { Answer, Body } from '#contract/endpoint.ts'
import { permissionsOf, roleIds, rolesWithSecondFactor } from '#contract/permissions.ts'
import type { GivenRole, staff, StaffMember } from '#contract/staff.ts'
import { instant, localDay } from '#contract/time.ts'
import { sendNotice } from '#server/notices/send.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit, recordProgram } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { mayAt, mayEverywhere } from '#server/platform/rights.ts'
import { transact } from '#server/platform/transact.ts'
import { staffAdded } from './messages.ts'
import { invitationEndsAt } from './rules.ts'
import { resetSecondFactor } from './secondFactor.ts'
import { renameCustomer, staffOfOperator } from './sql/people.ts'
import type { StaffRow } from './sql/people.ts'
import { instructorsOf, lockAdministrators, replaceRoles, staffWhoLeft, venuesOf } from './sql/roles.ts'
import type { NewRole } from './sql/roles.ts'
import { deletePasskeysOf } from './sql/secondFactor.ts'
import { addCode, endSessionsOf } from './sql/sessions.ts'
import { digestOf, newToken } from './tokens.ts'

/** The operator's staff by name. */
export const listStaff = async (tx: Tx, actor: Actor): Promise<StaffMember[]> => {
  const found = await staffOfOperator(tx, actor.operator.id)
  return found.map(({ secondFactorSince, lastLoginAt, roles, ...member }) => ({
    ...member,
    roles: roles.map(
      ({ role, venueId, venueSlug, venueName, instructorId, instructorSlug, instructorName }) => ({
        role,
        venue: venueId === null ? null : { slug: venueSlug ?? '', name: venueName ?? '' },
        instructor: instructorId === null ? null : { slug: instructorSlug ?? '', name: instructorName ?? '' },
      }),
    ),
    lastLoginAt: lastLoginAt === null ? null : instant(lastLoginAt),
    secondFactorSince: secondFactorSince === null ? null : instant(secondFactorSince),
    isThis: member.id === actor.person?.id,
  }))
}

/** What the caller can give to others. */
export const readStaffOptions = async (tx: Tx, actor: Actor): Promise<Answer<typeof staff.options>> => {
  const everywhere = mayEverywhere(actor, 'staff')
  const venues = (await venuesOf(tx, actor.operator.id)).filter(({ id }) => mayAt(actor, 'staff', id))
  const named = ({ slug, name }: { slug: string; name: string }) => ({ slug, name })
  return {
    roles: roleIds.filter((role) =>
      everywhere
        ? permissionsOf[role].every((permission) => mayEverywhere(actor, permission))
        : venues.some(({ id }) => permissionsOf[role].every((permission) => mayAt(actor, permission, id))),
    ),
    everywhere,
    venues: venues.map(named),
    instructors: (await instructorsOf(tx, actor.operator.id)).map(named),
  }
}

/**
 * Turns off the second factor of a colleague who has lost it. Their log-ins end, so that who has it now is out.
 * @throws Refusal `forbidden` for one's own, which needs the password and a code; `rights_beyond_own`, `not_found`
 */
export const resetStaffSecondFactor = async (
  tx: Tx,
  actor: Actor,
  colleagueId: number,
  now: Date,
): Promise<StaffMember[]> => {
  const { id: actorId } = staffOf(actor)
  if (colleagueId === actorId) throw forbidden((messages) => messages.sessions.notOwnSecondFactor)
  requireOwn(actor, (await memberOf(tx, actor, colleagueId)).roles)
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
 * @throws Refusal `rights_beyond_own`; `invalid` for a venue or an instructor that is not there
 */
export const giveFirstRights = async (
  tx: Tx,
  actor: Actor,
  { hasPassword, ...account }: Account & { hasPassword: boolean },
  given: readonly GivenRole[],
  now: Date,
): Promise<void> => {
  const { id, firstName, lastName, email } = account
  const roles = await resolveRoles(tx, actor, given, null)
  requireOwn(actor, roles)
  await replaceRoles(tx, id, roles)
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
    { customerId: id, addedAt: now.toISOString(), firstName, roles: roles.map(({ role }) => role), code },
    now,
  )
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: id,
      act: acts.staffAdded,
      subject: String(id),
      detail: { after: { firstName, lastName, roles: loggedRoles(given) } },
    },
    now,
  )
}

/** @throws Refusal `not_found` */
export const renameStaff = async (
  tx: Tx,
  actor: Actor,
  memberId: number,
  name: Body<typeof staff.rename>,
  now: Date,
): Promise<StaffMember[]> => {
  const { firstName, lastName } = await memberOf(tx, actor, memberId)
  await renameCustomer(tx, memberId, name)
  await recordChange(tx, actor, memberId, { before: { firstName, lastName }, after: name }, now)
  return listStaff(tx, actor)
}

/**
 * Changes what a member of staff may do, and until when. Whoever comes to need a second factor and has none logs in anew,
 * and sets one up.
 * @throws Refusal `own_rights`, `rights_beyond_own`, `last_administrator`, `not_found`; `invalid` for a venue or an
 * instructor that is not there, or a day that is over
 */
export const changeStaffRoles = async (
  tx: Tx,
  actor: Actor,
  memberId: number,
  { roles: given, lastDay: chosenDay }: Body<typeof staff.changeRoles>,
  now: Date,
): Promise<StaffMember[]> => {
  const lastDay = chosenDay ?? null
  const administrators = await lockAdministrators(tx, actor.operator.id)
  const before = await memberOf(tx, actor, memberId)
  if (memberId === staffOf(actor).id) throw ownRights()
  if (lastDay !== null && lastDay < localDay(now, actor.operator.timezone))
    throw invalid({ last_day: [(messages) => messages.sessions.lastDayOver] })
  const roles = await resolveRoles(tx, actor, given, lastDay)
  const isIn = (some: readonly NamedRole[], one: NamedRole) => some.some((other) => isSameRole(other, one))
  const isEndChanged = before.lastDay !== lastDay
  requireOwn(actor, [
    ...before.roles.filter((one) => isEndChanged || !isIn(roles, one)),
    ...roles.filter((one) => isEndChanged || !isIn(before.roles, one)),
  ])
  requireAnother(administrators, memberId, roles)
  await replaceRoles(tx, memberId, roles)
  const hasNone = before.secondFactorSince === null && before.passkeys === 0
  if (hasNone && isAboveDesk(roles) && !isAboveDesk(before.roles)) await endSessionsOf(tx, memberId, null)
  const detail = {
    before: { roles: loggedRoles(namedRoles(before)), lastDay: before.lastDay ?? '' },
    after: { roles: loggedRoles(given), lastDay: lastDay ?? '' },
  }
  await recordChange(tx, actor, memberId, detail, now)
  return listStaff(tx, actor)
}

/**
 * Ends the rights of a member of staff and their log-ins. The account stays, as a customer's.
 * @throws Refusal `own_rights`, `rights_beyond_own`, `last_administrator`, `not_found`
 */
export const removeStaff = async (
  tx: Tx,
  actor: Actor,
  memberId: number,
  now: Date,
): Promise<StaffMember[]> => {
  const administrators = await lockAdministrators(tx, actor.operator.id)
  const before = await memberOf(tx, actor, memberId)
  if (memberId === staffOf(actor).id) throw ownRights()
  requireOwn(actor, before.roles)
  requireAnother(administrators, memberId, [])
  await endRights(tx, memberId)
  const { firstName, lastName } = before
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: memberId,
      act: acts.staffRemoved,
      subject: String(memberId),
      detail: { before: { firstName, lastName, roles: loggedRoles(namedRoles(before)) }, after: null },
    },
    now,
  )
  return listStaff(tx, actor)
}

const endRights = async (tx: Tx, memberId: number): Promise<void> => {
  await replaceRoles(tx, memberId, [])
  await endSessionsOf(tx, memberId, null)
}

const leaversAtATime = 100

/** Staff whose last day is over are customers again, logged out. Their rights have ended with the day. */
export const endStaffWhoLeft = async (db: Database, now: Date): Promise<void> => {
  for (const { id, operatorId, firstName, lastName } of await staffWhoLeft(db, now, leaversAtATime))
    await transact(db, async (tx) => {
      await endRights(tx, id)
      const detail = { before: { firstName, lastName }, after: null }
      await recordProgram(tx, operatorId, { act: acts.staffLeft, subject: `staff:${id}`, detail }, now)
    })
}

const isAboveDesk = (roles: readonly NamedRole[]): boolean =>
  roles.some(({ role }) => rolesWithSecondFactor.includes(role))

const ownRights = (): Refusal => new Refusal('own_rights', (messages) => messages.sessions.ownRights)

type NamedRole = Pick<NewRole, 'role' | 'venueId' | 'instructorId'>

const isSameRole = (one: NamedRole, other: NamedRole): boolean =>
  one.role === other.role && one.venueId === other.venueId && one.instructorId === other.instructorId

/** Nobody gives, or takes, what they may not do themselves. @throws Refusal `rights_beyond_own` */
const requireOwn = (actor: Actor, roles: readonly NamedRole[]): void => {
  const isOwn = roles.every(({ role, venueId }) =>
    [...permissionsOf[role], 'staff' as const].every((permission) =>
      venueId === null ? mayEverywhere(actor, permission) : mayAt(actor, permission, venueId),
    ),
  )
  if (!isOwn) throw new Refusal('rights_beyond_own', (messages) => messages.sessions.rightsBeyondOwn)
}

/** @throws Refusal `last_administrator` */
const requireAnother = (
  administrators: readonly number[],
  memberId: number,
  roles: readonly NewRole[],
): void => {
  const stays = roles.some(
    ({ role, venueId, lastDay }) => role === 'administrator' && venueId === null && lastDay === null,
  )
  if (!stays && administrators.every((id) => id === memberId))
    throw new Refusal('last_administrator', (messages) => messages.sessions.lastAdministrator)
}

const resolveRoles = async (
  tx: Tx,
  { operator }: Actor,
  given: readonly GivenRole[],
  lastDay: string | null,
): Promise<NewRole[]> => {
  const venues = await venuesOf(tx, operator.id)
  const instructors = await instructorsOf(tx, operator.id)
  const roles = given.map(({ role, venue: slug, instructor: who }, index): NewRole => {
    const venue = venues.find((one) => one.slug === slug)
    if (slug !== null && venue === undefined)
      throw invalid({ [`roles.${index}.venue`]: [(messages) => messages.sessions.chooseVenue] })
    const instructor = instructors.find((one) => one.slug === who)
    if (role === 'instructor' && instructor === undefined)
      throw invalid({ [`roles.${index}.instructor`]: [(messages) => messages.sessions.chooseInstructor] })
    const instructorId = role === 'instructor' ? (instructor?.id ?? null) : null
    return { role, venueId: venue?.id ?? null, instructorId, lastDay }
  })
  return roles.filter(
    (one, index) =>
      roles.findIndex(({ role, venueId }) => role === one.role && venueId === one.venueId) === index,
  )
}

const namedRoles = ({ roles }: Pick<StaffRow, 'roles'>): GivenRole[] =>
  roles.map(({ role, venueSlug, instructorSlug }) => ({ role, venue: venueSlug, instructor: instructorSlug }))

/** As the audit log keeps them: `desk, finance at town-hall`. */
const loggedRoles = (roles: readonly Pick<GivenRole, 'role' | 'venue'>[]): string =>
  roles.map(({ role, venue }) => (venue === null ? role : `${role} at ${venue}`)).join(', ')

const recordChange = (
  tx: Tx,
  actor: Actor,
  memberId: number,
  detail: { before: object; after: object },
  now: Date,
): Promise<void> =>
  recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: memberId,
      act: acts.staffChanged,
      subject: String(memberId),
      detail,
    },
    now,
  )
