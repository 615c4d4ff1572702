import type { Answer, Body } from '#contract/endpoint.ts'
import type { families, FamilyInvitation } from '#contract/families.ts'
import type { LoggedIn } from '#contract/sessions.ts'
import { ageInYears, instant } from '#contract/time.ts'
import { minimumAge } from '#server/customers/rules.ts'
import { familyInvitationSent, familyJoined } from '#server/families/notices/service.ts'
import { listFamily } from '#server/families/queries.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/families.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { assignAddress, isAddressTaken } from '#server/sessions/emailAddress.ts'
import { logIn } from '#server/sessions/logIn.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import { mailboxOf } from '#server/sessions/messages.ts'
import { requireStrongPassword, setFirstPassword } from '#server/sessions/passwords.ts'
import { digestOf, newToken } from '#server/sessions/tokens.ts'
import type { Session } from '#server/sessions/tokens.ts'
import {
  deleteInvitation,
  insertInvitation,
  invitationByDigest,
  linkHouseholds,
  listInvitations,
  unlinkPerson,
} from './queries.ts'
import type { InvitationRow } from './queries.ts'

const validForMs = 7 * 24 * 3_600_000

const presentInvitation = ({
  id,
  email,
  personId,
  personName,
  expiresAt,
}: InvitationRow): FamilyInvitation => ({
  id,
  email,
  person: personId === null ? null : { id: personId, firstName: personName ?? '' },
  expiresAt: instant(expiresAt),
})

export const readInvitations = async (tx: Tx, actor: Actor, now: Date): Promise<FamilyInvitation[]> => {
  if (actor.customerId === null) throw loggedOut()
  return (await listInvitations(tx, actor.customerId, now)).map(presentInvitation)
}

/**
 * Sends an invitation by e-mail, with a link that works once.
 * @throws Refusal `invalid` by field; `not_found` for a person of another family, `not_confirmed` for one whose notes the
 * customer does not see
 */
export const invite = async (
  tx: Tx,
  actor: Actor,
  { email, personId }: Body<typeof families.invite>,
  now: Date,
): Promise<FamilyInvitation> => {
  const { customerId, operator } = actor
  if (customerId === null) throw loggedOut()
  const family = await listFamily(tx, customerId)
  const inviter = family.find(({ id }) => id === customerId) ?? failInvariant('a customer without a record')
  const person = personId === undefined ? undefined : family.find(({ id }) => id === personId)
  if (personId !== undefined && (person === undefined || personId === customerId)) throw notFound()
  if (person?.healthShared === false) throw new Refusal('not_confirmed', messages.notConfirmed)
  const today = dayOf(now, operator.timezone)
  const why =
    person === undefined
      ? inviter.email === email
        ? messages.ownAddress
        : null
      : await whyNoTakeOver(tx, operator.id, person, email, today)
  if (why !== null) throw invalid({ email: [why] })
  const code = newToken()
  const expiresAt = new Date(now.getTime() + validForMs)
  const id = await insertInvitation(tx, {
    inviterId: customerId,
    personId: person?.id ?? null,
    email,
    secretDigest: digestOf(code),
    createdAt: now,
    expiresAt,
  })
  const facts = {
    invitation: id,
    inviter: inviter.firstName,
    firstName: person?.firstName ?? null,
    code,
    lastDay: dayOf(expiresAt, operator.timezone),
  }
  await sendNotice(tx, familyInvitationSent, { operatorId: operator.id, to: email }, facts, now)
  await auditForSelected(tx, actor, { act: acts.familyInvitationSent, subject: `invitation:${id}` }, now)
  const open = await readInvitations(tx, actor, now)
  return open.find((one) => one.id === id) ?? failInvariant('an invitation that is not listed')
}

const whyNoTakeOver = async (
  tx: Tx,
  operatorId: number,
  {
    id,
    firstName: name,
    dateOfBirth,
    hasLogin,
  }: { id: number; firstName: string; dateOfBirth: string | null; hasLogin: boolean },
  email: string,
  today: string,
): Promise<string | null> => {
  if (hasLogin) return messages.hasAccount({ name })
  if (dateOfBirth !== null && ageInYears(dateOfBirth, today) < minimumAge) {
    return messages.notOldEnough({ name, age: minimumAge })
  }
  return (await isAddressTaken(tx, operatorId, email, id)) ? messages.addressTaken : null
}

