import type { privacy } from '#contract/privacy.ts'
import type { Routes } from '#server/platform/http.ts'
import { closeAccount } from './close.ts'
import type { ClosingServices } from './close.ts'
import { readCustomerData, readData, readOverview } from './read.ts'

export const privacyRoutes = (closing: ClosingServices, cards: { name: string }): Routes<typeof privacy> => ({
  overview: ({ tx, actor, now }) => readOverview(tx, actor, now),
  data: ({ tx, actor, now }) => readData(tx, actor, cards.name, now),
  customerData: ({ tx, actor, params, now }) =>
    readCustomerData(tx, actor, params.customerId, cards.name, now),
  close: async ({ actor, body, now, reply }) => {
    await closeAccount(closing, actor, body, now)
    reply.logOut()
    reply.dropBasket()
    return { closed: true }
  },
})
