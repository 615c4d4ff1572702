import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import type { CardChange, payments, PreparedCardChange } from '#contract/payments.ts'
import { bankReturnPage } from '#server/checkout/bankReturn.ts'
import type { CheckoutServices } from '#server/checkout/payment.ts'
import { presentSession } from '#server/checkout/prepare.ts'
import { bankMs, isUndecided, planUndecided, startedMs, undecided } from '#server/checkout/rules.ts'
import {
  cardsOf,
  findPayer,
  isOneself,
  limitDeclines,
  payerAtProvider,
  saveCardOfCustomer,
} from '#server/checkout/savedCards.ts'
import type { ChosenCard } from '#server/checkout/savedCards.ts'
import { collectFromCard } from '#server/memberships/paymentMethods.ts'
import { lockMembership, lockPaidMembership, requirePaidMembership } from '#server/memberships/change.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { forbidden, invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { CardsUnavailable, declineMessages } from '#server/providers/cards/port.ts'
import type { SaveState } from '#server/providers/cards/port.ts'
import {
  cardChangeByUuid,
  claimDueChanges,
  endEarlierChanges,
  insertCardChange,
  lockCardChange,
  moveCardChange,
} from './sql.ts'
import type { CardChangeRow, CardChangeStatus } from './sql.ts'

/**
 * Changes the card that a membership is collected from, by saving a card without a payment. The change is stored
 * before the provider is called; only one of a membership is in progress, and an answer counts only while it is. So of
 * two changes at once the later one holds, and what comes of the earlier one is forgotten at the provider.
 */

type ChangeBody = Body<typeof payments.changeCard>

/** What the card form needs. @throws Refusal `not_found`, `not_changeable`, `provider_unavailable` */
export const prepareCardChange = async (
  { db, cards }: CheckoutServices,
  actor: Actor,
  membershipId: number,
  now: Date,
): Promise<PreparedCardChange> => {
  await requirePaidMembership(db, { payerId: payerOf(actor), membershipId, by: 'card' }, now)
  try {
    const session = await cards.prepare({ site: actor.site })
    return presentSession(actor, cards.name, session, await cardsOf(db, actor, cards.name, false))
  } catch (error) {
    throw error instanceof CardsUnavailable ? unavailable() : error
  }
}

/**
 * Saves a card and collects the membership from it from then on, unless its bank asks the cardholder first.
 * @throws Refusal `not_found`, `not_changeable`, `card_declined`, `session_expired`, `provider_unavailable`; `invalid`
 */
export const changeCard = (
  services: CheckoutServices,
  actor: Actor,
  membershipId: number,
  body: ChangeBody,
  now: Date,
): Promise<CardChange> =>
  limitDeclines(services.db, actor, () => changeCardOnce(services, actor, membershipId, body, now), now)

const changeCardOnce = async (
  services: CheckoutServices,
  actor: Actor,
  membershipId: number,
  { sessionKey, ...body }: ChangeBody,
  now: Date,
): Promise<CardChange> => {
  const { change, card, email } = await begin(services, actor, membershipId, body, now)
  let result: SaveState
  try {
    const { uuid: key, customerId, site } = change
    const payerReference = await findPayer(services, { id: customerId, email })
    const returnUrl = `${site}/api/my-account/card-changes/${key}/challenge`
    result = await services.cards.saveCard({ key, sessionKey, payerReference, card, returnUrl, site })
  } catch (error) {
    // Whether the card was saved is unknown. It is given up, so that the customer can try again at once.
    await moveCardChange(services.db, change.id, undecided, { status: 'ending', nextAttemptAt: now })
    throw error instanceof CardsUnavailable ? unavailable() : error
  }
  const settled = await settle(services, change, result, now)
  if (result.state === 'session_expired')
    throw new Refusal('session_expired', (messages) => messages.checkout.sessionExpired)
  if (result.state === 'declined') throw new Refusal('card_declined', declineMessages[result.reason])
  return present(actor.messages, settled, result)
}

const begin = (
  { db, cards }: CheckoutServices,
  actor: Actor,
  membershipId: number,
  body: Omit<ChangeBody, 'sessionKey'>,
  now: Date,
): Promise<{ change: CardChangeRow; card: ChosenCard; email: string }> =>
  transact(db, async (tx) => {
    const payerId = payerOf(actor)
    const { email } = await lockPaidMembership(tx, { payerId, membershipId, by: 'card' }, now)
    const { savedCardId, ...card } = await chooseCard(tx, actor, body, cards.name)
    await endEarlierChanges(tx, membershipId, now)
    const change = await insertCardChange(tx, {
      uuid: randomUUID(),
      membershipId,
      customerId: payerId,
      provider: cards.name,
      savedCardId,
      site: actor.site,
      createdAt: now,
      nextAttemptAt: nextAttemptAfter('started', now) ?? now,
    })
    return { change, card, email }
  })

