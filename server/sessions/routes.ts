import type { sessions } from '#contract/sessions.ts'
import { instant } from '#contract/time.ts'
import * as messages from '#server/messages/en/sessions.ts'
import type { Person } from '#server/platform/actor.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import {
  confirmAddress,
  resendAddressLinks,
  withdrawAddressChange,
} from '#server/sessions/addresses/service.ts'
import { browserDigestOf, createHandover } from '#server/sessions/handover/service.ts'
import { logInByLink, requestLoginLink } from '#server/sessions/login-links/service.ts'
import { resetPassword } from '#server/sessions/password-reset/service.ts'
import { requestPasswordReset } from '#server/sessions/passwords/service.ts'
import { newToken } from '#server/sessions/tokens/service.ts'
import { logInWithPassword, loadCustomerProfile, logOut } from './service.ts'
import type { LoginHooks } from './service.ts'

export const sessionsRoutes = (loginHooks: LoginHooks): Routes<typeof sessions> => ({
  login: async ({ db, actor, body, now, reply, device }) => {
    const given = { ...body, device }
    const loggedIn = await logInWithPassword(db, loginHooks, actor, given, now)
    const { token, expiresAt, answer } = loggedIn
    reply.logIn(token, expiresAt)
    reply.rememberDevice(loggedIn.device)
    return answer
  },
  user: async ({ tx, actor, now }) => {
    const user = await loadCustomerProfile(tx, actor, ownRecord(actor).id, now)
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
    return { status: 'success', message: messages.resetRequested }
  },
  resetPassword: async ({ db, actor, body, now, reply }) => {
    const { token, expiresAt, answer } = await resetPassword(db, loginHooks, actor, body, now)
    reply.logIn(token, expiresAt)
    return answer
  },
  requestLoginLink: async ({ tx, actor, body, now, reply, device }) => {
    const browser = device ?? newToken()
    reply.rememberDevice(browser)
    await requestLoginLink(tx, actor.operator.id, body.emailOrReference, browser, now)
    return { status: 'success', message: messages.loginLinkRequested }
  },
  logInByLink: async ({ db, actor, body, now, reply, device }) => {
    const loggedIn = await logInByLink(db, loginHooks, actor, { ...body, device }, now)
    reply.logIn(loggedIn.token, loggedIn.expiresAt)
    reply.rememberDevice(loggedIn.device)
    return loggedIn.answer
  },
  confirmEmail: ({ tx, actor, body, now }) => confirmAddress(tx, actor.operator.id, body, now),
  resendEmailLinks: async ({ db, actor, now }) => {
    await resendAddressLinks(db, ownRecord(actor).id, now)
    return { status: 'success', message: messages.linksSent }
  },
  withdrawEmailChange: async ({ tx, actor }) => {
    await withdrawAddressChange(tx, ownRecord(actor).id)
    return { status: 'success' }
  },
})

/** These endpoints are about the logged-in person, not the customer whom staff have selected. */
const ownRecord = ({ person }: { person: Person | null }): Person => {
  if (person === null) throw loggedOut()
  return person
}
