import type { Tx } from '#server/platform/database.ts'

export type OperatorRow = {
  slug: string
  name: string
  legalName: string
  vatNumber: string
  currencySymbol: string
  timezone: string
  migrationDate: string | null
  onlineJoiningEnabled: boolean
  onlineGuestPassesEnabled: boolean
  kioskHomeUrl: string | null
  analyticsContainerIds: string[]
  frameOrigins: string[]
  basketHoldSeconds: number
  refundsTo: 'credit' | 'card'
  billingAddress: 'full' | 'postcode'
  outstandingPenalties: 'block' | 'warn'
  staffNeedSecondFactor: boolean
  onePlace: boolean
  benefitsNeedLogin: boolean
  pricesBy: 'session' | 'sale'
  secondPerson: boolean
  collectionNoticeDays: number
  collectionRetryDays: number
  collectionTries: number
  takeOverEmail: string
  footerHtml: string
  phone: string
  email: string
  sameAs: string[]
  searchWords: string[]
  openDataSite: string
  openDataDiscussion: string
  openBooking: boolean
  taxMode: 'gross' | 'net'
  bookingTermsUrl: string
  proposalHours: number
  proposalEmail: string
  payeeName: string
  payeeAccount: string
  payeeProvider: string
}

const operatorColumns = [
  'slug',
  'name',
  'legalName',
  'vatNumber',
  'currencySymbol',
  'timezone',
  'migrationDate',
  'onlineJoiningEnabled',
  'onlineGuestPassesEnabled',
  'kioskHomeUrl',
  'analyticsContainerIds',
  'frameOrigins',
  'basketHoldSeconds',
  'refundsTo',
  'billingAddress',
  'outstandingPenalties',
  'staffNeedSecondFactor',
  'onePlace',
  'benefitsNeedLogin',
  'pricesBy',
  'secondPerson',
  'collectionNoticeDays',
  'collectionRetryDays',
  'collectionTries',
  'takeOverEmail',
  'footerHtml',
  'phone',
  'email',
  'sameAs',
  'searchWords',
  'openDataSite',
  'openDataDiscussion',
  'openBooking',
  'taxMode',
  'bookingTermsUrl',
  'proposalHours',
  'proposalEmail',
  'payeeName',
  'payeeAccount',
  'payeeProvider',
] as const satisfies readonly (keyof OperatorRow)[]

/** The operator with its digest of the files last imported; locked, so that two imports go one after the other. */
export const lockOperator = (tx: Tx, slug: string) =>
  tx
    .selectFrom('operator')
    .select([...operatorColumns, 'id', 'themeId', 'importedDigest', 'importedFiles'])
    .where('slug', '=', slug)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertOperator = async (tx: Tx, row: OperatorRow): Promise<number> => {
  const made = await tx.insertInto('operator').values(row).returning('id').executeTakeFirstOrThrow()
  return made.id
}

export const updateOperator = async (
  tx: Tx,
  id: number,
  row: Partial<OperatorRow> & {
    themeId?: number | null
    importedDigest?: string | null
    importedFiles?: string[]
  },
): Promise<void> => {
  await tx.updateTable('operator').set(row).where('id', '=', id).execute()
}

/** The operators that this database has besides one. */
export const otherOperators = async (tx: Tx, slug: string): Promise<string[]> => {
  const others = await tx.selectFrom('operator').select('slug').where('slug', '<>', slug).execute()
  return others.map((one) => one.slug)
}

/** What was last imported of each. */
export const importedOperators = (db: Tx) =>
  db.selectFrom('operator').select(['timezone', 'importedDigest']).execute()
