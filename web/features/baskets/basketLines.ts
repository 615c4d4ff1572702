import type { Basket, BasketItem } from '#contract/baskets.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import type { BasketItemInput } from './basketQueue.ts'

/** The lines of one venue for one person. */
export type LineGroup = {
  key: string
  venueName: string
  /** `For Tom`; undefined where everything is for oneself. */
  forWhom: string | undefined
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
    const venueName = item.cartableResource?.venueName ?? 'To be settled'
    const key = `${venueName} ${item.purchasedForUserId ?? ''}`
    const group = groups.get(key) ?? {
      key,
      venueName,
      forWhom:
        item.cartableResource !== null && (severalPeople || onlyOthers)
          ? nameOf(item.purchasedForUserId, customer)
          : undefined,
      items: [],
    }
    group.items.push(item)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const nameOf = (
  id: number | null,
  customer: Pick<LoggedInCustomer, 'id' | 'firstName' | 'linkedUsers'> | null,
): string => {
  if (id === null || id === customer?.id) return 'For you'
  const person = customer?.linkedUsers.find((linked) => linked.id === id)
  return `For ${person?.firstName ?? 'somebody else'}`
}

/** `Thu 26 Nov, 18:00–19:00`; nothing for a penalty, which is at no time. */
export const lineTime = ({ cartableResource: thing }: BasketItem): string =>
  thing === null
    ? ''
    : `${thing.date.dayPretty} ${thing.date.datePretty}, ${thing.startsAt.format24Hour}–${thing.endsAt.format24Hour}`

/** The clock that the hours of a basket are read by. */
export const timeZoneOf = (items: readonly BasketItem[]): string | undefined =>
  items.find(({ cartableResource }) => cartableResource !== null)?.cartableResource?.date.tz

/** A line in words, for its buttons: `Badminton 60min, Thu 26 Nov, 18:00 to 19:00`. */
export const describeLine = (item: BasketItem): string =>
  [lineTitle(item), priceNameOf(item), lineTime(item).replace('–', ' to ')].filter(Boolean).join(', ')

/** What tells a ticket from another line of it at its usual price; nothing where it has that. */
const priceNameOf = ({ ticketId, pricingOptionId, pricingOptions: [usual, ...others] }: BasketItem): string =>
  ticketId === null || pricingOptionId === usual?.id
    ? ''
    : (others.find(({ id }) => id === pricingOptionId)?.name ?? '')

/** `Swim, Adult`: the name with the kind of ticket, which the wire's name has before its first dash. */
export const lineTitle = ({ name, cartableResource: thing }: BasketItem): string => {
  if (thing === null) return name.replace(' - ', ': ')
  return name.startsWith(thing.name) ? (name.split(' - ')[0] ?? thing.name) : thing.name
}

/** The same thing again, as it was chosen: for Undo. */
export const toItemInput = (item: BasketItem): BasketItemInput => ({
  id: item.cartableResource?.id ?? item.cartableId,
  // What is in a basket is never a membership: those are joined, not booked.
  ...(item.type === 'membership' ? {} : { type: item.type }),
  quantity: item.quantity,
  ...(item.pricingOptionId === null ? {} : { pricingOptionId: item.pricingOptionId }),
  ...(item.ticketId === null ? {} : { ticketId: item.ticketId }),
  ...(item.purchasedForUserId === null ? {} : { purchasedForUserId: item.purchasedForUserId }),
  ...(item.customerReference === null ? {} : { customerReference: item.customerReference }),
  ...(item.appliedBenefit === null && item.benefitAvailable !== null ? { applyBenefit: false } : {}),
  ...(item.appliedPackage === null && item.packageAvailable !== null ? { applyPackage: false } : {}),
})

/** What cannot be paid for before somebody has logged in. */
export const itemsNeedingLogin = (basket: Basket, isLoggedIn: boolean): BasketItem[] =>
  isLoggedIn ? [] : basket.items.filter(({ allowsAnonymousBookings }) => !allowsAnonymousBookings)