/** The card to save: a newly entered one, or a saved one by any of its ids. */
const chooseCard = async (
  tx: Tx,
  actor: Actor,
  { savedCardId, cardIdentifier }: Omit<ChangeBody, 'sessionKey'>,
  provider: string,
): Promise<ChosenCard & { savedCardId: number | null }> => {
  if (savedCardId === undefined) {
    if (cardIdentifier === undefined)
      throw invalid({ card_identifier: [(messages) => messages.checkout.enterCard] })
    return { kind: 'new', identifier: cardIdentifier, savedCardId: null }
  }
  const saved = (await cardsOf(tx, actor, provider, false)).find(
    ({ id, externalIdentifier }) => String(id) === savedCardId || externalIdentifier === savedCardId,
  )
  if (saved === undefined) throw invalid({ saved_card_id: [(messages) => messages.checkout.cardNotSaved] })
  return { kind: 'saved', identifier: saved.externalIdentifier, savedCardId: saved.id }
}

/**
 * Records the provider's answer. One that comes after the change has been given up counts no more.
 * @returns the change afterwards
 */
const settle = (
  { db }: Pick<CheckoutServices, 'db'>,
  change: CardChangeRow,
  result: SaveState,
  now: Date,
): Promise<CardChangeRow> =>
  transact(db, async (tx) => {
    await lockMembership(tx, change.membershipId)
    const current = await lockCardChange(tx, change.id)
    if (current === undefined) return { ...change, status: 'ended' }
    if (!isUndecided(current.status)) return current
    const to = { ...current, ...(await outcomeOf(tx, current, result, now)) }
    await moveCardChange(tx, current.id, undecided, {
      status: to.status,
      ...(to.reference === null ? {} : { reference: to.reference }),
      ...(to.declineReason === null ? {} : { declineReason: to.declineReason }),
      nextAttemptAt: nextAttemptAfter(to.status, now),
    })
    return to
  })

const outcomeOf = async (
  tx: Tx,
  { membershipId, customerId, provider }: CardChangeRow,
  result: SaveState,
  now: Date,
): Promise<Partial<CardChangeRow>> => {
  switch (result.state) {
    case 'challenge':
    case 'pending':
      return { status: result.state, reference: result.reference }
    case 'saved': {
      const { card, reference } = result
      const savedCardId = await saveCardOfCustomer(tx, { ...card, customerId, provider, createdAt: now })
      // The customer has removed it meanwhile.
      if (savedCardId === null) return { status: 'declined', reference, declineReason: 'not_recognised' }
      await collectFromCard(tx, membershipId, savedCardId, now)
      return { status: 'saved', reference }
    }
    case 'declined':
      return { status: 'declined', reference: result.reference, declineReason: result.reason }
    case 'session_expired':
      return { status: 'ended' }
    case 'ended':
      return { status: 'ended', reference: result.reference }
  }
}

/** Asks the provider where a change stands that waits for the bank, and records it. */
const refreshChange = async (
  services: Pick<CheckoutServices, 'db' | 'cards'>,
  change: CardChangeRow,
  now: Date,
): Promise<CardChangeRow> => {
  const { reference, site, status } = change
  if (reference === null || (status !== 'challenge' && status !== 'pending')) return change
  return settle(services, change, await services.cards.saveStatus({ reference, site }), now)
}

/** The state of a customer's own change. @throws Refusal `not_found` */
export const readCardChange = async (tx: Tx, actor: Actor, uuid: string): Promise<CardChange> => {
  const change = isUuid(uuid) ? await cardChangeByUuid(tx, uuid) : undefined
  if (change === undefined || change.customerId !== payerOf(actor)) throw notFound()
  return present(actor.messages, change, null)
}

/**
 * Handles the browser's return from the bank. Its parameters are not trusted: the state is read from the provider, or
 * left to the job if the provider cannot be reached.
 * @returns null when there is no such change
 */
export const changeReturned = async (
  services: CheckoutServices,
  uuid: string,
  now: Date,
): Promise<ReturnedChange | null> => {
  const found = isUuid(uuid) ? await cardChangeByUuid(services.db, uuid) : undefined
  if (found === undefined) return null
  let current = found
  try {
    current = await refreshChange(services, found, now)
  } catch (error) {
    services.log.warn({ err: error, cardChangeUuid: uuid }, 'left to the job')
  }
  return { uuid, status: publicStatus(current.status), site: current.site }
}

