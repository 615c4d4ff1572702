import type { customers } from '#contract/customers.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import { customerAtDesk, registerAtDesk, searchAtDesk } from './desk.ts'
import { changeDetails, detailsOf } from './details.ts'
import { register } from './register.ts'

export const customersRoutes = (loginHooks: Pick<LoginHooks, 'mergeBasket'>): Routes<typeof customers> => ({
  register: async ({ tx, actor, body, query, now, reply }) => {
    const { token, expiresAt, answer } = await register(tx, loginHooks, actor, { ...body, ...query }, now)
    reply.logIn(token, expiresAt)
    return answer
  },
  details: ({ tx, actor }) => {
    if (actor.customerId === null) throw loggedOut()
    return detailsOf(tx, actor.customerId, actor.site)
  },
  search: ({ tx, actor, query, now }) => searchAtDesk(tx, actor, query.query ?? '', now),
  atDesk: ({ tx, actor, params, now }) => customerAtDesk(tx, actor, params.customerId, now),
  registerAtDesk: ({ tx, actor, body, now }) => registerAtDesk(tx, actor, body, now),
  changeDetails: ({ db, actor, body, now }) => changeDetails(db, actor, body, now),
})
