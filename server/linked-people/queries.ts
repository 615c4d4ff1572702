import { sql } from 'kysely'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'

export type LinkedPerson = { id: number; firstName: string; lastName: string; relation: string }

/** The people a customer may book for besides themselves, in order of id. */
export const listLinkedPeople = createSharedRead(
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
