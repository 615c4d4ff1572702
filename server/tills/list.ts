import type { Till } from '#contract/tills.ts'
import { sumOf } from '#server/credits/rules.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { mayAt } from '#server/platform/rights.ts'
import { assignTill } from '#server/sessions/tokens.ts'
import { dueAt, tillsOpenSince } from './sql/entries.ts'

/** The tills, and the one of the caller's login. */
export const listTills = async (tx: Tx, actor: Actor): Promise<{ current: Till | null; tills: Till[] }> => {
  const current = await tillOfSession(tx, actor.operator.id, staffOf(actor).tokenDigest)
  return {
    current: current === undefined ? null : presentTill(current),
    tills: (await tillsOf(tx, actor.operator.id))
      .filter(({ venueId }) => mayAt(actor, 'till.own', venueId))
      .map(presentTill),
  }
}

export const presentTill = ({ id, name, venueSlug, venueName }: TillRow): Till => ({
  id,
  name,
  venueSlug,
  venueName,
})

type TillRow = {
  id: number
  name: string
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
}

const tills = (tx: Tx, operatorId: number) =>
  tx
    .selectFrom('till')
    .innerJoin('venue', 'venue.id', 'till.venueId')
    .select([
      'till.id',
      'till.name',
      'venue.id as venueId',
      'venue.slug as venueSlug',
      'venue.name as venueName',
      'venue.timezone',
    ])
    .where('venue.operatorId', '=', operatorId)
    .where('till.withdrawn', '=', false)

const tillsOf = (tx: Tx, operatorId: number): Promise<TillRow[]> =>
  tills(tx, operatorId).orderBy('venue.position').orderBy('till.position').orderBy('till.id').execute()

/** The till that a login has selected. */
const tillOfSession = (tx: Tx, operatorId: number, tokenDigest: Buffer): Promise<TillRow | undefined> =>
  tills(tx, operatorId)
    .innerJoin('session', 'session.tillId', 'till.id')
    .where('session.tokenDigest', '=', tokenDigest)
    .executeTakeFirst()

export const tillById = (tx: Tx, operatorId: number, id: number): Promise<TillRow | undefined> =>
  tills(tx, operatorId).where('till.id', '=', id).executeTakeFirst()

/** Selects a till until logout. */
export const standAtTill = async (
  tx: Tx,
  actor: Actor,
  tillId: number | null,
  now: Date,
): Promise<{ current: Till | null }> => {
  const { id: actorId, tokenDigest } = staffOf(actor)
  const chosen = tillId === null ? undefined : await tillById(tx, actor.operator.id, tillId)
  if (tillId !== null && chosen === undefined) throw notFound((messages) => messages.tills.tillNotFound)
  await assignTill(tx, tokenDigest, tillId)
  const subject = tillId === null ? '' : `till:${tillId}`
  await recordAudit(tx, { actorId, forCustomerId: null, act: acts.tillChosen, subject }, now)
  return { current: chosen === undefined ? null : presentTill(chosen) }
}

/** What a venue's tills leave to be done: refunds to hand out, in pence, and tills opened before an instant. */
export const findTillAlerts = async (
  tx: Tx,
  venueId: number,
  before: Date,
): Promise<{
  due: { count: number; amount: number }
  leftOpen: { id: number; name: string; openedAt: Date }[]
}> => {
  const due = await dueAt(tx, venueId)
  return {
    due: { count: due.length, amount: sumOf(due) },
    leftOpen: await tillsOpenSince(tx, venueId, before),
  }
}
