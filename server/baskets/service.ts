import { randomUUID } from 'node:crypto'
import type { Basket, BasketNotice, baskets } from '#contract/baskets.ts'
import type { Body } from '#contract/endpoint.ts'
import { alreadyFull, dateNotOffered } from '#contract/failure.ts'
import {
  creditOf,
  giveBackReserved,
  lockPursesOf,
  reservedFor,
  shrinkReserved,
} from '#server/credits/service.ts'
import { mayComeFree, parkHolds, releaseHolds, renewHolds } from '#server/holds/service.ts'
import type { Holds, Lost, PlaceWanted } from '#server/holds/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { createCrowd } from '#server/platform/crowd.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, impossible, invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { afterCommit, transact } from '#server/platform/transact.ts'
import { optionsFor, whyNotOption } from '#server/pricing/rules.ts'
import type { Applied, OptionOnOffer } from '#server/pricing/rules.ts'
import { giveBackUses, markSettled, walletsOf } from '#server/pricing/service.ts'
import { bookingCloses, whyNotBookable } from '#server/timetable/rules.ts'
import { weekOf } from '#server/waivers/eligibility/rules.ts'
import { clashSaid, spoken, whyNotFor } from '#server/waivers/eligibility/service.ts'
import { adoptAttendees, forgetWaivers } from '#server/waivers/keeping/service.ts'
export { pricesStand } from './prices/service.ts'
import { bringUpToDate, buyerOf } from './prices/service.ts'
import type { Buyer, How } from './prices/service.ts'
import { itemHashOf, presentBasket, totalsOf } from './present.ts'
import * as penalties from '#server/penalties/service.ts'
import type { PenaltyLine } from '#server/penalties/service.ts'
import * as rows from './queries.ts'
import type { BasketRow, Bookable, BookableIds, ItemRow } from './queries.ts'
import {
  isLapsed,
  isLive,
  isSameTicket,
  maximumRenewals,
  mostWithoutLimit,
  noMoney,
  quantityOf,
} from './rules.ts'
import type { BasketMoney } from './rules.ts'

export type { BasketRow, ItemRow } from './queries.ts'
export { itemHashOf, presentItem, presentPenalty, totalsOf } from './present.ts'

/** What a noun must be told when places are taken or freed: the venue whose availability changed. */
export type Touch = (venueId: number) => void

const refusedAs = {
  full: alreadyFull,
  held: 'The last places are in other baskets at the moment.',
  clash: 'This overlaps another booking of the same person.',
  already_booked: 'This person has this booking already.',
  cancelled: 'This has been called off.',
  busy: 'A payment for this basket is under way.',
} as const

const priceRefusedAs = {
  age: 'This price is for people of another age.',
  document_required: 'This price needs a proof that we have not seen, or that has run out.',
} as const

/** The basket a call is about: a customer's own, or the one a visitor carries. null when there is none yet. */
export const basketFor = async (tx: Tx, actor: Actor): Promise<BasketRow | null> => {
  if (actor.person !== null) return (await rows.openBasketOf(tx, actor.person.id)) ?? null
  if (actor.basketUuid === null) return null
  return (await rows.anonymousBasket(tx, actor.operator.id, actor.basketUuid)) ?? null
}

/** The same, locked for the transaction. */
export const lockBasketFor = async (tx: Tx, actor: Actor): Promise<BasketRow | null> => {
  const basket = await basketFor(tx, actor)
  return basket === null ? null : ((await rows.lockBasket(tx, basket.id)) ?? null)
}

/**
 * Whoever changes a basket while their bank asks them has turned away from it: that payment is given up. Any
 * other must come to its end first.
 * @throws Refusal `busy`
 */
export const openForChange = async (tx: Tx, basket: BasketRow, now: Date): Promise<void> => {
  if (basket.status === 'paymentProcessing') {
    // Its places are locked on the way; people come before them.
    await lockPursesOf(tx, basket.id)
    if (await rows.giveUpChallenge(tx, basket.id, now)) basket.status = 'open'
  }
  if (basket.status !== 'open') throw new Refusal('busy', refusedAs.busy)
}

/** The same for whoever changes what belongs to it. @throws Refusal `busy` */
export const lockBasketForChange = async (tx: Tx, actor: Actor, now: Date): Promise<BasketRow | null> => {
  const basket = await lockBasketFor(tx, actor)
  if (basket !== null) await openForChange(tx, basket, now)
  return basket
}

/** A basket with its live and its lapsed lines; what checkout sells. */
export type LoadedBasket = {
  basket: BasketRow
  live: ItemRow[]
  lapsed: ItemRow[]
  penalties: PenaltyLine[]
  total: number
  taxTotal: number
  subTotal: number
  itemHash: string
}

/** Reads and sums a basket. Amounts are pence. */
export const loadBasket = async (tx: Tx, basket: BasketRow, now: Date): Promise<LoadedBasket> => {
  const items = await rows.itemsOf(tx, basket.id)
  const live = items.filter((item) => isLive(item, now))
  const owed = await penaltiesIn(tx, basket)
  const sorted = [...live, ...owed].toSorted((one, other) => one.sortBy - other.sortBy || one.id - other.id)
  return {
    basket,
    live,
    lapsed: items.filter((item) => isLapsed(item, now)),
    penalties: owed,
    ...totalsOf(live, owed),
    itemHash: itemHashOf(sorted.map((item) => item.id)),
  }
}

/** Penalties are owed by people who are known; nobody else's basket has any. */
const penaltiesIn = async (tx: Tx, { id, customerId }: BasketRow): Promise<PenaltyLine[]> =>
  customerId === null ? [] : penalties.linesOf(tx, id)

/** Reads a basket by its id, whatever its status. */
export const basketById = rows.basketById

/** Locks a basket by its id, whosever it is. */
export const lockBasketById = rows.lockBasket

/**
 * The whole basket, as every basket call answers it. Prices that have changed since are brought up to date,
 * and what the person has not been told yet is told, once.
 */
