import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { BreachedPasswords } from './port.ts'
import { createRangeService } from './range.ts'

/** The service of the settings; null: passwords are not checked for breaches. */
export const chooseBreachedPasswords = (
  { breachedPasswordsUrl }: Pick<Config, 'breachedPasswordsUrl'>,
  log: Log,
): BreachedPasswords | null =>
  breachedPasswordsUrl === undefined ? null : createRangeService(breachedPasswordsUrl, log)
