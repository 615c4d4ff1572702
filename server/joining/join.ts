import type { Joining } from '#contract/memberships.ts'
import { instant, localDay } from '#contract/time.ts'
import { createJoiningBasket, lockBasket, openForChange } from '#server/baskets/find.ts'
import type { BasketRow } from '#server/baskets/rules.ts'
import { endMandateAtProvider, setUpMandate } from '#server/memberships/paymentMethods.ts'
import type { MandateServices } from '#server/memberships/paymentMethods.ts'
import { listPeople } from '#server/memberships/members.ts'
import type { MemberToBe } from '#server/memberships/members.ts'
import { statusOn } from '#server/memberships/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import { presentPlan, refuseMember, requirePlan } from './plans.ts'
import type { JoinBody } from './plans.ts'
import { costsOf, usualBillingDay } from './rules.ts'
import {
  abandon,
  createdMembership,
  insertJoining,
  joiningById,
  joiningInProgress,
  plansOnSale,
  unfinishedJoinings,
} from './sql.ts'
import type { ActivatedMembership, JoiningRow, PlanRow } from './sql.ts'

/** A joining may be paid for at its price for so long. */
const goodForMs = 24 * 3_600_000

/**
 * Begins to join. An earlier joining that has not been paid for is given up for the new one.
 * @throws Refusal of wire §12
 */
export const joinMembership = async (
  services: MandateServices,
  actor: Actor,
  body: JoinBody,
  now: Date,
): Promise<Joining> => {
  const { customerId } = actor
  if (customerId === null) throw loggedOut()
  const { plan, account } = await requirePlan(services.db, actor, customerId, body, now)
  const mandateId =
    account === null
      ? null
      : await setUpMandate(services, { operatorId: actor.operator.id, customerId, account }, now)
  try {
    return await transact(services.db, async (tx) => {
      await abandonEarlierJoinings(tx, customerId, plan.id, now)
      const operatorId = actor.operator.id
      const goodUntil = new Date(now.getTime() + goodForMs)
      const begun = await startAttempt(
        tx,
        { operatorId, customerId, plan, mandateId, goodUntil, soldBy: sellerOf(actor) },
        body,
        now,
      )
      await auditForSelected(tx, actor, { act: acts.joiningStarted, subject: `joining:${begun.id}` }, now)
      return presentWithMembers(tx, begun, null, now)
    })
  } catch (error) {
    if (mandateId !== null) await endMandateAtProvider(services.db, mandateId)
    throw error
  }
}

/** Staff who join for a customer; null for customers themselves. */
const sellerOf = ({ person, isStaff, customerId }: Actor): number | null =>
  person !== null && isStaff && person.id !== customerId ? person.id : null

/** Anyone who begins anew has turned away from what they began before. The basket is locked first, as everywhere. */
const abandonEarlierJoinings = async (
  tx: Tx,
  customerId: number,
  planId: number,
  now: Date,
): Promise<void> => {
  const earlier = await joiningInProgress(tx, customerId)
  if (earlier === undefined) return
  const basket = await lockedBasket(tx, earlier.basketId)
  const current = await joiningById(tx, earlier.id)
  if (current?.status === 'complete') {
    await refuseMember(tx, customerId, planId, current.startsOn)
    return
  }
  await openForChange(tx, basket, now)
  await endJoining(tx, earlier, now)
}

/**
 * Gives up what a person has begun and not paid for. Before people are locked: it locks a basket.
 * @param planId only a joining of this plan
 * @throws Refusal `busy` while it is being paid for
 */
export const abandonJoining = async (
  tx: Tx,
  customerId: number,
  now: Date,
  planId?: number,
): Promise<void> => {
  const begun = await joiningInProgress(tx, customerId)
  if (begun === undefined || (planId !== undefined && begun.planId !== planId)) return
  const basket = await lockedBasket(tx, begun.basketId)
  if ((await joiningById(tx, begun.id))?.status === 'complete') return
  await openForChange(tx, basket, now)
  await endJoining(tx, begun, now)
}

const endJoining = async (
  tx: Tx,
  { id, mandateId }: { id: number; mandateId: number | null },
  now: Date,
): Promise<void> => {
  await abandon(tx, id, now)
  if (mandateId !== null) await endMandateAtProvider(tx, mandateId)
}

const lockedBasket = async (tx: Tx, basketId: number): Promise<BasketRow> =>
  (await lockBasket(tx, basketId)) ?? failInvariant('a joining has no basket')

