export const bookingScope = 'openactive-openbooking'

export const ordersFeedScope = 'openactive-ordersfeed'

/** Claims about the seller in the ID token. */
export const identityScope = 'openactive-identity'

/** Every client may ask for any of them. The last two are what the standard's own test client registers with. */
export const scopes = [
  'openid',
  'offline_access',
  bookingScope,
  ordersFeedScope,
  identityScope,
  'profile',
  'oauth-dymamic-client-update',
] as const

/** Seconds. */
export const lifetimes = {
  accessToken: 3600,
  authorizationCode: 60,
  idToken: 3600,
  interaction: 900,
  refreshToken: 180 * 86_400,
  /** A seller's permission lasts until it is taken away. */
  grant: 10 * 365 * 86_400,
} as const

/** How often one network may call the provider in a minute, and try to register or get a token. */
export const callsAllowed = { attempts: 600, seconds: 60 }

export const tokensAllowed = { attempts: 200, seconds: 60 }

/** The subject of ID tokens: the seller, whichever supervisor gave the permission. */
export const accountOf = (operatorId: number): string => `${operatorId}`

export const operatorOfAccount = (account: unknown): number | null =>
  typeof account === 'string' && /^\d{1,9}$/.test(account) ? Number(account) : null

/** A partner that asks for offline access always meets the question, and need not know to ask for it. */
export const withConsentPrompt = (query: URLSearchParams): URLSearchParams => {
  const asksOffline = query.get('scope')?.split(' ').includes('offline_access') ?? false
  if (!asksOffline || query.has('prompt')) return query
  const changed = new URLSearchParams(query)
  changed.set('prompt', 'consent')
  return changed
}

/** What partners say of themselves, of a client whose secret is their key. */
export const ownClientMetadata = (redirectUris: readonly string[]) =>
  redirectUris.length === 0
    ? { redirect_uris: [], grant_types: ['client_credentials'], response_types: [] as const }
    : {
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        response_types: ['code'] as const,
      }
