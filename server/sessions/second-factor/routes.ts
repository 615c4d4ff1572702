import type { secondFactor } from '#contract/second-factor.ts'
import type { Person } from '#server/platform/actor.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import type { SecretKeys } from '#server/platform/secretKeys.ts'
import { beginSetup, confirmSetup, finishLogin, finishSetup } from '#server/sessions/second-step/service.ts'
import type { LoginHooks } from '#server/sessions/service.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
  turnOffSecondFactor,
} from './service.ts'

export const secondFactorRoutes = (
  loginHooks: LoginHooks,
  keys: SecretKeys,
): Routes<typeof secondFactor> => ({
  finishLogin: async ({ db, actor, body, now, reply, device }) => {
    const finished = await finishLogin(db, { ...loginHooks, keys }, actor, { ...body, device }, now)
    reply.logIn(finished.token, finished.expiresAt)
    reply.rememberDevice(finished.device)
    return finished.answer
  },
  beginAtLogin: ({ tx, actor, body, now }) => beginSetup(tx, keys, actor, body.challenge, now),
  confirmAtLogin: ({ db, actor, body, now }) => confirmSetup(db, keys, actor, body, now),
  finishSetup: async ({ tx, actor, body, now, reply, device }) => {
    const finished = await finishSetup(tx, loginHooks, actor, { ...body, device }, now)
    reply.logIn(finished.token, finished.expiresAt)
    reply.rememberDevice(finished.device)
    return finished.answer
  },
  read: ({ tx, actor }) => secondFactorOf(tx, own(actor).id),
  begin: ({ db, actor, body, now }) =>
    beginSecondFactor(db, keys, actor.operator, own(actor).id, body.currentPassword, now),
  confirm: async ({ db, actor, body, now }) => ({
    recoveryCodes: await confirmSecondFactor(db, keys, own(actor).id, body.code, now),
  }),
  renewRecoveryCodes: async ({ db, actor, body, now }) => ({
    recoveryCodes: await renewRecoveryCodes(db, keys, own(actor).id, body, now),
  }),
  turnOff: ({ db, actor, body, now }) => turnOffSecondFactor(db, keys, own(actor).id, body, now),
})

/** These endpoints are about the logged-in person, not the customer whom staff have selected. */
const own = ({ person }: { person: Person | null }): Person => {
  if (person === null) throw loggedOut()
  return person
}
