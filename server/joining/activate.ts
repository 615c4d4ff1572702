import type { Plan } from '#contract/memberships.ts'
import { localDay } from '#contract/time.ts'
import { findBasketById, lockBasket } from '#server/baskets/find.ts'
import type { BasketRow } from '#server/baskets/rules.ts'
import type { PaidDays, Sale, SoldItem } from '#server/bookings/orders.ts'
import { cardOfPayment } from '#server/memberships/paymentMethods.ts'
import { addMembership, listPeople } from '#server/memberships/members.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { formatPrice } from '#server/pricing/price.ts'
import { recordTakings } from '#server/tills/takings.ts'
import { applyPaidChange } from './changePlan.ts'
import { membershipJoined } from './messages.ts'
import {
  hasPlan,
  joiningById,
  joiningOfBasket,
  markComplete,
  payerOf,
  paymentsOfOrder,
  zoneOf,
} from './sql.ts'
import type { JoiningRow } from './sql.ts'

/* How a joining is paid for, and how the membership comes of it. Checkout asks here. */

/**
 * What checkout pays for when the call names a joining: its basket.
 * @throws Refusal `login_required`, `invalid`, `not_found` for other customers
 */
export const basketOfJoining = async (
  tx: Tx,
  actor: Actor,
  joiningId: number | undefined,
): Promise<BasketRow> => {
  if (actor.customerId === null)
    throw new Refusal('login_required', (messages) => messages.joining.loginRequired)
  if (joiningId === undefined) throw invalid({ joining_id: [(messages) => messages.joining.joiningRequired] })
  const row = await joiningById(tx, joiningId)
  if (row === undefined || row.customerId !== actor.customerId || row.status === 'given_up') throw notFound()
  return (await findBasketById(tx, row.basketId)) ?? failInvariant('a joining has no basket')
}

/** The same, locked for the transaction. */
export const lockBasketOfJoining = async (
  tx: Tx,
  actor: Actor,
  joiningId: number | undefined,
): Promise<BasketRow> => {
  const { id } = await basketOfJoining(tx, actor, joiningId)
  return (await lockBasket(tx, id)) ?? failInvariant('a joining has no basket')
}

type SoldJoining = {
  sale: Sale
  /** What is collected later is taken from the card that pays now. */
  keepsCard: boolean
}

/**
 * What a joining costs now. Anyone who pays holds the lock of its basket.
 * @throws Refusal `basket_empty` where it has been given up meanwhile, `basket_changed` when its price is old
 * or the person has the plan by now
 */
export const saleOfJoining = async (
  tx: Tx,
  basketId: number,
  currencySymbol: string,
  now: Date,
): Promise<SoldJoining> => {
  const row = await joiningOfBasket(tx, basketId)
  if (row === undefined || row.status === 'given_up') {
    throw new Refusal('basket_empty', (messages) => messages.joining.replaced)
  }
  if (row.status === 'awaiting_payment' && row.goodUntil <= now) {
    throw new Refusal('basket_changed', (messages) => messages.joining.outdated)
  }
  if (row.status === 'awaiting_payment' && (await hasPlan(tx, row.customerId, row.planId, row.startsOn))) {
    throw new Refusal('basket_changed', (messages) => messages.joining.alreadyMember)
  }
  return {
    sale: {
      items: presentSold(row, currencySymbol),
      penalties: [],
      // Nothing of it holds a place.
      lines: [],
      total: row.joiningFee + row.firstDaysPrice,
      taxTotal: 0,
      itemHash: `joining:${row.id}`,
    },
    keepsCard: row.changesId === null && row.paymentMethod === 'card' && row.nextOn !== null,
  }
}

export type Paid = {
  basketId: number
  orderId: number
  /** The payment by card, and the kept card it was made with, where there were any. */
  transactionId: number | null
  savedCard: string | null
}

/**
 * Makes the membership of a joining whose order has just been placed, in the same transaction: a member at once, or
 * from the day it starts. What staff sold stands in their takings. The caller holds the lock of the basket, and asks once.
 */
