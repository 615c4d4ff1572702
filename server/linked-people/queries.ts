import type { Tx } from '#server/platform/database.ts'

export type LinkedPerson = { id: number; firstName: string; lastName: string; relation: string }

/** The people a customer may book for besides themselves, in order of id. */
export const listLinkedPeople = async (tx: Tx, customerId: number): Promise<LinkedPerson[]> =>
  tx
    .selectFrom('linkedCustomer')
    .innerJoin('customer', 'customer.id', 'linkedCustomer.linkedId')
    .select(['customer.id', 'customer.firstName', 'customer.lastName', 'linkedCustomer.relation'])
    .where('linkedCustomer.customerId', '=', customerId)
    .orderBy('customer.id')
    .execute()
