import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { RawCall, RawRoute } from '#server/platform/raw.ts'
import { createDemoCompany } from './demo/company.ts'
import { demoCardRoutes } from './demo/routes.ts'
import type { CardProvider } from './port.ts'
import { createStripeCards } from './stripe/adapter.ts'
import { stripeRoutes } from './stripe/routes.ts'

export type Cards = {
  provider: CardProvider
  /**
   * The company's doors on our server.
   * @param onChange told the reference of a payment that the company has news of
   */
  routes: (onChange: (reference: string, now: Date) => Promise<void>) => RawRoute[]
}

/** The card company of the settings. */
export const chooseCards = (config: Config, deps: { db: Database; clock: Clock }): Cards => {
  const pagesOf = ({ actor }: RawCall): string[] => [
    ...Object.values(config.sites),
    ...config.extraOrigins,
    ...actor.operator.frameOrigins,
  ]
  if (config.cards === 'stripe') {
    const stripe = createStripeCards(config.stripe, deps)
    return { provider: stripe, routes: (onChange) => stripeRoutes(stripe, pagesOf, onChange) }
  }
  const company = createDemoCompany(deps)
  return { provider: company, routes: () => demoCardRoutes(company, pagesOf) }
}