/** Takes back an invitation. @throws Refusal `not_found` */
export const withdrawInvitation = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<FamilyInvitation[]> => {
  if (actor.customerId === null) throw loggedOut()
  if (!(await deleteInvitation(tx, id, actor.customerId))) throw notFound()
  await auditForSelected(tx, actor, { act: acts.familyInvitationWithdrawn, subject: `invitation:${id}` }, now)
  return readInvitations(tx, actor, now)
}

/** @throws Refusal `token_expired` */
const findInvitation = async (tx: Tx, actor: Actor, code: string, now: Date): Promise<InvitationRow> => {
  const found = await invitationByDigest(tx, digestOf(code), now)
  if (found === undefined || found.operatorId !== actor.operator.id) throw expired()
  return found
}

const expired = (): Refusal => new Refusal('token_expired', messages.invitationExpired)

/** Whose invitation a link is. @throws Refusal `token_expired` */
export const readInvitation = async (
  tx: Tx,
  actor: Actor,
  code: string,
  now: Date,
): Promise<Answer<typeof families.readInvitation>> => {
  const { inviterName, email, personId, personName } = await findInvitation(tx, actor, code, now)
  return { inviterName, email, person: personId === null ? null : { firstName: personName ?? '' } }
}

/**
 * Links the households of the logged-in customer and the inviter, who is asked by e-mail to confirm who it is: the link
 * alone is not enough, and before it is confirmed neither sees the other's health details.
 * @throws Refusal `token_expired`, `invalid`; `email_unverified`, `email_differs` for an account without the address that
 * was invited
 */
export const acceptInvitation = async (tx: Tx, actor: Actor, code: string, now: Date): Promise<void> => {
  if (actor.person === null) throw loggedOut()
  const { id, inviterId, personId, email } = await findInvitation(tx, actor, code, now)
  if (personId !== null) throw expired()
  if (inviterId === actor.person.id) throw invalid({ code: [messages.alreadyInHousehold] })
  const own = await mailboxOf(tx, actor.person.id)
  if (own?.email !== email) throw new Refusal('email_differs', messages.invitedAnother({ email }))
  if (own.emailVerifiedAt === null) throw new Refusal('email_unverified', messages.proveInvited({ email }))
  if (!(await deleteInvitation(tx, id, inviterId))) throw expired()
  await linkHouseholds(tx, inviterId, actor.person.id)
  const family = await listFamily(tx, inviterId)
  const inviter = family.find((one) => one.id === inviterId) ?? failInvariant('an inviter without a record')
  const joined = family.find((one) => one.id === actor.person?.id && one.acceptedWith !== null)
  if (joined === undefined) return
  const facts = { invitation: id, name: `${joined.firstName} ${joined.lastName}`, address: email }
  await sendNotice(tx, familyJoined, { operatorId: actor.operator.id, to: inviter.email }, facts, now)
}

/**
 * Gives a person the address that the link was sent to and a password, and logs them in. Those who looked after them
 * no longer do.
 * @throws Refusal `token_expired`; `invalid` for a weak password, which leaves the link valid
 */
export const takeOver = async (
  tx: Tx,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  { code, password }: Body<typeof families.takeOver>,
  now: Date,
): Promise<Session & { answer: LoggedIn }> => {
  const { id, inviterId, personId, email } = await findInvitation(tx, actor, code, now)
  if (personId === null) throw expired()
  requireStrongPassword(password, { email, operatorName: actor.operator.name })
  if (!(await deleteInvitation(tx, id, inviterId))) throw expired()
  if (!(await assignAddress(tx, personId, email, now))) throw expired()
  if ((await mailboxOf(tx, personId)) === undefined) throw expired()
  await setFirstPassword(tx, personId, password)
  await unlinkPerson(tx, personId)
  return logIn(tx, loginHooks, actor, personId, now)
}
