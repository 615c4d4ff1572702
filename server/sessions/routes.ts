import type { apiKeys } from '#contract/api-keys.ts'
import type { devices } from '#contract/devices.ts'
import type { passkeys } from '#contract/passkeys.ts'
import type { secondFactor } from '#contract/second-factor.ts'
import type { sessions } from '#contract/sessions.ts'
import { instant } from '#contract/time.ts'
import type { Actor, Person } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import { deviceCookies, sharedDomain } from '#server/platform/cookies.ts'
import type { Database } from '#server/platform/database.ts'
import { loggedOut, notFound } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import type { SecretKeys } from '#server/platform/secretKeys.ts'
import { addApiKey, revokeApiKey, listApiKeys } from './apiKeys.ts'
import { listDevices, logOutDevice, logOutOtherDevices } from './devices.ts'
import { confirmEmail, resendEmailLinks, withdrawEmailChange } from './emailAddress.ts'
import { beginSetupAtLogin, confirmSetupAtLogin, finishLogin, finishSetup } from './finishLogin.ts'
import { browserDigestOf, createHandover } from './handover.ts'
import { logInWithPassword, logOut } from './logIn.ts'
import type { LoginHooks } from './logIn.ts'
import { logInByLink, requestLoginLink } from './loginLink.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  logInByPasskey,
  removePasskey,
} from './passkeys.ts'
import type { RelyingParty } from './passkeys.ts'
import { requestPasswordReset, resetPassword } from './resetPassword.ts'
import { relyingPartyOf } from './rules.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  renewSecondFactorRecoveryCodes,
  turnOffSecondFactor,
} from './secondFactor.ts'
import { newToken } from './tokens.ts'
import { loadUser } from './user.ts'

export const sessionsRoutes = (loginHooks: LoginHooks): Routes<typeof sessions> => ({
  login: async ({ db, actor, body, now, reply, device }) => {
    const given = { ...body, device }
    const loggedIn = await logInWithPassword(db, loginHooks, actor, given, now)
    reply.logIn(loggedIn)
    reply.rememberDevice(loggedIn.device)
    return loggedIn.answer
  },
  user: async ({ tx, actor, now }) => {
    const user = await loadUser(tx, actor, ownRecord(actor).id, now)
    return { data: user, result: user }
  },
  logout: async ({ tx, actor, now, reply }) => {
    await logOut(tx, loginHooks, actor, now)
    reply.logOut()
    reply.dropBasket()
    return { status: 'success' }
  },
  handover: async ({ tx, actor, now, reply, device, byCookie }) => {
    // A client that is no browser opens the code in a browser that it has not heard of.
    const browser = byCookie ? (device ?? newToken()) : null
    const digest = browser === null ? null : browserDigestOf(browser)
    const { token, expiresAt } = await createHandover(tx, ownRecord(actor), digest, now)
    if (browser !== null) reply.rememberDevice(browser)
    return { token, expiresAt: instant(expiresAt) }
  },
  forgottenPassword: async ({ tx, actor, body, now }) => {
    await requestPasswordReset(tx, actor.operator.id, body.emailOrReference, now)
    return { status: 'success', message: actor.messages.sessions.resetRequested }
  },
  resetPassword: async ({ db, actor, body, now, reply }) => {
    const loggedIn = await resetPassword(db, loginHooks, actor, body, now)
    reply.logIn(loggedIn)
    return loggedIn.answer
  },
  requestLoginLink: async ({ tx, actor, body, now, reply, device }) => {
    const browser = device ?? newToken()
    reply.rememberDevice(browser)
    await requestLoginLink(tx, actor.operator.id, body.emailOrReference, browser, now)
    return { status: 'success', message: actor.messages.sessions.loginLinkRequested }
  },
  logInByLink: async ({ db, actor, body, now, reply, device }) => {
    const loggedIn = await logInByLink(db, loginHooks, actor, { ...body, device }, now)
    reply.logIn(loggedIn)
    reply.rememberDevice(loggedIn.device)
    return loggedIn.answer
  },
  confirmEmail: ({ tx, actor, body, now }) => confirmEmail(tx, actor.operator.id, body, now),
  resendEmailLinks: async ({ db, actor, now }) => {
    await resendEmailLinks(db, ownRecord(actor).id, now)
    return { status: 'success', message: actor.messages.sessions.linksSent }
  },
  withdrawEmailChange: async ({ tx, actor }) => {
    await withdrawEmailChange(tx, ownRecord(actor).id)
    return { status: 'success' }
  },
})