const present = (
  messages: Messages,
  { uuid, status, declineReason }: CardChangeRow,
  result: SaveState | null,
): CardChange => {
  const asks = status === 'challenge' && result?.state === 'challenge'
  return {
    cardChangeUuid: uuid,
    status: publicStatus(status),
    message: declineReason === null ? null : declineMessages[declineReason](messages),
    scaUrl: asks ? result.url : null,
    scaData: asks ? result.data : null,
  }
}

/** The caller, for themselves: staff do not change the cards of customers. */
const payerOf = (actor: Actor): number => {
  if (actor.customerId === null) throw loggedOut()
  if (!isOneself(actor)) throw forbidden()
  return actor.customerId
}

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

const unavailable = (): Refusal =>
  new Refusal('provider_unavailable', (messages) => messages.payments.cardsUnavailable)

/**
 * Finishes changes of cards that were interrupted: asks the provider for those that wait for a bank, and gives up those
 * whose answer was lost, that are overdue, or that a later change has replaced. Idempotent, and safe on several nodes.
 */
export const reconcileCardChanges = async (services: CheckoutServices, now: Date): Promise<void> => {
  for (const change of await claimDueChanges(services.db, now, 20)) {
    try {
      await reconcile(services, change, now)
    } catch (error) {
      // Its next attempt is already postponed, so the others of the batch continue.
      services.log.warn({ err: error, cardChangeUuid: change.uuid }, 'a change of card is not finished yet')
    }
  }
}

const reconcile = async (services: CheckoutServices, change: CardChangeRow, now: Date): Promise<void> => {
  const { db, cards } = services
  // A provider that is no longer configured cannot be asked.
  if (change.provider !== cards.name) return endChange(services, change)
  const current = await refreshChange(services, change, now)
  if (isOverdue(current, now)) {
    await moveCardChange(db, change.id, undecided, { status: 'ending', nextAttemptAt: now })
    return abandon(services, current)
  }
  if (current.status === 'ending') return abandon(services, current)
  const { status } = current
  await moveCardChange(db, change.id, [status], { status, nextAttemptAt: nextAttemptAfter(status, now) })
}

/** Ends a change at the provider, which forgets the card if it saved one after all. */
const abandon = async (
  services: Pick<CheckoutServices, 'db' | 'cards'>,
  change: CardChangeRow,
): Promise<void> => {
  const { uuid: key, reference, customerId, savedCardId } = change
  const payerReference = await payerAtProvider(services.db, customerId, services.cards.name)
  await services.cards.abandonSave({ key, reference, payerReference, isNewCard: savedCardId === null })
  await endChange(services, change)
}

const endChange = async ({ db }: Pick<CheckoutServices, 'db'>, { id }: CardChangeRow): Promise<void> => {
  await moveCardChange(db, id, [...undecided, 'ending'], { status: 'ended', nextAttemptAt: null })
}

type ReturnedChange = { uuid: string; status: CardChange['status']; site: string }

const headings: Readonly<Record<CardChange['status'], Text>> = {
  saved: (messages) => messages.payments.cardApproved,
  challenge: (messages) => messages.payments.cardPending,
  pending: (messages) => messages.payments.cardPending,
  declined: (messages) => messages.payments.cardDeclined,
  ended: (messages) => messages.payments.cardDeclined,
}

/** The page after the bank's redirect, for a change of card. */
export const changeReturnPage = (
  messages: Messages,
  returned: ReturnedChange,
  pages: readonly string[],
): Response =>
  bankReturnPage(
    messages,
    {
      ...returned,
      heading: headings[returned.status](messages),
      text: returned.status === 'saved' ? messages.payments.cardChanged : messages.payments.cardNotChanged,
      on: { path: '/memberships', label: messages.payments.backToMemberships },
    },
    pages,
  )

/** The wire's name of a status; the wire has fewer of them. */
const publicStatus = (status: CardChangeStatus): CardChange['status'] => {
  if (status === 'started') return 'pending'
  return status === 'ending' ? 'ended' : status
}

/** When the provider is asked next; null: never. */
const nextAttemptAfter = (status: CardChangeStatus, now: Date): Date | null => {
  if (isUndecided(status)) return planUndecided(status, now)
  return status === 'ending' ? now : null
}

/** Whether its answer was lost, or its bank has not answered in time: then it is given up. */
const isOverdue = (
  { status, createdAt }: { status: CardChangeStatus; createdAt: Date },
  now: Date,
): boolean => {
  if (!isUndecided(status)) return false
  const ageMs = now.getTime() - createdAt.getTime()
  return ageMs >= (status === 'started' ? startedMs : bankMs)
}
