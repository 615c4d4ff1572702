import type { AuditAct } from '#contract/audit.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Hirer } from '#contract/hireTypes.ts'
import type { hirers } from '#contract/hirers.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit, recordProgram } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { requireHirer } from './find.ts'
import { insertHirer, updateHirer } from './sql/hires.ts'

type Fields = Body<(typeof hirers)['add']>

/** @throws Refusal `invalid` for an exemption without a reason */
export const addHirer = async (tx: Tx, actor: Actor, fields: Fields, now: Date): Promise<Hirer> => {
  const row = await insertHirer(tx, {
    ...columnsOf(fields),
    operatorId: actor.operator.id,
    createdAt: now,
  })
  await recordHirerAct(tx, actor, { id: row.id, act: acts.hirerAdded, detail: { name: row.name } }, now)
  return row
}

/** @throws Refusal `not_found`, `invalid` for an exemption without a reason */
export const changeHirer = async (
  tx: Tx,
  actor: Actor,
  id: number,
  fields: Fields,
  now: Date,
): Promise<Hirer> => {
  const before = await requireHirer(tx, actor, id)
  const columns = columnsOf(fields)
  const after = await updateHirer(tx, id, columns)
  const changed = (Object.keys(columns) as (keyof typeof columns)[]).filter(
    (key) => after[key] !== before[key],
  )
  const partOf = (hirer: Hirer) => Object.fromEntries(changed.map((key) => [key, hirer[key]]))
  if (changed.length > 0)
    await recordHirerAct(
      tx,
      actor,
      { id, act: acts.hirerChanged, detail: { before: partOf(before), after: partOf(after) } },
      now,
    )
  return after
}

const columnsOf = ({
  contact = '',
  phone = '',
  email = '',
  address = '',
  exemptReason = '',
  safeguardingUntil,
  insuranceUntil,
  note = '',
  termsDays,
  ...fields
}: Fields) => {
  const isExempt = fields.vatTreatment === 'exempt_series'
  const errors = {
    ...(isExempt && exemptReason === ''
      ? { exemptReason: [(messages: Actor['messages']) => messages.hirers.reasonNeeded] }
      : {}),
    ...(termsDays < 0 || termsDays > 120
      ? { termsDays: [(messages: Actor['messages']) => messages.hirers.termsDays] }
      : {}),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    ...fields,
    contact,
    phone,
    email,
    address,
    exemptReason: isExempt ? exemptReason : '',
    safeguardingUntil: safeguardingUntil ?? null,
    insuranceUntil: insuranceUntil ?? null,
    note,
    termsDays,
  }
}

/** Who does something about hirers: whoever calls, or the clock. */
export type Doer = Actor | { operator: { id: number; timezone: string }; isClock: true }

export const recordHirerAct = async (
  tx: Tx,
  by: Doer,
  { id, hireId, ...done }: { id: number; hireId?: number; act: AuditAct; detail: object },
  now: Date,
): Promise<void> => {
  const subject = hireId === undefined ? `hirer:${id}` : `hire:${hireId}`
  await ('isClock' in by
    ? recordProgram(tx, by.operator.id, { subject, ...done }, now)
    : recordAudit(tx, { actorId: staffOf(by).id, forCustomerId: null, subject, ...done }, now))
}
