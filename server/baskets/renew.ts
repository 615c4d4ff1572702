import { renewPlaces } from '#server/holds/places.ts'
import type { LostPlace } from '#server/holds/places.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
import { refuseWhileOwing } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { findUsedReferences } from '#server/pricing/references.ts'
import { bookingCloses } from '#server/timetable/rules.ts'
import { checkEligibility } from '#server/waivers/eligibility.ts'
import { whyNotUnnamed } from '#server/waivers/rules.ts'
import type { Ineligible } from '#server/waivers/rules.ts'
import { listItems, listPenalties, lockBasketForChange } from './find.ts'
import { holdEnd, mayRenew } from './limits.ts'
import type { VisitorLimits } from './limits.ts'
import { describeRefusal, findRelease } from './refusals.ts'
import { eligibilityRequest, isLapsed, isLive, maximumRenewals, refusalMessages } from './rules.ts'
import type { BasketRow, ItemRow } from './rules.ts'
import { clearReferences, countRenewal, lockPeople } from './sql/lines.ts'

/** Fresh holds from now on, for the lines named or for all, lapsed ones too. */
export const renewBasket = async (
  tx: Tx,
  actor: Actor,
  itemIds: readonly number[] | undefined,
  limits: VisitorLimits,
  now: Date,
): Promise<BasketRow | null> => {
  const basket = await lockBasketForChange(tx, actor, now)
  if (basket === null) return null
  if (basket.renewalsUsed >= maximumRenewals) {
    throw new Refusal('renewals_used', (messages) => messages.baskets.noMoreRenewals)
  }
  const items = (await listItems(tx, basket.id)).filter(
    (item) =>
      (isLive(item, now) || isLapsed(item, now)) && (itemIds === undefined || itemIds.includes(item.id)),
  )
  const occurrenceIds = items.map(({ occurrenceId }) => occurrenceId)
  if (!(await mayRenew(tx, actor, occurrenceIds, limits, now)))
    throw new Refusal('renewals_used', (messages) => messages.baskets.noMoreRenewals)
  for (const item of items) {
    if (item.occurrenceStatus !== 'scheduled')
      throw new Refusal('cancelled', (messages) => messages.baskets.sessionCancelled({ name: item.name }))
    if (item.endsAt <= now) throw bookingEndedRefusal(item)
  }
  const lapsed = items.filter((item) => !isLive(item, now))
  await requireRetakeAllowed(tx, actor, basket, lapsed, now)
  await requireEligible(tx, actor, lapsed, now)
  await dropUsedReferences(tx, lapsed, now)
  await renewItems(tx, actor, basket, items, now)
  if (items.length > 0) await countRenewal(tx, basket.id, now)
  for (const item of items) tx.invalidate(item.venueId)
  return { ...basket, renewalsUsed: basket.renewalsUsed + (items.length > 0 ? 1 : 0) }
}

/** Retaking places is refused like adding: of what is offered no more or has closed, and while the customer owes a penalty. */
export const requireRetakeAllowed = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  items: readonly ItemRow[],
  now: Date,
): Promise<void> => {
  if (items.length === 0) return
  const closed = findClosed(items, now)
  if (closed !== undefined) throw bookingEndedRefusal(closed)
  const inBasket = await listPenalties(tx, basket)
  await refuseWhileOwing(
    tx,
    actor.customerId,
    inBasket.map(({ penaltyId }) => penaltyId),
  )
}

const findClosed = (items: readonly ItemRow[], now: Date): ItemRow | undefined =>
  items.find((item) => !item.isOffered || bookingCloses(item) <= now)

const bookingEndedRefusal = ({ name }: Pick<ItemRow, 'name'>): Refusal =>
  new Refusal('closed', (messages) => messages.baskets.bookingEnded({ name }))

/** Checks lapsed lines. Live ones were checked when they were held; lines parked at log-in may never have been. */
const requireEligible = async (
  tx: Tx,
  actor: Actor,
  lapsed: readonly ItemRow[],
  now: Date,
): Promise<void> => {
  const ineligible = await findIneligible(tx, actor, lapsed, now)
  if (ineligible === null) return
  const { item, reason } = ineligible
  const errors = {
    [`cart_item_ids.${item.id}`]: [
      (messages: Messages) =>
        messages.baskets.itemProblem({ name: item.name, problem: reason.message(messages) }),
    ],
  }
  throw new Refusal(reason.code, reason.message, { errors })
}

