import type { PricingOption, TicketType } from '#contract/shapes.ts'

/** What is chosen of each kind of ticket, by its id. */
export type Quantities = Readonly<Record<string, { quantity?: number; optionId?: number }>>

/** How many of a kind of ticket at which price. */
export type ChosenQuantity = { ticket: TicketType; option: PricingOption; quantity: number }

export const quantitiesOf = (tickets: readonly TicketType[], chosen: Quantities): ChosenQuantity[] =>
  tickets.map((ticket) => {
    const { quantity = 0, optionId } = chosen[String(ticket.id)] ?? {}
    const option = ticket.pricingOptions.find(({ id }) => id === optionId) ?? ticket.pricingOption
    return { ticket, option, quantity }
  })

/** Pence of one at the list price: tickets for other people use nothing of the buyer's. */
export const listPrice = ({ price: { full, raw } }: Pick<PricingOption, 'price'>): number => full ?? raw

export const priceOfQuantity = ({ option, quantity }: ChosenQuantity): number => listPrice(option) * quantity
