import type { checkout } from '#contract/checkout.ts'
import type { Query } from '#contract/endpoint.ts'
import { formatted } from '#contract/money.ts'
import { instant } from '#contract/time.ts'
import type { PreparedCheckout, SavedCard } from '#contract/transactions.ts'
import { findBasketWithItems, loadBasket } from '#server/baskets/find.ts'
import type { Sale } from '#server/bookings/orders.ts'
import { saleOfInvoice } from '#server/hirers/cardPayments.ts'
import { paymentCurrencyOf } from '#server/operator/rules.ts'
import { refuseWhileOwing } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import type { CardSession } from '#server/providers/cards/port.ts'
import type { CheckoutServices } from './payment.ts'
import { requiresLogin } from './rules.ts'
import { basketEmpty, basketPaid, expiredLines, loginRequired, readSale, unavailable } from './sale.ts'
import { cardsOf, needsAddress, owingMembershipsOf } from './savedCards.ts'
import { offeredFor } from './tenders.ts'

/** What the card form needs, and the tenders on offer. */
export const prepare = async (
  { db, cards }: CheckoutServices,
  actor: Actor,
  query: Query<typeof checkout.prepare>,
  now: Date,
): Promise<PreparedCheckout> => {
  if (query.source !== 'activity-booking') return prepareByCard({ db, cards }, actor, query, now)
  const found = await findBasketWithItems(db, actor)
  const loaded = found === null ? null : await loadBasket(db, found.basket, now, found.items)
  if (loaded === null || loaded.live.length + loaded.lapsed.length + loaded.penalties.length === 0)
    throw basketEmpty()
  if (loaded.live.length + loaded.penalties.length === 0) throw expiredLines(loaded.lapsed, actor, now)
  if (requiresLogin(loaded.live, actor.customerId)) throw loginRequired()
  const beingPaid = loaded.penalties.map(({ penaltyId }) => penaltyId)
  if (loaded.live.length > 0) await refuseWhileOwing(db, actor.customerId, beingPaid)
  const session = await requested(() => cards.prepare({ site: actor.site }))
  const savedCards = await cardsOf(db, actor, cards.name, query.kiosk)
  const owing = await owingMembershipsOf(db, actor, beingPaid, query.kiosk)
  const { tenders, balance } = await offeredFor(db, actor, loaded.basket.id, loaded.total, now)
  const symbol = actor.operator.currencySymbol
  return {
    ...presentSession(actor, cards.name, session, savedCards),
    billingAddress: billingAddressFor(actor, cards),
    ...(owing.length > 0 && { owingMemberships: owing.map(({ plan }) => plan) }),
    tenders,
    balance,
    formattedBalance: formatted(balance, symbol),
  }
}

/** For a joining, a move or an invoice, which only a card can pay for: a saved card can be used. */
const prepareByCard = async (
  { db, cards }: Pick<CheckoutServices, 'db' | 'cards'>,
  actor: Actor,
  query: Query<typeof checkout.prepare>,
  now: Date,
): Promise<PreparedCheckout> => {
  const sale = await saleByCard(db, actor, query, now)
  const session = await requested(() => cards.prepare({ site: actor.site }))
  const savedCards = await cardsOf(db, actor, cards.name, query.kiosk)
  return {
    ...presentSession(actor, cards.name, session, savedCards),
    billingAddress: billingAddressFor(actor, cards),
    tenders: ['card'],
    balance: sale.total,
    formattedBalance: formatted(sale.total, actor.operator.currencySymbol),
  }
}

const saleByCard = async (
  db: CheckoutServices['db'],
  actor: Actor,
  query: Query<typeof checkout.prepare>,
  now: Date,
): Promise<Sale> => {
  // Its basket is made when it is paid for.
  if (query.source === 'hire-invoice') return saleOfInvoice(db, actor, query, now)
  const basket = await basketPaid(db, actor, query, now)
  if (basket === null) throw basketEmpty()
  return (await readSale(db, actor, basket, query, now)).sale
}

const billingAddressFor = (actor: Actor, cards: CheckoutServices['cards']): 'full' | 'postcode' =>
  needsAddress(actor, cards) ? 'full' : 'postcode'

/** A session with the card provider, and the cards that the customer has saved with it. */
export const presentSession = (
  { operator }: Pick<Actor, 'operator'>,
  name: string,
  session: CardSession,
  savedCards: SavedCard[],
) => ({
  paymentProvider: name,
  sessionKey: session.sessionKey,
  sessionExpiresAt: instant(session.expiresAt),
  mode: session.mode,
  url: session.url,
  paymentProviderConfiguration: {
    url: session.url,
    fieldsUrl: session.fieldsUrl,
    walletsUrl: session.walletsUrl,
    currency: paymentCurrencyOf(operator),
  },
  savedCard: savedCards[0] ?? null,
  savedCards,
})

/** Refusals for card data that the provider would reject, with our own messages. */
const requested = async <T>(question: () => Promise<T>): Promise<T> => {
  try {
    return await question()
  } catch (error) {
    if (error instanceof CardsUnavailable) throw unavailable()
    throw error
  }
}