export const wholeBasket = async (
  tx: Tx,
  found: BasketRow | null,
  actor: Actor,
  now: Date,
  {
    itemsOf = (basketId) => rows.itemsOf(tx, basketId),
    ...how
  }: { itemsOf?: Lookups['items']; settle?: boolean; quiet?: How['quiet'] } = {},
): Promise<Basket> => {
  const basket = found ?? (await firstOfCustomer(tx, actor, now))
  const shown = {
    currencySymbol: actor.operator.currencySymbol,
    selectedUserId: actor.person !== null && actor.customerId !== actor.person.id ? actor.customerId : null,
    isEstimated: actor.customerId === null,
    now,
  }
  if (basket === null) return presentBasket(null, [], [], noMoney, shown)
  const lines = await itemsOf(basket.id)
  const upToDate = await bringUpToDate(rows, tx, basket, lines, actor, { settle: false, ...how }, now)
  const { items } = upToDate
  const notices: BasketNotice[] = [...basket.notices, ...upToDate.notices]
  const untold = items.filter((item) => isLapsed(item, now) && !item.lapseTold)
  for (const item of untold) {
    const isOff = item.occurrenceStatus !== 'scheduled'
    notices.push({
      code: isOff ? 'item_unavailable' : 'hold_lapsed',
      message: isOff ? `${item.name} is no longer on.` : `${item.name} is no longer held for you.`,
      cartItemId: item.id,
    })
  }
  if (untold.length > 0)
    await rows.markLapseTold(
      tx,
      untold.map((item) => item.id),
    )
  if (basket.notices.length > 0) await rows.setNotices(tx, basket.id, [])
  return presentBasket(basket, items, notices, await moneyFor(tx, basket, actor, now), shown)
}

/** Whoever is known has a basket, be it empty; nothing is stored for a visitor who only looks. */
const firstOfCustomer = async (tx: Tx, { operator, person }: Actor, now: Date): Promise<BasketRow | null> =>
  person === null ? null : rows.makeBasket(tx, { operatorId: operator.id, customerId: person.id }, now)

/** What the customer of a call could pay a basket with. A visitor has nothing, and costs no question. */
const moneyFor = async (
  tx: Tx,
  basket: BasketRow,
  { customerId }: Actor,
  now: Date,
): Promise<BasketMoney> => {
  const owed = await penaltiesIn(tx, basket)
  if (customerId === null) return { ...noMoney, penalties: owed }
  const { id } = basket
  const { general, membership } = await creditOf(tx, customerId, now, id)
  return {
    free: { general: general.free, membership: membership.free },
    reserved: await reservedFor(tx, id, customerId, now),
    penalties: owed,
  }
}

/** When a basket comes to less, no more credit stays than there is to pay. The caller holds the purses' locks. */
const shrinkPayments = async (tx: Tx, basket: BasketRow, now: Date): Promise<void> => {
  const { total } = await loadBasket(tx, basket, now)
  await shrinkReserved(tx, basket.id, total, now)
}

type AddBody = Body<typeof baskets.add>
type Wanted = AddBody['items'][number]

export type AddServices = { db: Database; holds: Holds; lookups: Lookups; touch: Touch }

/** What everybody who adds has to look up, read for all who do so in the same moment at once. */
export type Lookups = {
  bookables: (ids: BookableIds) => Promise<Bookable[]>
  items: (basketId: number) => Promise<ItemRow[]>
}

export const createLookups = (db: Database): Lookups => {
  const together = { batchSize: 64, inFlight: 2 }
  const bookables = createCrowd((asks: BookableIds[]) => rows.bookablesForAll(db, asks), together)
  const items = createCrowd((ids: number[]) => rows.itemsOfAll(db, ids), together)
  return { bookables: bookables.ask, items: items.ask }
}

/**
 * Puts things into the basket and holds their places, all of them or none. Runs outside a transaction: the
 * places are taken by the statement that answers everybody who asks in the same moment.
 * @returns the basket, made if there was none
 * @throws Refusal of wire §2.3, with `errors` by item
 */