/** These endpoints are about the logged-in person, not the customer whom staff have selected. */
const ownRecord = ({ person }: { person: Person | null }): Person => {
  if (person === null) throw loggedOut()
  return person
}

export const devicesRoutes = (): Routes<typeof devices> => ({
  list: ({ tx, actor, now }) => listDevices(tx, actor.messages, ownRecord(actor), now),
  logOut: ({ tx, actor, params, now }) =>
    logOutDevice(tx, actor.messages, ownRecord(actor), params.deviceId, now),
  logOutOthers: ({ tx, actor, now }) => logOutOtherDevices(tx, actor.messages, ownRecord(actor), now),
})

export const passkeysRoutes = (config: Config, loginHooks: LoginHooks): Routes<typeof passkeys> => {
  const partyOf = ({ site }: Actor): RelyingParty => {
    const origin = siteOfSettings(config, site)
    return relyingPartyOf(origin, sharedDomain(config, new URL(origin).hostname))
  }
  return {
    beginLogin: ({ tx, actor, now, reply, device }) => {
      // The browser may be a new one: the cookie that tells it apart is given to it now, and trusted after the log-in.
      const browser = device ?? newToken()
      reply.rememberDevice(browser)
      return beginPasskeyLogin(tx, partyOf(actor), browser, now)
    },
    login: async ({ db, actor, body, now, reply, device }) => {
      const given = { site: partyOf(actor), credential: body.credential, device }
      const loggedIn = await logInByPasskey(db, loginHooks, actor, given, now)
      reply.logIn(loggedIn)
      reply.rememberDevice(loggedIn.device)
      return loggedIn.answer
    },
    list: ({ tx, actor }) => listPasskeys(tx, ownRecord(actor).id),
    begin: ({ db, actor, body, now }) => {
      const where = { operator: actor.operator, site: partyOf(actor) }
      return beginPasskey(db, ownRecord(actor), where, body.currentPassword, now)
    },
    add: ({ db, actor, body, now }) => addPasskey(db, ownRecord(actor), partyOf(actor), body, now),
    remove: ({ db, actor, params, body, now }) =>
      removePasskey(db, ownRecord(actor).id, { ...params, ...body }, now),
  }
}

/** The site that the caller looks at where the settings name it: a Host header can name any. */
const siteOfSettings = ({ sites, extraOrigins }: Config, site: string): string => {
  const { origin } = new URL(site)
  return (
    [...Object.values(sites), ...extraOrigins].find((configured) => configured === origin) ?? sites.bookings
  )
}

export const secondFactorRoutes = (
  loginHooks: LoginHooks,
  keys: SecretKeys,
): Routes<typeof secondFactor> => ({
  finishLogin: async ({ db, actor, body, now, reply, device }) => {
    const finished = await finishLogin(db, { ...loginHooks, keys }, actor, { ...body, device }, now)
    reply.logIn(finished)
    reply.rememberDevice(finished.device)
    return finished.answer
  },
  beginAtLogin: ({ tx, actor, body, now }) => beginSetupAtLogin(tx, keys, actor, body.challenge, now),
  confirmAtLogin: ({ db, actor, body, now }) => confirmSetupAtLogin(db, keys, actor, body, now),
  finishSetup: async ({ tx, actor, body, now, reply, device }) => {
    const finished = await finishSetup(tx, loginHooks, actor, { ...body, device }, now)
    reply.logIn(finished)
    reply.rememberDevice(finished.device)
    return finished.answer
  },
  read: ({ tx, actor }) => readSecondFactor(tx, actor.operator, ownRecord(actor).id),
  begin: ({ db, actor, body, now }) =>
    beginSecondFactor(db, keys, actor.operator, ownRecord(actor).id, body.currentPassword, now),
  confirm: async ({ db, actor, body, now }) => ({
    recoveryCodes: await confirmSecondFactor(db, keys, ownRecord(actor).id, body.code, now),
  }),
  renewRecoveryCodes: async ({ db, actor, body, now }) => ({
    recoveryCodes: await renewSecondFactorRecoveryCodes(db, keys, ownRecord(actor).id, body, now),
  }),
  turnOff: ({ db, actor, body, now }) =>
    turnOffSecondFactor(db, keys, actor.operator, ownRecord(actor).id, body, now),
})

