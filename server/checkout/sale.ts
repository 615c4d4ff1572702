import type { checkout } from '#contract/checkout.ts'
import type { Body } from '#contract/endpoint.ts'
import type { OrderSource } from '#contract/orderSources.ts'
import { findBasket, loadBasket, lockBasketOf } from '#server/baskets/find.ts'
import { presentItem, presentPenalty } from '#server/baskets/read.ts'
import { findNotRetakable } from '#server/baskets/renew.ts'
import { arePricesCurrent } from '#server/baskets/reprice.ts'
import { hasPlacesNeeded, isLive, itemHashOf, lineTotal, totalsOf } from '#server/baskets/rules.ts'
import type { BasketRow, ItemRow } from '#server/baskets/rules.ts'
import type { Sale } from '#server/bookings/orders.ts'
import { basketOfMove, lockBasketOfMove, saleOfMove } from '#server/bookings/paidMoves.ts'
import { basketOfInvoice, lockBasketOfInvoice, saleOfInvoice } from '#server/hirers/cardPayments.ts'
import { basketOfJoining, lockBasketOfJoining, saleOfJoining } from '#server/joining/activate.ts'
import type { Messages } from '#server/messages/languages.ts'
import { refuseWhileOwing } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import { openOf, openWaivers } from '#server/waivers/rules.ts'
import { areTermsAccepted, itemIdsInHash, matchedLines, nonCardTenders, requiresLogin } from './rules.ts'
import type { CompleteBody } from './rules.ts'
import { payerOf, termsOf } from './sql.ts'
import type { TermsRow } from './sql.ts'

/* Which basket a call of checkout pays for. */

/** What is paid for: the caller's basket, a membership they are joining, the move of a booking, or an invoice of a hire. */
type PaidFor = Pick<
  Body<typeof checkout.complete>,
  'source' | 'joiningId' | 'moveId' | 'invoiceId' | 'hirerCode' | 'invoiceAmount'
>

type FindBasket = (tx: Tx, actor: Actor, what: PaidFor, now: Date) => Promise<BasketRow | null>

const bySource: Record<PaidFor['source'], { find: FindBasket; lock: FindBasket }> = {
  'online-joining': {
    find: (tx, actor, { joiningId }) => basketOfJoining(tx, actor, joiningId),
    lock: (tx, actor, { joiningId }) => lockBasketOfJoining(tx, actor, joiningId),
  },
  'booking-move': {
    find: (tx, actor, { moveId }, now) => basketOfMove(tx, actor, moveId, now),
    lock: (tx, actor, { moveId }, now) => lockBasketOfMove(tx, actor, moveId, now),
  },
  'hire-invoice': { find: basketOfInvoice, lock: lockBasketOfInvoice },
  'activity-booking': { find: findBasket, lock: lockBasketOf },
}

/** Who pays. Of an invoice the hirer does, whoever has logged in in the browser. */
export const payingActor = (actor: Actor, { source }: Pick<PaidFor, 'source'>): Actor =>
  source === 'hire-invoice' ? { ...actor, person: null, customerId: null, isStaff: false } : actor

/** The basket to pay for; joinings, moves and invoices have a basket of their own. null when there is none. */
export const basketPaid: FindBasket = (tx, actor, what, now) =>
  bySource[what.source].find(tx, actor, what, now)

/** The same basket, locked for the transaction. */
export const lockBasketPaid: FindBasket = (tx, actor, what, now) =>
  bySource[what.source].lock(tx, actor, what, now)

type Sold = {
  sale: Sale
  lines: ItemRow[]
  /** The card is saved whatever the payer chooses: later collections charge it. */
  keepsCard: boolean
}

/** The basket as it was displayed to the payer, as far as the call says. */
type Seen = { itemHash?: string | undefined; totalDisplayed?: number | null | undefined }

/**
 * What the payer buys, with prices. The caller holds the lock of the basket.
 * @param read the lines of the basket, where the caller has them
 * @throws Refusal `basket_empty`, `basket_changed`, `login_required`, `place_lost`
 */
