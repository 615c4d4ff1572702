import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { anyId, count, flag, id, operatorReference, optional, otherwise, text } from './fields.ts'
import { bookableId, clockTime, displayDate, instant, payment, price, pricingOption, when } from './shapes.ts'
import { benefitAvailable } from './bookables.ts'
import { occurrenceRefusals, personRefusals, refusals } from './refusals.ts'

const namedRecord = z.object({ id: z.int(), name: z.string() })

/** CARTITEM. `heldUntil` is the end of its hold, null when nothing is held. */
export const basketItem = z
  .object({
    id: z.int(),
    cartableId: z.int(),
    cartableType: z.enum(['activity', 'av2Booking', 'penalty', 'membership']),
    parentItemId: z.int().nullable(),
    name: z.string(),
    type: z.enum(['activity', 'purchasableOccurrence', 'penalty', 'membership']),
    price,
    quantity: z.int(),
    maxQuantity: z.int().nullable(),
    pricingOptionId: z.int().nullable(),
    pricingOptions: z.array(pricingOption),
    ticketId: bookableId.nullable(),
    customerReference: z.string().nullable(),
    /** Ours: who takes part; null until that is decided. */
    attendee: z
      .object({ userId: z.int(), firstName: z.string(), lastName: z.string() })
      .nullable()
      .default(null),
    /** Ours: for people without an account, at the list price. */
    forGuest: z.boolean().default(false),
    /** Ours: its price is for an age, and the date of birth of somebody who takes part is not known. */
    proofOfAge: z.boolean().default(false),
    purchasedForUserId: z.int().nullable(),
    membershipUserId: z.int().nullable(),
    appliedBenefit: namedRecord.nullable(),
    appliedPackage: namedRecord.nullable(),
    /** Ours: what could pay for it, applied or not. */
    benefitAvailable: benefitAvailable.nullable().default(null),
    packageAvailable: benefitAvailable.nullable().default(null),
    heldUntil: instant.nullable(),
    allowsAnonymousBookings: z.boolean(),
    restrictionIds: z.array(z.int()),
    waiversRequired: z.int(),
    questionsRequired: z.int(),
    /** Ours: optional questions without an answer. */
    questionsOptional: z.int(),
    userFriendlyType: z.string(),
    sortBy: z.int(),
    enablePrintReceipt: z.boolean(),
    notes: z.array(z.string()),
    get childItems() {
      return z.array(basketItem)
    },
    promotionCode: z.string().nullable(),
    /** null for a penalty. */
    cartableResource: z
      .object({
        id: bookableId,
        name: z.string(),
        venueName: z.string(),
        compositeKey: z.string(),
        ...when,
      })
      .nullable(),
  })
  .meta({ id: 'CartItem' })
export type BasketItem = z.output<typeof basketItem>

const creditOf = <T extends 'general' | 'membership'>(type: T) =>
  z.object({ type: z.literal(type), totalAvailable: z.int(), maxApplicable: z.int() })

export const basketNotice = z.object({
  code: z.enum([
    'hold_lapsed',
    'price_changed',
    'merged',
    'item_unavailable',
    'benefit_removed',
    'session_changed',
    'added_again',
    'still_in_basket',
  ]),
  message: z.string(),
  cartItemId: z.int().nullable(),
})
export type BasketNotice = z.output<typeof basketNotice>

/** BASKET. Amounts are pence; `balance` is the total less the payments. Ids are null for a visitor without a basket. */
export const basket = z
  .object({
    id: z.int().nullable(),
    cartId: z.int().nullable(),
    uuid: z.string().nullable(),
    source: z.literal('activity-booking'),
    status: z.enum(['open', 'paymentProcessing', 'paymentComplete']),
    completeOrderId: z.int().nullable(),
    selectedUserId: z.int().nullable(),
    total: z.int(),
    formattedTotal: z.string(),
    taxTotal: z.int(),
    subTotal: z.int(),
    balance: z.int(),
    formattedBalance: z.string(),
    itemCount: z.int(),
    items: z.array(basketItem),
    lapsedItems: z.array(basketItem),
    notices: z.array(basketNotice),
    payments: z.array(payment),
    credits: z.object({ membership: creditOf('membership'), general: creditOf('general') }),
    attendeeWaiversRequired: z.boolean(),
    totalWaiversRequired: z.int(),
    itemHash: z.string(),
    expiresAt: instant.nullable(),
    now: instant,
    renewalsLeft: z.int(),
  })
  .meta({ id: 'Basket' })
export type Basket = z.output<typeof basket>

const forWhom = { selectedUserId: optional(id) }

const byWhoseMembership = { membershipUserId: optional(id), ...forWhom }

const quantity = count.pipe(z.int().min(1, 'Choose at least 1.').max(100, 'Choose 100 or fewer.'))

const itemOptions = {
  pricingOptionId: optional(id),
  purchasedForUserId: optional(id),
  customerReference: optional(operatorReference()),
}

