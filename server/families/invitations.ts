import type { Answer, Body } from '#contract/endpoint.ts'
import type { families, FamilyInvitation } from '#contract/families.ts'
import type { LoggedIn } from '#contract/sessions.ts'
import { instant } from '#contract/time.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { assignAddress } from '#server/sessions/emailAddress.ts'
import { logIn } from '#server/sessions/logIn.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import { mailboxOf } from '#server/sessions/messages.ts'
import { requireStrongPassword, setFirstPassword } from '#server/sessions/passwords.ts'
import { digestOf } from '#server/sessions/tokens.ts'
import type { Session } from '#server/sessions/tokens.ts'
import {
  deleteInvitation,
  invitationByDigest,
  linkHouseholds,
  listFamily,
  listInvitations,
  unlinkPerson,
} from './sql.ts'
import type { InvitationRow } from './sql.ts'

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

const expired = (): Refusal => new Refusal('token_expired', (messages) => messages.families.invitationExpired)

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
  if (inviterId === actor.person.id)
    throw invalid({ code: [(messages) => messages.families.alreadyInHousehold] })
  const own = await mailboxOf(tx, actor.person.id)
  if (own?.email !== email)
    throw new Refusal('email_differs', (messages) => messages.families.invitedAnother({ email }))
  if (own.emailVerifiedAt === null)
    throw new Refusal('email_unverified', (messages) => messages.families.proveInvited({ email }))
  if (!(await deleteInvitation(tx, id, inviterId))) throw expired()
  await linkHouseholds(tx, inviterId, actor.person.id)
  const family = await listFamily(tx, inviterId)
  const inviter = family.find((one) => one.id === inviterId) ?? failInvariant('an inviter without a record')
  const joined = family.find((one) => one.id === actor.person?.id && one.acceptedWith !== null)
  if (joined === undefined) return
  const facts = { invitation: id, memberName: `${joined.firstName} ${joined.lastName}`, address: email }
  await sendNotice(tx, familyJoined, { operatorId: actor.operator.id, to: inviter.email }, facts, now)
}

/**
 * Gives a person the address that the link was sent to and a password, and logs them in. Those who looked after them
 * no longer do.
 * @throws Refusal `token_expired`; `invalid` for a weak password, which leaves the link valid
 */
export const takeOverByInvitation = async (
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
  const person = await mailboxOf(tx, personId)
  if (person === undefined) throw expired()
  await setFirstPassword(tx, personId, password)
  await unlinkPerson(tx, personId)
  const inviter = await mailboxOf(tx, inviterId)
  if (inviter !== undefined && inviter.email !== '') {
    const facts = { customerId: personId, memberName: person.firstName }
    await sendNotice(tx, accountTakenOver, { operatorId: person.operatorId, to: inviter.email }, facts, now)
  }
  return logIn(tx, loginHooks, actor, personId, now)
}

/** `invitation` is unique to each, so that each has its own message. `firstName` is of a person who takes over. */
export const familyInvitationSent: NoticeKind<{
  invitation: number
  inviter: string
  firstName: string | null
  code: string
  lastDay: string
}> = {
  kind: 'family_invitation',
  about: ({ invitation }) => `family-invitation:${invitation}`,
  write: ({ inviter, firstName, code, lastDay }, { messages, sites }) => ({
    subject:
      firstName === null
        ? messages.families.inviteSubject({ inviter })
        : messages.families.takeOverSubject({ inviter }),
    heading: firstName === null ? messages.families.inviteHeading : messages.families.takeOverHeading,
    blocks: [
      {
        type: 'text',
        text:
          firstName === null
            ? messages.families.inviteText({ inviter })
            : messages.families.takeOverText({ firstName, inviter }),
      },
      {
        type: 'link',
        label: messages.families.openInvitation,
        href: `${sites.account}/family/invitation?code=${code}`,
        isSecret: true,
      },
      { type: 'text', text: messages.families.validUntil({ day: messages.format.fullDay(lastDay) }) },
    ],
  }),
}

/** To the inviter: who has accepted, which waits to be confirmed. */
export const familyJoined: NoticeKind<{ invitation: number; memberName: string; address: string }> = {
  kind: 'family_joined',
  about: ({ invitation }) => `family-invitation:${invitation}`,
  write: ({ memberName: name, address }, { messages, sites }) => ({
    subject: messages.families.joinedSubject({ name }),
    heading: messages.families.joinedHeading,
    blocks: [
      { type: 'text', text: messages.families.joinedText({ name, email: address }) },
      { type: 'link', label: messages.families.openFamily, href: `${sites.account}/family` },
      { type: 'text', text: messages.families.joinedStranger({ name }) },
    ],
  }),
}

/** To a person who has accepted an invitation: the inviter has confirmed them. */
export const familyConfirmed: NoticeKind<{
  customerId: number
  firstName: string
  inviterId: number
  inviter: string
}> = {
  kind: 'family_confirmed',
  about: ({ customerId, inviterId }) => `customer:${customerId} family:${inviterId}`,
  write: ({ firstName, inviter }, { messages, sites }) => ({
    subject: messages.families.confirmedSubject({ inviter }),
    heading: messages.families.confirmedHeading,
    blocks: [
      { type: 'text', text: messages.families.confirmedText({ firstName, inviter }) },
      { type: 'link', label: messages.families.openFamily, href: `${sites.account}/family` },
    ],
  }),
}

/** To the inviter: the person has an account of their own now. */
export const accountTakenOver: NoticeKind<{ customerId: number; memberName: string }> = {
  kind: 'account_taken_over',
  about: ({ customerId }) => `customer:${customerId} own account`,
  write: ({ memberName: name }, { messages, sites }) => ({
    subject: messages.families.tookOverSubject({ name }),
    heading: messages.families.tookOverHeading({ name }),
    blocks: [
      { type: 'text', text: messages.families.tookOverText({ name }) },
      { type: 'link', label: messages.families.openFamily, href: `${sites.account}/family` },
    ],
  }),
}