export const activateMembership = async (tx: Tx, paid: Paid, now: Date): Promise<void> => {
  const row = await joiningOfBasket(tx, paid.basketId)
  if (row === undefined) throw new Error('An order is of a joining that is not there.')
  const { customerId, orderId } = { ...row, orderId: paid.orderId }
  if (row.changesId !== null) {
    await applyPaidChange(tx, { ...row, membershipId: row.changesId, orderId }, now)
    await markComplete(tx, row.id, { membershipId: row.changesId, orderId }, now)
    await recordTakings(tx, orderId, await paymentsOfOrder(tx, orderId), null, now)
    return
  }
  const savedCardId =
    row.paymentMethod === 'card' && row.nextOn !== null && paid.transactionId !== null
      ? await cardOfPayment(tx, paid.transactionId, customerId, paid.savedCard)
      : null
  const startsLater = row.startsOn > localDay(now, await zoneOf(tx, row.venueId))
  const added = {
    operatorId: row.operatorId,
    planId: row.planId,
    venueId: row.venueId,
    payerId: customerId,
    status: startsLater ? 'pending' : 'active',
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    price: row.price,
    billingPeriod: row.plan.billingPeriod,
    paymentMethod: row.paymentMethod,
    billingDay: row.billingDay,
    nextBillingOn: row.nextOn,
    mandateId: row.mandateId,
    savedCardId,
    minimumUntil: row.minimumUntil,
    collectedHere: row.nextOn !== null,
    createdAt: now,
  } as const
  const { id: membershipId, reference } = await addMembership(tx, added, [customerId, ...row.memberIds])
  await markComplete(tx, row.id, { membershipId, orderId }, now)
  await recordTakings(tx, orderId, await paymentsOfOrder(tx, orderId), null, now)
  await sendWelcome(tx, row, reference, orderId, now)
}

const sendWelcome = async (
  tx: Tx,
  { operatorId, customerId, memberIds, plan, paymentMethod }: JoiningRow,
  reference: string,
  orderId: number,
  now: Date,
): Promise<void> => {
  const { email: to, firstName } = await payerOf(tx, customerId)
  if (to === '') return
  const { name, venueName, dueToday, nextPayment, minimumUntil, endsOn, firstDays } = plan
  await sendNotice(
    tx,
    membershipJoined,
    { operatorId, to },
    {
      orderId,
      firstName,
      reference,
      plan: name,
      venue: venueName,
      startsOn: firstDays.from,
      paid: dueToday.raw,
      next: nextPayment === null ? null : { on: nextPayment.on, amount: nextPayment.amount.raw },
      paymentMethod,
      minimumUntil,
      endsOn,
      members:
        plan.maxMembers === 1
          ? null
          : (await listPeople(tx, [customerId, ...memberIds])).map((one) => one.firstName),
    },
    now,
  )
}

const paidDaysOf = ({ billingPeriod, firstDays: { from, until } }: Plan): PaidDays =>
  until === null ? 'once' : { from, until, isMonth: billingPeriod === 'month' }

/** What is paid on joining, as the lines of an order: the days until the next payment, and the fee. */
const presentSold = (
  { id, planId, plan, joiningFee, firstDaysPrice }: JoiningRow,
  currencySymbol: string,
): SoldItem[] => {
  const line = (name: string, pence: number, position: number, paidDays?: PaidDays): SoldItem => ({
    id,
    cartableId: planId,
    cartableType: 'membership',
    parentItemId: null,
    name,
    type: 'membership',
    price: formatPrice(operatorMessages(), pence, currencySymbol, false),
    quantity: 1,
    maxQuantity: 1,
    pricingOptionId: null,
    pricingOptions: [],
    ticketId: null,
    customerReference: null,
    attendee: null,
    forGuest: false,
    proofOfAge: false,
    purchasedForUserId: null,
    membershipUserId: null,
    appliedBenefit: null,
    appliedPackage: null,
    benefitAvailable: null,
    packageAvailable: null,
    heldUntil: null,
    allowsAnonymousBookings: false,
    restrictionIds: [],
    waiversRequired: 0,
    questionsRequired: 0,
    questionsOptional: 0,
    userFriendlyType: 'Membership',
    sortBy: position,
    enablePrintReceipt: true,
    notes: [],
    ...(paidDays !== undefined && { paidDays }),
    childItems: [],
    promotionCode: null,
    cartableResource: null,
  })
  const lines = [
    line(operatorMessages().joining.membership({ plan: plan.name }), firstDaysPrice, 1, paidDaysOf(plan)),
  ]
  if (joiningFee > 0) lines.push(line(operatorMessages().joining.joiningFee, joiningFee, 2))
  return lines
}
