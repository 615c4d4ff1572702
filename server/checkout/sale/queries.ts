import { sql } from 'kysely'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'

export type TermsRow = { id: number; name: string; html: string; required: boolean; accepted: boolean }

/** `accepted`: the customer registered or placed an order of their own with these terms since they last changed. */
export const termsOf = (tx: Tx, operatorId: number, customerId: number | null): Promise<TermsRow[]> =>
  customerId === null ? visitorTerms(tx, operatorId) : termsOfCustomer(tx, operatorId, customerId)

const reads = (name: string) => ({ name, batchSize: 64, inFlight: 1 })

/** No visitor has accepted anything before. */
const visitorTerms = createSharedRead(async (tx, operatorIds: number[]) => {
  const terms = await tx
    .selectFrom('terms')
    .select(['id', 'operatorId', 'name', 'html', 'required', sql.lit(false).as('accepted')])
    .where(sql<boolean>`operator_id = any(${operatorIds}::int[])`)
    .where('purpose', '=', 'booking')
    .where('withdrawn', '=', false)
    .orderBy('id')
    .execute()
  return operatorIds.map((id) => terms.flatMap(({ operatorId, ...row }) => (operatorId === id ? [row] : [])))
}, reads('terms'))

const termsOfCustomer = async (tx: Tx, operatorId: number, customerId: number): Promise<TermsRow[]> => {
  const { rows } = await sql<TermsRow>`
    select t.id, t.name, t.html, t.required, (exists (
        select 1 from customer_order o where o.customer_id = ${customerId} and t.id = any(o.terms_accepted)
          and o.source <> 'front-of-house' and o.placed_at >= t.changed_at
      ) or exists (
        select 1 from terms_acceptance a where a.customer_id = ${customerId} and a.terms_id = t.id
          and a.accepted_at >= t.changed_at
      )) as accepted
    from terms t where t.operator_id = ${operatorId} and t.purpose = 'booking' and not t.withdrawn order by t.id`.execute(
    tx,
  )
  return rows
}

export type PayerRow = { email: string; firstName: string; lastName: string }

export const payerOf = (tx: Tx, customerId: number): Promise<PayerRow> =>
  tx
    .selectFrom('customer')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()

/** The order that a visitor's basket has become. */
export const paidBasket = async (
  tx: Tx,
  operatorId: number,
  uuid: string,
): Promise<{ id: number } | undefined> =>
  tx
    .selectFrom('basket')
    .select('id')
    .where('uuid', '=', uuid)
    .where('operatorId', '=', operatorId)
    .where('customerId', 'is', null)
    .where('status', '=', sql.lit('paymentComplete'))
    .executeTakeFirst()