export const addToBasket = async (
  { db, holds, lookups, touch }: AddServices,
  actor: Actor,
  body: AddBody,
  now: Date,
): Promise<BasketRow> => {
  const things = body.items.filter(({ type }) => type !== 'penalty')
  const owed = await penaltiesWanted(db, actor, body.items)
  const found = await lookups.bookables({
    operatorId: actor.operator.id,
    v1: things.flatMap((item) => (typeof item.id === 'number' ? [item.id] : [])),
    v2: things.flatMap((item) => (typeof item.id === 'string' ? [item.id] : [])),
  })
  const buyer = await buyerOf(db, actor)
  const memberId = await memberNamed(db, buyer, body.membershipUserId)
  const items: Asked[] = []
  for (const [index, wanted] of body.items.entries()) {
    if (wanted.type === 'penalty') continue
    const bookable = found.find((one) => one.id === wanted.id || one.publicId === wanted.id)
    if (bookable === undefined) throw refuseItem('not_found', 'We could not find that session.', index)
    items.push(await placeWanted(db, actor, buyer, { wanted, bookable, index, before: items, found }, now))
  }

  const before = await basketFor(db, actor)
  if (before !== null) await openForChange(db, before, now)
  if (items.length > 0) await refuseWhileOwing(db, actor, before, owed, body.items)
  const heldUntil = new Date(now.getTime() + actor.operator.basketHoldSeconds * 1000)
  const operatorId = actor.operator.id
  const existing = before ?? (await firstOfCustomer(db, actor, now))
  const more = await moreOfLines(db, before, items, now)
  const fresh = together(items.filter((item) => !more.some(({ asked }) => asked.includes(item))))
  const mayBeGivenBack = more.length > 0 || found.some((bookable) => bookable.weeklyLimit !== null)
  const held =
    before === null || !mayBeGivenBack ? [] : (await rows.itemsOf(db, before.id)).map((item) => item.id)
  const uuid = existing?.uuid ?? randomUUID()
  if (items.length === 0 && existing !== null) return putPenalties(db, existing, owed, now)
  const verdict =
    fresh.length === 0
      ? null
      : await holds.take({
          heldUntil,
          items: fresh,
          ...(existing === null ? { firstBasket: { uuid, operatorId } } : { basketId: existing.id }),
        })
  if (verdict !== null && verdict.outcome !== 'ok') {
    if (verdict.outcome === 'basket_closed') throw new Refusal('busy', refusedAs.busy)
    const refused = fresh[verdict.itemIndex ?? 0]
    const message = await refusalSaid(db, actor, verdict.outcome, refused, now)
    const until = await whenFree(db, verdict.outcome, refused?.occurrenceId, existing?.id ?? null, now)
    throw refuseItem(verdict.outcome, message, refused?.index ?? 0, until)
  }
  const basket = existing ?? rows.firstBasket(verdict?.basketId ?? 0, uuid, operatorId)
  if (more.length > 0) {
    try {
      await takeMore(db, basket, more, now)
    } catch (error) {
      // All or none: what was new in this call is given back.
      const taken = (await rows.itemsOf(db, basket.id)).filter((item) => !held.includes(item.id))
      await transact(db, (tx) => letGo(tx, taken, touch, now))
      throw error
    }
  }
  await refuseBeyondLimit({ db, touch }, actor, basket, { items: fresh, found, held }, now)
  for (const venueId of new Set(found.map((bookable) => bookable.venueId))) touch(venueId)
  if (memberId !== null || body.items.some((item) => !item.applyBenefit || !item.applyPackage)) {
    const lines = items.map((line) => ({
      ...line,
      wantsBenefit: body.items[line.index]?.applyBenefit ?? true,
      wantsPackage: body.items[line.index]?.applyPackage ?? true,
      memberId,
    }))
    await rows.setWantsOfNew(db, basket.id, lines)
  }
  return owed.length > 0 ? putPenalties(db, basket, owed, now) : basket
}

/** A thing asked for, and which of the call's it is. `most` is what there may be of it, at all its prices. */
type Asked = PlaceWanted & { index: number; most: number }

/** Tickets of a kind that one call names several times are one line. */
const together = (items: readonly Asked[]): Asked[] => {
  const lines: Asked[] = []
  for (const item of items) {
    const same =
      item.ticketTypeId === null
        ? undefined
        : lines.find((line) => isSameTicket(line, item) && line.pricingOptionId === item.pricingOptionId)
    if (same === undefined) lines.push({ ...item })
    else {
      same.quantity += item.quantity
      same.places += item.places
    }
  }
  return lines
}

/** Lines that are to be of more, and by which of the things asked for. */
type More = { line: ItemRow; by: number; asked: Asked[] }

/**
 * Tickets that lie in the basket already at the same price: their lines grow. (The same slot or class for the same
 * person again changes nothing, wire §7.)
 */
const moreOfLines = async (
  db: Database,
  basket: BasketRow | null,
  items: readonly Asked[],
  now: Date,
): Promise<More[]> => {
  const tickets = items.filter((item) => item.ticketTypeId !== null)
  if (tickets.length === 0) return []
  const lines = basket === null ? [] : (await rows.itemsOf(db, basket.id)).filter((line) => isLive(line, now))
  const more: More[] = []
  for (const [index, item] of tickets.entries()) {
    refuseBeyondMost(item, quantityOf(tickets.slice(0, index + 1), item), quantityOf(lines, item))
    const line = lines.find((one) => isSameTicket(one, item) && one.pricingOptionId === item.pricingOptionId)
    if (line === undefined) continue
    const growing = more.find((one) => one.line === line)
    if (growing === undefined) more.push({ line, by: item.quantity, asked: [item] })
    else {
      growing.by += item.quantity
      growing.asked.push(item)
    }
  }
  return more
}

/** Of one ticket there may be so many, at all its prices together. */
const refuseBeyondMost = ({ most, index }: Asked, wanted: number, inside: number): void => {
  if (wanted + inside <= most) return
  throw invalid({ [`items.${index}.quantity`]: [mostSaid(most, inside)] })
}

const mostSaid = (most: number, inside: number): string =>
  inside === 0
    ? `At most ${most} of these.`
    : `At most ${most} of these; ${inside} are in your basket already.`

const takeMore = async (db: Database, basket: BasketRow, more: readonly More[], now: Date): Promise<void> => {
  if (more.length === 0) return
  await transact(db, async (tx) => {
    const locked = await rows.lockBasket(tx, basket.id)
    if (locked?.status !== 'open') throw new Refusal('busy', refusedAs.busy)
    for (const { line, by, asked } of more) {
      const lines = (await rows.itemsOf(tx, basket.id)).filter((one) => isLive(one, now))
      const item = asked[0] ?? impossible('a line grows by nothing')
      // Two calls at once may each have been within the most.
      refuseBeyondMost(item, by, quantityOf(lines, line))
      const quantity = (lines.find((one) => one.id === line.id)?.quantity ?? 0) + by
      const outcome = await rows.resizeItem(tx, line.id, quantity * (line.ticketPlaces ?? 1), now)
      if (outcome !== 'ok') {
        const { code, until } = await whyNoMore(tx, outcome, line, now)
        throw refuseItem(code, refusedAs[code], item.index, until)
      }
      await rows.setQuantity(tx, line.id, quantity)
    }
  })
}

/** Why a line cannot grow. What lies in this very basket is not held by others: then there is no more. */
const whyNoMore = async (
  tx: Tx,
  outcome: 'full' | 'held' | 'cancelled',
  { occurrenceId, basketId }: ItemRow,
  now: Date,
) => {
  const until = await whenFree(tx, outcome, occurrenceId, basketId, now)
  return { code: outcome === 'held' && until === undefined ? ('full' as const) : outcome, until }
}

