/** Before the endpoint tests: an empty folder for a mail of each kind and form that they cause. */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/platform/config.ts'

export const mailsFolder = path.join(projectRoot(), 'test-results', 'mails')

export type CausedMail = { kind: string; subject: string; text: string; html: string }

export const setup = (): void => {
  // Of two engines that run at once, one keeps mails.
  if (process.env['TEST_ENGINE'] !== 'postgres') return
  rmSync(mailsFolder, { recursive: true, force: true })
  mkdirSync(mailsFolder, { recursive: true })
}
