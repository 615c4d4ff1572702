import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { normalEmail } from '#contract/identifiers.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/queue.ts'
import { isPassword } from '#server/sessions/passwords.ts'
import type { SaleFile, WaitlistFile } from './files/types.ts'
import { passwordHashesOf } from './sql/people.ts'

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

/** The kind of job that an import leaves where its files list sales or waitlists for a demonstration. */
export const simulateDayJob = 'simulate a day of the demonstration'

/** The payload of that job: what sales.json and waitlists.json list. */
export type SimulatedDay = {
  operatorId: number
  sales: readonly SaleFile[]
  waiting: readonly WaitlistFile[]
}

/** Simulated after the import, so that a server that is starting does not wait for it. */
export const enqueueSimulation = (tx: Tx, day: SimulatedDay, now: Date): Promise<void> =>
  enqueue(tx, simulateDayJob, day, { key: String(day.operatorId), dueAt: now })