/** When the first hold in the way ends, for whoever is refused because of it. */
const whenFree = async (
  tx: Tx,
  outcome: string,
  occurrenceId: number | undefined,
  basketId: number | null,
  now: Date,
): Promise<Date | undefined> =>
  outcome === 'held' && occurrenceId !== undefined
    ? ((await mayComeFree(tx, occurrenceId, basketId, now)) ?? undefined)
    : undefined

/** Two calls at once may each have been within a limit, and together beyond it: then neither gets more. */
const refuseBeyondLimit = async (
  { db, touch }: Pick<AddServices, 'db' | 'touch'>,
  actor: Actor,
  basket: BasketRow,
  asked: { items: readonly Asked[]; found: readonly Bookable[]; held: readonly number[] },
  now: Date,
): Promise<void> => {
  for (const { index, occurrenceId, personId } of asked.items) {
    const bookable = asked.found.find((one) => one.id === occurrenceId)
    if (bookable === undefined || bookable.weeklyLimit === null || personId === null) continue
    // Of what is there now, one may be this; what it is allowed beside it is one less than the limit.
    const why = await whyNotFor(db, eligibilityAsked(actor, personId, bookable, { plus: -1 }), now)
    if (why?.code !== 'limit_reached') continue
    const taken = (await rows.itemsOf(db, basket.id)).filter((item) => !asked.held.includes(item.id))
    await transact(db, (tx) => letGo(tx, taken, touch, now))
    throw refuseItem(why.code, why.message, index)
  }
}

/** A refusal in a sentence about the person, where it is about one. */
const refusalSaid = async (
  tx: Tx,
  actor: Actor,
  outcome: keyof typeof refusedAs,
  item: { personId: number | null; occurrenceId: number } | undefined,
  now: Date,
  exceptHoldId: number | null = null,
): Promise<string> => {
  const personId = item?.personId ?? null
  if (item === undefined || personId === null) return refusedAs[outcome]
  const isSelf = isTheCaller(actor, personId)
  if (outcome === 'already_booked') {
    return `${(await spoken(tx, personId, isSelf)).has} this booking already.`
  }
  if (outcome !== 'clash') return refusedAs[outcome]
  const { occurrenceId } = item
  return (await clashSaid(tx, { personId, isSelf, occurrenceId, exceptHoldId }, now)) ?? refusedAs.clash
}

/** Sentences say "you" to a customer about themselves; at the desk everybody has a name. */
const isTheCaller = (actor: Actor, personId: number): boolean => actor.person?.id === personId

const eligibilityAsked = (
  actor: Actor,
  personId: number,
  thing: Pick<
    Bookable,
    'activityId' | 'localDate' | 'ageMin' | 'ageMax' | 'induction' | 'membersOnly' | 'weeklyLimit'
  >,
  more: { exceptHoldId?: number; plus?: number } = {},
) => ({
  personId,
  isSelf: isTheCaller(actor, personId),
  activityId: thing.activityId,
  localDate: thing.localDate,
  needs: thing,
  ...more,
})
/** Which penalties somebody wants to pay. Only what the customer owes can be: another's is not there. */
const penaltiesWanted = async (
  tx: Tx,
  { customerId }: Actor,
  items: readonly Wanted[],
): Promise<number[]> => {
  const wanted = items.flatMap(({ type, id }) => (type === 'penalty' ? [Number(id)] : []))
  if (wanted.length === 0) return []
  const owed = customerId === null ? [] : await penalties.outstandingOf(tx, customerId)
  const unknown = items.findIndex(
    ({ type, id }) => type === 'penalty' && !owed.some((penalty) => penalty.id === Number(id)),
  )
  if (unknown >= 0) throw refuseItem('not_found', 'We could not find that penalty.', unknown)
  return wanted
}

const refuseWhileOwing = async (
  tx: Tx,
  { customerId }: Actor,
  basket: BasketRow | null,
  wanted: readonly number[],
  items: readonly Wanted[],
): Promise<void> => {
  if (customerId === null) return
  const inside = basket === null ? [] : await penaltiesIn(tx, basket)
  const beingPaid = [...wanted, ...inside.map(({ penaltyId }) => penaltyId)]
  const first = items.findIndex(({ type }) => type !== 'penalty')
  await penalties.refuseWhileOwing(tx, customerId, beingPaid, { [`items.${first}.id`]: [penalties.owing] })
}

const putPenalties = (
  db: Database,
  basket: BasketRow,
  ids: readonly number[],
  now: Date,
): Promise<BasketRow> =>
  transact(db, async (tx) => {
    const locked = (await rows.lockBasket(tx, basket.id)) ?? basket
    await openForChange(tx, locked, now)
    await penalties.addLines(tx, locked.id, ids, now)
    return locked
  })

const refuseItem = (code: string, message: string, index: number, availableAt?: Date): Refusal => {
  const errors = { [`items.${index}.id`]: [message] }
  // Programs in use read the text about the date, and ask again.
  return code === 'not_open_yet'
    ? new Refusal(code, dateNotOffered, { errors: { ...errors, date: [dateNotOffered] }, availableAt })
    : new Refusal(code, message, { errors, availableAt })
}

/** Whose membership is to pay: one's own or that of somebody one may book for. null where nobody says. */
const memberNamed = async (tx: Tx, buyer: Buyer, memberId: number | undefined): Promise<number | null> => {
  if (!memberId) return null
  const people = buyer.customerId === null ? [] : [buyer.customerId, ...buyer.linkedIds]
  if (!(await rows.isMemberAmong(tx, memberId, people))) throw notFound('We could not find that membership.')
  return memberId
}

/** One thing of a call, with what the call asks for before it. */
type OneOfMany = {
  wanted: Wanted
  bookable: Bookable
  index: number
  before: readonly Asked[]
  found: readonly Bookable[]
}

