import type { AuditAct } from '#contract/audit.ts'
import type { Body } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import { countedTenders } from '#contract/tenders.ts'
import type { CountedTender } from '#contract/tenders.ts'
import { varianceNeedsReason, varianceNeedsSupervisor } from '#contract/tills.ts'
import type { TillSession, TillState, tills } from '#contract/tills.ts'
import { instant } from '#contract/time.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal, invalid, notFound } from '#server/platform/errors.ts'
import { mayAt } from '#server/platform/rights.ts'
import { presentTill, tillById } from './list.ts'
import { expectedOf, varianceOf } from './rules.ts'
import {
  adoptEntries,
  closeSession,
  countsOf,
  insertMovement,
  insertSession,
  lastClosedSession,
  lockTill,
  movementsOf,
  openSessionOf,
  reopenSession,
  replaceCounts,
  sessionsOf,
  takenOf,
} from './sql/sessions.ts'
import type { CountRow, MovementRow, SessionRow } from './sql/sessions.ts'

/** Closed sessions that are listed. */
const closedListed = 5

/**
 * A till with its open session and the last closed ones.
 * @throws Refusal `not_found`
 */
export const readTill = async (tx: Tx, actor: Actor, tillId: number): Promise<TillState> => {
  const till = await tillById(tx, actor.operator.id, tillId)
  if (till === undefined) throw notFound((messages) => messages.tills.tillNotFound)
  const symbol = actor.operator.currencySymbol
  const found = await sessionsOf(tx, tillId, closedListed + 1)
  const ids = found.map(({ id }) => id)
  const movements = await movementsOf(tx, ids)
  const counts = await countsOf(tx, ids)
  const open = found.find(({ closedAt }) => closedAt === null)
  const taken = open === undefined ? new Map<string, number>() : await takenOf(tx, open.id)
  const sessions = found.map((session) => {
    const isOfIt = ({ tillSessionId }: { tillSessionId: number }) => tillSessionId === session.id
    const own = { movements: movements.filter(isOfIt), counts: counts.filter(isOfIt), taken }
    return presentSession(session, own, symbol)
  })
  return {
    till: presentTill(till),
    timezone: till.timezone,
    open: sessions.find(({ closedAt }) => closedAt === null) ?? null,
    closed: sessions.filter(({ closedAt }) => closedAt !== null),
  }
}

/** `taken` is what was taken in the session that is open; one that was counted says what was expected then. */
const presentSession = (
  session: SessionRow,
  of: {
    movements: readonly MovementRow[]
    counts: readonly CountRow[]
    taken: ReadonlyMap<string, number>
  },
  symbol: string,
): TillSession => {
  const { movements, taken } = of
  const isOpen = session.closedAt === null
  const counts = isOpen ? [] : of.counts
  const expected = isOpen
    ? expectedOf(session.floatAmount, taken, movements)
    : new Map(counts.map((count) => [count.tenderType, count.expected]))
  return {
    id: session.id,
    openedAt: instant(session.openedAt),
    openedBy: { id: session.openedBy, name: session.openedByName },
    float: money(session.floatAmount, symbol),
    movements: movements.map(({ id, kind, amount, reference, at, name }) => ({
      id,
      kind,
      amount: money(amount, symbol),
      reference,
      at: instant(at),
      name,
    })),
    tenders: countedTenders.map((tenderType) => {
      const should = expected.get(tenderType) ?? 0
      const counted = counts.find((count) => count.tenderType === tenderType)?.counted
      return {
        tenderType,
        expected: money(should, symbol),
        counted: counted === undefined ? null : money(counted, symbol),
        difference: counted === undefined ? null : money(counted - should, symbol),
      }
    }),
    zNumber: session.zNumber,
    closedAt: session.closedAt === null ? null : instant(session.closedAt),
    closedBy: session.closedBy === null ? null : { id: session.closedBy, name: session.closedByName ?? '' },
    reason: session.reason,
  }
}

/**
 * Opens a till with a float. What was taken at it since it was last closed belongs to the session.
 * @throws Refusal `not_found`, `till_open`
 */
export const openTill = async (
  tx: Tx,
  actor: Actor,
  tillId: number,
  float: number,
  now: Date,
): Promise<TillState> => {
  await requireTill(tx, actor, tillId)
  if ((await openSessionOf(tx, tillId)) !== undefined) throw tillOpen()
  const since = (await lastClosedSession(tx, tillId))?.closedAt ?? now
  const { id: actorId } = staffOf(actor)
  const id = await insertSession(tx, { tillId, floatAmount: float, openedAt: now, openedBy: actorId })
  await adoptEntries(tx, tillId, id, since)
  await record(tx, actor, { act: acts.tillOpened, sessionId: id, detail: { float } }, now)
  return readTill(tx, actor, tillId)
}

/**
 * Records cash that goes into a till or out of it without a sale.
 * @throws Refusal `not_found`, `till_closed`, `other_person`; `invalid` for petty cash without its receipt
 */
