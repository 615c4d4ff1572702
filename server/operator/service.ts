import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Operator } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { impossible } from '#server/platform/errors.ts'
import { lately } from '#server/platform/lately.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import type { KeepFile } from './import/proofs.ts'
import type { Imported } from './import/service.ts'
import type { SellToday } from './import/today.ts'
import { allOperators, anyOperator, importedOperators } from './queries.ts'

export type { Imported } from './import/service.ts'
export { sellTodayJob } from './import/today.ts'

/** Whether no operator's files have been loaded yet. */
export const isEmpty = async (db: Tx): Promise<boolean> => !(await anyOperator(db))

/**
 * Loads an operator's files, or with `check` says what that would change; see ./import/service.ts. What reads and
 * checks them is loaded only now: a server whose data are there never needs it.
 */
export const importOperator = async (
  db: Database,
  folder: string,
  how: { now: Date; check?: boolean; keepFile?: KeepFile },
): Promise<Imported> => {
  const { importOperator: load } = await import('./import/service.ts')
  return load(db, folder, how)
}

/** What the files say is sold, waited for and cancelled today is, by a job that their import leaves behind; see ./import/sales.ts. */
export const sellToday = async (
  db: Database,
  payload: unknown,
  touch: (venueId: number) => void,
  now: Date,
): Promise<void> => {
  const { sellToday: sell } = await import('./import/sales.ts')
  const { operatorId, ...today } = payload as SellToday
  const operator = (await allOperators(db)).find(({ id }) => id === operatorId)
  if (operator === undefined) throw new Error(`There is no operator ${operatorId}.`)
  await sell(db, { operator, ...today }, touch, now)
}

/**
 * Loads the very files again that were loaded before, when days in them are counted from the day of the import and
 * a day has passed: what lies three days ahead then always does. Other files than those are left for somebody to
 * import.
 * @returns whether they were loaded
 */
export const recountDays = async (db: Database, folder: string, now: Date): Promise<boolean> => {
  const { fingerprintOf, importedAs } = await import('./import/folder.ts')
  const files = await fingerprintOf(folder)
  if (files === null || !files.countsDays) return false
  const operators = await importedOperators(db)
  const isOld = ({ importedDigest, timezone }: (typeof operators)[number]) =>
    importedDigest?.startsWith(`${importedAs({ ...files, countsDays: false }, '')}:`) === true &&
    importedDigest !== importedAs(files, dayOf(now, timezone))
  if (!operators.some(isOld)) return false
  await importOperator(db, folder, { now })
  return true
}

/**
 * Finds the operator a call is for: the one named by `Client-Domain-Identifier`, else one whose frames the call
 * comes from, else the first.
 */
export const createOperatorFor = (db: Database, keepMs = 1000) => {
  const operators = lately(keepMs, async () => {
    const all = await allOperators(db)
    // Thrown here, so that it is not remembered: files may be loaded the next moment.
    if (all.length === 0) throw new Error('No operator has been loaded: npm run import -- FOLDER')
    return all
  })
  return async ({ origins, slug }: { origins: string[]; slug: string | null }): Promise<Operator> => {
    const all = await operators()
    const named = all.find((operator) => operator.slug === slug)
    const framed = () => all.find(({ frameOrigins }) => origins.some((origin) => isIn(frameOrigins, origin)))
    const found = named ?? framed() ?? all[0]
    return found ?? impossible('a list of operators without one')
  }
}

const isIn = (allowed: readonly string[], address: string): boolean =>
  URL.canParse(address) && allowed.includes(new URL(address).origin)

const withPassword = z.array(
  z.object({
    email: z.string(),
    password: z.string().optional(),
    note: z.string().optional(),
    role: z.string().optional(),
  }),
)

/** Somebody of the operator's files whose password stands in them, for the list of demo logins. */
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