const placeWanted = async (
  tx: Tx,
  actor: Actor,
  buyer: Buyer,
  { wanted, bookable, index, before, found }: OneOfMany,
  now: Date,
): Promise<Asked> => {
  const why = whyNotBookable(bookable, { isLoggedIn: actor.customerId !== null, now })
  if (why !== null) throw refuseItem(why.code, why.message, index, why.availableAt ?? undefined)

  const ticket = ticketWanted(bookable, wanted, index)
  const options = optionsFor(bookable.options, bookable.band, ticket?.id ?? null)
  const option = wanted.pricingOptionId
    ? options.find((candidate) => candidate.id === wanted.pricingOptionId)
    : (options.find(isForAnybody) ?? options[0])
  if (option === undefined) {
    throw invalid({ [`items.${index}.pricing_option_id`]: ['This price is not on offer here.'] })
  }
  const most = bookable.kind === 'tickets' ? (ticket?.maxQuantity ?? mostWithoutLimit) : 1
  if (wanted.quantity > most) {
    throw invalid({ [`items.${index}.quantity`]: [`At most ${most} of these.`] })
  }
  const purchasedForId = personWanted(buyer, wanted.purchasedForUserId)
  const personId = purchasedForId ?? actor.customerId
  if (personId !== null) {
    const alike = before.filter(
      (one) =>
        one.personId === personId &&
        one.occurrenceId !== bookable.id &&
        found.some(
          ({ id, activityId, localDate }) =>
            id === one.occurrenceId &&
            activityId === bookable.activityId &&
            weekOf(localDate).monday === weekOf(bookable.localDate).monday,
        ),
    )
    await refuseForPerson(tx, actor, personId, { bookable, index, plus: alike.length }, now)
  }
  // Whose reference it is decides when it is priced.
  const priced = wanted.customerReference ? null : { personId, ...bookable }
  const whyNot = priced === null ? null : await whyNotThisPrice(tx, option, priced, now)
  if (whyNot !== null) throw refuseItem(whyNot, priceRefusedAs[whyNot], index)
  return {
    index,
    most,
    occurrenceId: bookable.id,
    places: wanted.quantity * (ticket?.places ?? 1),
    idForm: typeof wanted.id === 'number' ? 'v1' : 'v2',
    ticketTypeId: ticket?.id ?? null,
    pricingOptionId: option.id,
    quantity: wanted.quantity,
    unitPrice: option.price,
    purchasedForId,
    customerReference: wanted.customerReference ?? null,
    personId,
    mayOverlap: isRepeatable(bookable),
  }
}

const ticketWanted = (bookable: Bookable, wanted: Pick<Wanted, 'ticketId'>, index: number) => {
  if (bookable.kind !== 'tickets') return null
  const only = bookable.ticketTypes.length === 1 ? bookable.ticketTypes[0] : undefined
  const ticket =
    wanted.ticketId === undefined
      ? only
      : bookable.ticketTypes.find((one) => one.id === wanted.ticketId || one.publicId === wanted.ticketId)
  if (ticket === undefined) throw invalid({ [`items.${index}.ticket_id`]: ['Choose a kind of ticket.'] })
  return ticket
}

/** Oneself is null; else a linked person, or for staff the selected customer's. */
const personWanted = (
  { customerId, linkedIds }: Buyer,
  purchasedForUserId: number | undefined,
): number | null => {
  if (!purchasedForUserId || purchasedForUserId === customerId) return null
  if (linkedIds.includes(purchasedForUserId)) return purchasedForUserId
  throw forbidden()
}

const isForAnybody = ({ proof, ageMin, ageMax }: OptionOnOffer): boolean =>
  proof === null && ageMin === null && ageMax === null

/** Why a person may not have a price, as a code; asked of the database only where it matters. */
const whyNotThisPrice = async (
  tx: Tx,
  option: OptionOnOffer,
  { personId, activityId, localDate }: { personId: number | null; activityId: number; localDate: string },
  now: Date,
): Promise<keyof typeof priceRefusedAs | null> => {
  if (isForAnybody(option)) return null
  const wallets =
    personId === null
      ? null
      : await walletsOf(tx, [personId], [{ activityId, day: localDate, options: [option] }], now)
  return whyNotOption(option, wallets?.get(personId ?? 0) ?? null, localDate)
}

const refuseForPerson = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  { bookable, index, plus }: { bookable: Bookable; index: number; plus: number },
  now: Date,
): Promise<void> => {
  if (!isRepeatable(bookable) && (await rows.bookedAlready(tx, personId, [bookable.id])).length > 0) {
    const item = { personId, occurrenceId: bookable.id }
    throw refuseItem('already_booked', await refusalSaid(tx, actor, 'already_booked', item, now), index)
  }
  // What lies in the basket already is not asked for again.
  const exceptHoldId = (await heldHere(tx, actor, personId, bookable, now)) ?? undefined
  const why = await whyNotFor(
    tx,
    eligibilityAsked(actor, personId, bookable, {
      plus,
      ...(exceptHoldId !== undefined && { exceptHoldId }),
    }),
    now,
  )
  if (why !== null) throw refuseItem(why.code, why.message, index)
}

/** The hold by which the person has this very thing in the caller's basket; asked only where a limit counts it. */
const heldHere = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  { id, weeklyLimit }: Bookable,
  now: Date,
): Promise<number | null> => {
  const basket = weeklyLimit === null ? null : await basketFor(tx, actor)
  if (basket === null) return null
  const lines = await rows.itemsOf(tx, basket.id)
  return (
    lines.find((line) => isLive(line, now) && line.occurrenceId === id && line.personId === personId)
      ?.holdId ?? null
  )
}

/** One person may have it twice, and beside something else: tickets, and courts for friends. */
const isRepeatable = ({ kind, allowsOverlap }: Pick<Bookable, 'kind' | 'allowsOverlap'>): boolean =>
  kind === 'tickets' || allowsOverlap

