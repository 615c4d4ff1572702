import type { passkeys } from '#contract/passkeys.ts'
import type { Actor, Person } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import { sharedDomain } from '#server/platform/cookies.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { logInByPasskey } from '#server/sessions/second-step/service.ts'
import type { LoginHooks } from '#server/sessions/service.ts'
import { newToken } from '#server/sessions/tokens/service.ts'
import { relyingPartyOf } from './rules.ts'
import { beginPasskey, beginPasskeyLogin, listPasskeys, removePasskey, savePasskey } from './service.ts'
import type { RelyingParty } from './service.ts'

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
      reply.logIn(loggedIn.token, loggedIn.expiresAt)
      reply.rememberDevice(loggedIn.device)
      return loggedIn.answer
    },
    list: ({ tx, actor }) => listPasskeys(tx, own(actor).id),
    begin: ({ db, actor, body, now }) => {
      const where = { operator: actor.operator, site: partyOf(actor) }
      return beginPasskey(db, own(actor), where, body.currentPassword, now)
    },
    add: ({ db, actor, body, now }) => savePasskey(db, own(actor), partyOf(actor), body, now),
    remove: ({ db, actor, params, body, now }) =>
      removePasskey(db, own(actor).id, { ...params, ...body }, now),
  }
}

/** The site that the caller looks at where the settings name it: a Host header can name any. */
const siteOfSettings = ({ sites, extraOrigins }: Config, site: string): string => {
  const { origin } = new URL(site)
  return (
    [...Object.values(sites), ...extraOrigins].find((configured) => configured === origin) ?? sites.bookings
  )
}

/** These endpoints are about the logged-in person, not the customer whom staff have selected. */
const own = ({ person }: { person: Person | null }): Person => {
  if (person === null) throw loggedOut()
  return person
}
