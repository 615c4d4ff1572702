import type { checkout } from '#contract/checkout.ts'
import type { Body } from '#contract/endpoint.ts'
import { hasPlacesNeeded, isLive, itemHashOf, lineTotal, totalsOf } from '#server/baskets/rules.ts'
import { loadBasket } from '#server/baskets/service.ts'
import type { BasketRow, ItemRow } from '#server/baskets/service.ts'
import { arePricesCurrent, presentItem, presentPenalty } from '#server/baskets/view/service.ts'
import { saleOfMove } from '#server/bookings/moves/payments/sale/service.ts'
import type { PlacedOrder, Sale } from '#server/bookings/orders/service.ts'
import { orderOfBasket, orderOfItems } from '#server/bookings/service.ts'
import type { PaidFor } from '#server/checkout/paid-baskets/service.ts'
import {
  areTermsAccepted,
  itemIdsInHash,
  matchedLines,
  missingBilling,
  nonCardTenders,
  requiresLogin,
} from '#server/checkout/rules.ts'
import { savedCardsOf } from '#server/checkout/saved-cards/queries.ts'
import type { SavedCardRow } from '#server/checkout/saved-cards/queries.ts'
import { saleOfJoining } from '#server/joining/activate.ts'
import * as messages from '#server/messages/en/checkout.ts'
import { refuseWhileOwing } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import { openOf, openWaivers } from '#server/waivers/rules.ts'
import { requireRetakable } from './lapsed/service.ts'
import { paidBasket, payerOf, termsOf } from './queries.ts'
import type { TermsRow } from './queries.ts'

export type AuthoriseBody = Body<typeof checkout.authorise>
type CompleteBody = Body<typeof checkout.complete>

/**
 * Requires the waivers and answers of all attendees (row E09). Stored waivers count: the ids that clients send of
 * them may be incomplete (wire §8).
 * @throws Refusal `waivers_incomplete`, `questions_unanswered`
 */
export const requireAnswers = (lines: readonly ItemRow[]): void => {
  const unsigned = lines.filter(({ waiverNeeds }) => openWaivers(waiverNeeds) > 0)
  if (unsigned.length > 0) {
    throw new Refusal('waivers_incomplete', messages.waiversRequired, {
      errors: {
        items: unsigned.map(({ name, waiverNeeds }) =>
          messages.waiversOpen({
            name,
            waivers: waiverNeeds.filter((need) => openOf(need) > 0).map((need) => need.name),
          }),
        ),
      },
    })
  }
  const unanswered = lines.filter(({ questionsOpen }) => questionsOpen > 0)
  if (unanswered.length === 0) return
  throw new Refusal('questions_unanswered', messages.answersRequired, {
    errors: {
      items: unanswered.map(({ name, questionsOpen }) =>
        messages.questionsOpen({ name, count: questionsOpen }),
      ),
    },
  })
}

type Sold = {
  sale: Sale
  lines: ItemRow[]
  /** The card is saved whatever the payer chooses: later collections charge it. */
  keepsCard: boolean
}

/**
 * What the payer buys, with prices. The caller holds the lock of the basket.
 * @param read the lines of the basket, where the caller has them
 * @throws Refusal `basket_empty`, `basket_changed`, `login_required`, `place_lost`
 */
export const readSale = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  body: PaidFor & { itemHash?: string | undefined; payments?: CompleteBody['payments'] },
  now: Date,
  read?: readonly ItemRow[],
): Promise<Sold> => {
  const { currencySymbol } = actor.operator
  // A card alone pays for these.
  if (body.source !== 'activity-booking' && nonCardTenders(body.payments ?? []) > 0) throw paymentMismatch()
  if (body.source === 'online-joining')
    return { ...(await saleOfJoining(tx, basket.id, currencySymbol, now)), lines: [] }
  if (body.source === 'booking-move')
    return { ...(await saleOfMove(tx, basket.id, currencySymbol, now)), keepsCard: false }
  return { ...(await soldLines(tx, actor, basket, body.itemHash, now, read)), keepsCard: false }
}

/**
 * The lines that the payer selected, with prices. The caller holds the lock of the basket.
 * @throws Refusal `basket_empty`, `basket_changed`, `login_required`, `place_lost`
 */
