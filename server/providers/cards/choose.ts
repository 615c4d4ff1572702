import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { RawCall, RawRoute, ScriptUrl } from '#server/platform/raw.ts'
import { reportDisputes } from './demo/bank.ts'
import { createDemoCompany } from './demo/company.ts'
import { demoCardRoutes } from './demo/routes.ts'
import type { CardProvider, OnCardEvent } from './port.ts'
import { createStripeCards } from './stripe/adapter.ts'
import { stripeRoutes } from './stripe/routes.ts'

export type Cards = {
  provider: CardProvider
  /**
   * The company's doors on our server.
   * @param onEvent called for each event of the company
   */
  routes: (onEvent: OnCardEvent) => RawRoute[]
  /** Hands over the events that the company does not bring to its doors. */
  report: (onEvent: OnCardEvent, now: Date) => Promise<void>
}

/** The card company of the settings. */
export const chooseCards = (
  config: Config,
  { scriptUrl, ...deps }: { db: Database; clock: Clock; scriptUrl: ScriptUrl },
): Cards => {
  const pagesOf = ({ actor }: RawCall): string[] => [
    ...Object.values(config.sites),
    ...config.extraOrigins,
    ...actor.operator.frameOrigins,
  ]
  if (config.cards === 'stripe') {
    const stripe = createStripeCards(config.stripe, deps)
    return {
      provider: stripe,
      routes: (onEvent) => stripeRoutes(stripe, pagesOf, scriptUrl, onEvent),
      report: async () => {},
    }
  }
  const company = createDemoCompany(deps)
  return {
    provider: company,
    routes: () => demoCardRoutes(company, pagesOf, scriptUrl),
    report: (onEvent, now) => reportDisputes(deps.db, onEvent, now),
  }
}
