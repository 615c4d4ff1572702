import { z } from 'zod'

/** Minutes for which an authenticator may sign a challenge. */
export const challengeMinutes = 5

export const passkeysAtMost = 20

/** Failed log-ins by passkey from one network before a pause. A signature cannot be guessed; this limits the work. */
export const passkeyLimit = { attempts: 200, seconds: 900 } as const

const clientData = z.object({ challenge: z.string() })

/** The challenge that a browser says it has had signed, or null where nothing can be read. */
export const challengeIn = (encoded: string): string | null => {
  try {
    const parsed = clientData.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data.challenge : null
  } catch {
    return null
  }
}

/**
 * Where passkeys are valid: the domain that our sites share, so that one passkey is good on all of them, else the host of
 * the site.
 */
export const relyingPartyOf = (
  site: string,
  sharedDomain: string | undefined,
): { rpId: string; origin: string } => {
  const { hostname, origin } = new URL(site)
  return { rpId: sharedDomain ?? hostname, origin }
}