export const moveCash = async (
  tx: Tx,
  actor: Actor,
  tillId: number,
  { kind, amount, reference = '' }: Body<(typeof tills)['move']>,
  now: Date,
): Promise<TillState> => {
  const { session } = await requireOwnSession(tx, actor, tillId)
  if (kind === 'petty_cash' && reference === '')
    throw invalid({ reference: [(messages) => messages.tills.receiptNeeded] })
  const { id: actorId } = staffOf(actor)
  await insertMovement(tx, { tillSessionId: session.id, kind, amount, reference, actorId, at: now })
  const detail = { amount, reference }
  await record(tx, actor, { act: acts.tillMoved[kind], sessionId: session.id, detail }, now)
  return readTill(tx, actor, tillId)
}

/**
 * Closes a till with what was counted, and gives the session its number.
 * @throws Refusal `not_found`, `till_closed`, `other_person`, `over_variance`; `invalid` where a reason is missing
 */
export const closeTill = async (
  tx: Tx,
  actor: Actor,
  tillId: number,
  { counts, reason = '' }: Body<(typeof tills)['close']>,
  now: Date,
): Promise<TillState> => {
  const { session, venueId } = await requireOwnSession(tx, actor, tillId)
  const expected = expectedOf(
    session.floatAmount,
    await takenOf(tx, session.id),
    await movementsOf(tx, [session.id]),
  )
  const countedOf = (tenderType: CountedTender): number =>
    counts.find((count) => count.tenderType === tenderType)?.counted ?? 0
  const rows = countedTenders.map((tenderType) => ({
    tenderType,
    expected: expected.get(tenderType) ?? 0,
    counted: countedOf(tenderType),
  }))
  const variance = varianceOf(rows)
  const symbol = actor.operator.currencySymbol
  const difference = money(variance, symbol).formatted
  if (variance > varianceNeedsSupervisor && !mayAt(actor, 'till.all', venueId))
    throw new Refusal('over_variance', (messages) => messages.tills.overVariance({ difference }))
  if (variance > varianceNeedsReason && reason === '')
    throw invalid({ reason: [(messages) => messages.tills.reasonNeeded({ difference })] })
  await replaceCounts(tx, session.id, rows)
  const { id: actorId } = staffOf(actor)
  const zNumber = await closeSession(tx, session, { closedAt: now, closedBy: actorId, reason })
  await record(
    tx,
    actor,
    { act: acts.tillClosed, sessionId: session.id, detail: { zNumber, variance, reason } },
    now,
  )
  return readTill(tx, actor, tillId)
}

/**
 * Opens the last session of a till again.
 * @throws Refusal `not_found`, `till_open`, `till_closed` where none was closed
 */
export const reopenTill = async (
  tx: Tx,
  actor: Actor,
  tillId: number,
  reason: string,
  now: Date,
): Promise<TillState> => {
  await requireTill(tx, actor, tillId)
  if ((await openSessionOf(tx, tillId)) !== undefined) throw tillOpen()
  const last = await lastClosedSession(tx, tillId)
  if (last === undefined) throw tillClosed()
  await reopenSession(tx, last.id)
  await adoptEntries(tx, tillId, last.id, last.closedAt ?? now)
  await record(tx, actor, { act: acts.tillReopened, sessionId: last.id, detail: { reason } }, now)
  return readTill(tx, actor, tillId)
}

const tillOpen = () => new Refusal('till_open', (messages) => messages.tills.tillOpen)

const tillClosed = () => new Refusal('till_closed', (messages) => messages.tills.tillClosed)

/** Locks a till, so that it is opened and closed by one person at a time. */
const requireTill = async (tx: Tx, actor: Actor, tillId: number): Promise<{ venueId: number }> => {
  const till = await tillById(tx, actor.operator.id, tillId)
  if (till === undefined) throw notFound((messages) => messages.tills.tillNotFound)
  await lockTill(tx, tillId)
  return till
}

/** The open session of a till, locked: what is being taken belongs to it, or to the next one. */
const requireOwnSession = async (
  tx: Tx,
  actor: Actor,
  tillId: number,
): Promise<{ session: SessionRow; venueId: number }> => {
  const { venueId } = await requireTill(tx, actor, tillId)
  const session = await openSessionOf(tx, tillId)
  if (session === undefined) throw tillClosed()
  if (session.openedBy !== staffOf(actor).id && !mayAt(actor, 'till.all', venueId))
    throw new Refusal('other_person', (messages) =>
      messages.tills.otherPerson({ name: session.openedByName }),
    )
  return { session, venueId }
}

const record = async (
  tx: Tx,
  actor: Actor,
  { act, sessionId, detail }: { act: AuditAct; sessionId: number; detail: object },
  now: Date,
): Promise<void> => {
  const { id: actorId } = staffOf(actor)
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act, subject: `till-session:${sessionId}`, detail },
    now,
  )
}