/** A customer or visitor, or all visitors of one network, who hold many places at a venue. */
export const placeHolder = z
  .object({
    /** Of one of their baskets; it names the holder when places are given back. */
    basketId: z.int(),
    isNetwork: z.boolean(),
    /** Who it is, where one basket with an account holds the places. */
    customer: z.object({ name: z.string(), reference: z.string() }).nullable(),
    /** Baskets with places now. */
    baskets: z.int(),
    places: z.int(),
    since: clockTime,
    until: clockTime,
    /** Places of baskets that are being paid for, which stay. */
    beingPaid: z.int(),
    sessions: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        locationName: z.string(),
        day: displayDate,
        startsAt: clockTime,
        places: z.int(),
      }),
    ),
  })
  .meta({ id: 'PlaceHolder' })
export type PlaceHolder = z.output<typeof placeHolder>

/** When a line is held again, a price whose proof has expired is changed instead of refused. */
const { document_required: _, ...withoutProof } = personRefusals

const itemIds = z.array(id).max(200)

export const baskets = {
  read: endpoint({
    method: 'GET',
    path: '/activities/cart',
    summary: 'The basket; an empty one when there is none.',
    allow: 'owner',
    query: z.object(forWhom),
    returns: basket,
    reads: ['basket'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/activities/cart/add',
    summary: 'Add items to the basket and hold their places: all of them, or none.',
    allow: 'owner',
    body: z.object({
      items: z
        .array(
          z.object({
            id: anyId,
            type: optional(z.enum(['activity', 'purchasableOccurrence', 'penalty'])),
            ...itemOptions,
            ticketId: optional(anyId),
            quantity: otherwise(quantity, 1),
            forGuest: optional(flag),
            applyBenefit: otherwise(flag, true),
            applyPackage: otherwise(flag, true),
            activityRestrictionIds: otherwise(z.array(id).max(50), []),
          }),
        )
        .min(1)
        .max(50),
      ...byWhoseMembership,
    }),
    returns: basket,
    // Login is required at checkout; here only where visitors hold nearly all places without booking them.
    errors: refusals,
    idempotent: true,
    // Concurrent calls share the statement that takes places, in a transaction of its own.
    inTransaction: false,
    changes: ['timetable'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/activities/cart/remove',
    summary: 'Remove items from the basket; of its payments only credit stays. Unknown ids are ignored.',
    allow: 'owner',
    query: z.object(byWhoseMembership),
    body: z.object({ cartItemIds: itemIds, ...byWhoseMembership }),
    returns: basket,
    idempotent: true,
    changes: ['timetable'],
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/activities/cart',
    summary: 'Empty the basket of items and payments; its id stays.',
    allow: 'owner',
    query: z.object(forWhom),
    returns: basket,
    idempotent: true,
    changes: ['timetable'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/activities/cart/{cartItemId}',
    summary: 'Change the price option, the quantity or the person of an item.',
    allow: 'owner',
    params: z.object({ cartItemId: id }),
    body: z.object({
      options: z.object({
        ...itemOptions,
        quantity: optional(quantity),
        applyBenefit: optional(flag),
        applyPackage: optional(flag),
      }),
      ...forWhom,
    }),
    returns: basket,
    errors: {
      full: occurrenceRefusals.full,
      held: occurrenceRefusals.held,
      already_booked: occurrenceRefusals.already_booked,
      clash: occurrenceRefusals.clash,
      closed: occurrenceRefusals.closed,
      cancelled: occurrenceRefusals.cancelled,
      ...personRefusals,
    },
    idempotent: true,
    changes: ['timetable'],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/activities/cart/renew',
    summary: 'Renew the holds of the named items or of all, at most ten times.',
    allow: 'owner',
    body: z.object({ cartItemIds: optional(itemIds), ...forWhom }),
    returns: basket,
    errors: {
      full: occurrenceRefusals.full,
      held: occurrenceRefusals.held,
      clash: occurrenceRefusals.clash,
      closed: occurrenceRefusals.closed,
      cancelled: occurrenceRefusals.cancelled,
      ...withoutProof,
      renewals_used: 409,
    },
    idempotent: true,
    changes: ['timetable'],
  }),
  placeHolders: endpoint({
    method: 'GET',
    path: '/foh/venues/{venue}/held-places',
    summary:
      'Visitors and networks without a confirmed address that hold many places of coming sessions, the most first.',
    allow: 'staff',
    needs: 'sell',
    params: z.object({ venue: z.string() }),
    returns: z.array(placeHolder),
    reads: ['attendance', 'timetable'],
  }),
  freeHeldPlaces: endpoint({
    method: 'POST',
    path: '/foh/venues/{venue}/held-places/free',
    summary:
      'End the holds that a visitor or network has at a venue, with a reason. Baskets being paid for stay.',
    allow: 'staff',
    needs: 'sell',
    params: z.object({ venue: z.string() }),
    body: z.object({ basketId: id, reason: text(200) }),
    returns: z.object({ places: z.int() }),
    idempotent: true,
    changes: ['attendance', 'basket', 'timetable'],
  }),
}
