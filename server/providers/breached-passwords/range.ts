import { createHash } from 'node:crypto'
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import { breachChecks } from '#server/platform/metrics.ts'

/** Knows passwords that have been published in a leak. Never throws: what it cannot find out it takes for unpublished. */
export type BreachedPasswords = { isBreached: (password: string) => Promise<boolean> }

/** The service of the settings; null: passwords are not checked for breaches. */
export const chooseBreachedPasswords = (
  { breachedPasswordsUrl }: Pick<Config, 'breachedPasswordsUrl'>,
  log: Log,
): BreachedPasswords | null =>
  breachedPasswordsUrl === undefined ? null : createRangeService(breachedPasswordsUrl, log)

/** A person waits for this. */
const timeOutMs = 1500

/** A range has about a thousand lines; more than this is no such answer. */
const answerBytes = 1_000_000

/**
 * A service that answers as the range API of Have I Been Pwned does: it learns the first five digits of a SHA-1 digest
 * and answers the rest of every digest that begins so, padded with made-up ones whose count is 0. So it learns neither
 * the password nor whether it was found.
 */
export const createRangeService = (url: string, log: Log): BreachedPasswords => ({
  isBreached: async (password) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
    try {
      const answer = await fetch(`${url}/range/${digest.slice(0, 5)}`, {
        headers: { 'add-padding': 'true', 'user-agent': 'Onside' },
        signal: AbortSignal.timeout(timeOutMs),
        redirect: 'error',
      })
      if (!answer.ok) throw new Error(`The service for breached passwords answered ${answer.status}`)
      const text = await answer.text()
      if (text.length > answerBytes) throw new Error('The service for breached passwords answered too much')
      const isBreached = countOf(text, digest.slice(5)) > 0
      breachChecks.inc({ outcome: isBreached ? 'breached' : 'unknown' })
      return isBreached
    } catch (error) {
      // Nobody is kept from choosing a password because another company is down. The digest is not logged.
      log.warn({ err: error }, 'passwords are not checked for breaches')
      breachChecks.inc({ outcome: 'failed' })
      return false
    }
  },
})

/**
 * How often the password with this end of a digest was published.
 * @throws when the answer is not in the form expected
 */
const countOf = (answer: string, suffix: string): number => {
  let found = 0
  for (const line of answer.split('\n')) {
    const [, rest, count] = /^([\dA-F]{35}):(\d+)\s*$/i.exec(line) ?? []
    if (rest === undefined && line.trim() !== '')
      throw new Error('The service for breached passwords answered in another form')
    if (rest?.toUpperCase() === suffix) found = Number(count)
  }
  return found
}
