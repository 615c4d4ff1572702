import type { BasketNotice } from '#contract/baskets.ts'
import { alreadyFull } from '#contract/failure.ts'
import { sumOf } from '#server/credits/rules.ts'
import type { CreditType } from '#server/credits/rules.ts'
import type { RequestedItem } from '#server/holds/places.ts'
import type { Text } from '#server/messages/languages.ts'
import type { PenaltyLine } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import type { Applied, Available, ListedOption } from '#server/pricing/rules.ts'
import type { OnSale } from '#server/timetable/rules.ts'
import type { Needs, WaiverNeed } from '#server/waivers/rules.ts'

export type BasketRow = {
  id: number
  uuid: string
  operatorId: number
  customerId: number | null
  status: 'open' | 'paymentProcessing' | 'paymentComplete'
  renewalsUsed: number
  notices: BasketNoticeRow[]
  /** The customer whose prices it has, in a basket that staff fill. */
  pricedForId: number | null
}

export type BasketNoticeRow = {
  code: BasketNotice['code']
  message: string
  cartItemId: number | null
}

/** A line of a basket, with everything that is displayed of it. Amounts are pence, instants UTC. */
export type ItemRow = {
  id: number
  basketId: number
  sortBy: number
  idForm: 'v1' | 'v2'
  quantity: number
  unitPrice: number
  pricingOptionId: number
  purchasedForId: number | null
  customerReference: string | null
  /** For people without an account. */
  forGuest: boolean
  lapseNotified: boolean
  /** Digests of the calls that added its tickets. */
  addedBy: string[]
  holdId: number
  holdState: 'held' | 'confirmed' | 'released' | 'expired'
  heldUntil: Date | null
  /** When its hold began; renewals prolong a hold. */
  heldSince: Date
  places: number
  occurrenceId: number
  publicId: string
  compositeKey: string
  startsAt: Date
  endsAt: Date
  localDate: string
  occurrenceStatus: 'scheduled' | 'cancelled' | 'withdrawn'
  /** Its venue is open, and neither its activity nor its ticket is withdrawn. */
  isOffered: boolean
  name: string
  band: string
  activityId: number
  activitySlug: string
  activityName: string
  kind: 'classes' | 'courts' | 'tickets'
  vatRate: number
  allowsAnonymousBookings: boolean
  printReceipt: boolean
  preBookingNotice: string | null
  ageMin: number | null
  ageMax: number | null
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
  locationId: number
  locationSlug: string
  locationName: string
  ticketTypeId: number | null
  ticketPublicId: string | null
  ticketName: string | null
  ticketPlaces: number | null
  maxQuantity: number | null
  ticketAgeMin: number | null
  ticketAgeMax: number | null
  options: ListedOption[]
  /** Somebody of the line shows at the desk that they are of the age its price is for. */
  asksProofOfAge: boolean
  /** Pence that a benefit or a package takes off the line. */
  discount: number
  /** The membership to use, where the customer has named one. */
  memberId: number | null
  /** null: not decided yet; a call that applies defaults sets it. */
  wantsBenefit: boolean | null
  wantsPackage: boolean | null
  /** The benefit or the visits reserved for it. */
  applied: (Applied & { useId: number }) | null
  /** What could pay for it; null until it has been priced. */
  availableBenefit: Available | null
  availablePackage: Available | null
  /** Who will attend, with their names; null while that is not known. */
  personId: number | null
  personFirstName: string | null
  personLastName: string | null
  allowsOverlap: boolean
  lastBookableMinutes: number
  induction: { id: number; name: string } | null
  membersOnly: boolean
  weeklyLimit: number | null
  /** The waivers it needs (server/waivers/rules.ts). */
  waiverNeeds: WaiverNeed[]
  /** Required questions without an answer. */
  questionsOpen: number
  /** Optional questions without an answer. */
  questionsOptional: number
}

/** An occurrence, with everything that decides whether it may be added. */
export type Bookable = OnSale &
  Needs & {
    id: number
    publicId: string
    activityId: number
    venueId: number
    localDate: string
    band: string
    kind: 'classes' | 'courts' | 'tickets'
    allowsOverlap: boolean
    allowsAnonymousBookings: boolean
    options: ListedOption[]
    ticketTypes: TicketType[]
  }

export type TicketType = {
  id: number
  publicId: string
  places: number
  maxQuantity: number | null
  ageMin: number | null
  ageMax: number | null
}

/** How often the holds of a basket may be renewed (wire §1.10). */
export const maximumRenewals = 10

/** The price of a line in pence, after its benefit or package. */
export const lineTotal = ({
  unitPrice,
  quantity,
  discount,
}: Pick<ItemRow, 'unitPrice' | 'quantity' | 'discount'>): number => unitPrice * quantity - discount

/** The maximum quantity of a ticket type that has none of its own. */
export const defaultMaxQuantity = 100

type Ticket = Pick<ItemRow, 'occurrenceId' | 'ticketTypeId' | 'purchasedForId' | 'customerReference'> & {
  forGuest?: boolean
}

