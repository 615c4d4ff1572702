import type { ItemRow } from '#server/baskets/queries.ts'
import { optionsFor, isUnrestricted } from '#server/pricing/options/rules.ts'

/** Another occurrence of the activity of a line. */
export type NewTime = Pick<ItemRow, 'occurrenceId' | 'startsAt' | 'endsAt' | 'localDate' | 'band'>

/**
 * A bought line as it would be at another time. It keeps its price option, or takes the one of the same name where
 * that time has prices of its own; null where the activity has no price then.
 */
export const lineAt = (line: ItemRow, time: NewTime): ItemRow | null => {
  const offered = optionsFor(line.options, time.band, line.ticketTypeId)
  const name = line.options.find(({ id }) => id === line.pricingOptionId)?.name
  const option =
    offered.find(({ id }) => id === line.pricingOptionId) ??
    offered.find((one) => one.name === name) ??
    offered.find(isUnrestricted) ??
    offered[0]
  return option === undefined ? null : { ...line, ...time, pricingOptionId: option.id }
}
