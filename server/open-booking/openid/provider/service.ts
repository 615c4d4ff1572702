import { Provider } from 'oidc-provider'
import type { AdapterFactory, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import {
  createClients,
  createInitialTokens,
  isSecretOf,
  newClientId,
  ownerOfKey,
  ownerPolicy,
} from '#server/open-booking/openid/clients/service.ts'
import { errorPage } from '#server/open-booking/openid/pages/present.ts'
import { grantOf } from '#server/open-booking/openid/records/queries.ts'
import { createRecords } from '#server/open-booking/openid/records/service.ts'
import { identityScope, lifetimes, operatorOfAccount, scopes } from '#server/open-booking/openid/rules.ts'
import { openIdPath } from '#server/openactive/rules.ts'
import { sellerClaims } from '#server/open-booking/openid/sellers/service.ts'
import { signingKeys } from '#server/open-booking/openid/signing/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'

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

const features = (db: Database): Configuration['features'] => ({
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

const siteOf = (issuer: string): string => issuer.slice(0, -openIdPath.length)

/** The grant of this authorisation, else what the seller has granted the client before. */
const existingGrant = async (ctx: KoaContextWithOIDC, { db, clock }: ProviderDeps) => {
  const { provider, client, account, result } = ctx.oidc
  const operatorId = operatorOfAccount(account?.accountId)
  if (client === undefined || operatorId === null) return undefined
  const id = result?.consent?.grantId ?? (await grantOf(db, client.clientId, operatorId, clock.now()))
  return id === undefined ? undefined : provider.Grant.find(id)
}
