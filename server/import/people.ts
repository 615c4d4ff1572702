import path from 'node:path'
import { localDay } from '#contract/time.ts'
import { grantCredit } from '#server/credits/grant.ts'
import { messagesIn, operatorMessages } from '#server/messages/languages.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
import { raisePenalty } from '#server/penalties/owed.ts'
import type { Tx } from '#server/platform/database.ts'
import { hashOf } from '#server/sessions/passwords.ts'
import { InvalidFiles } from './files/folder.ts'
import type { OperatorFiles, PersonFile } from './files/types.ts'
import { recordCount } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'
import {
  closedReferences,
  insertDocument,
  insertGuestPasses,
  insertInductions,
  insertLinkedPeople,
  insertPeople,
  insertRoles,
  selectPeople,
  selectRights,
  setAccountLimit,
} from './sql/people.ts'

/**
 * People who are not there yet. Anyone who is there keeps what they have changed themselves, their password first of
 * all, and the rights they have; only whom they may book for follows the files, and inductions are added.
 */
export const loadPeople = async (
  tx: Tx,
  operatorId: number,
  { operator, people }: OperatorFiles,
  { venues, restrictions, instructors }: Record<'venues' | 'restrictions' | 'instructors', Reconciled>,
  now: Date,
  changes: Change[],
): Promise<void> => {
  const existing = await selectPeople(tx, operatorId)
  const byReference = new Map(existing.map((person) => [person.reference, person]))
  const common = { operatorId, source: 'import', createdAt: now }
  const newPeople = people.filter(({ reference }) => !byReference.has(reference))
  requireFreeAddresses(newPeople, existing)
  const rows = await Promise.all(
    newPeople.map(async (person) => {
      const {
        password,
        homeVenue,
        language,
        note: _note,
        children: _children,
        roles: _roles,
        ...rest
      } = person
      const { memberships: _memberships, packages: _packages, inductions: _given, ...named } = rest
      const {
        credits: _credits,
        penalties: _penalties,
        guestPasses: _passes,
        joining: _begun,
        documents: _proofs,
        ...columns
      } = named
      return {
        ...common,
        ...columns,
        staffLevel: staffLevelOf(person),
        passwordHash: password === undefined ? null : await hashOf(password),
        emailVerifiedAt: now,
        homeVenueId: homeVenue === null ? null : venues.idOf(homeVenue),
        language: language === null ? null : messagesIn(language).format.language,
      }
    }),
  )
  const children = people.flatMap((parent) =>
    parent.children
      .filter(({ reference }) => !byReference.has(reference))
      .map(({ relation: _relation, inductions: _given, ...columns }) => ({
        ...common,
        ...columns,
        email: '',
        emailVerifiedAt: null,
        passwordHash: null,
        role: 'customer' as const,
        staffLevel: null,
        phone: '',
        addressLineOne: parent.addressLineOne,
        addressLineTwo: parent.addressLineTwo,
        city: parent.city,
        postcode: parent.postcode,
        homeVenueId: parent.homeVenue === null ? null : venues.idOf(parent.homeVenue),
        emergencyContactName: `${parent.firstName} ${parent.lastName}`,
        emergencyContactPhone: parent.phone,
        marketingConsent: false,
        language: null,
      })),
  )
  await insertPeople(tx, [...rows, ...children])
  for (const { reference } of [...rows, ...children])
    changes.push({ what: 'person', which: reference, how: 'added' })
  const ids = await selectCustomerIds(tx, operatorId)
  const linked = people.flatMap((parent) =>
    parent.children
      .filter(({ reference }) => !ownsAccount(byReference.get(reference)))
      .map(({ reference, relation }) => ({
        customerId: ids.get(parent.reference) ?? 0,
        linkedId: ids.get(reference) ?? 0,
        relation,
      })),
  )
  recordCount(changes, 'linked people', await insertLinkedPeople(tx, linked))
  await insertRoles(
    tx,
    newPeople.flatMap((person) =>
      rolesOf(person).map(({ role, venue, instructor }) => ({
        customerId: ids.get(person.reference) ?? 0,
        role,
        venueId: venue === null ? null : venues.idOf(venue),
        instructorId: instructor === null ? null : instructors.idOf(instructor),
      })),
    ),
  )
  const given = people
    .flatMap((person) => [person, ...person.children])
    .flatMap(({ reference, inductions }) =>
      inductions.map((slug) => ({
        customerId: ids.get(reference) ?? 0,
        restrictionId: restrictions.idOf(slug),
        givenOn: localDay(now, operator.timezone),
      })),
    )
  recordCount(changes, 'inductions', await insertInductions(tx, given))
  const passes = people.flatMap(({ reference, guestPasses }) =>
    guestPasses.map((pass) => ({ ...pass, operatorId, customerId: ids.get(reference) ?? 0 })),
  )
  recordCount(changes, 'guest passes', await insertGuestPasses(tx, passes))
}

/** Rights that the files would give to, or take from, people who are there already. Only the desk changes them. */
export const findOtherRights = async (
  tx: Tx,
  operatorId: number,
  people: OperatorFiles['people'],
): Promise<Text[]> => {
  const existing = await selectRights(tx, operatorId)
  return people.flatMap((person) => {
    const { reference } = person
    const current = existing.get(reference)
    if (current === undefined) return []
    const files = rightsInWords(rolesOf(person))
    const now = rightsInWords(current)
    return files === now
      ? []
      : (messages: Messages) => messages.importChanges.rightsStay({ reference, files, now })
  })
}

type RoleFile = PersonFile['roles'][number]

