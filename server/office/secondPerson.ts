import type { DoneImport } from '#server/import/load.ts'
import type { Tx } from '#server/platform/database.ts'
import { needsSecondPerson } from './sql.ts'

/* What one person may not do to the timetable and its prices alone, where the operator says so (decision 0086). */

/** Pence. */
const mostRefund = 50_000
const mostCustomers = 100

/** `objections` are those that nobody has accepted yet. */
export const isAboveOnePerson = ({
  effect,
  objections,
}: Pick<DoneImport, 'effect' | 'objections'>): boolean =>
  (effect?.refund ?? 0) > mostRefund ||
  (effect?.customers ?? 0) > mostCustomers ||
  objections.some(({ code }) => code === 'price_jump')

/** Whether somebody else has to approve what was tried out. */
export const mustBeApproved = async (
  tx: Tx,
  operatorId: number,
  done: Pick<DoneImport, 'effect' | 'objections'>,
): Promise<boolean> => isAboveOnePerson(done) && (await needsSecondPerson(tx, operatorId))