export const soldLines = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  itemHash: string | undefined,
  now: Date,
  read?: readonly ItemRow[],
): Promise<Omit<Sold, 'keepsCard'>> => {
  const loaded = await loadBasket(tx, basket, now, read)
  const all = [...loaded.live, ...loaded.lapsed]
  if (all.length + loaded.penalties.length === 0) throw basketEmpty()
  const meant = matchedLines(
    [...loaded.live, ...loaded.penalties].map((line) => line.id),
    loaded.lapsed.map((line) => line.id),
    itemIdsInHash(itemHash),
  )
  if (meant === 'basket_changed') throw basketChanged()
  const lines = all
    .filter((line) => meant.includes(line.id))
    .toSorted((a, b) => a.sortBy - b.sortBy || a.id - b.id)
  if (requiresLogin(lines, actor.customerId)) throw loginRequired()
  // Staff of the venue have moved a session, and the payer has not seen it.
  const unseen = basket.notices.filter(({ code }) => code === 'session_changed')
  if (unseen.some(({ cartItemId }) => cartItemId !== null && meant.includes(cartItemId)))
    throw basketChanged()
  // So have the operator's files: tickets have other places than are held, and the basket says so when it is read.
  if (lines.some((line) => isLive(line, now) && !hasPlacesNeeded(line))) throw basketChanged()
  // Staff saw the lines of another customer, who is named in them and whose benefits pay. Lines that were added without a
  // customer name no one.
  const isOfAnother = basket.pricedForId !== null && basket.pricedForId !== actor.customerId
  if (actor.isStaff && lines.length > 0 && isOfAnother) throw basketChanged()
  await requireRetakable(tx, actor, lines, now)
  if (!(await arePricesCurrent(tx, lines, actor, now))) throw basketChanged()
  const { penalties } = loaded
  if (lines.length > 0)
    await refuseWhileOwing(
      tx,
      actor.customerId,
      penalties.map(({ penaltyId }) => penaltyId),
    )
  const { total, taxTotal } = totalsOf(lines, penalties)
  const presented = {
    currencySymbol: actor.operator.currencySymbol,
    selectedUserId: null,
    isEstimated: actor.customerId === null,
    now,
  }
  const items = [
    // Orders outlive accounts: who takes part is read from the bookings.
    ...lines.map((line) => ({ ...presentItem(line, presented), attendee: null })),
    ...penalties.map((line) => presentPenalty(line, presented)),
  ].toSorted((one, other) => one.sortBy - other.sortBy || one.id - other.id)
  return {
    lines,
    sale: {
      items,
      lines: lines.map((line) => {
        const price = lineTotal(line)
        return { itemId: line.id, price, vatRate: line.vatRate, tax: taxWithin(price, line.vatRate) }
      }),
      penalties: penalties.map(({ id, penaltyId, amount }) => ({ itemId: id, penaltyId, price: amount })),
      total,
      taxTotal,
      itemHash: itemHashOf(items.map((item) => item.id)),
    },
  }
}

/** The terms of the operator, each with whether the customer has accepted its present text before. */
export const termsFor = (tx: Tx, { operator, customerId }: Actor): Promise<TermsRow[]> =>
  termsOf(tx, operator.id, customerId)

/** @throws Refusal `terms_not_accepted` */
export const requireAcceptedTerms = async (
  tx: Tx,
  actor: Actor,
  body: Pick<CompleteBody, 'terms' | 'termsAccepted'> & { source?: string },
) => {
  // New members accepted the terms when they started joining, those who move a booking when they made it.
  const isAccepted = body.source === 'online-joining' || body.source === 'booking-move'
  if (isAccepted || body.termsAccepted === true) return
  const required = (await termsFor(tx, actor)).filter((terms) => terms.required && !terms.accepted)
  if (
    areTermsAccepted(
      required.map((terms) => terms.id),
      body,
    )
  )
    return
  throw new Refusal('terms_not_accepted', messages.termsRequired)
}

