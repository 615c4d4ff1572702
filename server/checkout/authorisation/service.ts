import type { Authorisation } from '#contract/transactions.ts'
import { planPaymentHold } from '#server/baskets/change/renewal/service.ts'
import type { BasketRow } from '#server/baskets/service.ts'
import { requireMovable } from '#server/bookings/moves/payments/sale/service.ts'
import { placeLostRefusal } from '#server/bookings/orders/service.ts'
import { lockBasketPaid } from '#server/checkout/paid-baskets/service.ts'
import {
  basketEmpty,
  busy,
  cardChosen,
  readSale,
  requireAcceptedTerms,
  requireAnswers,
  resolvePayer,
  unavailable,
} from '#server/checkout/sale/service.ts'
import type { AuthoriseBody, ChosenCard } from '#server/checkout/sale/service.ts'
import { findPayer, limitDeclines, owingMembershipsOf } from '#server/checkout/saved-cards/service.ts'
import { tendersFor } from '#server/checkout/tenders/service.ts'
import { recordReference } from '#server/checkout/transactions/moves/service.ts'
import { startPayment, transactionInProgress } from '#server/checkout/transactions/queries.ts'
import type { Transaction } from '#server/checkout/transactions/queries.ts'
import { bankMs, publicStatus } from '#server/checkout/transactions/rules.ts'
import { abandonPayment, settleTransaction } from '#server/checkout/transactions/service.ts'
import type { CheckoutServices } from '#server/checkout/transactions/service.ts'
import { lockCreditAccounts } from '#server/credits/reserve.ts'
import * as messages from '#server/messages/en/checkout.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { CardsUnavailable, declineMessages } from '#server/providers/cards/port.ts'
import type { CardState } from '#server/providers/cards/port.ts'
import { noCard, planPayment, startTogether } from './batches/service.ts'
import type { Attempt } from './batches/service.ts'

/**
 * Authorises the card for a basket, without capturing. The basket is locked and its places are held for half an hour
 * before the provider is called; if the provider does not answer, the lock is undone.
 * @throws Refusal of wire §9
 */
