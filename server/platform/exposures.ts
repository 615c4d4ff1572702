import type { Settings } from './settings.ts'

/*
 * Three things are right for a trial on one machine and wrong where real people book: cards of the demo, passwords that
 * stand in published files, and secrets stored unencrypted. A production server with a database of its own refuses to
 * start with them unless a setting names them; one that others can reach warns at every start.
 */

export type Exposure = 'allowed' | 'warned' | 'refused'

export const exposuresOf = (
  s: Settings,
): { demoCards: Exposure; demoPasswords: Exposure; unencryptedSecrets: Exposure } => {
  if (s.NODE_ENV !== 'production')
    return { demoCards: 'allowed', demoPasswords: 'allowed', unencryptedSecrets: 'allowed' }
  const hasDatabase = s.DATABASE_URL !== undefined
  const isPublic = isReachable(s)
  // Whoever chooses the demo's cards has said that this is a trial.
  const isTrial = s.CARDS === 'demo'
  const unlessChosen = (isChosen: boolean, isWarned: boolean): Exposure => {
    if (hasDatabase && !isChosen) return 'refused'
    return isWarned ? 'warned' : 'allowed'
  }
  return {
    demoCards: s.CARDS === 'stripe' ? 'allowed' : unlessChosen(isTrial, isPublic),
    demoPasswords:
      s.DEMO_PASSWORDS === false ? 'refused' : unlessChosen(s.DEMO_PASSWORDS ?? isTrial, isPublic),
    unencryptedSecrets:
      s.SECOND_FACTOR_KEYS.length > 0 && !unencrypted(s)
        ? 'allowed'
        : unlessChosen(unencrypted(s) || isTrial, isPublic || hasDatabase),
  }
}

/** Whether the settings choose to store the secrets of authenticator apps as they are. */
export const unencrypted = ({ SECOND_FACTOR_KEYS: keys }: Settings): boolean =>
  keys.length === 1 && keys[0] === 'none'

/** Whether an address of the server is another than this machine's. */
const isReachable = (s: Settings): boolean =>
  [s.SITE_BOOKINGS, s.SITE_ACCOUNT, s.SITE_JOIN, s.SITE_DESK, ...s.EXTRA_ORIGINS].some(
    (site) => site !== undefined && !isThisMachine(site),
  )

const isThisMachine = (site: string): boolean =>
  URL.canParse(site) && /^(?:127(?:\.\d+){3}|\[::1\]|(?:[\w-]+\.)*localhost)$/.test(new URL(site).hostname)
