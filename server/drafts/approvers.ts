import { formatted } from '#contract/money.ts'
import type { DoneImport } from '#server/import/load.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { namesOfStaffWith } from '#server/sessions/staffWith.ts'
import { effectOf } from './effect.ts'
import type { Publisher } from './preview.ts'

/** So many are named. */
const mostApprovers = 5

/** Names of those who can approve what somebody asks for. */
export const approversFor = (tx: Tx, operatorId: number, by: number | null, now: Date): Promise<string[]> =>
  namesOfStaffWith(tx, operatorId, { permission: 'timetable.publish', besides: by, most: mostApprovers }, now)

/** A refusal that says how far it is above what one person may do, and who else can do it. */
export const aboveOnePerson = async (
  tx: Tx,
  { operator, by }: Publisher,
  done: DoneImport,
  now: Date,
): Promise<Refusal> => {
  const { refund, customers } = effectOf(done)
  const names = await approversFor(tx, operator.id, by, now)
  return new Refusal('needs_second_person', (messages) =>
    messages.drafts.needsSecondPerson({
      refund: refund === 0 ? null : formatted(refund, operator.currencySymbol),
      customers,
      names,
    }),
  )
}
