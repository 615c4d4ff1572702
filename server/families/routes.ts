import type { families } from '#contract/families.ts'
import type { Routes } from '#server/platform/http.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import {
  addFamilyChild,
  changeFamilyPerson,
  confirmFamilyPerson,
  inviteToFamily,
  readFamily,
  removeFamilyPerson,
} from './family.ts'
import {
  acceptInvitation,
  readInvitation,
  readInvitations,
  takeOverByInvitation,
  withdrawInvitation,
} from './invitations.ts'

export const familiesRoutes = (loginHooks: Pick<LoginHooks, 'mergeBasket'>): Routes<typeof families> => ({
  mine: ({ tx, actor, now }) => readFamily(tx, actor, now),
  addChild: ({ tx, actor, body, now }) => addFamilyChild(tx, actor, body, now),
  change: ({ tx, actor, params, body, now }) => changeFamilyPerson(tx, actor, params.personId, body, now),
  confirm: ({ tx, actor, params, now }) => confirmFamilyPerson(tx, actor, params.personId, now),
  remove: ({ tx, actor, params, now }) => removeFamilyPerson(tx, actor, params.personId, now),
  invitations: ({ tx, actor, now }) => readInvitations(tx, actor, now),
  invite: ({ tx, actor, body, now }) => inviteToFamily(tx, actor, body, now),
  withdrawInvitation: ({ tx, actor, params, now }) => withdrawInvitation(tx, actor, params.invitationId, now),
  readInvitation: ({ tx, actor, query, now }) => readInvitation(tx, actor, query.code, now),
  acceptInvitation: async ({ tx, actor, body, now }) => {
    await acceptInvitation(tx, actor, body.code, now)
    return readFamily(tx, actor, now)
  },
  takeOver: async ({ tx, actor, body, now, reply }) => {
    const loggedIn = await takeOverByInvitation(tx, loginHooks, actor, body, now)
    reply.logIn(loggedIn)
    return loggedIn.answer
  },
})