/** Whether both are the same ticket type of an occurrence for the same person, at any price. */
export const isSameTicket = (one: Ticket, other: Ticket): boolean =>
  one.ticketTypeId !== null &&
  one.occurrenceId === other.occurrenceId &&
  one.ticketTypeId === other.ticketTypeId &&
  one.purchasedForId === other.purchasedForId &&
  (one.forGuest ?? false) === (other.forGuest ?? false) &&
  one.customerReference === other.customerReference

/** The quantity of a ticket among lines, at all prices together. */
export const quantityOf = (lines: readonly (Ticket & { quantity: number })[], ticket: Ticket): number =>
  lines.reduce((sum, line) => (isSameTicket(line, ticket) ? sum + line.quantity : sum), 0)

/** The maximum quantity of a line; lines of the same ticket at other prices count. null: no maximum. */
export const maxQuantityOf = (item: ItemRow, live: readonly ItemRow[]): number | null => {
  if (item.kind !== 'tickets') return 1
  if (item.maxQuantity === null) return null
  const others = live.filter((line) => line.id !== item.id)
  return Math.max(item.maxQuantity - quantityOf(others, item), item.quantity)
}

/** Whether one person may have it twice or at the time of another booking: tickets, and courts for friends. */
export const isRepeatable = ({ kind, allowsOverlap }: Pick<ItemRow, 'kind' | 'allowsOverlap'>): boolean =>
  kind === 'tickets' || allowsOverlap

/** The places that the tickets of a line need now; null where it is no ticket. The operator may have changed them. */
export const placesNeeded = ({
  ticketTypeId,
  ticketPlaces,
  quantity,
}: Pick<ItemRow, 'ticketTypeId' | 'ticketPlaces' | 'quantity'>): number | null =>
  ticketTypeId === null || ticketPlaces === null ? null : quantity * ticketPlaces

/** Whether a line holds the places that its tickets need. */
export const hasPlacesNeeded = (
  item: Pick<ItemRow, 'ticketTypeId' | 'ticketPlaces' | 'quantity' | 'places'>,
): boolean => (placesNeeded(item) ?? item.places) === item.places

const lapsedItemsVisibleForMs = 24 * 3_600_000

/** Whether its hold is in force. */
export const isLive = (item: Pick<ItemRow, 'holdState' | 'heldUntil'>, now: Date): boolean =>
  item.holdState === 'held' && item.heldUntil !== null && item.heldUntil > now

/** Whether its hold has ended less than a day ago: the basket shows it, so that it can be held again. */
export const isLapsed = (item: Pick<ItemRow, 'holdState' | 'heldUntil'>, now: Date): boolean =>
  (item.holdState === 'held' || item.holdState === 'expired') &&
  item.heldUntil !== null &&
  item.heldUntil <= now &&
  now.getTime() - item.heldUntil.getTime() < lapsedItemsVisibleForMs

/** The calls that have added a line, less one for each time its id is among those to be removed. */
export const additionsLeft = (
  { id, addedBy }: Pick<ItemRow, 'id' | 'addedBy'>,
  removedIds: readonly number[],
): string[] => addedBy.slice(removedIds.filter((removedId) => removedId === id).length)

/** Totals of lines in pence. VAT is contained in the total; penalties have none. */
export const totalsOf = (
  items: readonly Pick<ItemRow, 'unitPrice' | 'quantity' | 'discount' | 'vatRate'>[],
  penalties: readonly { amount: number }[] = [],
) => {
  const total = items.reduce((sum, item) => sum + lineTotal(item), sumOf(penalties))
  const taxTotal = items.reduce((sum, item) => sum + taxWithin(lineTotal(item), item.vatRate), 0)
  return { total, taxTotal, subTotal: total - taxTotal }
}

/** The checksum of a basket's items, which API clients send back at checkout. */
export const itemHashOf = (itemIds: readonly number[]): string =>
  Buffer.from(itemIds.join(',')).toString('base64')

/** What the customer of a basket can pay with, and what is owed. Pence. */
export type BasketMoney = {
  /** Credit this basket could use, what it has reserved included. */
  free: Readonly<Record<CreditType, number>>
  /** Credit reserved for it, membership credit first. */
  reserved: readonly { id: number; type: CreditType; amount: number }[]
  penalties: readonly PenaltyLine[]
}

export const noMoney: BasketMoney = { free: { general: 0, membership: 0 }, reserved: [], penalties: [] }

/** Why places are refused, where the sentence names no person. */
export const refusalMessages = {
  full: () => alreadyFull,
  held: (messages) => messages.baskets.held,
  desk_only: (messages) => messages.timetable.deskOnly,
  clash: (messages) => messages.baskets.clash,
  already_booked: (messages) => messages.baskets.alreadyBooked,
  cancelled: (messages) => messages.baskets.cancelled,
} as const satisfies Record<string, Text>

/** Why a price is refused. */
export const priceRefusalMessages = {
  age: (messages) => messages.baskets.priceForOtherAges,
  document_required: (messages) => messages.baskets.priceNeedsProof,
} as const satisfies Record<string, Text>

/** Sentences say "you" to customers about themselves; staff read names. */
export const isCaller = (actor: { person: { id: number } | null }, personId: number): boolean =>
  actor.person?.id === personId