const findIneligible = async (
  tx: Tx,
  actor: Actor,
  items: readonly ItemRow[],
  now: Date,
): Promise<{ item: ItemRow; reason: Ineligible } | null> => {
  // Locked, so that nobody else takes places for these people while theirs are counted.
  await lockPeople(
    tx,
    items.flatMap(({ personId }) => personId ?? []),
  )
  const isWalkIn = actor.isStaff && actor.customerId === null
  for (const item of items) {
    if (item.personId === null) {
      const unnamed = isWalkIn ? whyNotUnnamed(item) : null
      if (unnamed !== null) return { item, reason: unnamed }
      continue
    }
    const request = eligibilityRequest(actor, item.personId, item, { exceptHoldId: item.holdId })
    const reason = await checkEligibility(tx, request, now)
    if (reason !== null) return { item, reason }
  }
  return null
}

/**
 * Checkout sells lapsed lines, too: the first that renewing would refuse, and the sentence that says why. Staff may have
 * added lines for another customer than they sell them to, so all of theirs are judged.
 */
export const findNotRetakable = async (
  tx: Tx,
  actor: Actor,
  lines: readonly ItemRow[],
  now: Date,
): Promise<{ item: ItemRow; problem: Text } | null> => {
  const lapsed = lines.filter((line) => !isLive(line, now))
  const closed = findClosed(lapsed, now)
  if (closed !== undefined)
    return { item: closed, problem: (messages) => messages.baskets.bookingEnded(closed) }
  const judged = actor.isStaff ? lines : lapsed
  if (judged.length === 0) return null
  const ineligible = await findIneligible(tx, actor, judged, now)
  return ineligible === null ? null : { item: ineligible.item, problem: ineligible.reason.message }
}

/** While a line was lapsed, another may have taken the one ticket that its customer reference is valid for. */
const dropUsedReferences = async (tx: Tx, lapsed: readonly ItemRow[], now: Date): Promise<void> => {
  const ids = lapsed.flatMap(({ id, customerReference }) => (customerReference === null ? [] : [id]))
  if (ids.length === 0) return
  const used = await findUsedReferences(tx, ids, now)
  if (used.size > 0) await clearReferences(tx, [...used])
}

/**
 * A payment prolongs holds, so it counts as a renewal: a challenge that is never answered must not hold places without
 * end. Once the renewals are used, the places stay held for the time they have left.
 */
export const planPaymentHold = (
  { renewalsUsed }: BasketRow,
  items: readonly ItemRow[],
  until: Date,
  now: Date,
): { until: Date; isRenewal: boolean } =>
  renewalsUsed >= maximumRenewals
    ? { until: now, isRenewal: false }
    : { until: holdEnd(items, until, now), isRenewal: true }

/** Renews the holds, all or none. @throws Refusal with `errors` by item */
const renewItems = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  items: readonly ItemRow[],
  now: Date,
): Promise<void> => {
  const ids = items.map((item) => item.id)
  const wanted = new Date(now.getTime() + actor.operator.basketHoldSeconds * 1000)
  const until = holdEnd(items, wanted, now)
  const lost = await renewPlaces(tx, ids, until, now)
  const [first] = lost
  if (first === undefined) return
  const place = { occurrenceId: itemOf(items, first)?.occurrenceId, basketId: basket.id }
  const problems: LostProblem[] = []
  for (const one of lost) {
    const item = itemOf(items, one)
    const about = item === undefined ? undefined : { ...item, exceptHoldId: item.holdId }
    problems.push({ ...one, problem: await describeRefusal(tx, actor, one.outcome, about, now) })
  }
  throw new Refusal(first.outcome, problems[0]?.problem ?? refusalMessages[first.outcome], {
    errors: lostErrors(problems, items),
    availableAt: (await findRelease(tx, first.outcome, place, now))?.at,
  })
}

type LostProblem = LostPlace & { problem: Text }

const itemOf = (items: readonly ItemRow[], { itemId }: LostPlace): ItemRow | undefined =>
  items.find(({ id }) => id === itemId)

const lostErrors = (lost: readonly LostProblem[], items: readonly ItemRow[]): Record<string, Text[]> =>
  Object.fromEntries(
    lost.map(({ problem, ...place }) => {
      const name = itemOf(items, place)?.name
      return [
        `cart_item_ids.${place.itemId}`,
        [
          name === undefined
            ? problem
            : (messages: Messages) => messages.baskets.itemProblem({ name, problem: problem(messages) }),
        ],
      ]
    }),
  )
