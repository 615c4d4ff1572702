import type { Basket, BasketItem } from '#contract/baskets.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import * as messages from '#messages/shared/filledBasket.ts'
import { sessionTime } from '#messages/shared/dates.ts'
import type { BasketItemInput } from './basketQueue.ts'

/** The lines of one venue for one person. */
export type LineGroup = {
  key: string
  venueName: string
  /** `For Tom`; undefined where everything is for the customer. */
  personLabel: string | undefined
  items: BasketItem[]
}

/** D05: in the order of sort_by, gathered by venue and, where several people are booked for, by person. */
export const groupLines = (
  items: readonly BasketItem[],
  customer: Pick<LoggedInCustomer, 'id' | 'firstName' | 'linkedUsers'> | null,
): LineGroup[] => {
  const sorted = items.toSorted((one, other) => one.sortBy - other.sortBy)
  const booked = sorted.filter(({ cartableResource }) => cartableResource !== null)
  const severalPeople = new Set(booked.map(({ purchasedForUserId }) => purchasedForUserId)).size > 1
  const onlyOthers = sorted.some(({ purchasedForUserId }) => purchasedForUserId !== null)
  const groups = new Map<string, LineGroup>()
  for (const item of sorted) {
    const venueName = item.cartableResource?.venueName ?? messages.penalties
    const key = `${venueName} ${item.purchasedForUserId ?? ''}`
    const group = groups.get(key) ?? {
      key,
      venueName,
      personLabel:
        item.cartableResource !== null && (severalPeople || onlyOthers)
          ? labelOf(item.purchasedForUserId, customer)
          : undefined,
      items: [],
    }
    group.items.push(item)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const labelOf = (
  id: number | null,
  customer: Pick<LoggedInCustomer, 'id' | 'firstName' | 'linkedUsers'> | null,
): string => {
  if (id === null || id === customer?.id) return messages.forYou
  const person = customer?.linkedUsers.find((linked) => linked.id === id)
  return person === undefined ? messages.forSomeoneElse : messages.forPerson({ name: person.firstName })
}

/** `Thu 26 Nov, 18:00 to 19:00`; empty for a penalty, which has no time. */
export const lineTime = ({ cartableResource: resource }: BasketItem): string =>
  resource === null ? '' : sessionTime(resource)

/** `Badminton 60min, Thu 26 Nov, 18:00 to 19:00`, for the labels of a line's buttons. */
export const describeLine = (item: BasketItem): string =>
  [lineTitle(item), priceNameOf(item), lineTime(item)].filter(Boolean).join(', ')

/** The name of a ticket's price where it is not the first one, since another line may be the same ticket at that. */
const priceNameOf = ({
  ticketId,
  pricingOptionId,
  pricingOptions: [standard, ...others],
}: BasketItem): string =>
  ticketId === null || pricingOptionId === standard?.id
    ? ''
    : (others.find(({ id }) => id === pricingOptionId)?.name ?? '')

/** `Swim, Adult`: what the wire's name has before its first dash. */
export const lineTitle = ({ name, cartableResource: resource }: BasketItem): string => {
  if (resource === null) return name.replace(' - ', ': ')
  return name.startsWith(resource.name) ? (name.split(' - ')[0] ?? resource.name) : resource.name
}

/** Adds the same item again as it was chosen, for Undo. */
export const toItemInput = (item: BasketItem): BasketItemInput => ({
  id: item.cartableResource?.id ?? item.cartableId,
  // A basket never holds a membership.
  ...(item.type === 'membership' ? {} : { type: item.type }),
  quantity: item.quantity,
  ...(item.pricingOptionId === null ? {} : { pricingOptionId: item.pricingOptionId }),
  ...(item.ticketId === null ? {} : { ticketId: item.ticketId }),
  ...(item.purchasedForUserId === null ? {} : { purchasedForUserId: item.purchasedForUserId }),
  ...(item.forGuest ? { forGuest: true } : {}),
  ...(item.customerReference === null ? {} : { customerReference: item.customerReference }),
  ...(item.appliedBenefit === null && item.benefitAvailable !== null ? { applyBenefit: false } : {}),
  ...(item.appliedPackage === null && item.packageAvailable !== null ? { applyPackage: false } : {}),
})

export const itemsNeedingLogin = (basket: Basket, isLoggedIn: boolean): BasketItem[] =>
  isLoggedIn ? [] : basket.items.filter(({ allowsAnonymousBookings }) => !allowsAnonymousBookings)
