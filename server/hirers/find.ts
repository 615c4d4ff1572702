import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { hirerById, hiresWhere } from './sql/hires.ts'
import type { HireRow, HirerRow } from './sql/hires.ts'

/** For whom hires are read: whoever calls, or the clock. */
type Of = { operator: { id: number } }

/** @throws Refusal `not_found` */
export const requireHirer = async (tx: Tx, { operator }: Of, id: number): Promise<HirerRow> => {
  const hirer = await hirerById(tx, operator.id, id)
  if (hirer === undefined) throw notFound((messages) => messages.hirers.hirerNotFound)
  return hirer
}

/** @throws Refusal `not_found` */
export const requireHire = async (tx: Tx, { operator }: Of, id: number): Promise<HireRow> => {
  const [hire] = await hiresWhere(tx, operator.id, { id })
  if (hire === undefined) throw notFound((messages) => messages.hirers.hireNotFound)
  return hire
}
