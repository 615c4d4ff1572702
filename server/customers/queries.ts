import type { Tx } from '#server/platform/database.ts'

export type Details = {
  id: number
  reference: string
  firstName: string
  lastName: string
  email: string
  emailVerifiedAt: Date | null
  passwordHash: string | null
  dateOfBirth: string | null
  phone: string
  addressLineOne: string
  addressLineTwo: string
  city: string
  postcode: string
  homeVenueSlug: string | null
  emergencyContactName: string
  emergencyContactPhone: string
  marketingConsent: boolean
}

export const readDetails = async (tx: Tx, customerId: number): Promise<Details> =>
  tx
    .selectFrom('customer as c')
    .leftJoin('venue as v', 'v.id', 'c.homeVenueId')
    .select([
      'c.id',
      'c.reference',
      'c.firstName',
      'c.lastName',
      'c.email',
      'c.emailVerifiedAt',
      'c.passwordHash',
      'c.dateOfBirth',
      'c.phone',
      'c.addressLineOne',
      'c.addressLineTwo',
      'c.city',
      'c.postcode',
      'v.slug as homeVenueSlug',
      'c.emergencyContactName',
      'c.emergencyContactPhone',
      'c.marketingConsent',
    ])
    .where('c.id', '=', customerId)
    .executeTakeFirstOrThrow()

export type NewCustomer = {
  operatorId: number
  reference: string
  email: string
  /** null: no password is set, so no one can log in with one. */
  passwordHash: string | null
  firstName: string
  lastName: string
  dateOfBirth: string
  phone: string
  addressLineOne: string
  addressLineTwo: string
  city: string
  postcode: string
  homeVenueId: number | null
  marketingConsent: boolean
  source: string
  onboardingType: string
  createdAt: Date
}

/** @returns undefined when the e-mail address or the reference is another customer's */
export const addCustomer = async (tx: Tx, customer: NewCustomer): Promise<{ id: number } | undefined> =>
  tx
    .insertInto('customer')
    .values(customer)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Tells the two conflicts of `addCustomer` apart. */
export const hasEmail = async (tx: Tx, operatorId: number, email: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('customer')
    .select('id')
    .where('operatorId', '=', operatorId)
    .where('email', '=', email)
    .where('email', '<>', '')
    .executeTakeFirst()
  return row !== undefined
}

export type Changes = Partial<
  Omit<
    NewCustomer,
    'operatorId' | 'reference' | 'passwordHash' | 'dateOfBirth' | 'source' | 'onboardingType'
  > & {
    emergencyContactName: string
    emergencyContactPhone: string
    medicalNotes: string
  }
>

/** Updates the given columns. A new address is set by sessions/addresses alone, once it is proved. */
export const changeCustomer = async (tx: Tx, customerId: number, changes: Changes): Promise<void> => {
  if (Object.keys(changes).length === 0) return
  await tx
    .updateTable('customer')
    .set(changes)
    .where('id', '=', customerId)
    .where('closedAt', 'is', null)
    .execute()
}

/** Whether it is a customer's account of the operator; staff are not. */
export const isCustomerOf = async (tx: Tx, customerId: number, operatorId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where('operatorId', '=', operatorId)
    .where('role', '=', 'customer')
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export const venueIdBySlug = async (
  tx: Tx,
  operatorId: number,
  slug: string,
): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('venue')
    .select('id')
    .where('operatorId', '=', operatorId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.id
}

/** Whether a client id names an operator of this server other than the request's. */
export const hasOtherOperator = async (tx: Tx, clientId: string, operatorId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('operator')
    .select('id')
    .where('slug', '=', clientId)
    .where('id', '<>', operatorId)
    .executeTakeFirst()
  return row !== undefined
}

export const termsOf = async (tx: Tx, operatorId: number): Promise<{ id: number; required: boolean }[]> =>
  tx
    .selectFrom('terms')
    .select(['id', 'required'])
    .where('operatorId', '=', operatorId)
    .where('purpose', '=', 'booking')
    .where('withdrawn', '=', false)
    .execute()

export const recordAcceptedTerms = async (
  tx: Tx,
  customerId: number,
  termsIds: readonly number[],
  now: Date,
): Promise<void> => {
  if (termsIds.length === 0) return
  await tx
    .insertInto('termsAcceptance')
    .values(termsIds.map((termsId) => ({ customerId, termsId, acceptedAt: now })))
    .execute()
}