/** What a person of the files may do. `staff_level` says it in short. */
const rolesOf = ({
  role,
  staffLevel,
  roles,
}: Pick<PersonFile, 'role' | 'staffLevel' | 'roles'>): RoleFile[] => {
  if (role !== 'staff') return []
  if (roles.length > 0) return roles
  return [{ role: staffLevel === 'supervisor' ? 'administrator' : 'desk', venue: null, instructor: null }]
}

/** For nodes of the version before. */
const staffLevelOf = (person: Parameters<typeof rolesOf>[0]): 'desk' | 'supervisor' | null => {
  if (person.role !== 'staff') return null
  return rolesOf(person).some(({ role }) => role === 'administrator') ? 'supervisor' : 'desk'
}

/** `desk at town-hall, finance`; `customer` for whom has none. */
const rightsInWords = (roles: readonly Pick<RoleFile, 'role' | 'venue'>[]): string =>
  roles.length === 0
    ? 'customer'
    : roles
        .map(({ role, venue }) => (venue === null ? role : `${role} at ${venue}`))
        .toSorted()
        .join(', ')

/** Children come without an address: who has one has taken over their account, and nobody books for them any more. */
const ownsAccount = (child: { email: string } | undefined): boolean => (child?.email ?? '') !== ''

/** @throws InvalidFiles when a new person has the address of a customer who is there already */
const requireFreeAddresses = (
  newPeople: readonly { email: string }[],
  existing: readonly { email: string; reference: string }[],
): void => {
  const owners = new Map(existing.map(({ email, reference }) => [email, reference]))
  const problems = newPeople.flatMap(({ email }) => {
    const reference = owners.get(email)
    if (reference === undefined) return []
    const sentence = operatorMessages().importing.addressTaken({ email, reference })
    return [{ file: 'people.json', line: null, field: 'email', value: JSON.stringify(email), sentence }]
  })
  if (problems.length > 0) throw new InvalidFiles(problems)
}

/** Leaves out people who have closed their account: the files may still list them. */
export const excludeClosedAccounts = async (
  tx: Tx,
  operatorId: number,
  files: OperatorFiles,
): Promise<OperatorFiles> => {
  const closed = await closedReferences(tx, operatorId)
  const isOpen = ({ reference }: { reference: string }): boolean => !closed.includes(reference)
  const people = files.people
    .filter(isOpen)
    .map((person) => ({ ...person, children: person.children.filter(isOpen) }))
  return { ...files, people }
}

/** The ids of the operator's customers by reference. */
export const selectCustomerIds = async (tx: Tx, operatorId: number): Promise<Map<string, number>> =>
  new Map((await selectPeople(tx, operatorId)).map(({ reference, id }) => [reference, id]))

/**
 * Credit and penalties that people begin with, each once under its key: what has become of it since is kept. How much
 * may be charged to their account follows the files.
 */
export const loadBalances = async (
  tx: Tx,
  operatorId: number,
  { people }: OperatorFiles,
  now: Date,
  changes: Change[],
): Promise<void> => {
  const existing = await selectPeople(tx, operatorId)
  const ids = new Map(existing.map(({ reference, id }) => [reference, id]))
  const limits = new Map(existing.map((person) => [person.reference, person.accountLimit]))
  for (const { reference, credits, penalties, accountLimit } of people) {
    const customerId = ids.get(reference)
    if (customerId === undefined) continue
    const named = (key: string) => ({ operatorId, customerId, importKey: `${reference}/${key}` })
    for (const { key, ...credit } of credits) {
      const granted = await grantCredit(tx, { ...credit, ...named(key), from: 'grant' }, now)
      if (granted !== null) changes.push({ what: 'credit', which: `${reference}/${key}`, how: 'added' })
    }
    for (const { key, ...penalty } of penalties) {
      const raised = await raisePenalty(tx, { ...penalty, ...named(key) }, now)
      if (raised !== null) changes.push({ what: 'penalty', which: `${reference}/${key}`, how: 'added' })
    }
    const before = limits.get(reference) ?? null
    if (before === accountLimit) continue
    await setAccountLimit(tx, customerId, accountLimit)
    changes.push({
      what: 'person',
      which: reference,
      how: 'changed',
      fields: [{ field: 'accountLimit', from: before, to: accountLimit }],
    })
  }
}

/** Where the files of people are put, by a key of ours. */
export type StoreFile = (key: string, bytes: Buffer, mediaType: string) => Promise<void>

/**
 * Proofs that people have given before, each once under its key: what has become of it since is kept. The file is there
 * before its row is.
 * @param keep null where nothing is kept: the import is only looked at, or has no such place
 */
export const loadDocuments = async (
  tx: Tx,
  operatorId: number,
  { proofs, people }: OperatorFiles,
  keep: StoreFile | null,
  changes: Change[],
): Promise<void> => {
  if (keep === null) return
  const ids = await selectCustomerIds(tx, operatorId)
  const current = new Set(people.map(({ reference }) => reference))
  for (const proof of proofs) {
    const { reference, key, type, uploadedOn, file, bytes, ...columns } = proof
    const customerId = ids.get(reference)
    if (customerId === undefined || !current.has(reference)) continue
    const fileKey = `${operatorId}/import-${customerId}-${key}`
    await keep(fileKey, bytes, columns.mediaType)
    const added = await insertDocument(tx, {
      ...columns,
      operatorId,
      customerId,
      documentType: type,
      fileKey,
      fileName: path.basename(file),
      size: bytes.length,
      uploadedAt: new Date(`${uploadedOn}T12:00:00Z`),
      importKey: `${reference}/${key}`,
    })
    if (added) changes.push({ what: 'document', which: `${reference}/${key}`, how: 'added' })
  }
}
