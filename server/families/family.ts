import type { Body } from '#contract/endpoint.ts'
import type { families, FamilyInvitation, FamilyPerson } from '#contract/families.ts'
import { ageInYears, localDay } from '#contract/time.ts'
import { changePerson } from '#server/customers/details.ts'
import { insertDependant } from '#server/customers/register.ts'
import { minimumAge } from '#server/customers/rules.ts'
import { proofsOf } from '#server/documents/list.ts'
import { isSamePerson } from '#server/linked-people/list.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { isAddressTaken } from '#server/sessions/emailAddress.ts'
import { mailboxOf } from '#server/sessions/messages.ts'
import { digestOf, newToken } from '#server/sessions/tokens.ts'
import { listAgreements } from '#server/waivers/agreements.ts'
import { familyConfirmed, familyInvitationSent, readInvitations } from './invitations.ts'
import { mayTakeOver, mostPeople, whyNotChild } from './rules.ts'
import {
  confirmPartner,
  hasBookingsToCome,
  insertInvitation,
  linkPerson,
  listFamily,
  shareWithPartners,
  unlinkChild,
  unlinkHouseholds,
} from './sql.ts'
import type { FamilyRow } from './sql.ts'

/** The customer and the people they book for, with their waivers and proofs. */
export const readFamily = async (tx: Tx, actor: Actor, now: Date): Promise<FamilyPerson[]> => {
  if (actor.customerId === null) throw loggedOut()
  return withRecords(tx, actor, await listFamily(tx, actor.customerId), now)
}

const withRecords = async (
  tx: Tx,
  { operator }: Actor,
  rows: readonly FamilyRow[],
  now: Date,
): Promise<FamilyPerson[]> => {
  const today = localDay(now, operator.timezone)
  const ids = rows.map(({ id }) => id)
  const [agreements, proofs] = [await listAgreements(tx, ids, operator.timezone), await proofsOf(tx, ids)]
  const recordsOf = ({ id }: FamilyRow) => ({
    waivers: agreements
      .filter(({ personId }) => personId === id)
      .map(({ name, agreedOn, validUntil, signedBy, signedByRelation }) => ({
        name,
        agreedOn,
        validUntil,
        signedBy,
        signedByRelation,
      })),
    proofs: (proofs.get(id) ?? []).map(({ type, until }) => ({ type, validUntil: until })),
  })
  return rows.map((row) => ({
    ...row,
    mayTakeOver: mayTakeOver(row, today),
    ...(row.healthShared ? recordsOf(row) : noRecords),
  }))
}

/** Of a household whose invitation is not confirmed. */
const noRecords = {
  medicalNotes: '',
  emergencyContactName: '',
  emergencyContactPhone: '',
  waivers: [],
  proofs: [],
}

const personOf = async (tx: Tx, actor: Actor, personId: number, now: Date): Promise<FamilyPerson> =>
  (await readFamily(tx, actor, now)).find(({ id }) => id === personId) ??
  failInvariant('a person without a family')

/** @throws Refusal `invalid` by field */
export const addFamilyChild = async (
  tx: Tx,
  actor: Actor,
  { firstName, lastName, dateOfBirth }: Body<typeof families.addChild>,
  now: Date,
): Promise<FamilyPerson> => {
  const { customerId, operator } = actor
  if (customerId === null) throw loggedOut()
  const why = whyNotChild(dateOfBirth, localDay(now, operator.timezone))
  if (why !== null) throw invalid({ date_of_birth: [why] })
  const family = await listFamily(tx, customerId)
  if (family.some((one) => isSamePerson(one, { firstName, lastName, dateOfBirth }))) {
    throw invalid({ first_name: [(messages) => messages.families.alreadyInFamily({ name: firstName })] })
  }
  if (family.length >= mostPeople)
    throw invalid({ first_name: [(messages) => messages.families.atMost({ people: mostPeople })] })
  const childId = await insertDependant(tx, operator, { firstName, lastName, dateOfBirth }, now)
  await linkPerson(tx, customerId, childId, 'child')
  await shareWithPartners(tx, customerId, childId)
  await auditForSelected(tx, actor, { act: acts.familyPersonAdded, subject: `customer:${childId}` }, now)
  return personOf(tx, actor, childId, now)
}

/**
 * @throws Refusal `not_found` for anybody whom the customer does not look after; `not_confirmed` where the customer does
 * not see what they would overwrite
 */