const startAttempt = async (
  tx: Tx,
  whose: {
    operatorId: number
    customerId: number
    plan: PlanRow
    mandateId: number | null
    goodUntil: Date
    soldBy: number | null
  },
  body: Pick<JoinBody, 'startDate' | 'paymentMethod' | 'billingDay' | 'memberIds'>,
  now: Date,
): Promise<JoiningRow> => {
  const { operatorId, customerId, plan, mandateId, goodUntil, soldBy } = whose
  const today = localDay(now, plan.timezone)
  const startsOn = body.startDate
  const billingDay = body.billingDay ?? usualBillingDay
  const costs = costsOf(plan, { startsOn, billingDay, today, noticeDays: plan.collectionNoticeDays })
  const made = await insertJoining(tx, {
    operatorId,
    customerId,
    planId: plan.id,
    venueId: plan.venueId,
    basketId: await createJoiningBasket(tx, operatorId, now),
    startsOn,
    paymentMethod: body.paymentMethod,
    billingDay: plan.billingPeriod === 'month' && costs.next !== null ? billingDay : null,
    memberIds: body.memberIds ?? [],
    mandateId,
    changesId: null,
    price: plan.price,
    joiningFee: plan.joiningFee,
    firstDaysPrice: costs.firstDaysPrice,
    firstDaysUntil: costs.firstDaysUntil,
    nextOn: costs.next?.on ?? null,
    minimumUntil: costs.minimumUntil,
    endsOn: costs.endsOn,
    plan: presentPlan(plan, costs, { startsOn, today }),
    terms: plan.terms.map(({ id }) => id),
    createdAt: now,
    goodUntil,
    soldBy,
  })
  if (made === null)
    throw new Refusal('busy', (messages) => messages.joining.otherWindow, { retryAfterSeconds: 1 })
  return made
}

/** A joining as its owner sees it. Others learn nothing, and of one that was given up no one does. */
export const readJoining = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<Joining> => {
  const row = await joiningById(tx, id)
  if (row === undefined || row.customerId !== actor.customerId || row.status === 'given_up') throw notFound()
  return presentWithMembers(tx, row, await activatedMembership(tx, row), now)
}

/** What the customer has begun and not paid for, while it may still be paid at its price. */
export const listUnfinishedJoinings = async (tx: Tx, actor: Actor, now: Date): Promise<Joining | null> => {
  if (actor.customerId === null) throw loggedOut()
  const row = await joiningInProgress(tx, actor.customerId)
  return row === undefined || row.goodUntil <= now ? null : presentWithMembers(tx, row, null, now)
}

/**
 * Begins a joining for a person who is to find it unfinished, paid by card: what an operator's files say of people.
 * @returns false where one is under way already
 */
export const saveUnfinishedJoining = async (
  tx: Tx,
  left: { operatorId: number; customerId: number; planId: number; venueSlug: string; goodUntil: Date },
  now: Date,
): Promise<boolean> => {
  const { operatorId, customerId, planId, venueSlug, goodUntil } = left
  const [plan] = await plansOnSale(tx, { operatorId, venueSlug, planId }, now)
  if (plan === undefined || (await joiningInProgress(tx, customerId)) !== undefined) return false
  const body = { startDate: localDay(now, plan.timezone), paymentMethod: 'card' as const }
  await startAttempt(
    tx,
    { operatorId, customerId, plan, mandateId: null, goodUntil, soldBy: null },
    body,
    now,
  )
  return true
}

const presentWithMembers = async (
  tx: Tx,
  row: JoiningRow,
  became: Awaited<ReturnType<typeof activatedMembership>>,
  now: Date,
): Promise<Joining> =>
  presentJoining(row, became, await listPeople(tx, [row.customerId, ...row.memberIds]), now)

const activatedMembership = async (tx: Tx, { membershipId, customerId }: JoiningRow) =>
  membershipId === null ? null : ((await createdMembership(tx, membershipId, customerId)) ?? null)

/** Gives up what no one has paid for in time, and its Direct Debits with it; what is being paid is left alone. */
export const sweepJoinings = async (db: Database, log: Log, now: Date): Promise<void> => {
  for (const left of await unfinishedJoinings(db, now, 200)) {
    try {
      await transact(db, async (tx) => {
        const basket = await lockedBasket(tx, left.basketId)
        if (basket.status === 'open') await endJoining(tx, left, now)
      })
    } catch (error) {
      log.warn({ err: error, joiningId: left.id }, 'a joining could not be given up yet')
    }
  }
}

/** The joining as its owner sees it. `became`: the membership it has become. `people`: who belongs to it. */
const presentJoining = (
  row: JoiningRow,
  became: ActivatedMembership | null,
  people: readonly MemberToBe[],
  now: Date,
): Joining => ({
  id: row.id,
  status: became === null ? 'awaiting_payment' : statusOn(became, localDay(now, became.timezone)),
  plan: row.plan,
  startDate: row.startsOn,
  dueToday: row.plan.dueToday,
  nextPayment: row.plan.nextPayment,
  paymentMethod: row.paymentMethod,
  billingDay: row.billingDay,
  isChange: row.changesId !== null,
  members: [row.customerId, ...row.memberIds].flatMap((id) => {
    const one = people.find((person) => person.id === id)
    return one === undefined ? [] : { userId: id, firstName: one.firstName, lastName: one.lastName }
  }),
  goodUntil: instant(row.goodUntil),
  reference: became?.reference ?? null,
  membershipUserId: became?.memberId ?? null,
  completeOrderId: row.orderId,
})
