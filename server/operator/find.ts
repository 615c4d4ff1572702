import { sql } from 'kysely'
import type { Operator } from '#server/platform/actor.ts'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant } from '#server/platform/errors.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { allOperators, anyOperator } from './sql.ts'

/** Whether no operator's files have been loaded yet. */
export const isEmpty = async (db: Tx): Promise<boolean> => !(await anyOperator(db))

/** An operator by id; a job may name one. */
export const operatorById = async (db: Tx, id: number): Promise<Operator> => {
  const operator = (await allOperators(db)).find((one) => one.id === id)
  if (operator === undefined) throw new Error(`There is no operator ${id}.`)
  return operator
}

/**
 * Finds the operator a call is for: the one named by `Client-Domain-Identifier`, else one whose frames the call
 * comes from, else the first.
 * @param isTrial whether no real money is taken here
 */
export const createOperatorFor = (db: Database, ttlMs = 1000, isTrial = false) => {
  const operators = createTtlCache(ttlMs, async () => {
    const all = await allOperators(db)
    // Thrown here, so that it is not cached: files may be loaded the next moment.
    if (all.length === 0) throw new Error('No operator has been loaded: npm run import -- FOLDER')
    return all.map((operator) => ({ ...operator, isTrial }))
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

/** Who sells: the names and numbers that stand on a receipt. */
export type Seller = {
  name: string
  legalName: string
  vatNumber: string
  /** Of its first venue. */
  address: string
  phone: string
  email: string
  currencySymbol: string
  timezone: string
  /** The colours of its theme, as written; null without one. */
  primaryColour: string | null
  headerBgColour: string | null
  headerPrimaryColour: string | null
}

/** The operator's own, or its first venue's. */
const contactOf = (
  column: 'phone' | 'email',
) => sql<string>`coalesce(nullif(${sql.ref(`operator.${column}`)}, ''), (
  select ${sql.ref(`v.${column}`)} from venue v where v.operator_id = operator.id order by v.position, v.id limit 1), '')`

/** Who sells, as printed on receipts and messages. */
export const sellerOf = createBatchedStatement(
  async (tx, operatorIds: number[]): Promise<Seller[]> => {
    const operators = await tx
      .selectFrom('operator')
      .leftJoin('theme', 'theme.id', 'operator.themeId')
      .select([
        'operator.id',
        'operator.name',
        'operator.legalName',
        'operator.vatNumber',
        'operator.currencySymbol',
        'operator.timezone',
        'theme.primaryColour',
        'theme.headerBgColour',
        'theme.headerPrimaryColour',
      ])
      .select([contactOf('phone').as('phone'), contactOf('email').as('email')])
      .select(
        sql<string>`coalesce((
          select concat_ws(', ', nullif(v.name, ''), nullif(v.address_line_one, ''), nullif(v.town, ''), nullif(v.postcode, ''))
          from venue v where v.operator_id = operator.id order by v.position, v.id limit 1), '')`.as(
          'address',
        ),
      )
      .where(sql<boolean>`operator.id = any(${operatorIds}::int[])`)
      .execute()
    return operatorIds.map((wanted) => {
      const { id: _, ...seller } =
        operators.find(({ id }) => id === wanted) ?? failInvariant('a seller that is no operator')
      return seller
    })
  },
  { name: 'sellers', batchSize: 64, inFlight: 1 },
)
