import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type ConsentSource = 'registering' | 'details' | 'desk' | 'import'
export type ConsentRow = { given: boolean; at: Date; how: ConsentSource }

export const addConsent = async (tx: Tx, customerId: number, consent: ConsentRow): Promise<void> => {
  await tx
    .insertInto('consentEvent')
    .values({ customerId, ...consent })
    .execute()
}

/** A customer's marketing consent events, newest first. */
export const consentsOf = async (tx: Tx, customerId: number): Promise<ConsentRow[]> =>
  await tx
    .selectFrom('consentEvent')
    .select(['given', 'at', 'how'])
    .where('customerId', '=', customerId)
    .orderBy('id', 'desc')
    .execute()

export type AcceptedTerms = {
  id: number
  name: string
  acceptedAt: Date
  how: 'registering' | 'booking' | 'joining'
}

/** The terms a customer accepted, each with the last time and occasion. */
export const termsAcceptedBy = async (tx: Tx, customerId: number): Promise<AcceptedTerms[]> => {
  const { rows } = await sql<AcceptedTerms>`
    select t.id, t.name, x.how, max(x.at) as accepted_at
    from (
      select a.terms_id, a.accepted_at as at, 'registering' as how from terms_acceptance a
        where a.customer_id = ${customerId}
      union all
      select unnest(o.terms_accepted), o.placed_at, case o.source when 'online-joining' then 'joining' else 'booking' end
        from customer_order o where o.customer_id = ${customerId}
      union all
      select unnest(j.terms), j.created_at, 'joining' from joining j
        where j.customer_id = ${customerId} and j.status = 'complete'
    ) x
    join terms t on t.id = x.terms_id
    group by t.id, t.name, x.how
    order by max(x.at) desc, t.id, x.how`.execute(tx)
  return rows
}