/** Takes lines out and frees their places. Ids that are not in this basket are passed over. */
export const removeFromBasket = async (
  tx: Tx,
  actor: Actor,
  itemIds: readonly number[],
  touch: Touch,
  now: Date,
): Promise<BasketRow | null> => {
  const basket = await lockBasketFor(tx, actor)
  if (basket === null) return null
  await openForChange(tx, basket, now)
  const all = await rows.itemsOf(tx, basket.id)
  const gone = all.filter((item) => itemIds.includes(item.id))
  const left = all.filter((item) => !gone.includes(item) && isLive(item, now))
  // D07: of the payments only credit stays, and no more of it than there is to pay. People before places.
  const owed = (await penaltiesIn(tx, basket)).filter((line) => !itemIds.includes(line.id))
  await shrinkReserved(tx, basket.id, totalsOf(left, owed).total, now)
  if (itemIds.length > 0) await penalties.removeLines(tx, basket.id, itemIds, now)
  await letGo(tx, gone, touch, now)
  return basket
}

const letGo = async (tx: Tx, items: readonly ItemRow[], touch: Touch, now: Date): Promise<void> => {
  if (items.length === 0) return
  await releaseHolds(
    tx,
    items.map((item) => item.holdId),
    now,
  )
  const ids = items.map((item) => item.id)
  await rows.markRemoved(tx, ids, now)
  await giveBackUses(tx, ids, now)
  afterCommit(tx, () => {
    for (const item of items) touch(item.venueId)
  })
}

/** Empties the caller's basket; its id stays. */
export const clearBasket = async (
  tx: Tx,
  actor: Actor,
  touch: Touch,
  now: Date,
): Promise<BasketRow | null> => {
  const basket = await lockBasketFor(tx, actor)
  if (basket === null) return null
  await openForChange(tx, basket, now)
  await empty(tx, basket, touch, now)
  return basket
}

/**
 * Empties what somebody leaves behind on logging out: the holds are freed at once (specification, section 4).
 * A basket that is being paid is left to its payment.
 */
export const emptyBasket = async (tx: Tx, actor: Actor, touch: Touch, now: Date): Promise<void> => {
  const basket = await lockBasketFor(tx, actor)
  if (basket?.status !== 'open') return
  await empty(tx, basket, touch, now)
}

const empty = async (tx: Tx, basket: BasketRow, touch: Touch, now: Date): Promise<void> => {
  await giveBackReserved(tx, basket.id, now)
  await penalties.removeLines(tx, basket.id, 'all', now)
  await letGo(tx, await rows.itemsOf(tx, basket.id), touch, now)
}

type UpdateOptions = Body<typeof baskets.update>['options']

/** Changes price option, quantity or person of a line. What is not named stays. */
export const updateItem = async (
  tx: Tx,
  actor: Actor,
  itemId: number,
  options: UpdateOptions,
  touch: Touch,
  now: Date,
): Promise<BasketRow> => {
  const basket = await lockBasketFor(tx, actor)
  const lines = basket === null ? [] : await rows.itemsOf(tx, basket.id)
  const item = lines.find((line) => line.id === itemId)
  if (basket === null || item === undefined || !isLive(item, now)) throw notFound()
  await openForChange(tx, basket, now)
  await lockPursesOf(tx, basket.id)

  const buyer = await buyerOf(tx, actor)
  const pricingOptionId = options.pricingOptionId ?? item.pricingOptionId
  const option = optionsFor(item.options, item.band, item.ticketTypeId).find(
    (one) => one.id === pricingOptionId,
  )
  if (option === undefined)
    throw invalid({ 'options.pricing_option_id': ['This price is not on offer here.'] })

  const purchasedForId =
    options.purchasedForUserId === undefined
      ? item.purchasedForId
      : personWanted(buyer, options.purchasedForUserId)
  const quantity = options.quantity ?? item.quantity
  if (quantity > item.quantity || purchasedForId !== item.purchasedForId) {
    const most = item.kind === 'tickets' ? (item.maxQuantity ?? mostWithoutLimit) : 1
    const others = lines.filter((line) => line !== item && isLive(line, now))
    const inside = quantityOf(others, { ...item, purchasedForId })
    if (quantity + inside > most) throw invalid({ 'options.quantity': [mostSaid(most, inside)] })
  }
  if (quantity > item.quantity) await refuseTakingAnew(tx, actor, basket, [item], now)
  if (quantity !== item.quantity) {
    const outcome = await rows.resizeItem(tx, item.id, quantity * (item.ticketPlaces ?? 1), now)
    if (outcome !== 'ok') {
      const { code, until } = await whyNoMore(tx, outcome, item, now)
      throw new Refusal(code, refusedAs[code], { availableAt: until })
    }
    afterCommit(tx, () => touch(item.venueId))
  }

  if (options.purchasedForUserId !== undefined) {
    const personId = purchasedForId ?? actor.customerId
    if (personId !== item.personId) {
      if (personId !== null) await refuseOther(tx, actor, personId, item, now)
      await rows.changePersonOfHold(tx, item.holdId, personId)
      // Somebody else takes part, who has not agreed to anything.
      await forgetWaivers(tx, item.id)
    }
  }
  const customerReference = options.customerReference ?? item.customerReference
  if (options.pricingOptionId !== undefined && customerReference === null) {
    const personId = purchasedForId ?? actor.customerId
    const whyNot = await whyNotThisPrice(tx, option, { ...item, personId }, now)
    if (whyNot !== null) throw new Refusal(whyNot, priceRefusedAs[whyNot])
  }
  await rows.changeItem(tx, item.id, {
    pricingOptionId,
    unitPrice: option.price,
    quantity,
    purchasedForId,
    customerReference,
  })
  const { applyBenefit, applyPackage } = options
  if (applyBenefit !== undefined || applyPackage !== undefined) {
    // Whoever asks for the one alone gives up the other: a line is paid for by one of them.
    await rows.setWants(tx, item.id, {
      wantsBenefit: applyBenefit ?? (applyPackage === true ? false : (item.wantsBenefit ?? true)),
      wantsPackage: applyPackage ?? (applyBenefit === true ? false : (item.wantsPackage ?? true)),
    })
  }
  const upToDate = await bringUpToDate(
    rows,
    tx,
    basket,
    await rows.itemsOf(tx, basket.id),
    actor,
    { settle: true, quiet: [item.id] },
    now,
  )
  const usedUp = upToDate.priced.find(({ id }) => id === item.id)?.usedUp ?? null
  if (applyBenefit === true && usedUp !== null) {
    throw new Refusal('limit_reached', `${usedUp} has been used as often as it may be in this time.`)
  }
  await shrinkPayments(tx, basket, now)
  return { ...basket, notices: [...basket.notices, ...upToDate.notices] }
}

