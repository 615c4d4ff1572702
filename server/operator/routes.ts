import type { operator } from '#contract/operator.ts'
import type { Config } from '#server/platform/config.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { presentConfig, presentTheme } from './present.ts'
import { operatorConfig, operatorFooter, operatorTheme, venueFooter, venueTheme } from './queries.ts'

export const operatorRoutes = (config: Config): Routes<typeof operator> => ({
  theme: async ({ tx, actor, query: { venue } }) => {
    if (venue === undefined) return presentTheme(await operatorTheme(tx, actor.operator.id))
    const found = await venueTheme(tx, actor.operator.id, venue)
    if (found === undefined) throw notFound()
    if (found.status === 'maintenance')
      throw new Refusal('maintenance', 'This venue is closed for maintenance.')
    return presentTheme(found)
  },
  config: async ({ tx, actor }) => presentConfig(await operatorConfig(tx, actor.operator.id), config),
  footer: async ({ tx, actor, query: { venue } }) => {
    if (venue === undefined) return { html: await operatorFooter(tx, actor.operator.id) }
    const found = await venueFooter(tx, actor.operator.id, venue)
    if (found === undefined) throw notFound()
    return { html: found.ofVenue === '' ? found.ofOperator : found.ofVenue }
  },
})
