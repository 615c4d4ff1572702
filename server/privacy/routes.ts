import type { privacy } from '#contract/privacy.ts'
import type { Routes } from '#server/platform/http.ts'
import { closeAccount } from './closure/service.ts'
import type { ClosingServices } from './closure/service.ts'
import { dataOf, readPrivacy } from './service.ts'

export const privacyRoutes = (closing: ClosingServices, cards: { name: string }): Routes<typeof privacy> => ({
  overview: ({ tx, actor, now }) => readPrivacy(tx, actor, now),
  data: ({ tx, actor, now }) => dataOf(tx, actor, cards.name, now),
  close: async ({ actor, body, now, reply }) => {
    await closeAccount(closing, actor, body, now)
    reply.logOut()
    reply.dropBasket()
    return { closed: true }
  },
})
