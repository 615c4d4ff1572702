import { money } from '#contract/money.ts'
import type { PricingOption, CalendarDate, CategorySummary } from '#contract/shapes.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'
import { formatPrice } from '#server/pricing/prices/rules.ts'
import type { OfferingRow } from '#server/timetable/days/queries.ts'
import type { Form } from '#server/timetable/rules.ts'
import type { TimetableItem } from '#server/timetable/views/rules.ts'

export const presentPrice = (
  option: Pick<OptionOnOffer, 'price'>,
  places: number,
  { priceOf }: Offers,
  { offering, isLoggedIn }: PresentContext,
) => {
  const priced = priceOf(option, places)
  const price = formatPrice(priced.total, offering.currencySymbol, !isLoggedIn, priced)
  if (priced.applied?.type !== 'package') return price
  return { ...price, withoutPackage: money(priceOf(option, places, false).total, offering.currencySymbol) }
}

export const presentOption = (
  option: OptionOnOffer,
  places: number,
  offers: Offers,
  context: PresentContext,
): PricingOption => ({
  id: option.id,
  name: option.name,
  price: presentPrice(option, places, offers, context),
})

/** The default price and the places it buys. */
export const defaultOf = ({ options, tickets }: Pick<TimetableItem, 'options' | 'tickets'>) => ({
  option: options[0] ?? { price: 0 },
  places: tickets[0]?.type.places ?? 1,
})

export type PresentContext = {
  offering: OfferingRow
  form: Form
  isLoggedIn: boolean
  now: Date
  date: CalendarDate
  category: CategorySummary
}

export type Offers = Pick<TimetableItem, 'priceOf'>