export const changeFamilyPerson = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  { firstName, lastName, dateOfBirth, ...notes }: Body<typeof families.change>,
  now: Date,
): Promise<FamilyPerson> => {
  const { customerId, operator } = actor
  if (customerId === null) throw loggedOut()
  const family = await listFamily(tx, customerId)
  const person = family.find(({ id }) => id === personId)
  // People with a log-in of their own look after themselves.
  if (person === undefined || (person.hasLogin && personId !== customerId)) throw notFound()
  if (!person.healthShared) throw new Refusal('not_confirmed', (messages) => messages.families.notConfirmed)
  const { medicalNotes, emergencyContactName, emergencyContactPhone } = notes
  const changes = {
    ...(personId === customerId ? {} : { firstName, lastName, dateOfBirth }),
    medicalNotes,
    emergencyContactName,
    emergencyContactPhone,
  }
  if (changes.dateOfBirth !== undefined && changes.dateOfBirth !== person.dateOfBirth) {
    const why = whyNotChild(changes.dateOfBirth, localDay(now, operator.timezone))
    if (why !== null) throw invalid({ date_of_birth: [why] })
  }
  const renamed = {
    firstName: changes.firstName ?? person.firstName,
    lastName: changes.lastName ?? person.lastName,
    dateOfBirth: changes.dateOfBirth ?? person.dateOfBirth,
  }
  if (family.some((one) => one.id !== personId && isSamePerson(one, renamed)))
    throw invalid({
      first_name: [(messages) => messages.families.alreadyInFamily({ name: renamed.firstName })],
    })
  await changePerson(tx, personId, changes)
  await auditForSelected(tx, actor, { act: acts.familyPersonChanged, subject: `customer:${personId}` }, now)
  return personOf(tx, actor, personId, now)
}

/**
 * @throws Refusal `not_found` for anybody but a person with an account, with whom the customer shares a household, and
 * children; `has_bookings` for a child who is still booked for something
 */
export const removeFamilyPerson = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  now: Date,
): Promise<FamilyPerson[]> => {
  const { customerId } = actor
  if (customerId === null) throw loggedOut()
  const person = (await listFamily(tx, customerId)).find(({ id }) => id === personId)
  if (person === undefined || personId === customerId) throw notFound()
  if (person.hasLogin || person.relation === 'partner') await unlinkHouseholds(tx, customerId, personId)
  else {
    if (await hasBookingsToCome(tx, personId, now))
      throw new Refusal('has_bookings', (messages) =>
        messages.families.hasBookings({ name: person.firstName }),
      )
    await unlinkChild(tx, customerId, personId)
  }
  await auditForSelected(tx, actor, { act: acts.familyPersonRemoved, subject: `customer:${personId}` }, now)
  return readFamily(tx, actor, now)
}

/** @throws Refusal `not_found` for anybody but a person who has accepted an invitation of the customer */
export const confirmFamilyPerson = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  now: Date,
): Promise<FamilyPerson[]> => {
  if (actor.customerId === null) throw loggedOut()
  if (!(await confirmPartner(tx, actor.customerId, personId))) throw notFound()
  await auditForSelected(tx, actor, { act: acts.familyPersonConfirmed, subject: `customer:${personId}` }, now)
  await notifyConfirmed(tx, actor.customerId, personId, now)
  return readFamily(tx, actor, now)
}

const notifyConfirmed = async (tx: Tx, inviterId: number, personId: number, now: Date): Promise<void> => {
  const [person, inviter] = [await mailboxOf(tx, personId), await mailboxOf(tx, inviterId)]
  if (person === undefined || person.email === '' || inviter === undefined) return
  const { operatorId, email: to, firstName } = person
  const facts = { customerId: personId, firstName, inviterId, inviter: inviter.firstName }
  await sendNotice(tx, familyConfirmed, { operatorId, to }, facts, now)
}

const validForMs = 7 * 24 * 3_600_000

/**
 * Sends an invitation by e-mail, with a link that works once.
 * @throws Refusal `invalid` by field; `not_found` for a person of another family, `not_confirmed` for one whose notes the
 * customer does not see
 */
export const inviteToFamily = async (
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
  if (person?.healthShared === false)
    throw new Refusal('not_confirmed', (messages) => messages.families.notConfirmed)
  const today = localDay(now, operator.timezone)
  const why =
    person === undefined
      ? inviter.email === email
        ? (messages: Messages) => messages.families.ownAddress
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
    lastDay: localDay(expiresAt, operator.timezone),
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
): Promise<Text | null> => {
  if (hasLogin) return (messages) => messages.families.hasAccount({ name })
  if (dateOfBirth !== null && ageInYears(dateOfBirth, today) < minimumAge) {
    return (messages) => messages.families.notOldEnough({ name, age: minimumAge })
  }
  return (await isAddressTaken(tx, operatorId, email, id))
    ? (messages) => messages.families.addressTaken
    : null
}