/**
 * Redirects to one of our sites that cannot read this site's cookies: `/hand-over?to=ADDRESS`. A logged-in
 * customer takes along a code that is good for one login there (wire §1.3).
 *
 * The code works in this browser alone. As the other site cannot read our cookies either, it is visited twice:
 * `/hand-over/start` there gives the browser a name and comes back with its digest, to which the code is bound.
 */
export const handoverRoutes = (db: Database, config: Pick<Config, 'sites' | 'basePath'>) => {
  const origins = Object.values(config.sites)
  const ourAddress = (given: string | null): URL => {
    if (given === null || !URL.canParse(given)) throw notFound()
    const url = new URL(given)
    if (!origins.includes(url.origin) || url.username !== '' || url.password !== '') throw notFound()
    return url
  }
  const pathOf = (path: string) => (config.basePath === '/' ? '' : config.basePath) + path

  const handOver: RawRoute = {
    method: 'GET',
    path: '/hand-over',
    handle: async ({ request, actor, now }) => {
      const { searchParams } = new URL(request.url)
      const to = ourAddress(searchParams.get('to'))
      to.searchParams.delete('token')
      const here = new URL(actor.site).origin
      // Staff log in on each site themselves.
      if (actor.person === null || actor.isStaff || !origins.includes(here)) return redirectTo(to)
      const browser = searchParams.get('browser')
      if (browser === null) {
        const start = new URL(pathOf('/hand-over/start'), to.origin)
        start.search = new URLSearchParams({ to: to.href, from: here }).toString()
        return redirectTo(start)
      }
      if (!/^[\da-f]{64}$/.test(browser)) throw notFound()
      const { token } = await createHandover(db, actor.person, Buffer.from(browser, 'hex'), now)
      to.searchParams.set('token', token)
      return redirectTo(to)
    },
  }

  const start: RawRoute = {
    method: 'GET',
    path: '/hand-over/start',
    handle: ({ request, device }) => {
      const { searchParams } = new URL(request.url)
      const to = ourAddress(searchParams.get('to'))
      const back = new URL(pathOf('/hand-over'), ourAddress(searchParams.get('from')).origin)
      const browser = device ?? newToken()
      const digest = browserDigestOf(browser).toString('hex')
      back.search = new URLSearchParams({ to: to.href, browser: digest }).toString()
      const where = {
        domain: sharedDomain(config, request.headers.get('host') ?? ''),
        framed: to.searchParams.get('embedded') === 'true',
      }
      return redirectTo(back, device === null ? deviceCookies(browser, where) : [])
    },
  }

  return [handOver, start]
}

const redirectTo = (to: URL, cookies: readonly string[] = []): Response => {
  const headers = new Headers({
    Location: to.href,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 302, headers })
}

export const apiKeysRoutes = (): Routes<typeof apiKeys> => ({
  list: ({ tx, actor, now }) => listApiKeys(tx, actor, now),
  add: ({ tx, actor, body, now }) => addApiKey(tx, actor, body, now),
  revoke: ({ tx, actor, params, now }) => revokeApiKey(tx, actor, params.apiKeyId, now),
})
