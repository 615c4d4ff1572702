import type { PricingOption, TicketType } from '#contract/shapes.ts'

/** What is chosen of each kind of ticket, by its id. */
export type Quantities = Readonly<Record<string, { quantity?: number; optionId?: number }>>

/** How many of a kind of ticket at which price. */
export type ChosenQuantity = { ticket: TicketType; option: PricingOption; quantity: number }

/** What is chosen, as far as there still are places: others buy while a person chooses. */
export const quantitiesOf = (
  tickets: readonly TicketType[],
  chosen: Quantities,
  places: number,
): ChosenQuantity[] =>
  tickets.map((ticket) => {
    const { quantity = 0, optionId } = chosen[String(ticket.id)] ?? {}
    const option = ticket.pricingOptions.find(({ id }) => id === optionId) ?? ticket.pricingOption
    return { ticket, option, quantity: Math.min(quantity, maximumOf(ticket, places)) }
  })

/** Limited by the kind of ticket, the places left and the length of a usable list. */
export const maximumOf = ({ maxQuantity }: Pick<TicketType, 'maxQuantity'>, places: number): number =>
  Math.max(0, Math.min(maxQuantity ?? 20, places, 20))

/** Pence of one at the list price: tickets for other people use nothing of the buyer's. */
export const listPrice = ({ price: { full, raw } }: Pick<PricingOption, 'price'>): number => full ?? raw

export const priceOfQuantity = ({ option, quantity }: ChosenQuantity): number => listPrice(option) * quantity