/**
 * Takes a benefit or the visits of a package off a line: its full price stands again, until one of them is asked
 * for. The caller names the use.
 * @throws Refusal `not_found` when no line of the basket has it
 */
export const takeOff = async (
  tx: Tx,
  actor: Actor,
  of: { type: Applied['type']; useId: number },
  now: Date,
): Promise<BasketRow> => {
  const basket = await lockBasketFor(tx, actor)
  const items = basket === null ? [] : await rows.itemsOf(tx, basket.id)
  const item = items.find(
    ({ applied }) => applied !== null && applied.type === of.type && applied.useId === of.useId,
  )
  if (basket === null || item === undefined || !isLive(item, now)) throw notFound()
  await openForChange(tx, basket, now)
  await rows.setWants(tx, item.id, { wantsBenefit: false, wantsPackage: false })
  const { notices } = await bringUpToDate(
    rows,
    tx,
    basket,
    await rows.itemsOf(tx, basket.id),
    actor,
    { settle: true, quiet: [item.id] },
    now,
  )
  return { ...basket, notices: [...basket.notices, ...notices] }
}

/** Why a line may not be for another person. */
const refuseOther = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  item: ItemRow,
  now: Date,
): Promise<void> => {
  await rows.lockPeople(tx, [personId])
  const asked = { personId, occurrenceId: item.occurrenceId }
  if (!isRepeatable(item)) {
    const isBooked = (await rows.bookedAlready(tx, personId, [item.occurrenceId])).length > 0
    const isElsewhere =
      isBooked || (await rows.isElsewhere(tx, personId, item.occurrenceId, item.holdId, now))
    const code = isBooked ? 'already_booked' : 'clash'
    if (isElsewhere) {
      throw new Refusal(code, await refusalSaid(tx, actor, code, asked, now, item.holdId))
    }
  }
  const why = await whyNotFor(tx, eligibilityAsked(actor, personId, item, { exceptHoldId: item.holdId }), now)
  if (why !== null) throw new Refusal(why.code, why.message)
}

/** Fresh holds from now on, for the lines named or for all, lapsed ones too. */
export const renewBasket = async (
  tx: Tx,
  actor: Actor,
  itemIds: readonly number[] | undefined,
  touch: Touch,
  now: Date,
): Promise<BasketRow | null> => {
  const basket = await lockBasketFor(tx, actor)
  if (basket === null) return null
  await openForChange(tx, basket, now)
  if (basket.renewalsUsed >= maximumRenewals) {
    throw new Refusal('renewals_used', 'These places have been kept for as long as they can be.')
  }
  const items = (await rows.itemsOf(tx, basket.id)).filter(
    (item) =>
      (isLive(item, now) || isLapsed(item, now)) && (itemIds === undefined || itemIds.includes(item.id)),
  )
  for (const item of items) {
    if (item.occurrenceStatus !== 'scheduled')
      throw new Refusal('cancelled', `${item.name} has been called off.`)
    if (item.endsAt <= now) throw bookingEnded(item)
  }
  await refuseTakingAnew(
    tx,
    actor,
    basket,
    items.filter((item) => !isLive(item, now)),
    now,
  )
  for (const item of items) {
    // What is held was looked at when it was taken; what was parked at log-in perhaps never was.
    if (item.personId === null || isLive(item, now)) continue
    const why = await whyNotFor(
      tx,
      eligibilityAsked(actor, item.personId, item, { exceptHoldId: item.holdId }),
      now,
    )
    if (why !== null) {
      throw new Refusal(why.code, why.message, {
        errors: { [`cart_item_ids.${item.id}`]: [`${item.name}: ${why.message}`] },
      })
    }
  }
  const until = new Date(now.getTime() + actor.operator.basketHoldSeconds * 1000)
  const lost = await renewHolds(
    tx,
    items.map((item) => item.id),
    until,
    now,
  )
  const first = items.find((item) => item.id === lost[0]?.itemId)
  const availableAt = await whenFree(tx, lost[0]?.outcome ?? '', first?.occurrenceId, basket.id, now)
  refuseLost(lost, items, availableAt)
  if (items.length > 0) await rows.countRenewal(tx, basket.id, now)
  afterCommit(tx, () => {
    for (const item of items) touch(item.venueId)
  })
  return { ...basket, renewalsUsed: basket.renewalsUsed + (items.length > 0 ? 1 : 0) }
}

/** Places taken anew are refused like those of an add: where booking has ended, and while a penalty is owed. */
const refuseTakingAnew = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  items: readonly ItemRow[],
  now: Date,
): Promise<void> => {
  if (items.length === 0) return
  const ended = items.find((item) => bookingCloses(item) <= now)
  if (ended !== undefined) throw bookingEnded(ended)
  const inside = await penaltiesIn(tx, basket)
  await penalties.refuseWhileOwing(
    tx,
    actor.customerId,
    inside.map(({ penaltyId }) => penaltyId),
  )
}

const bookingEnded = ({ name }: Pick<ItemRow, 'name'>): Refusal =>
  new Refusal('closed', `Booking for ${name} has ended.`)

