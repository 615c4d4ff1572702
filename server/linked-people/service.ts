import type { Tx } from '#server/platform/database.ts'
import { listLinkedPeople } from './queries.ts'

export { findAddresses, listLinkedPeople } from './queries.ts'
export type { LinkedPerson } from './queries.ts'

/** The ids of the people a customer may book for besides themselves. */
export const listLinkedIds = async (tx: Tx, customerId: number): Promise<number[]> =>
  (await listLinkedPeople(tx, customerId)).map(({ id }) => id)
