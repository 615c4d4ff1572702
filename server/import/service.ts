import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { normalEmail } from '#contract/identifiers.ts'
import type { Database } from '#server/platform/database.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { isPassword } from '#server/sessions/passwords.ts'
import type { StoreFile } from './documents/service.ts'
import type { ImportResult } from './load/service.ts'
import { importedOperators, passwordHashesOf } from './queries.ts'

export type { ImportResult } from '#server/import/load/service.ts'
export { simulateDayJob } from '#server/import/sales/service.ts'
export type { SimulatedDay } from '#server/import/sales/service.ts'
export type { SaleFile, WaitlistFile, SessionReference } from '#server/import/files/types.ts'

/**
 * Loads an operator's files, or with `check` says what that would change; see ./load.ts. What reads and
 * checks them is loaded only now: a server whose data are there never needs it.
 */
export const importOperator = async (
  db: Database,
  folder: string,
  how: { now: Date; check?: boolean; storeFile?: StoreFile },
): Promise<ImportResult> => {
  const { importOperator: load } = await import('./load/service.ts')
  return load(db, folder, how)
}

/**
 * Loads the very files again that were loaded before, when days in them are counted from the day of the import and
 * a day has passed: what lies three days ahead then always does. Other files than those are left for a person to
 * import.
 * @returns whether they were loaded
 */
export const reloadRelativeDays = async (db: Database, folder: string, now: Date): Promise<boolean> => {
  const { fingerprintOf, importDigest } = await import('./files/folder.ts')
  const files = await fingerprintOf(folder)
  if (files === null || !files.hasRelativeDays) return false
  const operators = await importedOperators(db)
  const isOld = ({ importedDigest, timezone }: (typeof operators)[number]) =>
    importedDigest?.startsWith(`${importDigest({ ...files, hasRelativeDays: false }, '')}:`) === true &&
    importedDigest !== importDigest(files, dayOf(now, timezone))
  if (!operators.some(isOld)) return false
  await importOperator(db, folder, { now })
  return true
}

const withPassword = z.array(
  z.object({
    email: z.string().overwrite(normalEmail),
    password: z.string().optional(),
    note: z.string().optional(),
    role: z.string().optional(),
  }),
)

/** A person of the operator's files whose password stands in them, for the list of demo logins. */
export type DemoLogin = { who: string; email: string; password: string }

/** The people of the files whom anybody may log in as: those with a password there. */
export const demoLogins = async (folder: string): Promise<DemoLogin[]> => {
  let text: string
  try {
    text = await readFile(path.join(folder, 'people.json'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return withPassword
    .parse(JSON.parse(text))
    .flatMap(({ email, password, note, role }) =>
      password === undefined ? [] : [{ who: note ?? role ?? 'customer', email, password }],
    )
}

/**
 * Whom everyone who has the files may log in as: people whose password is still the one that stands there. It takes as long
 * as one log-in for each of them.
 */
export const withPublishedPassword = async (
  db: Database,
  logins: readonly DemoLogin[],
): Promise<string[]> => {
  const people = await passwordHashesOf(
    db,
    logins.map(({ email }) => email),
  )
  const found = await Promise.all(
    people.map(async ({ email, passwordHash }) => {
      const passwords = logins.filter((login) => login.email === email)
      const matches = await Promise.all(passwords.map(({ password }) => isPassword(passwordHash, password)))
      return matches.includes(true) ? [email] : []
    }),
  )
  return [...new Set(found.flat())].toSorted()
}
