import { sql } from 'kysely'
import type { AuditAct } from '#contract/audit.ts'
import type { DeskPass } from '#contract/guest-passes.ts'
import { instant, localDay } from '#contract/time.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { requireVenue } from '#server/venues/find.ts'
import { notifyMember } from './messages.ts'
import { presentPass, whyNotAdmitted, whyNotUndone } from './rules.ts'
import type { Desk, DeskPassRow } from './rules.ts'
import { guestPassesEnabled, hasTypedCode, lockPassOfOperator, passesWhere, setUsed } from './sql.ts'

/**
 * A venue's desk now.
 * @throws Refusal `not_found` for an unknown venue, or when the operator offers no guest passes
 */
const deskOf = async (tx: Tx, actor: Actor, slug: string, now: Date): Promise<Desk> => {
  if (!(await guestPassesEnabled(tx, actor.operator.id))) throw notFound()
  return { venue: await requireVenue(tx, actor, slug), now }
}

/** A customer's passes at a venue's desk. */
export const passesAtDesk = async (
  tx: Tx,
  actor: Actor,
  { venue, customerId }: { venue: string; customerId: number },
  now: Date,
): Promise<DeskPass[]> => {
  const desk = await deskOf(tx, actor, venue, now)
  const passes = await passesWhere(tx, actor.operator.id, { customerId })
  return passes.map((pass) => presentDeskPass(actor.messages, pass, desk))
}

/** A pass by its code, at a venue's desk; audited, as opening a customer is. */
export const passAtDeskByCode = async (
  tx: Tx,
  actor: Actor,
  { venue, code }: { venue: string; code: string },
  now: Date,
): Promise<DeskPass> => {
  const desk = await deskOf(tx, actor, venue, now)
  const found = await passesWhere(tx, actor.operator.id, { code })
  // Codes of an operator's files may differ in their dashes alone.
  const pass = found.find((one) => one.code === code) ?? found[0]
  if (pass === undefined) throw notFound((messages) => messages.guestPasses.codeNotFound)
  await audit(tx, actor, pass, acts.guestPassOpened, now)
  return presentDeskPass(actor.messages, pass, desk)
}

/**
 * Admits a guest with a pass, once.
 * @throws Refusal `not_found`; `already_used`, `withdrawn`, `expired`, `not_sent`, `another_venue`, `another_day`
 */
export const admitAtDesk = async (tx: Tx, actor: Actor, pass: PassAtVenue, now: Date): Promise<DeskPass> =>
  changeUse(tx, actor, pass, now, {
    whyNot: whyNotAdmitted,
    used: { at: now, by: staffOf(actor).id },
    act: acts.guestAdmitted,
  })

/**
 * Undoes the admission of a guest, at the venue and on the day of it. A pass that is not used stays as it is.
 * @throws Refusal `not_found`, `another_venue`, `too_late`
 */
export const undoAdmissionAtDesk = async (
  tx: Tx,
  actor: Actor,
  pass: PassAtVenue,
  now: Date,
): Promise<DeskPass> =>
  changeUse(tx, actor, pass, now, { whyNot: whyNotUndone, used: null, act: acts.guestAdmissionUndone })

type PassAtVenue = { venue: string; id: number }

const changeUse = async (
  tx: Tx,
  actor: Actor,
  { venue, id }: PassAtVenue,
  now: Date,
  {
    whyNot,
    used,
    act,
  }: {
    whyNot: (pass: DeskPassRow, desk: Desk) => { code: string; message: Text } | null
    used: { at: Date; by: number } | null
    act: AuditAct
  },
): Promise<DeskPass> => {
  const desk = await deskOf(tx, actor, venue, now)
  await lockPassOfOperator(tx, actor.operator.id, id)
  const pass = await readPass(tx, actor, id)
  const why = whyNot(pass, desk)
  if (why !== null) throw new Refusal(why.code, why.message)
  if (used === null && pass.usedAt === null) return presentDeskPass(actor.messages, pass, desk)
  await setUsed(tx, id, used)
  await audit(tx, actor, pass, act, now)
  if (used !== null)
    await notifyMember(tx, actor, pass, { usedOn: localDay(now, desk.venue.timezone), usedAt: now })
  return presentDeskPass(actor.messages, await readPass(tx, actor, id), desk)
}

const readPass = async (tx: Tx, { operator }: Actor, id: number): Promise<DeskPassRow> => {
  const [pass] = await passesWhere(tx, operator.id, { id })
  if (pass === undefined) throw notFound((messages) => messages.guestPasses.passNotFound)
  return pass
}

const audit = async (
  tx: Tx,
  actor: Actor,
  { id, memberId: forCustomerId }: DeskPassRow,
  act: AuditAct,
  now: Date,
): Promise<void> => {
  const { id: actorId } = staffOf(actor)
  await recordAudit(tx, { actorId, forCustomerId, act, subject: `guest-pass:${id}` }, now)
}

const presentDeskPass = (messages: Messages, pass: DeskPassRow, desk: Desk): DeskPass => {
  const why = whyNotAdmitted(pass, desk)
  return {
    ...presentPass(pass, localDay(desk.now, desk.venue.timezone)),
    venueName: pass.venueName,
    member: { id: pass.memberId, name: pass.memberName },
    usedAt: pass.usedAt === null ? null : instant(pass.usedAt),
    usedBy: pass.usedBy,
    refusal: why === null ? null : { code: why.code, message: why.message(messages) },
    canUndo: pass.usedAt !== null && whyNotUndone(pass, desk) === null,
  }
}

/** The members whose pass has a code; none where the operator offers no guest passes. */
export const membersByPassCode = async (tx: Tx, operatorId: number, code: string): Promise<number[]> => {
  const { rows } = await sql<{ customerId: number }>`
    select p.customer_id from guest_pass p join operator o on o.id = p.operator_id and o.online_guest_passes_enabled
    where p.operator_id = ${operatorId} and ${hasTypedCode(code)}`.execute(tx)
  return rows.map(({ customerId }) => customerId)
}
