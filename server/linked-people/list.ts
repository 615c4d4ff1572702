import { sql } from 'kysely'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'

/** The ids of the people a customer may book for besides themselves. */
export const listLinkedIds = async (tx: Tx, customerId: number): Promise<number[]> =>
  (await listLinkedPeople(tx, customerId)).map(({ id }) => id)

export type LinkedPerson = { id: number; firstName: string; lastName: string; relation: string }

/** The people a customer may book for besides themselves, in order of id. */
export const listLinkedPeople = createBatchedStatement(
  async (tx: Tx, customerIds: number[]): Promise<LinkedPerson[][]> => {
    const people = await tx
      .selectFrom('linkedCustomer')
      .innerJoin('customer', 'customer.id', 'linkedCustomer.linkedId')
      .select([
        'linkedCustomer.customerId',
        'customer.id',
        'customer.firstName',
        'customer.lastName',
        'linkedCustomer.relation',
      ])
      .where(sql<boolean>`linked_customer.customer_id = any(${customerIds}::int[])`)
      .orderBy('customer.id')
      .execute()
    return customerIds.map((wanted) =>
      people.flatMap(({ customerId, ...person }) => (customerId === wanted ? [person] : [])),
    )
  },
  { name: 'linked_people', batchSize: 64, inFlight: 1 },
)

/**
 * The e-mail address that each of these people is written to: their own, else that of the first person who may book for
 * them. People without either are left out.
 */
export const findAddresses = async (
  tx: Tx,
  personIds: readonly number[],
): Promise<{ personId: number; email: string; isOwn: boolean }[]> => {
  if (personIds.length === 0) return []
  const { rows } = await sql<{ personId: number; email: string; isOwn: boolean }>`
    select p.id as person_id, coalesce(nullif(p.email, ''), g.email) as email, p.email <> '' as is_own
    from customer p
    left join lateral (
      select c.email from linked_customer l join customer c on c.id = l.customer_id
      where l.linked_id = p.id and c.email <> '' and c.closed_at is null order by c.id limit 1
    ) g on p.email = ''
    where p.id = any(${[...personIds]}::int[]) and coalesce(nullif(p.email, ''), g.email) is not null
    order by p.id`.execute(tx)
  return rows
}

type Identity = { firstName: string; lastName: string; dateOfBirth: string | null }

/** The same names, in any letters, and the same date of birth. */
export const isSamePerson = (one: Identity, other: Identity): boolean =>
  one.firstName.toLowerCase() === other.firstName.toLowerCase() &&
  one.lastName.toLowerCase() === other.lastName.toLowerCase() &&
  one.dateOfBirth === other.dateOfBirth