export const authorise = async (
  services: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Authorisation> => {
  return limitDeclines(services.db, actor, () => authoriseOnce(services, actor, body, now), now)
}

const authoriseOnce = async (
  services: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Authorisation> => {
  const { payment: transaction, card } = await begin(services, actor, body, now)
  if (transaction.status === 'authorised') return presentAuthorisation(transaction, null)

  let result: CardState | { state: 'session_expired' }
  try {
    result = await askBank(services, actor, body, transaction, card, now)
  } catch (error) {
    // The provider's result is unknown. The payment is voided in either case, so that the payer can try again at
    // once.
    await transact(services.db, (tx) => abandonPayment(tx, transaction, now))
    throw error instanceof CardsUnavailable ? unavailable() : error
  }
  if (result.state === 'session_expired') {
    await settleTransaction(services, transaction, { state: 'declined', reason: 'not_recognised' }, now)
    throw new Refusal('session_expired', messages.sessionExpired)
  }
  const settled = await settleTransaction(services, transaction, result, now)
  if (result.state === 'declined') throw declined(settled, declineMessages[result.reason])
  return presentAuthorisation(settled, result)
}

const askBank = async (
  { db, cards }: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  transaction: Transaction,
  card: ChosenCard,
  now: Date,
): Promise<CardState | { state: 'session_expired' }> => {
  const { uuid: transactionUuid, customerId, saveCard } = transaction
  const isSavedPayer = customerId !== null && (saveCard || card.kind === 'saved')
  const payerReference = isSavedPayer
    ? await findPayer({ db, cards }, { id: customerId, email: transaction.agreement.email ?? '' })
    : null
  const opened = await cards.open({
    transactionUuid,
    amount: transaction.amount,
    currency: transaction.currency,
    sessionKey: body.sessionKey,
    payerReference,
    description: actor.operator.name,
  })
  if (opened.state === 'session_expired') return opened
  if (!(await recordReference(db, transaction.id, opened.reference, now))) {
    throw new CardsUnavailable(new Error('The payment was given up before the company could be asked.'))
  }
  return cards.authorise({
    transactionUuid,
    reference: opened.reference,
    sessionKey: body.sessionKey,
    card,
    saveCard,
    // Later collections are taken without the payer being present.
    isRecurring:
      transaction.agreement.source === 'online-joining' || transaction.agreement.membershipIds !== undefined,
    billing: {
      firstName: body.billingFirstName ?? '',
      lastName: body.billingLastName ?? '',
      addressLineOne: body.billingAddressLineOne ?? '',
      addressLineTwo: body.billingAddressLineTwo ?? '',
      city: body.billingCity ?? '',
      postcode: body.billingPostcode ?? '',
    },
    browser: {
      colourDepth: body.browserColourDepth ?? null,
      javaEnabled: body.browserJavaEnabled ?? false,
      javascriptEnabled: body.browserJavascriptEnabled ?? true,
      language: body.browserLanguage ?? null,
      screenHeight: body.browserScreenHeight ?? null,
      screenWidth: body.browserScreenWidth ?? null,
      timezoneOffset: body.browserTimezoneOffset ?? null,
      challengeWindowSize: body.challengeWindowSize ?? null,
    },
    returnUrl: `${transaction.site}/api/checkout/transactions/${transactionUuid}/challenge`,
    site: transaction.site,
  })
}

/** Extends the holds of the basket, and stores the transaction before the provider is called. */
const begin = async (
  services: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Attempt> =>
  (await startTogether(services, actor, body, now)) ?? (await beginLocked(services, actor, body, now))

const beginLocked = (
  { db, cards }: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Attempt> =>
  transact(db, async (tx) => {
    const basket = await lockBasketPaid(tx, actor, body, now)
    if (basket === null) throw basketEmpty()
    if (actor.customerId !== null) await lockCreditAccounts(tx, basket.id, actor.customerId)
    const earlier = basket.status === 'paymentProcessing' ? await settleWithEarlier(tx, basket, now) : null
    const { sale, lines, keepsCard } = await readSale(tx, actor, basket, body, now)
    if (earlier?.status === 'authorised') {
      if (earlier.agreement.sale.itemHash !== sale.itemHash) throw busy()
      return { payment: earlier, card: noCard }
    }
    await requireAcceptedTerms(tx, actor, body)
    if (body.source === 'booking-move') await requireMovable(tx, actor, basket.id, now)
    else requireAnswers(lines)
    const { left, ...tenders } = await tendersFor(tx, actor, basket.id, sale.total, body.payments, now)
    const card = left === 0 ? noCard : await cardChosen(tx, actor, body, cards)
    const penaltyIds = sale.penalties.map(({ penaltyId }) => penaltyId)
    const owing = await owingMembershipsOf(tx, actor, penaltyIds, body.kiosk)
    const charged = { left, card, keepsCard, membershipIds: owing.map(({ id }) => id) }
    const agreed = { basket, sale, tenders, ...charged, ...(await resolvePayer(tx, actor, body)) }
    const payment = planPayment({ cards }, actor, body, agreed, now)
    const held = planPaymentHold(basket, lines, new Date(now.getTime() + bankMs), now)
    const result = await startPayment(tx, payment, { itemIds: lines.map(({ id }) => id), ...held })
    if ('lost' in result) throw placeLostRefusal(result.lost, sale.items)
    for (const line of lines) tx.invalidate(line.venueId)
    return { payment: result.started, card }
  })

/**
 * Handles an earlier payment of the basket: an authorised one is returned again; one that waits for the bank is
 * voided for the new one; one whose call is in progress refuses the new one.
 */
const settleWithEarlier = async (tx: Tx, basket: BasketRow, now: Date): Promise<Transaction | null> => {
  const earlier = await transactionInProgress(tx, basket.id)
  if (earlier === undefined) throw busy()
  if (earlier.status === 'started') throw busy()
  return earlier.status === 'authorised' ? earlier : abandonPayment(tx, earlier, now)
}

const presentAuthorisation = (transaction: Transaction, result: CardState | null): Authorisation => {
  const hasRequest = transaction.status === 'challenge' && result?.state === 'challenge'
  return {
    transactionUuid: transaction.uuid,
    transactionStatus: publicStatus(transaction.status, transaction.voidReason),
    scaUrl: hasRequest ? result.url : null,
    scaData: hasRequest ? result.data : null,
    amount: transaction.amount,
  }
}

const declined = ({ uuid, status, voidReason }: Transaction, message: string): Refusal =>
  new Refusal('card_declined', message, {
    fields: {
      transactionUuid: uuid,
      transactionStatus: publicStatus(status, voidReason),
      error: { message },
    },
  })
