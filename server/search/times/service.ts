import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { loadWallets } from '#server/pricing/price.ts'
import type { OfferContext } from './present.ts'
import type { TimesRow } from './queries.ts'

/** What the prices of times depend on besides them: what the customer has that pays for them, read for all at once. */
export const readOfferContext = async (
  db: Database,
  { operator, customerId }: Pick<Actor, 'operator' | 'customerId'>,
  rows: readonly TimesRow[],
  now: Date,
): Promise<OfferContext> => {
  const days = rows.flatMap(({ activityId, times }) =>
    times.map(({ localDate }) => ({ activityId, day: localDate })),
  )
  const wallet =
    customerId === null ? null : ((await loadWallets(db, [customerId], days, now)).get(customerId) ?? null)
  return { currencySymbol: operator.currencySymbol, wallet, isLoggedIn: customerId !== null, now }
}