/** The e-mail address of the confirmation, and the name on the receipt. A visitor must give the address. */
export const resolvePayer = async (
  tx: Tx,
  actor: Actor,
  body: {
    email?: string | undefined
    billingFirstName?: string | undefined
    billingLastName?: string | undefined
  },
) => {
  if (actor.customerId === null) {
    if (body.email === undefined) throw invalid({ email: [messages.enterEmail] })
    const payer = { firstName: body.billingFirstName ?? '', lastName: body.billingLastName ?? '' }
    return { email: body.email, payer }
  }
  const { email, firstName, lastName } = await payerOf(tx, actor.customerId)
  return { email: email === '' ? (body.email ?? null) : email, payer: { firstName, lastName } }
}

/** The same for a customer at the desk; a walk-in needs no name. */
export const walkInPayer = async (tx: Tx, actor: Actor, body: { email?: string | undefined }) =>
  actor.customerId === null
    ? { email: body.email ?? null, payer: { firstName: '', lastName: '' } }
    : resolvePayer(tx, actor, body)

export type ChosenCard = { kind: 'new' | 'saved'; identifier: string }

/** The card to charge: a saved one, by any of its ids, or a newly entered one. */
export const cardChosen = async (
  tx: Tx,
  actor: Actor,
  body: AuthoriseBody,
  provider: Pick<CardProvider, 'name' | 'needsBillingAddress'>,
): Promise<ChosenCard> => {
  const named = body.savedCardId ?? body.cardIdentifier
  if (named === undefined) throw invalid({ card_identifier: [messages.enterCard] })
  const savedCards = (await cardsOf(tx, actor, provider.name, body.kiosk)).find(
    (card) => String(card.id) === named || card.externalIdentifier === named,
  )
  if (savedCards !== undefined) return { kind: 'saved', identifier: savedCards.externalIdentifier }
  if (body.savedCardId !== undefined) throw invalid({ saved_card_id: [messages.cardNotSaved] })
  const missing = missingBilling(body, needsAddress(actor, provider))
  if (Object.keys(missing).length > 0) throw invalid(missing)
  return { kind: 'new', identifier: named }
}

/** Whether a card payment needs the full address: the provider or the operator demands it. */
export const needsAddress = (
  { operator }: Pick<Actor, 'operator'>,
  provider: Pick<CardProvider, 'needsBillingAddress'>,
): boolean => provider.needsBillingAddress || operator.billingAddress === 'full'

/** The caller's own saved cards: none when staff act for a customer, none at a kiosk. */
export const cardsOf = async (
  tx: Tx,
  actor: Actor,
  provider: string,
  isKiosk: boolean,
): Promise<SavedCardRow[]> => {
  const customerId = isOneself(actor) && !isKiosk ? actor.customerId : null
  return customerId === null ? [] : savedCardsOf(tx, customerId, provider)
}

/** Whether the actor acts for themselves. */
export const isOneself = ({ person, customerId }: Actor): boolean =>
  person !== null && person.id === customerId

const basketChanged = (): Refusal => new Refusal('basket_changed', messages.basketChanged)
export const basketEmpty = (): Refusal => new Refusal('basket_empty', messages.basketEmpty)
export const loginRequired = (): Refusal => new Refusal('login_required', messages.loginRequired)
export const busy = (): Refusal => new Refusal('busy', messages.paymentInProgress, { retryAfterSeconds: 2 })
export const paymentMismatch = (): Refusal => new Refusal('payment_mismatch', messages.paymentMismatch)
export const unavailable = (): Refusal => new Refusal('provider_unavailable', messages.cardsUnavailable)

/** The order that the caller's basket, or exactly these lines, became in an earlier call. */
export const existingOrder = async (
  tx: Tx,
  actor: Actor,
  basketId: number | null,
  itemHash: string | undefined,
): Promise<Done | undefined> => {
  if (basketId !== null) return orderOfBasket(tx, basketId)
  if (actor.person !== null) {
    return itemHash === undefined ? undefined : orderOfItems(tx, actor.person.id, itemHash)
  }
  const paid =
    actor.basketUuid === null ? undefined : await paidBasket(tx, actor.operator.id, actor.basketUuid)
  return paid === undefined ? undefined : orderOfBasket(tx, paid.id)
}

export type Done = Pick<PlacedOrder, 'id' | 'reference' | 'basketUuid'>
