import type { AuditAct } from '#contract/audit.ts'
import type { CustomerFound, customers, Inductions } from '#contract/customers.ts'
import type { Body } from '#contract/endpoint.ts'
import { normalReference } from '#contract/identifiers.ts'
import { localDay } from '#contract/time.ts'
import { membersByPassCode } from '#server/guest-passes/desk.ts'
import { peopleByReference } from '#server/memberships/list.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { limitRate } from '#server/platform/rateLimits.ts'
import { loadUser } from '#server/sessions/user.ts'
import { deleteInduction, inductionsOf, recordInduction } from '#server/waivers/inductions.ts'
import { insertDeskCustomer } from './register.ts'
import { phoneDigits, searchTerms } from './rules.ts'
import { customerById, customersByPhone, findCustomers } from './sql.ts'
import type { SearchResultRow } from './sql.ts'

const maxResults = 20

/** One customer takes a few searches; copying the customer list takes thousands. */
const searchLimit = { attempts: 300, seconds: 600 }

/**
 * Searches customers for staff and audits the query.
 * @throws Refusal `invalid` for too few letters, `too_many`
 */
export const searchAtDesk = async (
  tx: Tx,
  actor: Actor,
  query: string,
  now: Date,
): Promise<CustomerFound[]> => {
  const { id: actorId } = staffOf(actor)
  await limitDeskSearch(tx, actorId, now)
  const results = await findByQuery(tx, actor, query)
  const detail = { found: results.length, customerIds: results.map(({ id }) => id) }
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act: acts.customersSearched, subject: query, detail },
    now,
  )
  return Promise.all(results.map((row) => presentResult(tx, actor, row, now)))
}

/** Searches for customers and for orders count together. @throws Refusal `too_many` */
export const limitDeskSearch = (tx: Tx, actorId: number, now: Date): Promise<void> =>
  limitRate(tx, `customers searched by ${actorId}`, searchLimit, now)

/** The customers that a query finds, as `searchAtDesk` answers them. @throws Refusal `invalid` for too few letters */
export const findByQuery = async (
  tx: Tx,
  { operator }: Pick<Actor, 'operator'>,
  query: string,
): Promise<SearchResultRow[]> => {
  const terms = searchTerms(query)
  if (terms === null) throw invalid({ query: [(messages) => messages.customers.searchTooShort] })
  const reference = normalReference(query)
  const digits = phoneDigits(query)
  const ids = [
    ...(await peopleByReference(tx, operator.id, reference)),
    ...(await membersByPassCode(tx, operator.id, reference)),
    ...(digits === null ? [] : await customersByPhone(tx, operator.id, digits)),
  ]
  return findCustomers(tx, operator.id, terms, reference, ids, maxResults)
}

/** USER with the details that tell people of the same name apart. */
const presentResult = async (
  tx: Tx,
  actor: Actor,
  row: SearchResultRow,
  now: Date,
): Promise<CustomerFound> => ({
  ...(await loadUser(tx, actor, row.id, now)),
  ...row,
})

/** Returns one of the operator's customers to staff and audits the access. */
export const customerAtDesk = async (
  tx: Tx,
  actor: Actor,
  customerId: number,
  now: Date,
): Promise<CustomerFound> => {
  const { id: actorId } = staffOf(actor)
  const row = await customerById(tx, actor.operator.id, customerId)
  if (row === undefined) throw notFound((messages) => messages.customers.customerNotFound)
  await recordAudit(tx, { actorId, forCustomerId: customerId, act: acts.customerOpened }, now)
  return presentResult(tx, actor, row, now)
}

/** Registers a customer at the desk. @throws Refusal `invalid` by field */
export const registerAtDesk = async (
  tx: Tx,
  actor: Actor,
  input: Body<typeof customers.registerAtDesk>,
  now: Date,
): Promise<CustomerFound> => {
  const { id: actorId } = staffOf(actor)
  const customerId = await insertDeskCustomer(tx, actor.operator, input, now)
  await recordAudit(tx, { actorId, forCustomerId: customerId, act: acts.customerRegistered }, now)
  const row = await customerById(tx, actor.operator.id, customerId)
  if (row === undefined) throw notFound()
  return presentResult(tx, actor, row, now)
}

/** Whether it is a customer's account of the operator; staff are not. */
export const isCustomerOf = async (tx: Tx, customerId: number, operatorId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where('operatorId', '=', operatorId)
    .where('role', '=', 'customer')
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

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
  act: AuditAct,
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
