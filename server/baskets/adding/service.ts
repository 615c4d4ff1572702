import { randomUUID } from 'node:crypto'
import type { baskets } from '#contract/baskets.ts'
import type { Body } from '#contract/endpoint.ts'
import { placeWanted } from '#server/baskets/asking/service.ts'
import type { Asked, Lookups, Wanted } from '#server/baskets/asking/service.ts'
import { letGo } from '#server/baskets/emptying/service.ts'
import { moreOfLines, takeMore, together } from '#server/baskets/growing/service.ts'
import { buyerOf } from '#server/baskets/prices/service.ts'
import type { Buyer } from '#server/baskets/prices/service.ts'
import { eligibilityAsked, refusalSaid, refuseItem, whenFree } from '#server/baskets/refusing/service.ts'
import {
  basketFor,
  busy,
  firstOfCustomer,
  itemsOf,
  lockBasketById,
  openForChange,
  penaltiesIn,
} from '#server/baskets/service.ts'
import type { BasketRow, Bookable } from '#server/baskets/service.ts'
import type { Holds } from '#server/holds/service.ts'
import * as penalties from '#server/penalties/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { whyNotFor } from '#server/waivers/eligibility/service.ts'
import * as rows from './queries.ts'

type AddBody = Body<typeof baskets.add>

export type AddServices = { db: Database; holds: Holds; lookups: Lookups }

/**
 * Puts things into the basket and holds their places, all of them or none. Runs outside a transaction: the
 * places are taken by the statement that answers everybody who asks in the same moment.
 * @returns the basket, made if there was none
 * @throws Refusal of wire §2.3, with `errors` by item
 */
export const addToBasket = async (
  { db, holds, lookups }: AddServices,
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
  const held = before === null || !mayBeGivenBack ? [] : (await itemsOf(db, before.id)).map((item) => item.id)
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
    if (verdict.outcome === 'basket_closed') throw busy()
    const refused = fresh[verdict.itemIndex ?? 0]
    const message = await refusalSaid(db, actor, verdict.outcome, refused, now)
    const until = await whenFree(db, verdict.outcome, refused?.occurrenceId, existing?.id ?? null, now)
    throw refuseItem(verdict.outcome, message, refused?.index ?? 0, until)
  }
  const basket = existing ?? firstBasket(verdict?.basketId ?? 0, uuid, operatorId)
  if (more.length > 0) {
    try {
      await takeMore(db, basket, more, now)
    } catch (error) {
      // All or none: what was new in this call is given back.
      const taken = (await itemsOf(db, basket.id)).filter((item) => !held.includes(item.id))
      await transact(db, (tx) => letGo(tx, taken, now))
      throw error
    }
  }
  await refuseBeyondLimit({ db }, actor, basket, { items: fresh, found, held }, now)
  for (const venueId of new Set(found.map((bookable) => bookable.venueId))) db.invalidate(venueId)
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

/** Two calls at once may each have been within a limit, and together beyond it: then neither gets more. */
const refuseBeyondLimit = async (
  { db }: Pick<AddServices, 'db'>,
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
    const taken = (await itemsOf(db, basket.id)).filter((item) => !asked.held.includes(item.id))
    await transact(db, (tx) => letGo(tx, taken, now))
    throw refuseItem(why.code, why.message, index)
  }
}

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
  await penalties.refuseWhileOwing(tx, customerId, beingPaid, { [`items.${first}.id`]: [penalties.owedBy] })
}

const putPenalties = (
  db: Database,
  basket: BasketRow,
  ids: readonly number[],
  now: Date,
): Promise<BasketRow> =>
  transact(db, async (tx) => {
    const locked = (await lockBasketById(tx, basket.id)) ?? basket
    await openForChange(tx, locked, now)
    await penalties.addLines(tx, locked.id, ids, now)
    return locked
  })

/** Whose membership is to pay: one's own or that of somebody one may book for. null where nobody says. */
const memberNamed = async (tx: Tx, buyer: Buyer, memberId: number | undefined): Promise<number | null> => {
  if (!memberId) return null
  const people = buyer.customerId === null ? [] : [buyer.customerId, ...buyer.linkedIds]
  if (!(await rows.isMemberAmong(tx, memberId, people))) throw notFound('We could not find that membership.')
  return memberId
}

/** The basket just made with its first places. */
const firstBasket = (id: number, uuid: string, operatorId: number): BasketRow => ({
  id,
  uuid,
  operatorId,
  customerId: null,
  status: 'open',
  renewalsUsed: 0,
  notices: [],
  pricedForId: null,
})
