import type { Body, Query } from '#contract/endpoint.ts'
import type { Joining, memberships, Plan } from '#contract/memberships.ts'
import { createJoiningBasket, lockBasket, openForChange } from '#server/baskets/service.ts'
import type { BasketRow } from '#server/baskets/service.ts'
import { ageInYears } from '#contract/time.ts'
import { hasSentProof } from '#server/documents/service.ts'
import { parseAccount, endMandateAtProvider, setUpMandate } from '#server/memberships/mandates/service.ts'
import type { MandateServices } from '#server/memberships/mandates/service.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/joining.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditForSelected } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { transact } from '#server/platform/transact.ts'
import { addDays, dayOf } from '#server/platform/wallclock.ts'
import type { BankAccount } from '#server/providers/direct-debit/port.ts'
import { paymentMethodsOf, presentJoining, presentPlan } from './present.ts'
import {
  abandon,
  birthDate,
  createdMembership,
  hasPlan,
  insertJoining,
  joiningById,
  joiningInProgress,
  plansOnSale,
  unfinishedJoinings,
} from './queries.ts'
import type { JoiningRow, PlanRow } from './queries.ts'
import { costsOf, documentName, startsWithinDays, usualBillingDay, whyNotEligibleAge } from './rules.ts'

type JoinBody = Body<typeof memberships.join>

/** A joining may be paid for at its price for so long. */
const goodForMs = 24 * 3_600_000

/**
 * What is sold online at a venue, with what it costs for a start on a day.
 * @throws Refusal `not_found` where nothing is; `invalid` for a day on which nothing may start
 */
export const listPlans = async (
  tx: Tx,
  operatorId: number,
  venueSlug: string,
  { startDate, billingDay = usualBillingDay }: Query<typeof memberships.plans>,
  now: Date,
): Promise<Plan[]> => {
  const plans = await plansOnSale(tx, operatorId, venueSlug)
  const first = plans[0]
  if (first === undefined) throw notFound(messages.nothingSold)
  const today = dayOf(now, first.timezone)
  const startsOn = startDate ?? today
  refuseFields({ start_date: whyNotStart(startsOn, today) })
  return plans.map((plan) => {
    const chosen = { startsOn, billingDay, today, noticeDays: plan.collectionNoticeDays }
    return presentPlan(plan, costsOf(plan, chosen), { startsOn, today })
  })
}

const whyNotStart = (startsOn: string, today: string): string | null => {
  if (startsOn < today) return messages.startInPast
  return startsOn > addDays(today, startsWithinDays)
    ? messages.startTooLate({ days: startsWithinDays })
    : null
}

const refuseFields = (whys: Readonly<Record<string, string | null>>): void => {
  const errors: Record<string, string[]> = {}
  for (const [field, why] of Object.entries(whys)) if (why !== null) errors[field] = [why]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * Begins to join. An earlier joining that has not been paid for is given up for the new one.
 * @throws Refusal of wire §12
 */
export const startJoining = async (
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
      return presentJoining(begun, null, now)
    })
  } catch (error) {
    if (mandateId !== null) await endMandateAtProvider(services.db, mandateId)
    throw error
  }
}

/** Staff who join for a customer; null for customers themselves. */
const sellerOf = ({ person, isStaff, customerId }: Actor): number | null =>
  person !== null && isStaff && person.id !== customerId ? person.id : null

const noAccount = { accountName: '', sortCode: '', accountNumber: '' }

/** The plan, when this customer may have it in this way, and the account it is to be collected from. */
const requirePlan = async (
  db: Database,
  actor: Actor,
  customerId: number,
  body: JoinBody,
  now: Date,
): Promise<{ plan: PlanRow; account: BankAccount | null }> => {
  const [plan] = await plansOnSale(db, actor.operator.id, body.venueSlug, body.planId)
  if (plan === undefined) throw invalid({ plan_id: [messages.notSoldHere] })
  const required = plan.terms.filter((terms) => terms.required).map(({ id }) => id)
  const isAgreed = body.termsAccepted === true || required.every((id) => body.terms.includes(id))
  const isDebited = body.paymentMethod === 'direct_debit' && plan.price > 0 && plan.billingPeriod !== 'once'
  const read = isDebited ? parseAccount(body.bankAccount ?? noAccount) : { account: null }
  refuseFields({
    start_date: whyNotStart(body.startDate, dayOf(now, plan.timezone)),
    payment_method: paymentMethodsOf(plan).includes(body.paymentMethod)
      ? null
      : messages.paymentMethodUnavailable,
    // Plans cost what they say; there are no codes to give.
    promotion_code: body.promotionCode === undefined ? null : messages.codeUnknown,
    terms: isAgreed ? null : messages.termsRequired,
    ...('wrong' in read ? read.wrong : {}),
  })
  const birth = await birthDate(db, customerId)
  const why = whyNotEligibleAge(plan, birth === null ? null : ageInYears(birth, body.startDate))
  if (why !== null) throw new Refusal('age', why)
  if (
    plan.documentType !== null &&
    !(await hasSentProof(db, customerId, plan.documentType, body.startDate))
  ) {
    throw new Refusal(
      'document_required',
      messages.documentRequired({ document: documentName(plan.documentType) }),
    )
  }
  await refuseMember(db, customerId, plan.id, body.startDate)
  return { plan, account: 'account' in read ? read.account : null }
}

const refuseMember = async (tx: Tx, customerId: number, planId: number, day: string): Promise<void> => {
  if (await hasPlan(tx, customerId, planId, day)) {
    throw new Refusal('already_member', messages.alreadyMember)
  }
}

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
  body: Pick<JoinBody, 'startDate' | 'paymentMethod' | 'billingDay'>,
  now: Date,
): Promise<JoiningRow> => {
  const { operatorId, customerId, plan, mandateId, goodUntil, soldBy } = whose
  const today = dayOf(now, plan.timezone)
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
    mandateId,
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
  if (made === null) throw new Refusal('busy', messages.otherWindow, { retryAfterSeconds: 1 })
  return made
}

/** A joining as its owner sees it. Others learn nothing, and of one that was given up no one does. */
export const readJoining = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<Joining> => {
  const row = await joiningById(tx, id)
  if (row === undefined || row.customerId !== actor.customerId || row.status === 'given_up') throw notFound()
  return presentJoining(row, await activatedMembership(tx, row), now)
}

/** What the customer has begun and not paid for, while it may still be paid at its price. */
export const listUnfinishedJoinings = async (tx: Tx, actor: Actor, now: Date): Promise<Joining | null> => {
  if (actor.customerId === null) throw loggedOut()
  const row = await joiningInProgress(tx, actor.customerId)
  return row === undefined || row.goodUntil <= now ? null : presentJoining(row, null, now)
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
  const [plan] = await plansOnSale(tx, operatorId, venueSlug, planId)
  if (plan === undefined || (await joiningInProgress(tx, customerId)) !== undefined) return false
  const body = { startDate: dayOf(now, plan.timezone), paymentMethod: 'card' as const }
  await startAttempt(
    tx,
    { operatorId, customerId, plan, mandateId: null, goodUntil, soldBy: null },
    body,
    now,
  )
  return true
}

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
