import type { Operator } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { allOperators, anyOperator, operatorAsSeller } from './queries.ts'
import type { Seller } from './queries.ts'

export type { Seller } from './queries.ts'

/** Whether no operator's files have been loaded yet. */
export const isEmpty = async (db: Tx): Promise<boolean> => !(await anyOperator(db))

/** An operator by id; a job may name one. */
export const operatorById = async (db: Tx, id: number): Promise<Operator> => {
  const operator = (await allOperators(db)).find((one) => one.id === id)
  if (operator === undefined) throw new Error(`There is no operator ${id}.`)
  return operator
}

/** Who sells, as printed on receipts and messages. */
export const sellerOf = (tx: Tx, operatorId: number): Promise<Seller> => operatorAsSeller(tx, operatorId)

/**
 * Finds the operator a call is for: the one named by `Client-Domain-Identifier`, else one whose frames the call
 * comes from, else the first.
 */
export const createOperatorFor = (db: Database, ttlMs = 1000) => {
  const operators = createTtlCache(ttlMs, async () => {
    const all = await allOperators(db)
    // Thrown here, so that it is not cached: files may be loaded the next moment.
    if (all.length === 0) throw new Error('No operator has been loaded: npm run import -- FOLDER')
    return all
  })
  return async ({ origins, slug }: { origins: string[]; slug: string | null }): Promise<Operator> => {
    const all = await operators('', undefined)
    const named = all.find((operator) => operator.slug === slug)
    const framed = () => all.find(({ frameOrigins }) => origins.some((origin) => isIn(frameOrigins, origin)))
    const found = named ?? framed() ?? all[0]
    return found ?? failInvariant('a list of operators without one')
  }
}

const isIn = (allowed: readonly string[], address: string): boolean =>
  URL.canParse(address) && allowed.includes(new URL(address).origin)
