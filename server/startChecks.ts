import path from 'node:path'
import { demoLogins, withPublishedPassword } from '#server/import/demo.ts'
import type { DemoLogin } from '#server/import/demo.ts'
import * as messages from '#server/messages/en/startup.ts'
import { isEmpty } from '#server/operator/find.ts'
import { projectRoot } from '#server/platform/config.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'

/*
 * What a start refuses or warns of: see server/platform/config.ts. Lists of sentences, so that one start names all.
 */

export type Findings = { refusals: string[]; warnings: string[] }

/** Those of the settings alone, before anything is opened. */
export const checkSettings = ({ demoCards, unencryptedSecrets }: Config): Findings => {
  const refusals: string[] = []
  const warnings: string[] = []
  if (demoCards === 'refused') refusals.push(messages.demoCardsRefused)
  if (demoCards === 'warned') warnings.push(messages.demoCardsWarning)
  if (unencryptedSecrets === 'refused') refusals.push(messages.secondFactorKeysRefused)
  if (unencryptedSecrets === 'warned') warnings.push(messages.secondFactorKeysWarning)
  return { refusals, warnings }
}

/** Passwords of the operator's files and of the demo that still log people in. */
export const checkPasswords = async (
  db: Database,
  { demoPasswords, operatorFiles }: Pick<Config, 'demoPasswords' | 'operatorFiles'>,
): Promise<Findings> => {
  if (demoPasswords === 'allowed') return { refusals: [], warnings: [] }
  const files = await loginsIn(operatorFiles)
  // Files are loaded into an empty database after this check.
  const emails = (await isEmpty(db))
    ? files.map(({ email }) => email)
    : await withPublishedPassword(db, [...files, ...(operatorFiles === 'demo' ? [] : await loginsIn('demo'))])
  if (emails.length === 0) return { refusals: [], warnings: [] }
  return demoPasswords === 'refused'
    ? { refusals: [messages.demoPasswordsRefused({ emails })], warnings: [] }
    : { refusals: [], warnings: [messages.demoPasswordsWarning({ emails })] }
}

const loginsIn = (folder: string): Promise<DemoLogin[]> => demoLogins(path.resolve(projectRoot(), folder))
