import { createHash, createPrivateKey, generateKeyPair } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { promisify } from 'node:util'
import { Provider } from 'oidc-provider'
import type { AdapterFactory, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { feedsOf, openIdPath } from '#server/openactive/rules.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import {
  createClients,
  createInitialTokens,
  isSecretOf,
  newClientId,
  ownerOfKey,
  ownerPolicy,
} from './clients.ts'
import { errorPage } from './present.ts'
import { identityScope, lifetimes, operatorOfAccount, scopes } from './rules.ts'
import { grantingSeller, grantOf, insertSigningKey, readSigningKey } from './sql.ts'
import { createRecords } from './tokens.ts'

export type ProviderDeps = {
  db: Database
  clock: Clock
  log: Log
  /** An RSA private key in PEM, in place of the one in the database. */
  signingKey: string | undefined
}

/**
 * The OpenID provider of an issuer. Loaded when the first partner calls it, because most servers never need it.
 * @param issuer `https://bookings.example/api/openid`
 */
export const createProvider = async (issuer: string, deps: ProviderDeps): Promise<Provider> => {
  const { db, clock, log } = deps
  const { jwk, cookieSecret } = await signingKeys(db, deps.signingKey, clock.now())
  const adapter: AdapterFactory = (model) => {
    if (model === 'Client') return createClients(deps)
    if (model === 'InitialAccessToken') return createInitialTokens(deps)
    return createRecords(model, deps)
  }
  const provider = new Provider(issuer, {
    adapter,
    jwks: { keys: [{ ...jwk, kty: 'RSA' }] },
    cookies: {
      keys: [cookieSecret],
      names: { session: 'openid_session', interaction: 'openid_interaction', resume: 'openid_resume' },
    },
    scopes: [...scopes],
    claims: {
      openid: ['sub'],
      [identityScope]: [
        'https://openactive.io/sellerId',
        'https://openactive.io/sellerName',
        'https://openactive.io/sellerLogo',
        'https://openactive.io/sellerUrl',
        'https://openactive.io/bookingServiceName',
        'https://openactive.io/bookingServiceUrl',
      ],
    },
    // Partners read the seller from the ID token and need no further call.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    extraClientMetadata: { properties: ['partner_id'] },
    features: features(db),
    interactions: { url: (_ctx, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}` },
    findAccount: async (_ctx, accountId) => {
      const operatorId = operatorOfAccount(accountId)
      const claims = operatorId === null ? undefined : await sellerClaims(db, operatorId, siteOf(issuer))
      return claims && { accountId, claims: () => ({ sub: accountId, ...claims }) }
    },
    loadExistingGrant: (ctx) => existingGrant(ctx, deps),
    // Partners call from their servers; a secret does not belong into a page's script.
    clientBasedCORS: () => false,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.authorizationCode,
      ClientCredentials: lifetimes.accessToken,
      Grant: lifetimes.grant,
      IdToken: lifetimes.idToken,
      Interaction: lifetimes.interaction,
      RefreshToken: lifetimes.refreshToken,
      Session: lifetimes.interaction,
    },
    renderError: async (ctx, { error, error_description: description }) => {
      const page = errorPage(description ?? error)
      for (const [name, value] of page.headers) ctx.set(name, value)
      ctx.body = await page.text()
    },
  })
  // It knows the host from the issuer, which the call carries in these headers.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compareClientSecret(given: string) {
    return isSecretOf(this.clientSecret, given)
  }
  provider.on('server_error', (_ctx, error) => {
    log.error({ err: error }, 'OpenID provider failed')
  })
  return provider
}

export const features = (db: Database): Configuration['features'] => ({
  devInteractions: { enabled: false },
  // Calls of the Open Booking API take bearer tokens; one that is bound to a key would seem safer than it is.
  dPoP: { enabled: false },
  clientCredentials: { enabled: true },
  revocation: { enabled: true },
  rpInitiatedLogout: { enabled: false },
  registration: {
    enabled: true,
    initialAccessToken: true,
    issueRegistrationAccessToken: false,
    idFactory: newClientId,
    policies: {
      [ownerPolicy]: async (ctx, properties) => {
        const key = ctx.oidc.entities.InitialAccessToken?.jti
        const partnerId = key === undefined ? undefined : await ownerOfKey(db, key)
        // Revoked since the token was looked up.
        if (partnerId === undefined) throw new Error('The partner of an initial access token is gone.')
        Object.assign(properties, { partner_id: partnerId })
      },
    },
  },
})

export const siteOf = (issuer: string): string => issuer.slice(0, -openIdPath.length)

/** The grant of this authorisation, else what the seller has granted the client before. */
export const existingGrant = async (ctx: KoaContextWithOIDC, { db, clock }: ProviderDeps) => {
  const { provider, client, account, result } = ctx.oidc
  const operatorId = operatorOfAccount(account?.accountId)
  if (client === undefined || operatorId === null) return undefined
  const id = result?.consent?.grantId ?? (await grantOf(db, client.clientId, operatorId, clock.now()))
  return id === undefined ? undefined : provider.Grant.find(id)
}

const generate = promisify(generateKeyPair)

type SigningKeys = {
  jwk: JsonWebKey & { kid: string; alg: 'RS256'; use: 'sig' }
  cookieSecret: string
}

/**
 * The key that ID tokens are signed with: the setting's, else the database's, which the first server that needs one
 * makes. Cookies are signed with a secret that follows from it, so that all servers agree.
 * @param setting an RSA private key in PEM
 */
const signingKeys = async (db: Database, setting: string | undefined, now: Date): Promise<SigningKeys> => {
  const key =
    setting === undefined ? await storedKey(db, now) : createPrivateKey(setting).export({ format: 'jwk' })
  const kid = createHash('sha256').update(`${key.n}`).digest('base64url').slice(0, 16)
  const cookieSecret = createHash('sha256').update(`openid cookies ${key.d}`).digest('base64url')
  return { jwk: { ...key, kid, alg: 'RS256', use: 'sig' }, cookieSecret }
}

const storedKey = async (db: Database, now: Date): Promise<JsonWebKey> => {
  const stored = await readSigningKey(db)
  if (stored !== undefined) return stored
  const { privateKey } = await generate('rsa', { modulusLength: 2048 })
  await insertSigningKey(db, privateKey.export({ format: 'jwk' }), now)
  const first = await readSigningKey(db)
  if (first === undefined) throw new Error('The signing key was not stored.')
  return first
}

/** What an ID token tells of the seller; undefined when it takes no bookings from partners any more. */
const sellerClaims = async (
  db: Database,
  operatorId: number,
  site: string,
): Promise<Record<string, string> | undefined> => {
  const seller = await grantingSeller(db, operatorId)
  if (seller === undefined) return undefined
  const published = seller.site ?? site
  const sellerId = feedsOf(seller.slug, published)
  return {
    'https://openactive.io/sellerId': sellerId,
    'https://openactive.io/sellerName': seller.name,
    'https://openactive.io/sellerLogo':
      seller.logo === 'data:' ? `${sellerId}/pictures/operator` : seller.logo,
    'https://openactive.io/sellerUrl': `${published}/`,
    'https://openactive.io/bookingServiceName': 'Onside',
    'https://openactive.io/bookingServiceUrl': `${published}/`,
  }
}
