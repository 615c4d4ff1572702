import { sql } from 'kysely'
import type { Body, Params } from '#contract/endpoint.ts'
import { pricing, referenceLimit } from '#contract/pricing.ts'
import type { TicketDiscount } from '#contract/pricing.ts'
import { listLinkedIds } from '#server/linked-people/list.ts'
import type { Text } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { forgiveAttempt, limitRate } from '#server/platform/rateLimits.ts'
import { formatPrice, loadWallets } from './price.ts'
import { optionsFor, priceOf, whyNotOption } from './rules.ts'
import type { OptionOnOffer, Priced, Wallet } from './rules.ts'
import { isReferenceInUse, listCustomersByReference, sessionOnSale } from './sql.ts'

/**
 * The customers that references name, and whether the caller may act for them. Another customer's reference gives
 * their prices, but uses none of their allowances or visits.
 */
export const findByReferences = async (
  tx: Tx,
  operatorId: number,
  references: readonly string[],
  ownIds: readonly number[],
): Promise<Map<string, { id: number; isOwn: boolean }>> => {
  const customers = await listCustomersByReference(tx, operatorId, references)
  return new Map(customers.map(({ id, reference }) => [reference, { id, isOwn: ownIds.includes(id) }]))
}

const { ticket: lookup } = pricing

type TicketRequest = Params<typeof pricing.ticket> & Body<typeof pricing.ticket>

/**
 * What the tickets of a session cost the customer that a reference names (E12).
 * @throws Refusal `discount_refused`, the same for an unknown reference as for one without a discount, so that
 * guessing finds no references
 */
export const ticketsByReference = async (
  tx: Tx,
  { operator, person, customerId, isStaff, messages }: Actor,
  { venue, activityId, occurrenceId, reference: customerReference }: TicketRequest,
  now: Date,
): Promise<TicketDiscount> => {
  const session = await sessionOnSale(tx, operator.id, venue, occurrenceId ?? activityId)
  const isOf =
    occurrenceId === undefined || typeof activityId === 'number' || activityId === session?.activitySlug
  if (session === undefined || !isOf) throw notFound()
  const ownIds = customerId === null ? [] : [customerId, ...(await listLinkedIds(tx, customerId))]
  const named = (await findByReferences(tx, operator.id, [customerReference], ownIds)).get(customerReference)
  if (person === null && operator.benefitsNeedLogin === true)
    throw new Refusal('discount_refused', (messages) => messages.pricing.logInForReference)
  if (named === undefined) throw refused()
  const occasion = { activityId: session.activityId, venueId: session.venueId, day: session.localDate }
  const request = { ...occasion, options: session.options }
  const wallet = (await loadWallets(tx, [named.id], [request], now)).get(named.id) ?? null

  const isV2 = typeof (occurrenceId ?? activityId) === 'string'
  const kinds =
    session.tickets.length > 0
      ? session.tickets
      : [{ id: null, publicId: String(occurrenceId ?? activityId), name: session.name, places: 1 }]
  const tickets = kinds.flatMap(({ id, publicId, name, places }) => {
    const options = optionsFor(session.options, session.band, id, { ...session, now })
    const [standard] = options
    if (standard === undefined) return []
    const best = cheapest(options, wallet, occasion.day, (option) =>
      priceOf({ ...occasion, option, quantity: 1, places, itemId: null }, wallet, {
        benefit: true,
        package: named.isOwn || isStaff,
        onlyUnlimited: !named.isOwn && !isStaff,
      }),
    )
    return {
      ticketId: isV2 ? publicId : (id ?? activityId),
      customerReference,
      pricingOptionId: best.option.id,
      name,
      full: standard.price,
      best,
    }
  })
  if (!tickets.some(({ full, best }) => best.priced.total < full)) throw refused()
  return {
    customerId: named.id,
    customerReference,
    tickets: tickets.map(({ full, best, ...ticket }) => ({
      ...ticket,
      fullPrice: formatPrice(messages, full, operator.currencySymbol, false),
      price: formatPrice(messages, best.priced.total, operator.currencySymbol, false, best.priced),
    })),
  }
}

/**
 * Counts references that name nobody, with those of price lookups: a reference is not to be guessed by adding to a
 * basket either. One that names a customer is not counted.
 * @throws Refusal `too_many`
 */
export const limitReferenceGuesses = async (
  tx: Tx,
  { operator, address, isStaff }: Actor,
  references: readonly string[],
  now: Date,
): Promise<void> => {
  if (isStaff || references.length === 0) return
  const bucket = `${lookup.path} ${address}`
  for (const reference of new Set(references)) {
    await limitRate(tx, bucket, referenceLimit, now)
    const named = await findByReferences(tx, operator.id, [reference], [])
    if (named.size > 0) await forgiveAttempt(tx, bucket)
  }
}

/**
 * Why somebody may not use the reference of another customer for a ticket; null when they may. A reference is good for
 * one ticket of a session, as its owner can come only once.
 */
export const whyReferenceRefused = async (
  tx: Tx,
  {
    operatorId,
    ownIds,
    isLoginNeeded,
  }: { operatorId: number; ownIds: readonly number[]; isLoginNeeded: boolean },
  use: Parameters<typeof isReferenceInUse>[1] & { quantity: number },
  now: Date,
): Promise<Text | null> => {
  const named = (await findByReferences(tx, operatorId, [use.reference], ownIds)).get(use.reference)
  if (named === undefined || named.isOwn) return null
  if (isLoginNeeded) return (messages) => messages.pricing.logInForReference
  if (use.quantity > 1) return (messages) => messages.pricing.oneTicketByReference
  return (await isReferenceInUse(tx, use, now)) ? (messages) => messages.pricing.referenceUsed : null
}

const refused = (): Refusal => new Refusal('discount_refused', (messages) => messages.pricing.noDiscount)

/** The lowest of the ordinary price and the prices that the person has a proof for. */
const cheapest = (
  options: readonly OptionOnOffer[],
  wallet: Wallet | null,
  day: string,
  price: (option: OptionOnOffer) => Priced,
): { option: OptionOnOffer; priced: Priced } => {
  const priced = options
    .filter(
      (option, index) =>
        index === 0 ||
        (option.proof !== null && wallet !== null && whyNotOption(option, wallet, day) === null),
    )
    .map((option) => ({ option, priced: price(option) }))
    .toSorted((a, b) => a.priced.total - b.priced.total)
  const [best] = priced
  if (best === undefined) throw new Error('A ticket without a price was priced.')
  return best
}

/**
 * Lines whose customer reference another line of the session already uses: a booked one, or one held for longer. A line
 * that has lapsed comes after all that are held.
 */
export const findUsedReferences = async (
  tx: Tx,
  itemIds: readonly number[],
  now: Date,
): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select mine.id from basket_item mine join hold held on held.id = mine.hold_id
    where mine.id = any(${[...itemIds]}::int[]) and exists (
      select 1 from basket_item other join live_holds(${now}) h on h.id = other.hold_id
      where other.occurrence_id = mine.occurrence_id and other.id <> mine.id and other.customer_reference is not null
        and other.customer_reference = mine.customer_reference
        and (h.state = 'confirmed' or h.id < held.id or held.state <> 'held' or held.held_until <= ${now}))`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
