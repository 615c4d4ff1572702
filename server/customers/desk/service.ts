import type { CustomerFound, customers } from '#contract/customers.ts'
import type { Body } from '#contract/endpoint.ts'
import { insertDeskCustomer } from '#server/customers/service.ts'
import { searchTerms } from '#server/customers/rules.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { limitRate } from '#server/platform/rateLimits.ts'
import { loadCustomerProfile } from '#server/sessions/service.ts'
import * as rows from './queries.ts'
import type { SearchResultRow } from './queries.ts'

const mostFound = 20
/** Looking somebody up takes a few tries; copying the customers takes thousands. */
const searchesOfOne = { attempts: 300, seconds: 600 }

/**
 * Customers whom staff look for. What was looked for is written down.
 * @throws Refusal `invalid` for too few letters, `too_many`
 */
export const searchCustomers = async (
  tx: Tx,
  actor: Actor,
  query: string,
  now: Date,
): Promise<CustomerFound[]> => {
  const { id: actorId } = staffOf(actor)
  await limitRate(tx, `customers searched by ${actorId}`, searchesOfOne, now)
  const words = searchTerms(query)
  if (words === null) throw invalid({ query: ['Type at least 2 letters.'] })
  const found = await rows.findCustomers(tx, actor.operator.id, words, query.trim(), mostFound)
  const detail = { found: found.length }
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act: 'customers searched', subject: query, detail },
    now,
  )
  return Promise.all(found.map((row) => presentResult(tx, actor, row, now)))
}

/** USER with what tells people of one name apart. */
const presentResult = async (
  tx: Tx,
  actor: Actor,
  row: SearchResultRow,
  now: Date,
): Promise<CustomerFound> => ({
  ...(await loadCustomerProfile(tx, actor, row.id, now)),
  ...row,
})

/** One customer of the operator, for staff. That they were looked at is written down. */
export const customerAtDesk = async (
  tx: Tx,
  actor: Actor,
  customerId: number,
  now: Date,
): Promise<CustomerFound> => {
  const { id: actorId } = staffOf(actor)
  const row = await rows.customerById(tx, actor.operator.id, customerId)
  if (row === undefined) throw notFound('We could not find that customer.')
  await recordAudit(tx, { actorId, forCustomerId: customerId, act: 'customer seen' }, now)
  return presentResult(tx, actor, row, now)
}

/**
 * Makes somebody a customer who stands at the desk.
 * @throws Refusal `invalid` by field
 */
export const registerAtDesk = async (
  tx: Tx,
  actor: Actor,
  given: Body<typeof customers.registerAtDesk>,
  now: Date,
): Promise<CustomerFound> => {
  const { id: actorId } = staffOf(actor)
  const customerId = await insertDeskCustomer(tx, actor.operator, given, now)
  await recordAudit(tx, { actorId, forCustomerId: customerId, act: 'customer registered' }, now)
  const row = await rows.customerById(tx, actor.operator.id, customerId)
  if (row === undefined) throw notFound()
  return presentResult(tx, actor, row, now)
}