/** The question to the eligibility rules: whether a person may have an occurrence. */
export const eligibilityRequest = (
  actor: Actor,
  personId: number,
  occurrence: Needs & { activityId: number; localDate: string },
  more: { exceptHoldId?: number | null; plus?: number } = {},
) => ({
  personId,
  isSelf: isCaller(actor, personId),
  activityId: occurrence.activityId,
  localDate: occurrence.localDate,
  needs: occurrence,
  ...more,
})

/** The customer whose prices a basket has, and whom they may book for. */
export type Buyer = {
  operatorId: number
  customerId: number | null
  linkedIds: readonly number[]
  isStaff: boolean
  /** Whether they have to log in before another customer's reference gives a price. */
  isLoginNeeded: boolean
}

/** The customers whose references are the buyer's own. */
export const ownIdsOf = ({ customerId, linkedIds }: Buyer): number[] =>
  customerId === null ? [] : [customerId, ...linkedIds]

/** A line to be added. `index` is its item's position in the call; `maxQuantity` counts the ticket at all its prices. */
export type LineRequest = {
  index: number
  maxQuantity: number
  place: RequestedItem & { callDigest: string }
}

/** The linked person an item is for: null for the buyer, undefined for a person the buyer may not book for. */
export const choosePerson = (
  { customerId, linkedIds }: Buyer,
  purchasedForUserId: number | undefined,
): number | null | undefined => {
  if (!purchasedForUserId || purchasedForUserId === customerId) return null
  return linkedIds.includes(purchasedForUserId) ? purchasedForUserId : undefined
}

type Line = Parameters<typeof quantityOf>[1] &
  Parameters<typeof isLive>[0] &
  Pick<ItemRow, 'quantity' | 'forGuest' | 'kind' | 'maxQuantity'>

/** Why a line may not have a quantity, beside other lines of the same ticket; null when it may. */
export const whyQuantityRefused = (
  item: Line,
  lines: readonly Line[],
  { quantity, ...whom }: { quantity: number; purchasedForId: number | null; forGuest: boolean },
  now: Date,
): Text | null => {
  if (
    quantity <= item.quantity &&
    whom.purchasedForId === item.purchasedForId &&
    whom.forGuest === item.forGuest
  )
    return null
  const maximum = item.kind === 'tickets' ? (item.maxQuantity ?? defaultMaxQuantity) : 1
  const others = lines.filter((line) => line !== item && isLive(line, now))
  const inBasket = quantityOf(others, { ...item, ...whom })
  return quantity + inBasket > maximum
    ? (messages) => messages.baskets.maximumQuantity({ maximum, inBasket })
    : null
}

/** A line is paid for by a benefit or a package: asking for one alone gives up the other. */
export const choicesOf = (
  { wantsBenefit, wantsPackage }: Pick<ItemRow, 'wantsBenefit' | 'wantsPackage'>,
  { applyBenefit, applyPackage }: { applyBenefit?: boolean | undefined; applyPackage?: boolean | undefined },
): { wantsBenefit: boolean; wantsPackage: boolean } => ({
  wantsBenefit: applyBenefit ?? (applyPackage === true ? false : (wantsBenefit ?? true)),
  wantsPackage: applyPackage ?? (applyBenefit === true ? false : (wantsPackage ?? true)),
})

type Merged = Parameters<typeof quantityOf>[1] &
  Pick<ItemRow, 'pricingOptionId' | 'quantity' | 'forGuest' | 'maxQuantity'>

/** The lines of a visitor that their own basket, with lines `own`, has already, or may have no more of. */
export const findDuplicates = <L extends Merged>(items: readonly L[], own: readonly Merged[]): L[] => {
  const merged: L[] = []
  return items.filter((item) => {
    if (isInBasket(item, own) || isTooMany(item, [...own, ...merged])) return true
    merged.push(item)
    return false
  })
}

/** At the same price; what is not sold by tickets, at any price. */
const isInBasket = (item: Merged, own: readonly Merged[]): boolean =>
  own.some(
    (line) =>
      line.occurrenceId === item.occurrenceId &&
      line.ticketTypeId === item.ticketTypeId &&
      line.purchasedForId === item.purchasedForId &&
      line.forGuest === item.forGuest &&
      (item.ticketTypeId === null || line.pricingOptionId === item.pricingOptionId),
  )

const isTooMany = (item: Merged, lines: readonly Merged[]): boolean =>
  item.ticketTypeId !== null &&
  item.quantity + quantityOf(lines, item) > (item.maxQuantity ?? defaultMaxQuantity)

/**
 * Live holds of one visitor, of all visitors of their network, and of the IPv6 /56 and /48 that it is part of; those are
 * 0 for an IPv4 address.
 */
export type HeldNow = {
  visitorItems: number
  visitorPlaces: number
  networkItems: number
  networkPlaces: number
  itemsOf56: number
  placesOf56: number
  itemsOf48: number
  placesOf48: number
}

/** How much more than a /64 the networks around it may hold: a site has a /56 or a /48. */
export const shareOf56 = 2

export const shareOf48 = 4
