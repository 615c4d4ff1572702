import type { Body } from '#contract/endpoint.ts'
import type { families, FamilyPerson } from '#contract/families.ts'
import { changePerson } from '#server/customers/details/service.ts'
import { insertDependant } from '#server/customers/service.ts'
import { proofsOf } from '#server/documents/list.ts'
import { isSamePerson } from '#server/linked-people/rules.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/families.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { listAgreements } from '#server/waivers/agreements.ts'
import { shareWithPartners, unlinkHouseholds } from './invitations/queries.ts'
import { confirmPartner, linkPerson, listFamily } from './queries.ts'
import type { FamilyRow } from './queries.ts'
import { mayTakeOver, mostPeople, whyNotChild } from './rules.ts'

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
  const today = dayOf(now, operator.timezone)
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
export const addChild = async (
  tx: Tx,
  actor: Actor,
  { firstName, lastName, dateOfBirth }: Body<typeof families.addChild>,
  now: Date,
): Promise<FamilyPerson> => {
  const { customerId, operator } = actor
  if (customerId === null) throw loggedOut()
  const why = whyNotChild(dateOfBirth, dayOf(now, operator.timezone))
  if (why !== null) throw invalid({ date_of_birth: [why] })
  const family = await listFamily(tx, customerId)
  if (family.some((one) => isSamePerson(one, { firstName, lastName, dateOfBirth }))) {
    throw invalid({ first_name: [messages.alreadyInFamily({ name: firstName })] })
  }
  if (family.length >= mostPeople) throw invalid({ first_name: [messages.atMost({ people: mostPeople })] })
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
  { medicalNotes, emergencyContactName, emergencyContactPhone }: Body<typeof families.change>,
  now: Date,
): Promise<FamilyPerson> => {
  if (actor.customerId === null) throw loggedOut()
  const person = (await listFamily(tx, actor.customerId)).find(({ id }) => id === personId)
  // People with a log-in of their own look after themselves.
  if (person === undefined || (person.hasLogin && personId !== actor.customerId)) throw notFound()
  if (!person.healthShared) throw new Refusal('not_confirmed', messages.notConfirmed)
  await changePerson(tx, personId, { medicalNotes, emergencyContactName, emergencyContactPhone })
  await auditForSelected(tx, actor, { act: acts.familyPersonChanged, subject: `customer:${personId}` }, now)
  return personOf(tx, actor, personId, now)
}

/** @throws Refusal `not_found` for anybody but a person with an account, with whom the customer shares a household */
export const removeFamilyPerson = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  now: Date,
): Promise<FamilyPerson[]> => {
  const { customerId } = actor
  if (customerId === null) throw loggedOut()
  const person = (await listFamily(tx, customerId)).find(({ id }) => id === personId)
  const isAdult = person?.hasLogin === true || person?.relation === 'partner'
  if (personId === customerId || !isAdult) throw notFound()
  await unlinkHouseholds(tx, customerId, personId)
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
  return readFamily(tx, actor, now)
}
