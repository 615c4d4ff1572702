import type { families } from '#contract/families.ts'
import type { Routes } from '#server/platform/http.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import {
  acceptInvitation,
  invite,
  readInvitation,
  readInvitations,
  takeOver,
  withdrawInvitation,
} from './invitations/service.ts'
import {
  addChild,
  changeFamilyPerson,
  confirmFamilyPerson,
  readFamily,
  removeFamilyPerson,
} from './service.ts'

export const familiesRoutes = (loginHooks: Pick<LoginHooks, 'mergeBasket'>): Routes<typeof families> => ({
  mine: ({ tx, actor, now }) => readFamily(tx, actor, now),
  addChild: ({ tx, actor, body, now }) => addChild(tx, actor, body, now),
  change: ({ tx, actor, params, body, now }) => changeFamilyPerson(tx, actor, params.personId, body, now),
  confirm: ({ tx, actor, params, now }) => confirmFamilyPerson(tx, actor, params.personId, now),
  remove: ({ tx, actor, params, now }) => removeFamilyPerson(tx, actor, params.personId, now),
  invitations: ({ tx, actor, now }) => readInvitations(tx, actor, now),
  invite: ({ tx, actor, body, now }) => invite(tx, actor, body, now),
  withdrawInvitation: ({ tx, actor, params, now }) => withdrawInvitation(tx, actor, params.invitationId, now),
  readInvitation: ({ tx, actor, query, now }) => readInvitation(tx, actor, query.code, now),
  acceptInvitation: async ({ tx, actor, body, now }) => {
    await acceptInvitation(tx, actor, body.code, now)
    return readFamily(tx, actor, now)
  },
  takeOver: async ({ tx, actor, body, now, reply }) => {
    const { token, expiresAt, answer } = await takeOver(tx, loginHooks, actor, body, now)
    reply.logIn(token, expiresAt)
    return answer
  },
})
