import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type LoginLink = { customerId: number; email: string; browserDigest: Buffer }

/** A link that is still valid, sent to what still is the confirmed address of its customer. */
export const findLoginLink = async (
  tx: Tx,
  operatorId: number,
  codeDigest: Buffer,
  now: Date,
): Promise<LoginLink | undefined> => {
  const { rows } = await sql<LoginLink>`
    select c.id as customer_id, c.email, o.browser_digest from one_time_code o
    join customer c on c.id = o.customer_id
    where o.code_digest = ${codeDigest} and o.purpose = 'login_link' and o.expires_at > ${now}
      and o.email = c.email and c.email_verified_at is not null and c.operator_id = ${operatorId}`.execute(tx)
  return rows[0]
}
