import type { Tx } from '#server/platform/database.ts'

export const selectPeople = (tx: Tx, operatorId: number) =>
  tx
    .selectFrom('customer')
    .select(['id', 'reference', 'email', 'role', 'staffLevel'])
    .where('operatorId', '=', operatorId)
    .execute()

export type PersonRow = {
  operatorId: number
  reference: string
  email: string
  passwordHash: string | null
  role: 'customer' | 'staff'
  staffLevel: 'desk' | 'supervisor' | null
  firstName: string
  lastName: string
  dateOfBirth: string | null
  phone: string
  addressLineOne: string
  addressLineTwo: string
  city: string
  postcode: string
  homeVenueId: number | null
  emergencyContactName: string
  emergencyContactPhone: string
  marketingConsent: boolean
  source: string
  createdAt: Date
  /** The operator has known them by this address. null: no address. */
  emailVerifiedAt: Date | null
}

export const insertPeople = async (tx: Tx, people: readonly PersonRow[]): Promise<void> => {
  if (people.length === 0) return
  const added = await tx
    .insertInto('customer')
    .values([...people])
    .returning(['id', 'marketingConsent', 'createdAt as at'])
    .execute()
  const given = added.filter(({ marketingConsent }) => marketingConsent)
  if (given.length === 0) return
  await tx
    .insertInto('consentEvent')
    .values(given.map(({ id: customerId, at }) => ({ customerId, at, given: true, how: 'import' })))
    .execute()
}

/** The references of those who have closed their account: the files know them still. */
export const closedReferences = async (tx: Tx, operatorId: number): Promise<string[]> => {
  const found = await tx
    .selectFrom('customer')
    .select('reference')
    .where('operatorId', '=', operatorId)
    .where('closedAt', 'is not', null)
    .execute()
  return found.map(({ reference }) => reference)
}

export const setRole = async (
  tx: Tx,
  id: number,
  is: Pick<PersonRow, 'role' | 'staffLevel'>,
): Promise<void> => {
  await tx.updateTable('customer').set(is).where('id', '=', id).execute()
}

/** Answers how many links are new. */
export const insertLinkedPeople = async (
  tx: Tx,
  linked: readonly { customerId: number; linkedId: number; relation: string }[],
): Promise<number> => {
  if (linked.length === 0) return 0
  const made = await tx
    .insertInto('linkedCustomer')
    .values([...linked])
    .onConflict((conflict) => conflict.doNothing())
    .returning('linkedId')
    .execute()
  return made.length
}

/** Passes that are there already stay as they are: they may have been sent. Answers how many are new. */
export const insertGuestPasses = async (
  tx: Tx,
  given: readonly {
    operatorId: number
    customerId: number
    name: string
    code: string
    validFrom: string
    validUntil: string
  }[],
): Promise<number> => {
  if (given.length === 0) return 0
  const made = await tx
    .insertInto('guestPass')
    .values(given.map((pass) => ({ ...pass, importKey: pass.code })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return made.length
}

/** Records which inductions people have had. Earlier records stay. @returns how many are new */
export const insertInductions = async (
  tx: Tx,
  given: readonly { customerId: number; restrictionId: number; givenOn: string }[],
): Promise<number> => {
  if (given.length === 0) return 0
  const made = await tx
    .insertInto('induction')
    .values([...given])
    .onConflict((conflict) => conflict.doNothing())
    .returning('customerId')
    .execute()
  return made.length
}