export const readSale = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  body: PaidFor & Seen & { payments?: CompleteBody['payments'] },
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
  if (body.source === 'hire-invoice')
    return { sale: await saleOfInvoice(tx, actor, body, now), lines: [], keepsCard: false }
  return { ...(await soldLines(tx, actor, basket, body, now, read)), keepsCard: false }
}

/**
 * The lines that the payer selected, with prices. The caller holds the lock of the basket.
 * @throws Refusal `basket_empty`, `basket_changed`, `login_required`, `place_lost`
 */
export const soldLines = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  seen: Seen,
  now: Date,
  read?: readonly ItemRow[],
): Promise<Omit<Sold, 'keepsCard'>> => {
  const loaded = await loadBasket(tx, basket, now, read)
  const all = [...loaded.live, ...loaded.lapsed]
  if (all.length + loaded.penalties.length === 0) throw basketEmpty()
  const meant = matchedLines(
    [...loaded.live, ...loaded.penalties].map((line) => line.id),
    loaded.lapsed.map((line) => line.id),
    itemIdsInHash(seen.itemHash),
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
  // Another call of theirs was answered with new prices, which this payer has not seen yet.
  if ((seen.totalDisplayed ?? total) !== total) throw basketChanged()
  const presented = {
    currencySymbol: actor.operator.currencySymbol,
    selectedUserId: null,
    isEstimated: actor.customerId === null,
    now,
  }
  const items = [
    // Orders outlive accounts: who takes part is read from the bookings.
    ...lines.map((line) => ({ ...presentItem(actor.messages, line, presented), attendee: null })),
    ...penalties.map((line) => presentPenalty(actor.messages, line, presented)),
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
export const termsOfSale = (tx: Tx, { operator, customerId }: Actor): Promise<TermsRow[]> =>
  termsOf(tx, operator.id, customerId)

/** @throws Refusal `terms_not_accepted` */
export const requireAcceptedTerms = async (
  tx: Tx,
  actor: Actor,
  body: Pick<CompleteBody, 'terms' | 'termsAccepted'> & { source?: OrderSource },
) => {
  // New members accepted the terms when they started joining, those who move a booking when they made it. Those of a hire
  // were agreed with the hirer.
  const isAccepted =
    body.source === 'online-joining' || body.source === 'booking-move' || body.source === 'hire-invoice'
  if (isAccepted || body.termsAccepted === true) return
  const required = (await termsOfSale(tx, actor)).filter((terms) => terms.required && !terms.accepted)
  if (
    areTermsAccepted(
      required.map((terms) => terms.id),
      body,
    )
  )
    return
  throw new Refusal('terms_not_accepted', (messages) => messages.checkout.termsRequired)
}

/** The e-mail address of the confirmation, and the name on the receipt. A visitor must give the address. */
export const resolvePayer = async (
  tx: Tx,
  actor: Actor,
  body: {
    source?: OrderSource
    email?: string | undefined
    billingFirstName?: string | undefined
    billingLastName?: string | undefined
  },
) => {
  // Messages go to the hirer, and nothing is kept of the person who pays.
  if (body.source === 'hire-invoice') return { email: null, payer: { firstName: '', lastName: '' } }
  if (actor.customerId === null) {
    if (body.email === undefined) throw invalid({ email: [(messages) => messages.checkout.enterEmail] })
    const payer = { firstName: body.billingFirstName ?? '', lastName: body.billingLastName ?? '' }
    return { email: body.email, payer }
  }
  const { email, firstName, lastName } = await payerOf(tx, actor.customerId)
  return { email: email === '' ? (body.email ?? null) : email, payer: { firstName, lastName } }
}

type Contact = Partial<Record<'email' | 'firstName' | 'lastName' | 'phone', string | undefined>>

/** The same for a customer at the desk; a walk-in leaves what they like. */
export const walkInPayer = async (tx: Tx, actor: Actor, body: Contact) => {
  if (actor.customerId !== null) return resolvePayer(tx, actor, { email: body.email })
  const { email = null, firstName = '', lastName = '', phone = '' } = body
  return { email, payer: { firstName, lastName, phone } }
}

const basketChanged = (): Refusal =>
  new Refusal('basket_changed', (messages) => messages.checkout.basketChanged)

export const basketEmpty = (): Refusal =>
  new Refusal('basket_empty', (messages) => messages.checkout.basketEmpty)

export const loginRequired = (): Refusal =>
  new Refusal('login_required', (messages) => messages.checkout.loginRequired)

export const busy = (): Refusal =>
  new Refusal('busy', (messages) => messages.checkout.paymentInProgress, { retryAfterSeconds: 2 })

export const paymentMismatch = (): Refusal =>
  new Refusal('payment_mismatch', (messages) => messages.checkout.paymentMismatch)

export const unavailable = (): Refusal =>
  new Refusal('provider_unavailable', (messages) => messages.checkout.cardsUnavailable)

/**
 * Paying takes lapsed places again, so it is refused where renewing them would be: after booking has closed, and for
 * people who may not take part. Lines parked at log-in were never checked for the customer, nor those of a walk-in whom
 * staff had not named.
 * @throws Refusal `place_lost`
 */
const requireRetakable = async (
  tx: Tx,
  actor: Actor,
  lines: readonly ItemRow[],
  now: Date,
): Promise<void> => {
  const found = await findNotRetakable(tx, actor, lines, now)
  if (found === null) return
  const { item, problem } = found
  throw new Refusal('place_lost', (messages) => messages.checkout.placeLost, {
    errors: {
      items: [
        (messages: Messages) =>
          messages.baskets.itemProblem({
            name: nameOf(messages, item, actor, now),
            problem: problem(messages),
          }),
      ],
    },
  })
}

/** Refuses a basket whose holds have all lapsed. */
export const expiredLines = (lapsed: readonly ItemRow[], actor: Actor, now: Date): Refusal =>
  new Refusal('place_lost', (messages) => messages.checkout.placesNotReserved, {
    errors: {
      items: lapsed.map(
        (item) => (messages: Messages) =>
          messages.checkout.placeNotReserved({ name: nameOf(messages, item, actor, now) }),
      ),
    },
  })

/** The name that the basket shows. */
const nameOf = (
  messages: Messages,
  item: ItemRow,
  { operator: { currencySymbol } }: Actor,
  now: Date,
): string =>
  presentItem(messages, item, { currencySymbol, selectedUserId: null, isEstimated: false, now }).name

/**
 * Requires the waivers and answers of all attendees (row E09). Stored waivers count: the ids that clients send of
 * them may be incomplete (wire §8).
 * @throws Refusal `waivers_incomplete`, `questions_unanswered`
 */
export const requireAnswers = (lines: readonly ItemRow[]): void => {
  const unsigned = lines.filter(({ waiverNeeds }) => openWaivers(waiverNeeds) > 0)
  if (unsigned.length > 0) {
    throw new Refusal('waivers_incomplete', (messages) => messages.checkout.waiversRequired, {
      errors: {
        items: unsigned.map(
          ({ name, waiverNeeds }) =>
            (messages: Messages) =>
              messages.checkout.waiversOpen({
                name,
                waivers: waiverNeeds.filter((need) => openOf(need) > 0).map((need) => need.name),
              }),
        ),
      },
    })
  }
  const unanswered = lines.filter(({ questionsOpen }) => questionsOpen > 0)
  if (unanswered.length === 0) return
  throw new Refusal('questions_unanswered', (messages) => messages.checkout.answersRequired, {
    errors: {
      items: unanswered.map(
        ({ name, questionsOpen }) =>
          (messages: Messages) =>
            messages.checkout.questionsOpen({ name, count: questionsOpen }),
      ),
    },
  })
}
