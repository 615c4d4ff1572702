import type { Inductions, customers } from '#contract/customers.ts'
import type { Body } from '#contract/endpoint.ts'
import { localDay } from '#contract/time.ts'
import { acts } from '#server/platform/acts.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { deleteInduction, inductionsOf, recordInduction } from '#server/waivers/inductions.ts'
import { isCustomerOf } from './desk.ts'

/** @throws Refusal `not_found` for an unknown person */
export const readInductions = async (tx: Tx, actor: Actor, customerId: number): Promise<Inductions> => {
  await requireCustomer(tx, actor, customerId)
  return presentInductions(tx, actor, customerId)
}

/** @throws Refusal `not_found` for an unknown person or induction, `invalid` for a day to come */
export const giveInduction = async (
  tx: Tx,
  actor: Actor,
  customerId: number,
  { restrictionId, givenOn }: Body<typeof customers.giveInduction>,
  now: Date,
): Promise<Inductions> => {
  await requireCustomer(tx, actor, customerId)
  if (givenOn > localDay(now, actor.operator.timezone))
    throw invalid({ givenOn: [(messages) => messages.customers.dayToCome] })
  const isGiven = await recordInduction(tx, actor.operator.id, { customerId, restrictionId, givenOn })
  if (!isGiven) throw notFound((messages) => messages.customers.inductionNotFound)
  await record(tx, actor, acts.inductionGiven, { customerId, restrictionId }, now)
  return presentInductions(tx, actor, customerId)
}

/** @throws Refusal `not_found` for an unknown person or an induction that they have not had */
export const withdrawInduction = async (
  tx: Tx,
  actor: Actor,
  of: { customerId: number; restrictionId: number },
  now: Date,
): Promise<Inductions> => {
  await requireCustomer(tx, actor, of.customerId)
  if (!(await deleteInduction(tx, of))) throw notFound((messages) => messages.customers.inductionNotFound)
  await record(tx, actor, acts.inductionWithdrawn, of, now)
  return presentInductions(tx, actor, of.customerId)
}

const requireCustomer = async (tx: Tx, { operator }: Actor, customerId: number): Promise<void> => {
  if (!(await isCustomerOf(tx, customerId, operator.id)))
    throw notFound((messages) => messages.customers.customerNotFound)
}

const record = (
  tx: Tx,
  actor: Actor,
  act: string,
  { customerId, restrictionId }: { customerId: number; restrictionId: number },
  now: Date,
): Promise<void> =>
  recordAudit(
    tx,
    { actorId: staffOf(actor).id, forCustomerId: customerId, act, subject: `induction:${restrictionId}` },
    now,
  )

const presentInductions = async (tx: Tx, { operator }: Actor, customerId: number): Promise<Inductions> => {
  const all = await inductionsOf(tx, operator.id, customerId)
  return {
    given: all.flatMap(({ givenOn, ...induction }) => (givenOn === null ? [] : [{ ...induction, givenOn }])),
    others: all.filter(({ givenOn }) => givenOn === null).map(({ id, name }) => ({ id, name })),
  }
}