const refuseLost = (
  lost: readonly Lost[],
  items: readonly ItemRow[],
  availableAt: Date | undefined,
): void => {
  const first = lost[0]
  if (first === undefined) return
  const errors: Record<string, string[]> = {}
  for (const { itemId, outcome } of lost) {
    const item = items.find((line) => line.id === itemId)
    errors[`cart_item_ids.${itemId}`] = [`${item?.name ?? 'This'}: ${refusedAs[outcome]}`]
  }
  throw new Refusal(first.outcome, refusedAs[first.outcome], { errors, availableAt })
}

/**
 * A visitor's basket joins the customer's at log-in or registration (wire §1.4): doubles fall away, holds keep
 * their end, and the basket tells what became of it.
 */
export const joinBasket = async (
  tx: Tx,
  joining: { operatorId: number; uuid: string; customerId: number },
  touch: Touch,
  now: Date,
): Promise<void> => {
  const found = await rows.anonymousBasket(tx, joining.operatorId, joining.uuid)
  if (found === undefined) return
  const own = await rows.openBasketOf(tx, joining.customerId)
  // In order of id, like everybody who locks baskets.
  const ids = own === undefined ? [found.id] : [found.id, own.id].toSorted((one, other) => one - other)
  const locked: (BasketRow | undefined)[] = []
  for (const id of ids) locked.push(await rows.lockBasket(tx, id))
  const visitor = locked.find((basket) => basket?.id === found.id)
  // One that is being paid goes its own way; its order page stays open to the cookie that placed it.
  if (visitor === undefined || visitor.status !== 'open' || visitor.customerId !== null) return
  const items = await rows.itemsOf(tx, visitor.id)

  const ownItems = own === undefined ? [] : await rows.itemsOf(tx, own.id)
  const booked =
    items.length === 0
      ? []
      : await rows.bookedAlready(
          tx,
          joining.customerId,
          items.map((item) => item.occurrenceId),
        )
  const doubles = items.filter(
    (item) =>
      (item.kind !== 'tickets' && booked.includes(item.occurrenceId)) ||
      isDouble(
        item,
        ownItems.filter((line) => isLive(line, now)),
      ),
  )
  await letGo(tx, doubles, touch, now)
  const kept = items.filter((item) => !doubles.includes(item))
  if (kept.length === 0) return

  await rows.lockPeople(tx, [joining.customerId])
  const parked = await park(tx, joining.customerId, kept, now)
  if (parked.length > 0) afterCommit(tx, () => kept.forEach((item) => touch(item.venueId)))
  // They are priced for the customer when the basket is next shown, which tells what changed.
  await markSettled(
    tx,
    kept.map((item) => item.id),
  )
  await adoptAttendees(tx, visitor.id, joining.customerId)
  if (own === undefined) {
    await rows.adoptBasket(tx, visitor.id, joining.customerId)
    if (parked.length > 0) await rows.setNotices(tx, visitor.id, [...visitor.notices, ...parked])
    return
  }
  await rows.moveItems(
    tx,
    kept.map((item) => item.id),
    own.id,
  )
  const message =
    kept.length === 1
      ? 'What you chose before logging in has been added to your basket.'
      : `The ${kept.length} things you chose before logging in have been added to your basket.`
  await rows.setNotices(tx, own.id, [
    ...own.notices,
    { code: 'merged', message, cartItemId: null },
    ...parked,
  ])
}

/** Whether somebody has a thing already; of tickets at another price no more may be added than there may be. */
const isDouble = (item: ItemRow, own: readonly ItemRow[]): boolean => {
  const same = own.filter(
    (line) =>
      line.occurrenceId === item.occurrenceId &&
      line.ticketTypeId === item.ticketTypeId &&
      line.purchasedForId === item.purchasedForId,
  )
  if (item.ticketTypeId === null) return same.length > 0
  return (
    same.some((line) => line.pricingOptionId === item.pricingOptionId) ||
    item.quantity + quantityOf(own, item) > (item.maxQuantity ?? mostWithoutLimit)
  )
}

/**
 * Puts the customer's name to what they chose as a visitor. What they cannot have beside what they have already, or
 * cannot have at all, is held no longer; it stays with the lapsed lines, where it can be taken for somebody else.
 * @returns what to tell
 */
const park = async (
  tx: Tx,
  customerId: number,
  items: readonly ItemRow[],
  now: Date,
): Promise<BasketRow['notices']> => {
  const told: BasketRow['notices'] = []
  const lost: ItemRow[] = []
  // In their order: of two that clash the first stays.
  for (const item of items) {
    const why = isLive(item, now) ? await whyParked(tx, customerId, item, now) : null
    if (why === null) {
      await rows.nameHolds(tx, [item.holdId], customerId)
      continue
    }
    lost.push(item)
    told.push({
      code: 'item_unavailable',
      message: `${item.name} is no longer held for you. ${why}`,
      cartItemId: item.id,
    })
  }
  if (lost.length === 0) return told
  const holdIds = lost.map((item) => item.holdId)
  await parkHolds(tx, holdIds, now)
  await rows.nameHolds(tx, holdIds, customerId)
  await rows.markLapseTold(
    tx,
    lost.map((item) => item.id),
  )
  return told
}

const whyParked = async (tx: Tx, customerId: number, item: ItemRow, now: Date): Promise<string | null> => {
  const { occurrenceId, holdId } = item
  if (!isRepeatable(item) && (await rows.isElsewhere(tx, customerId, occurrenceId, holdId, now))) {
    const asked = { personId: customerId, isSelf: true, occurrenceId, exceptHoldId: holdId }
    return (await clashSaid(tx, asked, now)) ?? refusedAs.clash
  }
  const { activityId, localDate } = item
  const why = await whyNotFor(
    tx,
    { personId: customerId, isSelf: true, activityId, localDate, needs: item, exceptHoldId: holdId },
    now,
  )
  return why?.message ?? null
}
