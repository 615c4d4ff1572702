import type { credits } from '#contract/credits.ts'
import type { Routes } from '#server/platform/http.ts'
import { applyCredits } from './service.ts'

export const creditsRoutes = (): Routes<typeof credits> => ({
  apply: ({ tx, actor, body, now }) => applyCredits(tx, actor, body, now),
  applyToBasket: ({ tx, actor, body, now }) => applyCredits(tx, actor, body, now),
})
