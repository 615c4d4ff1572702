import type { HouseholdPerson } from '#contract/timetable.ts'
import type { BookableId, Price } from '#contract/shapes.ts'
import type { BasketItemInput } from './timetableContext.ts'
import type { Selection } from './useBookingOptions.tsx'

type Ticket = HouseholdPerson['tickets'][number]
type Option = Ticket['options'][number]

/** What a customer has chosen for one person; what is left out stands as proposed. */
export type Choice = { isGoing?: boolean; priceKey?: string; usesPackage?: boolean }

/** A person of the household with what is chosen for them. */
export type Going = {
  person: HouseholdPerson
  canGo: boolean
  isGoing: boolean
  /** Every price they may have, the usual one first. */
  prices: readonly { key: string; ticket: Ticket; option: Option }[]
  ticket: Ticket | undefined
  option: Option | undefined
  usesPackage: boolean
  /** What they pay; null for a person who cannot go. */
  price: Price | null
}

const pricesOf = ({ tickets }: HouseholdPerson): Going['prices'] =>
  tickets.flatMap((ticket) =>
    ticket.options.map((option) => ({ key: `${ticket.ticketId ?? ''}/${option.id}`, ticket, option })),
  )

const canGoOf = ({ reason, isInBasket, tickets }: HouseholdPerson): boolean =>
  reason === null && !isInBasket && tickets.length > 0

/**
 * Who is proposed: those who went the last time; else everybody for a session that has tickets for children and adults;
 * else the customer; else the only one who can go.
 */
export const proposedPeople = (people: readonly HouseholdPerson[], isSingle: boolean): number[] => {
  const able = people.filter(canGoOf)
  const before = able.filter(({ wentLast }) => wentLast)
  const self = able.filter(({ isSelf }) => isSelf)
  const kinds = new Set(able.map(({ tickets }) => tickets[0]?.ticketId ?? null))
  const isForFamilies = kinds.size > 1
  const proposed =
    before.length > 0 ? before : isForFamilies ? able : self.length > 0 ? self : able.length === 1 ? able : []
  return (isSingle ? proposed.slice(0, 1) : proposed).map(({ id }) => id)
}

/** The household with what is chosen for each. */
export const goingOf = (
  people: readonly HouseholdPerson[],
  choices: Readonly<Record<number, Choice>>,
  isSingle: boolean,
): Going[] => {
  const proposed = proposedPeople(people, isSingle)
  return people.map((person): Going => {
    const { isGoing, priceKey, usesPackage = false } = choices[person.id] ?? {}
    const prices = pricesOf(person)
    const chosen = prices.find(({ key }) => key === priceKey) ?? prices[0]
    const canGo = canGoOf(person)
    const byPackage = usesPackage ? (chosen?.option.package ?? null) : null
    return {
      person,
      canGo,
      isGoing: canGo && (isGoing ?? proposed.includes(person.id)),
      prices,
      ticket: chosen?.ticket,
      option: chosen?.option,
      usesPackage: byPackage !== null,
      price: canGo ? (byPackage?.price ?? chosen?.option.price ?? null) : null,
    }
  })
}

/** What a person adds to an item of the basket: nothing is used that was not chosen. */
export const requestFor = ({
  person,
  ticket,
  option,
  usesPackage,
}: Going): Omit<BasketItemInput, 'id' | 'type'> => ({
  ...(ticket?.ticketId == null ? {} : { ticketId: ticket.ticketId }),
  ...(option === undefined ? {} : { pricingOptionId: option.id }),
  ...(person.isSelf ? {} : { purchasedForUserId: person.id }),
  quantity: 1,
  applyBenefit: !usesPackage,
  applyPackage: usesPackage,
})

/** The lines to add, one a person. */
export const itemsFor = (
  item: { id: BookableId; cartType: 'activity' | 'purchasableOccurrence' },
  going: readonly Going[],
): BasketItemInput[] =>
  going
    .filter(({ isGoing }) => isGoing)
    .map((one) => ({ id: item.id, type: item.cartType, ...requestFor(one) }))

/** Pence for everybody who goes. */
export const totalOf = (going: readonly Going[]): number =>
  going.reduce((sum, { isGoing, price }) => (isGoing ? sum + (price?.raw ?? 0) : sum), 0)

/** What one person adds, and its price, for a list of things of which any may be added. */
export const selectionOf = (one: Going, otherwise: Selection): Selection => ({
  price: one.price ?? otherwise.price,
  request: requestFor(one),
})
