import { operatorMessages } from '#server/messages/languages.ts'
import path from 'node:path'
import { demoLogins, withPublishedPassword } from '#server/import/demo.ts'
import type { DemoLogin } from '#server/import/demo.ts'
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
  if (demoCards === 'refused') refusals.push(operatorMessages().startup.demoCardsRefused)
  if (demoCards === 'warned') warnings.push(operatorMessages().startup.demoCardsWarning)
  if (unencryptedSecrets === 'refused') refusals.push(operatorMessages().startup.secondFactorKeysRefused)
  if (unencryptedSecrets === 'warned') warnings.push(operatorMessages().startup.secondFactorKeysWarning)
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
    ? { refusals: [operatorMessages().startup.demoPasswordsRefused({ emails })], warnings: [] }
    : { refusals: [], warnings: [operatorMessages().startup.demoPasswordsWarning({ emails })] }
}

const loginsIn = (folder: string): Promise<DemoLogin[]> => demoLogins(path.resolve(projectRoot(), folder))
