import type { Tx } from '#server/platform/database.ts'

/** What was last imported of each. */
export const importedOperators = (db: Tx) =>
  db.selectFrom('operator').select(['timezone', 'importedDigest']).execute()

/** Of every operator: an address may have an account with several. */
export const passwordHashesOf = (db: Tx, emails: readonly string[]) =>
  db
    .selectFrom('customer')
    .select(['email', 'passwordHash'])
    .where('email', 'in', emails.length === 0 ? [''] : emails)
    .where('email', '<>', '')
    .where('passwordHash', 'is not', null)
    .where('closedAt', 'is', null)
    .execute()
