import type { Tx } from '#server/platform/database.ts'

/** What was last imported of each. */
export const importedOperators = (db: Tx) =>
  db.selectFrom('operator').select(['timezone', 'importedDigest']).execute()
